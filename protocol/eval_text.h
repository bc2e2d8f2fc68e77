// The answer to `eval` (PROTOCOL.md section 3).
#pragma once

#include "engine/position.h"
#include "protocol/output.h"

namespace tulenh {

/// The static evaluation as a table, term by term for Red and Blue, in tens of points (an infantry is 1.00),
/// and then `Eval: ` with the value for the side to move in hundredths, or `Eval: none` where the battle is
/// decided.
[[nodiscard]] Lines describe_evaluation(const Position& position);

}  // namespace tulenh
