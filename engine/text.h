// Positions and turns as text (PROTOCOL.md section 1).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "engine/part.h"
#include "engine/position.h"

namespace tulenh {

/// Why a text was refused: the code of PROTOCOL.md section 4, and in words what and where.
struct Error {
    std::string code;
    std::string text;
};

/// A value or the reason why there is none.
template <typename Value>
class [[nodiscard]] Expected {
  public:
    Expected(Value value) : state_(std::move(value)) {}
    Expected(Error error) : state_(std::move(error)) {}

    [[nodiscard]] explicit operator bool() const { return std::holds_alternative<Value>(state_); }
    [[nodiscard]] const Value& operator*() const { return std::get<Value>(state_); }
    [[nodiscard]] Value& operator*() { return std::get<Value>(state_); }
    [[nodiscard]] const Value* operator->() const { return &std::get<Value>(state_); }
    [[nodiscard]] const Error& error() const { return std::get<Error>(state_); }

  private:
    std::variant<Value, Error> state_;
};

inline constexpr std::string_view kStartFen =
    "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1 0-0";

/// Reads a position and makes it the start of a game in the mode. Errors have the code `fen`.
Expected<Position> parse_fen(std::string_view text, Mode mode = Mode::Standard);
/// Writes all seven fields. While a turn is under way, of the board as it then stands.
[[nodiscard]] std::string format_fen(const Position& position);
/// A stack as in a FEN: `T`, `+n`, `(NF+T)`.
[[nodiscard]] std::string format_stack(Stack stack);
/// A piece in upper case with its `+`.
[[nodiscard]] std::string format_piece(Piece piece);

/// Writes a turn of this position in the form of its own parts (see `shortest_form`).
[[nodiscard]] std::string format_turn(const Position& position, const Turn& turn);
/// Writes a part `<letters><to>[s]` of a turn that begins, or is under way, on its point.
[[nodiscard]] std::string format_part(const Position& position, Part part);

/// A turn read from outside and what it leads to.
struct ParsedTurn {
    Turn turn;
    Position after;
    bool exposed = false;  ///< breaks RULES.md section 11: to be accepted with a warning
};

/// Reads a turn and plays it. Accepts what the rules accept from outside: burnt flights and turns that
/// leave the own commander to be taken; refuses turns in a decided position with the code `over`. The turn
/// comes back as read, not in its shortest form. Errors have the codes of PROTOCOL.md section 4.
Expected<ParsedTurn> parse_turn(const Position& position, std::string_view text);

/// Reads `<point>[:<part>,...]` and plays the parts, leaving the turn under way (it may be one that needs no
/// end any more; then the position is the one after it). For `parts` of PROTOCOL.md section 3.
struct ParsedPrefix {
    Point origin;
    Position position;  ///< with the turn under way, unless `over`
    bool over = false;  ///< nothing can follow: the turn has ended of itself
};
Expected<ParsedPrefix> parse_turn_prefix(const Position& position, std::string_view text);

// The official record of players (PROTOCOL.md section 1; its grammar is in protocol/README.md).

/// Writes a turn of this position as players record it, in the form of its own parts.
[[nodiscard]] std::string format_record(const Position& position, const Turn& turn);
/// Reads a recorded turn and plays it. Accepts what `parse_turn` accepts. What the record says of captured
/// pieces, exchanges, checks and decisions has to be true; a `+` or a sign at the end may be missing.
Expected<ParsedTurn> parse_record(const Position& position, std::string_view text);
/// Is this word a player's judgement of the turn before it, like `!!`?
[[nodiscard]] bool is_judgement(std::string_view word);

}  // namespace tulenh
