// The value of a position as the search sees it.
#pragma once

#include <cstdint>

namespace tulenh {

/// A value for the side to move, in hundredths of ten points (an infantry is about 100). Three ranges:
/// evaluations within ±kMaxEval; battles decided by points in n turns at ±(kPointsWin − n); battles won by a
/// condition or for want of a legal turn in n turns at ±(kMate − n). Turns are turns of both sides.
using Value = int;

inline constexpr Value kMaxEval = 10000;
inline constexpr Value kPointsWin = 20000;
inline constexpr Value kMate = 32000;
inline constexpr int kMaxTurnPly = 250;  ///< turns from the root that the search looks ahead, at most

/// What a searched value says about the true one.
enum class Bound : std::uint8_t { Exact, Lower, Upper };

[[nodiscard]] constexpr Value mated_in(int turns) { return -kMate + turns; }
[[nodiscard]] constexpr Value mate_in(int turns) { return kMate - turns; }
[[nodiscard]] constexpr bool is_mate(Value v) {
    return v >= kMate - kMaxTurnPly || v <= -kMate + kMaxTurnPly;
}
/// Turns of both sides until the battle is won, from a mate value.
[[nodiscard]] constexpr int mate_distance(Value v) { return kMate - (v < 0 ? -v : v); }

}  // namespace tulenh
