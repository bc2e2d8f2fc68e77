// The words of `go` (PROTOCOL.md section 2).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/position.h"
#include "engine/text.h"
#include "search/search.h"

namespace tulenh {

/// What a `go` asks for.
struct GoRequest {
    Limits limits;
    std::optional<int> perft;
    std::vector<Error> skipped;      ///< words that are not known, turns that are not possible
    std::optional<Error> malformed;  ///< then nothing is searched

    /// Does it end at `stop` only?
    [[nodiscard]] bool endless() const { return (limits.infinite || limits.ponder) && !perft; }
};

/// Reads what follows the word `go`. The limits come out complete for the side to move.
[[nodiscard]] GoRequest parse_go(std::string_view text, const Position& position);

}  // namespace tulenh
