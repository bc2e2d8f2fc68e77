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
    StrengthLevel{1000, 0},     StrengthLevel{1100, 100},   StrengthLevel{1250, 300},
    StrengthLevel{1400, 800},   StrengthLevel{1550, 2000},  StrengthLevel{1700, 5000},
    StrengthLevel{1850, 14000}, StrengthLevel{2000, 40000},
};
inline constexpr int kWeakestElo = kStrengthLevels.front().elo;
inline constexpr int kStrongestElo = kStrengthLevels.back().elo;

/// The nodes of a strength: exact for a level, between levels their logarithms grow evenly with the Elo.
[[nodiscard]] std::uint64_t nodes_of_strength(int elo);

/// Lets a search find no more than a player of this Elo does. Limits that are there still hold.
void limit_strength(Limits& limits, int elo);

}  // namespace tulenh
