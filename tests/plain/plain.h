// A second opinion on RULES.md: a slow generator on a mailbox board, written from the prose and sharing
// with engine/ nothing but the names of sides and modes. It never tries to be fast: every question is
// asked anew of the board, and legality is found by playing the turn.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/types.h"

namespace tulenh::plain {

/// A point by file and rank, both from 0.
struct Square {
    int file = 0;
    int rank = 0;
    [[nodiscard]] auto operator<=>(const Square&) const = default;
};
[[nodiscard]] std::string name(Square square);
[[nodiscard]] const std::vector<Square>& all_squares();

/// One piece: its letter in upper case (RULES.md section 2), plain or heroic.
struct Unit {
    char letter = ' ';
    bool heroic = false;
    [[nodiscard]] bool operator==(const Unit&) const = default;
};
[[nodiscard]] unsigned points_of(Unit unit);

/// What stands on a point, or part of it: units of one side in the order of PROTOCOL.md section 1.
struct Group {
    Color color = Color::Red;
    std::array<Unit, 3> units{};
    std::size_t size = 0;

    [[nodiscard]] bool empty() const { return size == 0; }
    [[nodiscard]] char carrier() const { return units[0].letter; }
    [[nodiscard]] bool operator==(const Group& other) const;
    /// Puts a unit in its place; there must be room.
    void add(Unit unit);
};
/// Do the units form a valid stack (section 9)?
[[nodiscard]] bool valid(const Group& group);
/// May the valid stack stand there (sections 1 and 7)?
[[nodiscard]] bool may_stand(const Group& group, Square square);
/// `T`, `+n`, `(NF+T)`.
[[nodiscard]] std::string text(const Group& group);

/// The conditions of section 12 in the order in which their reasons are told.
inline constexpr std::array<std::string_view, 4> kConditionNames{"commander", "sea", "air", "land"};

struct Position {
    Mode mode = Mode::Standard;
    std::array<std::array<Group, 12>, 11> board{};
    Color turn = Color::Red;
    unsigned halfmove = 0, fullmove = 1;
    std::array<unsigned, 2> points{};
    /// Which conditions apply to a side: it had such pieces when the battle started.
    std::array<std::array<bool, 4>, 2> had{};

    [[nodiscard]] const Group& at(Square s) const {
        return board[static_cast<std::size_t>(s.file)][static_cast<std::size_t>(s.rank)];
    }
    [[nodiscard]] Group& at(Square s) {
        return board[static_cast<std::size_t>(s.file)][static_cast<std::size_t>(s.rank)];
    }
};

/// Reads a well-formed FEN as the start of a battle; anything else throws std::invalid_argument.
[[nodiscard]] Position read(std::string_view fen, Mode mode);
[[nodiscard]] std::string write(const Position& position);

enum class Act { Move, Board, Replace, Stay, Exchange, Burnt };
[[nodiscard]] bool is_capture(Act act);
[[nodiscard]] std::string_view name(Act act);

/// What a detachment on a point may do with another point, its turn having begun alone or in a stack.
/// A flight into fire is told as `Burnt`.
[[nodiscard]] std::vector<Act> acts(const Position& position, Square from, const Group& detachment,
                                    bool began_alone, Square to);

/// The point and the place in its stack of each unit of `by` that could capture what is on `target`.
[[nodiscard]] std::vector<std::pair<Square, std::size_t>> attackers(const Position& position, Square target,
                                                                    Color by);
[[nodiscard]] std::optional<Square> commander(const Position& position, Color color);
[[nodiscard]] bool in_check(const Position& position, Color color);
/// Is the point on an open line of this side's commander (section 8)?
[[nodiscard]] bool in_sight(const Position& position, Color color, Square square);

/// An air-defence ring (section 6).
struct Ring {
    Square center;
    int radius = 0;
    [[nodiscard]] bool contains(Square square) const;
};
[[nodiscard]] std::vector<Ring> rings(const Position& position, Color color);

/// One part of a turn; `members` are bits over the stack as it was when the turn began.
struct Step {
    unsigned members = 0;
    Square to;
    Act act = Act::Move;
    bool missile = false;  ///< the second shot of a broadside
    std::string text;      ///< as in PROTOCOL.md section 1
};

/// A turn under way (section 9).
class Acting {
  public:
    Acting(const Position& position, Square origin);

    /// What may come next, legality (section 11) left aside; equal members once.
    [[nodiscard]] std::vector<Step> options() const;
    [[nodiscard]] Acting after(const Step& step) const;
    /// May the turn end here?
    [[nodiscard]] bool may_end() const;
    /// The position when the turn ends here, and whether the turn is legal.
    [[nodiscard]] std::pair<Position, bool> end() const;
    [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
    /// The steps so far as text; the whole-stack form where it says the same.
    [[nodiscard]] std::string text() const;
    /// The steps with their letters, even where the whole stack acts at once.
    [[nodiscard]] std::string long_text() const;

  private:
    [[nodiscard]] Group group(unsigned members) const;
    [[nodiscard]] std::string letters(unsigned members) const;

    Position position_;  ///< what is left on the origin stands there
    Square origin_;
    Group began_;
    unsigned waiting_ = 0, stayed_ = 0;
    bool reloaded_ = false, captured_ = false;
    std::vector<Step> steps_;
};

/// The legal turns by their written form, with the position after each; empty when decided.
[[nodiscard]] std::map<std::string, Position> turns(const Position& position);
/// The same with FENs.
[[nodiscard]] std::map<std::string, std::string> turn_fens(const Position& position);
/// The position after a turn written in the form of this program, its parts in any order, and whether
/// the turn is legal; none if it is not even possible. A burnt flight counts as legal.
[[nodiscard]] std::optional<std::pair<Position, bool>> play(const Position& position,
                                                            const std::string& text);
/// The flights into fire that are accepted from outside, with the position after each.
[[nodiscard]] std::map<std::string, Position> burnt_flights(const Position& position);

[[nodiscard]] bool has_lost(const Position& position, Color color, std::size_t condition);
/// Does the mode know this condition?
[[nodiscard]] bool knows(Mode mode, std::size_t condition);
[[nodiscard]] bool decided(const Position& position);

/// The end of a battle; no winner is a draw.
struct Result {
    std::optional<Color> winner;
    std::string reason;
    [[nodiscard]] bool operator==(const Result&) const = default;
};
/// The result of the position by itself.
[[nodiscard]] std::optional<Result> result(const Position& position);
/// The result of the last of the positions of a battle, repetition counted.
[[nodiscard]] std::optional<Result> result(const std::vector<Position>& battle);

}  // namespace tulenh::plain
