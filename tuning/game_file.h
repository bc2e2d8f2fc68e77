// Game files, PGN-like, as PROTOCOL.md section 1 describes them.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "engine/text.h"

namespace tulenh {

/// The result of a game, as in the tag `Result`; none when it is not known (`*`).
enum class GameResult : std::uint8_t { Unknown, RedWins, BlueWins, Draw };
[[nodiscard]] std::string_view text(GameResult result);

/// A game as it stands in a file.
struct GameRecord {
    /// All tags in order but `Result`, `Mode` and `FEN`, which follow from the rest; of the others `White`
    /// and `Black` are written of themselves where there are `Red` and `Blue`.
    std::vector<std::pair<std::string, std::string>> tags;
    Game game;
    std::vector<std::string> comments;  ///< after each turn; empty: none. May be shorter than the game
    GameResult result = GameResult::Unknown;

    explicit GameRecord(const Position& start) : game(start) {}

    [[nodiscard]] std::string_view tag(std::string_view name) const;
    void set_tag(std::string_view name, std::string value);
};

void write_game(std::ostream& out, const GameRecord& record);

/// Reads one game after another. Variations in brackets, `$` signs and comments where none is expected are
/// skipped; every turn is checked by playing it.
class GameReader {
  public:
    explicit GameReader(std::istream& in) : in_(in) {}

    /// The next game; none at the end. An error tells the line, and the game it is in is skipped.
    std::optional<Expected<GameRecord>> next();

  private:
    struct Token;

    bool read_line();
    std::optional<Token> next_token();
    Error error(const std::string& what) const;
    std::optional<Expected<GameRecord>> read_game();
    void skip_game();

    std::istream& in_;
    std::string line_;
    std::size_t at_ = 0;      ///< where in the line to go on
    std::size_t number_ = 0;  ///< of the line
    bool at_next_ = false;    ///< the line at hand belongs to the next game already
};

}  // namespace tulenh
