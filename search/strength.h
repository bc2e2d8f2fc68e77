// How strong a player the engine plays when it is asked to play below its strength.
#pragma once

#include <array>
#include <cstdint>

#include "search/search.h"

namespace tulenh {

/// A strength measured by matches of the levels against each other (tuning/README.md).
struct StrengthLevel {
    int elo;              ///< 1000 is a search of depth 1; differences mean what they say between levels
    std::uint64_t nodes;  ///< parts made after the first iteration; 0: that iteration is all
};

/// Weakest first.
inline constexpr std::array kStrengthLevels{
    StrengthLevel{1000, 0},     StrengthLevel{1140, 900},   StrengthLevel{1250, 2200},
    StrengthLevel{1380, 4000},  StrengthLevel{1490, 7200},  StrengthLevel{1680, 13000},
    StrengthLevel{1780, 23000}, StrengthLevel{1900, 40000},
};
inline constexpr int kWeakestElo = kStrengthLevels.front().elo;
inline constexpr int kStrongestElo = kStrengthLevels.back().elo;

/// The nodes of a strength: those of a level, and between levels their logarithms grow evenly with the Elo.
/// Beyond the levels: those of the nearest.
[[nodiscard]] std::uint64_t nodes_of_strength(int elo);

/// Lets a search find no more than a player of this Elo does. Limits that are there still hold.
void limit_strength(Limits& limits, int elo);

}  // namespace tulenh
