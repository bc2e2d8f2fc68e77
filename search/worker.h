// One thread's alpha-beta search.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/game.h"
#include "search/constants.h"
#include "search/evaluation_cache.h"
#include "search/history.h"
#include "search/picker.h"
#include "search/search.h"
#include "search/time.h"
#include "search/transposition.h"

namespace tulenh {

/// What the threads of one search share.
struct Shared {
    TranspositionTable table;
    std::atomic<bool> stop{false};        ///< from outside
    std::atomic<bool> halt{false};        ///< the first worker has ended the search
    std::atomic<bool> ponderhit{false};   ///< a search that ponders may now use the clock
    std::atomic<std::uint64_t> nodes{0};  ///< of all workers, added up from time to time
};

/// What a worker recommends.
struct Finding {
    Turn best, ponder;
    Value score = 0;
    int depth = 0;  ///< of the last whole iteration
};

/// Searches one position by iterative deepening. A part is a ply: after a part that does not end the turn the
/// same side is to move again. Depth and distances count turns of both sides.
class Worker {
  public:
    /// The first worker, of index 0, watches the limits and reports.
    Worker(Shared& shared, std::size_t index) : shared_(shared), table_(shared.table), index_(index) {
        store_.parts.reserve(std::size_t{4} * kMaxParts);
    }

    void run(const Game& game, const Limits& limits, const Reporter* reporter);
    [[nodiscard]] const Finding& finding() const { return finding_; }
    /// The line of what it recommends, with the nodes of all workers. Only when none is at work.
    [[nodiscard]] SearchInfo last_info() const { return info_of(root_turns_.front(), 1); }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    /// Forgets what earlier searches have taught.
    void forget() { history_.clear(); }

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
        Value score;  ///< in the iteration in which it was last the best one
        Value bound;  ///< the turn is worth no more than this if the other side may stand pat
        int depth = 0, selective_depth = 0;  ///< of that iteration; 0: never was the best one
        std::uint64_t nodes = 0;             ///< spent on it
        Line line;                           ///< what follows the turn
    };
    /// What is known of a turn on the way from the root.
    struct Frame {
        Value standing;  ///< the static value where it begins; `kUnknown` when the side is in danger there
        Trail trail;     ///< of its last part
        Killers killers;
    };
    /// The first parts of a node that have been searched.
    class TriedParts {
      public:
        void push(Part part) {
            if (size_ < parts_.size()) parts_[size_++] = part;
        }
        [[nodiscard]] const Part* begin() const { return parts_.data(); }
        [[nodiscard]] const Part* end() const { return parts_.data() + size_; }

      private:
        std::array<Part, 64> parts_;
        std::size_t size_ = 0;
    };

    Value search(const Position& position, int depth, int ply, Value alpha, Value beta, Line& line);
    Value quiesce(const Position& position, int depth, int ply, Value alpha, Value beta);
    Value value_of_passing(const Position& position, int depth, int ply, Value beta);
    /// Searches what a part leads to, for the side that makes it. `kNoTurn`: no legal turn comes of it.
    template <typename Next>
    Value child_value(const Position& after, Outcome outcome, int ply, Value alpha, Value beta, Next&& next);
    void reward(const Position& position, Part best, const TriedParts& tried, int depth, int ply);

    Value search_root(int depth, std::size_t first, Value alpha, Value beta);
    void search_window(int depth, std::size_t first);
    void collect_root_turns(const Position& position, const std::vector<Turn>& wanted);
    void report_current(int depth, std::size_t at);
    void report_lines(std::size_t count, const Reporter& reporter);
    void note_finding();
    [[nodiscard]] SearchInfo info_of(const RootTurn& best, std::size_t line) const;
    [[nodiscard]] std::vector<Turn> whole_turns(const RootTurn& best) const;
    [[nodiscard]] std::uint64_t total_nodes() const {
        return shared_.nodes.load(std::memory_order_relaxed) + nodes_ - added_nodes_;
    }

    /// The value of a position in which the battle is over, for the side to move; none while it goes on.
    [[nodiscard]] std::optional<Value> decided_value(const Position& position, int ply) const;
    [[nodiscard]] bool repeated(const Position& position) const;
    [[nodiscard]] bool must_stop();
    [[nodiscard]] std::optional<TableEntry> look_up(std::uint64_t key) const {
        return constants.table ? table_.probe(key) : std::nullopt;
    }
    [[nodiscard]] Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + kFramesBefore)]; }
    [[nodiscard]] Trails trails(int ply) { return {frame(ply - 1).trail, frame(ply - 2).trail}; }

    static constexpr int kFramesBefore = 2;

    Shared& shared_;
    TranspositionTable& table_;
    std::size_t index_;
    History history_;
    EvaluationCache static_value_;
    const Reporter* reporter_ = nullptr;
    Finding finding_;

    std::optional<TimePlan> time_;
    std::optional<std::uint64_t> node_limit_;
    bool aborted_ = false;
    int root_depth_ = 0;
    bool full_width_ = false;    ///< leave out nothing in this iteration
    int no_passing_before_ = 0;  ///< no null moves on turns before this one: one is being verified
    std::uint64_t calls_ = 0;    ///< of `must_stop`
    std::uint64_t nodes_ = 0, added_nodes_ = 0;  ///< made, and of these added to the shared number
    bool ponders_ = false;
    Milliseconds last_current_{};  ///< when the turn searched was last told
    int selective_depth_ = 0;
    std::vector<RootTurn> root_turns_;
    Position root_;
    std::vector<std::uint64_t> keys_;  ///< of the positions between turns, since the start of the game
    std::size_t root_key_ = 0;         ///< index in `keys_` of the root
    PartStore store_;
    std::array<Frame, kMaxTurnPly + kFramesBefore + 1> frames_{};
};

}  // namespace tulenh
