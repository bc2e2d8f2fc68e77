// How long to think.
#pragma once

#include <chrono>
#include <optional>

#include "engine/types.h"
#include "search/search.h"

namespace tulenh {

/// What the last iterations say about how hard the position is.
struct Iterations {
    int stable = 0;          ///< iterations in a row with the same best turn
    Value fall = 0;          ///< by how much the score has fallen since the iteration before
    int share_permille = 0;  ///< of the nodes, spent on the best turn
};

/// The time that a search may take, worked out from its limits when it begins.
class TimePlan {
  public:
    using SteadyClock = std::chrono::steady_clock;

    TimePlan(const Limits& limits, Color side);

    /// Counts the limits from now on: pondering is over.
    void restart() { begin_ = SteadyClock::now(); }
    /// Since the search began.
    [[nodiscard]] Milliseconds elapsed() const {
        return std::chrono::duration_cast<Milliseconds>(SteadyClock::now() - start_);
    }
    /// Must the search end now?
    [[nodiscard]] bool is_up() const { return hard_ && SteadyClock::now() - begin_ >= *hard_; }
    /// Is it better to play now than to begin another iteration?
    [[nodiscard]] bool is_enough(const Iterations& iterations) const;

  private:
    SteadyClock::time_point start_ = SteadyClock::now(), begin_ = start_;
    std::optional<Milliseconds> soft_, hard_;
};

}  // namespace tulenh
