// Plain lists of turns: a game a line, in the words of `position`.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>

#include "protocol/game_file.h"

namespace tulenh {

/// Writes `[mode <mode>] [fen <fen> moves] <turn>...`, turns in their shortest form; `startpos` where nothing
/// else would be left. What a game file has besides (tags, comments, an agreed result) is lost.
void write_turn_list(std::ostream& out, const Game& game);

/// Reads lines `[position] [mode <mode>] [startpos | fen <fen>] [moves] <turn>...`. Empty lines and those
/// that begin with `#` are skipped. The result of a game is what its turns come to.
class TurnListReader {
  public:
    explicit TurnListReader(std::istream& in, GameStart start = {}) : in_(in), start_(std::move(start)) {}

    /// The next game; none at the end. An error tells line and column; the next line is the next game.
    std::optional<Expected<GameRecord>> next();

  private:
    Expected<GameRecord> read_game(const std::string& line) const;

    std::istream& in_;
    GameStart start_;
    std::size_t number_ = 0;  ///< of the line
};

}  // namespace tulenh
