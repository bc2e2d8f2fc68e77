// Clocks of a game: each side's own, and the battle's.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace tulenh {

using Milliseconds = std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;
using SteadyTime = SteadyClock::time_point;
using Duration = SteadyClock::duration;

/// A time control as users write it, `[turns/]base[+increment]`.
struct TimeControl {
    Milliseconds base{};
    Milliseconds increment{};
    int turns = 0;  ///< after so many own turns `base` is added again; 0: never

    [[nodiscard]] bool operator==(const TimeControl&) const = default;
};

/// The clock of one side in one game.
class PlayerClock {
  public:
    explicit PlayerClock(const TimeControl& control) : control_(control), left_(control.base) {}

    [[nodiscard]] Duration left() const { return left_; }
    [[nodiscard]] Milliseconds increment() const { return control_.increment; }
    /// Own turns until the clock is set again; 0 when it is not.
    [[nodiscard]] int turns_to_go() const {
        return control_.turns == 0 ? 0 : control_.turns - played_ % control_.turns;
    }
    /// Takes what a turn took. Time used from the margin is not owed.
    void finish_turn(Duration used) {
        left_ = std::max(Duration::zero(), left_ - used) + control_.increment;
        ++played_;
        if (control_.turns != 0 && played_ % control_.turns == 0) left_ += control_.base;
    }

  private:
    TimeControl control_;
    Duration left_;
    int played_ = 0;
};

/// The battle's clock (RULES.md section 12), which runs for both sides' thinking together.
class BattleClock {
  public:
    /// Without a total it never runs out.
    explicit BattleClock(std::optional<Milliseconds> total) : left_(total) {}

    [[nodiscard]] std::optional<Duration> left() const { return left_; }
    [[nodiscard]] bool has_run_out() const { return left_ && *left_ <= Duration::zero(); }
    void finish_turn(Duration used) {
        if (left_) *left_ -= used;
    }

  private:
    std::optional<Duration> left_;
};

}  // namespace tulenh
