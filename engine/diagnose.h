// Why a part is not possible, in the codes of PROTOCOL.md section 4.
#pragma once

#include "engine/bitboard.h"
#include "engine/position.h"
#include "engine/text.h"

namespace tulenh {

/// The most telling reason why the detachment cannot act on `to`, for a part that `generate_detachment` does
/// not offer. The members must be waiting on `origin` and form a valid stack.
[[nodiscard]] Error explain_refusal(const Position& position, Point origin, MemberMask members, Point to,
                                    bool stays);

}  // namespace tulenh
