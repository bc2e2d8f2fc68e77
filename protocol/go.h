// The words of `go` (PROTOCOL.md section 2).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/text.h"
#include "engine/types.h"
#include "search/search.h"

namespace tulenh {

/// What a `go` asks for.
struct GoRequest {
    Limits limits;
    std::optional<int> perft;
    std::vector<Error> skipped;      ///< words that are not known
    std::optional<Error> malformed;  ///< then nothing is searched

    /// Does it end at `stop` only?
    [[nodiscard]] bool endless() const { return limits.infinite && !perft; }
};

/// Reads what follows the word `go`. The limits come out complete for the side to move.
[[nodiscard]] GoRequest parse_go(std::string_view text, Color side);

}  // namespace tulenh
