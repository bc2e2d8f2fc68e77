// The position: pieces, counters, a turn under way, and how parts change them.
#pragma once

#include <array>
#include <cstdint>

#include "engine/bitboard.h"
#include "engine/part.h"
#include "engine/types.h"

namespace tulenh {

/// After so many turns without a capture the points decide (RULES.md section 12).
inline constexpr unsigned kNoCaptureLimit = 100;

/// A turn under way (RULES.md section 9): the members of one stack act, part by part, from the point on
/// which the turn began. Masks are over the members of `began`.
struct TurnState {
    Stack began;             ///< the stack when the turn began; empty when no turn is under way
    Point origin{};          ///< where it stood
    MemberMask waiting = 0;  ///< members on the point that have not acted
    MemberMask stayed = 0;   ///< members on the point that captured and stayed
    bool reloaded = false;   ///< the ship has fired its gun and may still fire its missile (section 5)
    bool captured = false;   ///< a part has captured

    [[nodiscard]] constexpr bool operator==(const TurnState&) const = default;
};

/// What `Position::play` came to.
enum class Outcome : std::uint8_t {
    UnderWay,  ///< the turn goes on: the same side plays another part or `Part::end`
    Over,      ///< the turn is over and legal
    Exposed,   ///< the turn is over, but breaks RULES.md section 11: the own commander can be taken
    Stranded   ///< the turn cannot end: what is left on its point may not stand there
};

/// A position of the game, cheap to copy: to try a part, copy and `play`. Between turns it is everything
/// that a FEN says, the mode, and which conditions of RULES.md section 12 apply; it knows no history.
class Position {
  public:
    /// An empty board, Red to move. Pieces come with `place`; then `start`.
    explicit Position(Mode mode = Mode::Standard) : mode_(mode) {}
    [[nodiscard]] bool operator==(const Position&) const = default;

    // --- setting up
    /// Puts a stack on a point, which must be empty; the stack must be valid and allowed to stand there.
    void place(Point p, Stack stack);
    /// Sets side to move, counters (turns since the last capture; full turns from 1) and points.
    void set_state(Color side, unsigned halfmove, unsigned fullmove, unsigned red_points,
                   unsigned blue_points);
    /// Declares this position the start of a game or analysis: notes what each side has (section 12).
    void start();
    /// The same position as the start of a game or analysis in another mode. No turn may be under way.
    [[nodiscard]] Position with_mode(Mode mode) const;
    /// What the other side sees: ranks mirrored, colours, side to move and points swapped. The conditions
    /// that apply go along. No turn may be under way.
    [[nodiscard]] Position flipped() const;

    // --- what is on the board
    [[nodiscard]] Stack at(Point p) const { return board_[index(p)]; }
    /// Points on which a side stands.
    [[nodiscard]] Bitboard occupied(Color color) const { return by_color_[index(color)]; }
    [[nodiscard]] Bitboard occupied() const { return by_color_[0] | by_color_[1]; }
    /// Points where a piece of the kind stands, of either side, carriers and passengers alike.
    [[nodiscard]] Bitboard with_kind(Kind kind) const { return by_kind_[index(kind)]; }
    [[nodiscard]] Bitboard with_kind(Kind kind, Color color) const {
        return by_kind_[index(kind)] & by_color_[index(color)];
    }
    /// Points with a ship on them (a ship always carries).
    [[nodiscard]] Bitboard ships() const { return with_kind(Kind::Warship); }
    /// Points that obstruct land pieces: all pieces but ships on the shore (section 3).
    [[nodiscard]] Bitboard land_obstacles() const { return occupied() - (ships() & kShore); }
    /// Where the commander is, aboard and in headquarters included; `kNoPoint` without one.
    [[nodiscard]] Point commander(Color color) const { return commander_[index(color)]; }
    /// Is it neither carried nor in headquarters (section 8)? False without one.
    [[nodiscard]] bool commander_on_foot(Color color) const;
    /// How many pieces of a kind a side has, and how many pieces in all.
    [[nodiscard]] int count(Color color, Kind kind) const { return count_[index(color)][index(kind)]; }
    [[nodiscard]] int count(Color color) const { return total_[index(color)]; }
    /// Sum of the points of a side's pieces on the board.
    [[nodiscard]] int material(Color color) const { return material_[index(color)]; }

    // --- state
    [[nodiscard]] Mode mode() const { return mode_; }
    [[nodiscard]] Color side_to_move() const { return side_; }
    /// Turns since the last capture.
    [[nodiscard]] unsigned halfmove() const { return halfmove_; }
    [[nodiscard]] unsigned fullmove() const { return fullmove_; }
    /// Points that a side has collected.
    [[nodiscard]] unsigned points(Color color) const { return points_[index(color)]; }
    /// The turn under way; `began` is empty between turns.
    [[nodiscard]] const TurnState& turn() const { return turn_; }
    [[nodiscard]] bool under_way() const { return !turn_.began.empty(); }
    /// Key of pieces, heroes and side to move, and of a turn under way. Kept incrementally.
    [[nodiscard]] std::uint64_t key() const { return under_way() ? key_ ^ turn_key() : key_; }
    /// The key of the pieces and the side to move alone, as if no turn were under way.
    [[nodiscard]] std::uint64_t board_key() const { return key_; }
    /// The key after a part that is the last of its turn, if the turn promotes nothing: without playing it.
    [[nodiscard]] std::uint64_t key_after_last(Part part) const;
    /// The same, computed from scratch: for tests and assertions.
    [[nodiscard]] std::uint64_t computed_key() const;

    // --- playing
    /// Plays a pseudo-legal part, or ends the turn under way with `Part::end`. A turn in which nothing can
    /// follow ends of itself. After `Over` and `Exposed` the other side is to move; after `Stranded` the
    /// position must be thrown away. For parts that `generate` or `is_pseudo_legal` allow only.
    Outcome play(Part part);
    /// The same for a lone piece that moves to an empty point, where it is known that this promotes nothing
    /// and exposes nobody (legality.h): the whole turn at a fraction of the price.
    void play_plain_move(Part part);
    /// Plays a part for the count of an exchange: the other side is to move at once, nothing else that ends a
    /// turn happens, and what is left on the point need not be a valid stack. For throw-away positions.
    void play_in_exchange(Part part);
    /// Flies a lone aircraft of the side to move into fire (section 6); the turn is over.
    void play_burnt_flight(Point from);
    /// May the turn under way end here: is what is left a valid stack that may stand there (section 9)?
    [[nodiscard]] bool can_end() const;
    /// Passes the turn without any of the effects of ending one. For null moves; no turn may be under way.
    void pass();

    // --- results that need no look at the turns (section 12)
    /// Has the side lost the battle by this condition?
    [[nodiscard]] bool has_lost(Color color, Condition condition) const;
    /// Has the side lost the battle by any condition of the mode?
    [[nodiscard]] bool has_lost(Color color) const;
    /// Is the battle decided by a condition or by the no-capture counter? Such a position has no turns.
    [[nodiscard]] bool decided() const;
    /// Is the side's commander to be taken, or already taken when the mode forbids that (section 11)? Asked
    /// of the side that has moved, when the turn is over.
    [[nodiscard]] bool exposed(Color color) const;

  private:
    void act(Part part);
    void put(Point p, Stack stack);
    void lift(Point p);
    void remove_pieces(Color color, Stack stack);
    void promote(Point p, MemberMask members);
    void promote_attackers(Color color);
    void promote_last_guard(Color color);
    Outcome end_turn();
    void finish_turn(bool captured);
    void count_turn(bool captured);
    [[nodiscard]] std::uint64_t turn_key() const;

    std::array<Stack, kPointSpan> board_{};
    std::array<Bitboard, kKindCount> by_kind_{};
    std::array<Bitboard, 2> by_color_{};
    std::uint64_t key_ = 0;
    std::array<unsigned, 2> points_{};
    unsigned halfmove_ = 0, fullmove_ = 1;
    std::array<std::int16_t, 2> material_{};
    std::array<std::array<std::int8_t, kKindCount>, 2> count_{};
    std::array<std::int8_t, 2> total_{};
    std::array<Point, 2> commander_{kNoPoint, kNoPoint};
    std::array<std::uint8_t, 2> had_{};  ///< bit c: the side had pieces of condition c at the start
    TurnState turn_;
    Color side_ = Color::Red;
    Mode mode_;
};

/// May this valid stack stand on this point (RULES.md sections 1 and 7)?
[[nodiscard]] inline bool may_stand(Stack stack, Point p) {
    const Kind carrier = stack.carrier().kind();
    if (carrier == Kind::Warship) return kNavigable.contains(p);
    if (carrier == Kind::Engineer && stack.stacked()) return kBanks.contains(p);
    return kWalkable.contains(p);
}

/// May the two stacks of one side stand together on this point (section 9)?
[[nodiscard]] inline bool may_join(Stack a, Stack b, Point p) {
    const Kind first = a.carrier().kind(), second = b.carrier().kind();
    if (!contains(kCarries[index(first)], second) && !contains(kCarries[index(second)], first)) return false;
    if (a.size() + b.size() > Stack::kMaxSize) return false;
    const Stack both = a.with(b);
    return both.valid() && may_stand(both, p);
}

}  // namespace tulenh
