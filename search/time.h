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

/// What a search may take of the clock, both from its begin; none where nothing limits it.
struct Allotment {
    std::optional<Milliseconds> soft;  ///< about when no further iteration should begin
    std::optional<Milliseconds> hard;  ///< when it must end
};
/// A clock that is followed loses no battle: the hard limit leaves `limits.overhead` of it, save where less
/// than that is left.
[[nodiscard]] Allotment allot(const Limits& limits, Color side);

/// By how much to stretch the soft limit, in percent: less for a turn that has long been best and takes most
/// of the nodes, more for a score that falls.
[[nodiscard]] int patience(const Iterations& iterations);

/// The time that a search may take, worked out from its limits when it begins.
class TimePlan {
  public:
    using SteadyClock = std::chrono::steady_clock;

    TimePlan(const Limits& limits, Color side) : allotment_(allot(limits, side)) {}

    /// Counts the limits from now on: pondering is over.
    void restart() { begin_ = SteadyClock::now(); }
    /// Since the search began.
    [[nodiscard]] Milliseconds elapsed() const {
        return std::chrono::duration_cast<Milliseconds>(SteadyClock::now() - start_);
    }
    /// Must the search end now?
    [[nodiscard]] bool is_up() const {
        return allotment_.hard && SteadyClock::now() - begin_ >= *allotment_.hard;
    }
    /// Is it better to play now than to begin another iteration?
    [[nodiscard]] bool is_enough(const Iterations& iterations) const {
        return allotment_.soft &&
               SteadyClock::now() - begin_ >= *allotment_.soft * patience(iterations) / 100;
    }

  private:
    SteadyClock::time_point start_ = SteadyClock::now(), begin_ = start_;
    Allotment allotment_;
};

}  // namespace tulenh
