// How long to think.
#pragma once

#include <chrono>
#include <optional>

#include "engine/types.h"
#include "search/search.h"

namespace tulenh {

/// The time that a search may take, worked out from its limits when it begins.
class TimePlan {
  public:
    using SteadyClock = std::chrono::steady_clock;

    TimePlan(const Limits& limits, Color side);

    [[nodiscard]] Milliseconds elapsed() const {
        return std::chrono::duration_cast<Milliseconds>(SteadyClock::now() - start_);
    }
    /// Must the search end now?
    [[nodiscard]] bool is_up() const { return hard_ && SteadyClock::now() - start_ >= *hard_; }
    /// Is it too late to begin another iteration, which would hardly be finished?
    [[nodiscard]] bool iteration_is_futile() const { return soft_ && SteadyClock::now() - start_ >= *soft_; }

  private:
    SteadyClock::time_point start_ = SteadyClock::now();
    std::optional<Milliseconds> soft_, hard_;
};

}  // namespace tulenh
