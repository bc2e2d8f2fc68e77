// The board as a picture.
#pragma once

#include <optional>
#include <string>

#include "engine/part.h"
#include "engine/position.h"

namespace tulenh {

/// One SVG document that needs no other file: terrain, coordinates, pieces, who is to move and the points.
/// `last` is the turn that led to the position; its parts are drawn as arrows. The width is in pixels.
[[nodiscard]] std::string draw_svg(const Position& position, const std::optional<Turn>& last, int width);

}  // namespace tulenh
