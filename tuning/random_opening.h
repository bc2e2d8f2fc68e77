// Random turns to begin games with, for books and for training games.
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "engine/game.h"

namespace tulenh {

/// A number below `limit`, the same on every machine.
[[nodiscard]] inline std::size_t below(std::mt19937_64& random, std::size_t limit) {
    return static_cast<std::size_t>(random() % limit);
}

/// The start position after so many random turns in which nothing was captured; none when the draws do not
/// find such turns or the battle ends.
[[nodiscard]] std::optional<Game> random_opening(Mode mode, int turns, std::mt19937_64& random);

}  // namespace tulenh
