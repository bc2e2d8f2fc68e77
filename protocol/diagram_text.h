// The board for a plain terminal.
#pragma once

#include "engine/position.h"
#include "protocol/output.h"

namespace tulenh {

/// The diagram of `d`: terrain, pieces, names of files and ranks, and a legend.
[[nodiscard]] Lines draw_board(const Position& position);

}  // namespace tulenh
