#include "search/strength.h"

#include <algorithm>
#include <cmath>

namespace tulenh {

std::uint64_t nodes_of_strength(int elo) {
    elo = std::clamp(elo, kWeakestElo, kStrongestElo);
    const auto* const upper = std::find_if(kStrengthLevels.begin() + 1, kStrengthLevels.end(),
                                           [&](const StrengthLevel& level) { return elo <= level.elo; });
    const StrengthLevel &high = *upper, &low = *(upper - 1);
    // The weakest level has no nodes: one is added for the logarithm.
    const auto log_of = [](const StrengthLevel& level) {
        return std::log2(static_cast<double>(level.nodes) + 1);
    };
    const double share = static_cast<double>(elo - low.elo) / (high.elo - low.elo);
    return static_cast<std::uint64_t>(std::llround(std::exp2(std::lerp(log_of(low), log_of(high), share)))) -
           1;
}

void limit_strength(Limits& limits, int elo) {
    limits.nodes_after_first = nodes_of_strength(elo);
    if (limits.nodes_after_first == 0U) limits.depth = 1;
}

}  // namespace tulenh
