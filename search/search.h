// Alpha-beta search: the interface. Knows no text; reports through a callback.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/game.h"
#include "engine/part.h"
#include "search/score.h"

namespace tulenh {

using Milliseconds = std::chrono::milliseconds;

/// What is left on a side's clock, and what each turn adds.
struct Clock {
    Milliseconds left{};
    Milliseconds increment{};
};

/// When a search ends. Without any limit it ends at `stop` only.
struct Limits {
    std::optional<int> depth;            ///< turns of both sides
    std::optional<std::uint64_t> nodes;  ///< parts made
    /// Parts made after the first iteration, by one thread alone: the limit of a weak player, who overlooks
    /// nothing that is seen at depth 1.
    std::optional<std::uint64_t> nodes_after_first;
    std::optional<Milliseconds> movetime;
    std::array<std::optional<Clock>, 2> clocks;  ///< by colour; the side to move's decides
    std::optional<Milliseconds> gametime;        ///< left on the battle's clock, for both sides together
    std::optional<int> turns_to_go;              ///< turns until the clocks are set again
    std::optional<int> mate;                     ///< ends with a win in at most so many own turns
    std::vector<Turn> turns;                     ///< only these at the root; empty: all
    std::size_t lines = 1;                       ///< best turns to be told, each with its line (MultiPV)
    bool ponder = false;                         ///< times count from `Search::ponderhit` only
    bool infinite = false;                       ///< no end before `stop`, whatever else is set
    bool analysis = false;      ///< the whole time of a clock may be of use: no early end for lack of choice
    Milliseconds overhead{30};  ///< kept back from clocks, not from `movetime`

    /// Does the search go on until it is stopped? A clock of the other side alone limits nothing.
    [[nodiscard]] bool endless(Color side) const {
        return infinite ||
               !(depth || nodes || nodes_after_first || movetime || mate || gametime || clocks[index(side)]);
    }
};

/// A finished iteration, or the line of a bound.
struct SearchInfo {
    std::size_t line = 1;     ///< 1 is the best one
    int depth = 0;            ///< turns of both sides
    int selective_depth = 0;  ///< the longest line looked at, in turns
    Value score = 0;          ///< for the side to move at the root
    Bound bound = Bound::Exact;
    std::uint64_t nodes = 0;
    Milliseconds time{};
    int hashfull = 0;      ///< per mille
    std::vector<Turn> pv;  ///< whole turns in their shortest form; empty when the root is decided
};

/// The turn at the root that a long search has begun with.
struct CurrentTurn {
    int depth;
    std::size_t number;  ///< from 1
    Turn turn;           ///< in its shortest form
};

/// Who wants to hear of it while a search runs; called from the thread that called `Search::run`.
struct Reporter {
    std::function<void(const SearchInfo&)> info;
    std::function<void(const CurrentTurn&)> current = [](const CurrentTurn&) {};
};

/// What a search recommends; no turn when the battle is over.
struct SearchResult {
    Turn best;
    Turn ponder;  ///< the expected answer, if known
    std::uint64_t nodes = 0;
};

/// A searcher with its transposition table. `run` blocks; `stop` may be called from another thread, the rest
/// only while no search runs.
class Search {
  public:
    explicit Search(std::size_t hash_mib = 16);
    ~Search();
    Search(const Search&) = delete;
    Search& operator=(const Search&) = delete;

    /// Sets the size of the table in MiB and empties it. Returns false, and keeps the old one, when there is
    /// not enough memory.
    [[nodiscard]] bool resize(std::size_t mib);
    /// Sets how many threads search. With one the same search takes the same nodes every time.
    void set_threads(std::size_t count);
    /// Forgets everything learnt: table and histories.
    void clear();

    /// Searches the game's position. Reports at least one line without a bound, whose first turn is the best
    /// turn returned, before it returns. The search ends early when `stop` is called, also before `run`;
    /// call `prepare` before handing `run` to a thread.
    SearchResult run(const Game& game, const Limits& limits, const Reporter& reporter);
    SearchResult run(const Game& game, const Limits& limits,
                     const std::function<void(const SearchInfo&)>& report) {
        return run(game, limits, Reporter{report});
    }

    /// Withdraws earlier calls of `stop`.
    void prepare();
    /// Ends the running search as soon as possible; safe from any thread.
    void stop();
    /// The turn pondered on has been played: the clock runs from now on. Safe from any thread.
    void ponderhit();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tulenh
