#include "search/time.h"

#include <algorithm>

namespace tulenh {

Allotment allot(const Limits& limits, Color side) {
    Allotment allotment;
    if (limits.infinite) return allotment;
    allotment.hard = limits.movetime;

    std::optional<Clock> clock = limits.clocks[index(side)];
    if (limits.gametime) {
        // The battle's clock runs for both sides: half of it is the own one's.
        const Milliseconds half = *limits.gametime / 2;
        clock = clock ? Clock{std::min(clock->left, half), clock->increment} : Clock{half, {}};
    }
    if (!clock) return allotment;
    constexpr int kTurnsAhead = 30;
    // Of the increment less is spent the less is left, so that some of the clock always is.
    constexpr Milliseconds kReserve{200};
    const Milliseconds left = std::max(clock->left, Milliseconds(1));
    const Milliseconds usable = std::max(left - limits.overhead, Milliseconds(1));
    const int turns = std::clamp(limits.turns_to_go.value_or(kTurnsAhead), 1, kTurnsAhead);
    const Milliseconds ample = kReserve + clock->increment * 10;
    const Milliseconds gain = clock->increment * 3 / 4 * std::min(usable, ample).count() / ample.count();
    const Milliseconds share = std::min(usable, usable / turns + gain);
    const Milliseconds most =
        std::clamp(share * 3, Milliseconds(1), turns == 1 ? usable : std::max(usable / 3, Milliseconds(1)));
    allotment.soft = std::min(share / 2, most);
    allotment.hard = std::min(limits.movetime.value_or(most), most);
    return allotment;
}

int patience(const Iterations& iterations) {
    const int stability = 140 - 10 * std::min(iterations.stable, 7);
    const int fall = 100 + std::clamp(iterations.fall, 0, 100) / 2;
    const int share = 150 - iterations.share_permille / 10;
    return stability * fall / 100 * share / 100;
}

}  // namespace tulenh
