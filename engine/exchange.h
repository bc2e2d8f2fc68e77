// What a series of captures on one point is worth.
#pragma once

#include "engine/part.h"
#include "engine/position.h"

namespace tulenh {

/// Points that the side to move wins or loses, all told, if it makes this capture and both sides then capture
/// on the same point as long as it pays, each time with the single piece that risks least. Whole stacks are
/// the victims; a capture that stays, or an exchange, leaves nothing on the point and ends the series
/// (RULES.md section 4). Commanders take part; promotions and section 11 are ignored.
[[nodiscard]] int exchange_value(const Position& position, Part capture);

}  // namespace tulenh
