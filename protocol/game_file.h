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

/// A place in a text, from 1; columns are characters, not bytes.
struct FilePlace {
    std::size_t line = 1, column = 1;

    /// The place of a byte of a line.
    [[nodiscard]] static FilePlace of(std::size_t line_number, std::string_view line, std::size_t byte);
    /// `line 3, column 7: <what>`.
    [[nodiscard]] Error error(std::string code, std::string_view what) const;
};

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
    /// The result that the turns come to, if they come to any.
    void conclude();
};

/// How the turns of a game are written: as the engine does it, or as players record them.
enum class Notation : std::uint8_t { Turns, OfficialRecord };

/// Writes a game and an empty line. Turns are written in their shortest form; of the official record a
/// comment that is a judgement stands as it is behind its turn.
void write_game(std::ostream& out, const GameRecord& record, Notation notation = Notation::Turns);

/// Where a game begins that does not say so itself.
struct GameStart {
    Mode mode = Mode::Standard;
    std::string fen{kStartFen};
};

/// Reads one game after another. Variations in brackets (the official record has none), `$` signs and
/// comments where none is expected are skipped; every turn is checked by playing it. The last game of a file
/// in the official record may end without a result: players' sheets often do.
class GameReader {
  public:
    explicit GameReader(std::istream& in, Notation notation = Notation::Turns, GameStart start = {})
        : in_(in), notation_(notation), start_(std::move(start)) {}

    /// The next game; none at the end. An error tells line and column, and the game it is in is skipped.
    std::optional<Expected<GameRecord>> next();

  private:
    struct Token;

    bool read_line();
    std::optional<Token> next_token();
    [[nodiscard]] FilePlace place() const { return FilePlace::of(number_, line_, token_at_); }
    Error error(const std::string& what) const { return place().error("syntax", what); }
    [[nodiscard]] std::string_view word_ends() const;
    std::optional<Expected<GameRecord>> read_game();
    void skip_game();

    std::istream& in_;
    Notation notation_;
    GameStart start_;
    std::string line_;
    std::size_t at_ = 0;                  ///< where in the line to go on
    std::size_t token_at_ = 0;            ///< where in the line the last token began
    std::size_t number_ = 0;              ///< of the line
    std::optional<std::size_t> next_at_;  ///< where in the line the next game has begun already
};

}  // namespace tulenh
