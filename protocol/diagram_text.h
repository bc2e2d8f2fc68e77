// The board for a plain terminal.
#pragma once

#include <cstdint>

#include "engine/position.h"
#include "protocol/output.h"

namespace tulenh {

/// Does the reader understand escape sequences for colours?
enum class Palette : std::uint8_t { Plain, Terminal };

/// The diagram of `d`: terrain, pieces, names of files and ranks, and a legend. Colours add nothing that the
/// plain text does not say.
[[nodiscard]] Lines draw_board(const Position& position, Palette palette);

}  // namespace tulenh
