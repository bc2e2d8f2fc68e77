// One thread's alpha-beta search.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/game.h"
#include "engine/movegen.h"
#include "search/ordering.h"
#include "search/search.h"
#include "search/time.h"
#include "search/transposition.h"

namespace tulenh {

/// Searches one position by iterative deepening. A part is a ply: after a part that does not end the turn the
/// same side is to move again. Depth and distances count turns of both sides.
class Worker {
  public:
    Worker(TranspositionTable& table, History& history, const std::atomic<bool>& stop)
        : table_(table), history_(history), stop_(stop) {
        parts_.reserve(std::size_t{16} * kMaxParts);
    }

    SearchResult run(const Game& game, const Limits& limits,
                     const std::function<void(const SearchInfo&)>& report);

  private:
    /// A line of parts, best play from some node on.
    class Line {
      public:
        void clear() { size_ = 0; }
        void set(Part first, const Line& rest);
        [[nodiscard]] const Part* begin() const { return parts_.data(); }
        [[nodiscard]] const Part* end() const { return parts_.data() + size_; }

      private:
        static constexpr std::size_t kLongest = 96;
        std::array<Part, kLongest> parts_;
        std::size_t size_ = 0;
    };
    struct RootTurn {
        Turn turn;
        Value score;
        Line line;  ///< what follows the turn
    };

    Value search(const Position& position, int depth, int ply, Value alpha, Value beta, Line& line);
    Value quiesce(const Position& position, int depth, int ply, Value alpha, Value beta);
    Value value_of_passing(const Position& position, int depth, int ply, Value beta);
    /// Searches what a part leads to, for the side that makes it. `kNoTurn`: no legal turn comes of it.
    template <typename Next>
    Value child_value(const Position& after, Outcome outcome, int ply, Value alpha, Value beta, Next&& next);

    Value search_root(int depth, Value alpha, Value beta);
    void collect_root_turns(const Position& position);
    [[nodiscard]] SearchInfo info_of(const Position& root, const RootTurn& best, int depth) const;
    [[nodiscard]] std::vector<Turn> whole_turns(const Position& root, const RootTurn& best) const;

    /// The value of a position in which the battle is over, for the side to move; none while it goes on.
    [[nodiscard]] std::optional<Value> decided_value(const Position& position, int ply) const;
    [[nodiscard]] bool repeated(const Position& position) const;
    [[nodiscard]] bool must_stop();
    /// Puts the scored parts of a node on top of the shared list and returns how many there are.
    std::size_t push_parts(const Position& position, Wanted wanted, Part table_part, const Killers& killers);

    TranspositionTable& table_;
    History& history_;
    const std::atomic<bool>& stop_;

    std::optional<TimePlan> time_;
    std::optional<std::uint64_t> node_limit_;
    bool aborted_ = false;
    bool prunes_ = false;      ///< may this iteration leave out or shorten what looks hopeless?
    bool may_pass_ = true;     ///< false below a null move
    std::uint64_t calls_ = 0;  ///< of `must_stop`
    std::uint64_t nodes_ = 0;
    int selective_depth_ = 0;
    std::vector<RootTurn> root_turns_;
    Position root_;
    std::vector<std::uint64_t> keys_;  ///< of the positions between turns, since the start of the game
    std::size_t root_key_ = 0;         ///< index in `keys_` of the root
    std::vector<ScoredPart> parts_;    ///< the parts of all nodes on the way from the root
    PartList scratch_;
    std::array<Killers, kMaxTurnPly + 1> killers_{};
};

}  // namespace tulenh
