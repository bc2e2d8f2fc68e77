// Games of the search against itself, with blunders, as a source of positions.
#pragma once

#include <optional>
#include <vector>

#include "engine/game.h"
#include "search/search.h"
#include "tests/plain/random_positions.h"

namespace tulenh {

struct OwnGame {
    std::vector<Position> positions;  ///< between turns, in order; the last may be decided
    std::optional<Result> result;     ///< none when the game was broken off
};

/// A legal turn at random; with the chance in percent one that begins with boarding, where there is one.
[[nodiscard]] Turn random_turn(const Position& position, testing::Random& random, unsigned boarding);

/// Plays a game from the start position: some random turns, then the search with few nodes and now and then
/// a random turn again. The same seed and search give the same game.
[[nodiscard]] OwnGame play_own_game(Mode mode, Search& search, testing::Random& random);

/// The same position as the start of an analysis, as it is read from a file.
[[nodiscard]] Position as_start(const Position& position);

}  // namespace tulenh
