// What the search reports, as text (PROTOCOL.md section 2).
#pragma once

#include <string>
#include <string_view>

#include "engine/game.h"
#include "engine/position.h"
#include "search/score.h"
#include "search/search.h"

namespace tulenh {

/// A score as it is shown.
struct ShownScore {
    std::string_view unit;  ///< `cp`: hundredths of ten points; `mate`: own turns
    int number;
};
[[nodiscard]] ShownScore shown_score(Value score);
/// `cp <hundredths of ten points>` or `mate <own turns>`.
[[nodiscard]] std::string format_score(Value score);
/// An `info` line for a search of this position, with win rates or without.
[[nodiscard]] std::string format_info(const Position& root, const SearchInfo& info, bool with_rates);
/// The `info` line that tells which turn a long search has come to.
[[nodiscard]] std::string format_current(const Position& root, const CurrentTurn& current);
/// The `info` line of a position that is decided already.
[[nodiscard]] std::string format_decided_info(const Position& root, const Result& result);

}  // namespace tulenh
