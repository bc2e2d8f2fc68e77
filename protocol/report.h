// Answers to questions about a position (PROTOCOL.md section 3).
#pragma once

#include <string>
#include <string_view>

#include "engine/game.h"
#include "engine/position.h"
#include "engine/text.h"
#include "protocol/diagram_text.h"
#include "protocol/output.h"

namespace tulenh {

/// `d`: the diagram and what is known of the position.
[[nodiscard]] Lines describe(const Game& game, Palette palette);
/// `moves`: the legal turns, of one point if one is named.
Expected<Lines> list_moves(const Position& position, std::string_view point);
/// `parts`: what may come next in a turn under way; without a prefix the points that have turns.
Expected<Lines> list_parts(const Position& position, std::string_view prefix);
/// `turn`: a turn and all that it brings about.
Expected<Lines> explain_turn(const Game& game, std::string_view text);
/// `record`: the turns since the start position, each with its official record.
[[nodiscard]] Lines list_record(const Game& game);
/// `result`, without this word: `ongoing` or winner, reason and final score.
[[nodiscard]] std::string format_result(const Game& game);
/// `query`: the `response` to a question of UGI, in which the first player is Red.
Expected<Lines> answer_query(const Game& game, std::string_view question);

}  // namespace tulenh
