// What a score means: how often such battles are won.
#pragma once

#include "engine/position.h"
#include "search/score.h"

namespace tulenh {

/// Shares of results in per mille; their sum is 1000.
struct WinDrawLoss {
    int win = 0, draw = 0, loss = 0;

    friend bool operator==(const WinDrawLoss&, const WinDrawLoss&) = default;
};

/// How battles between equal players end in which a search finds this score here, for the side that the score
/// is of. A battle that is won by force, be it by points, counts as won.
[[nodiscard]] WinDrawLoss win_draw_loss(Value score, const Position& position);

}  // namespace tulenh
