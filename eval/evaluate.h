// How good a position is, without searching.
#pragma once

#include "engine/position.h"

namespace tulenh {

/// The static value for the side to move, in hundredths of ten points (an infantry is 100), within ±10000:
/// the published values of the pieces on the board, heroes included, and a little for freedom of movement.
/// Only for positions between turns in which the battle is not decided.
[[nodiscard]] int evaluate(const Position& position);

}  // namespace tulenh
