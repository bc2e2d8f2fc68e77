// Who can capture what in a single part, air-defence rings and the commanders' sight.
#pragma once

#include <array>
#include <cstddef>

#include "engine/bitboard.h"
#include "engine/position.h"
#include "engine/types.h"

namespace tulenh {

/// How far a piece moves and captures, in points (RULES.md sections 2 and 10).
struct Reach {
    int straight;
    int diagonal;
};
extern const std::array<Reach, Piece::kCodeCount> kReach;  ///< by piece code
[[nodiscard]] inline Reach reach(Piece piece) { return kReach[piece.code()]; }

/// The points on the open lines of a commander on foot (section 8); empty when it is not on foot.
[[nodiscard]] Bitboard commander_sight(const Position& position, Color color);

/// Do the commanders face each other, more than one point apart, so that each could capture the other from
/// afar (section 8)?
[[nodiscard]] bool commanders_face(const Position& position);

/// Calls `visit(Bitboard)` with the points of each air-defence ring of a side (section 6).
template <typename Visit>
void for_each_ring(const Position& position, Color color, Visit&& visit);

/// The air-defence rings of a side, each a set of points (section 6).
class Rings {
  public:
    Rings(const Position& position, Color color);

    [[nodiscard]] Bitboard covered() const { return covered_; }
    /// Which rings contain the point, one bit each.
    [[nodiscard]] unsigned at(Point p) const;
    /// All points of the rings that do not contain the point: a flight on it must avoid them.
    [[nodiscard]] Bitboard not_covering(Point p) const;

  private:
    static constexpr std::size_t kMaxRings = 5;

    std::array<Bitboard, kMaxRings> rings_{};
    std::size_t size_ = 0;
    Bitboard covered_;
};

/// Does a piece of this kind, not a passenger, project a ring, and of which radius? 0: none.
[[nodiscard]] int ring_radius(Piece carrier);

/// Calls `visit(Point, std::size_t member)` for each member of `by` that could capture the stack of the
/// other side on `target` in a single part, as its only member (sections 4 to 6 and 8), until a call
/// returns true. Returns whether one did. No turn of `by` may be under way.
template <typename Visit>
bool for_each_attacker(const Position& position, Point target, Color by, Visit&& visit);

/// Could `by` capture the stack of the other side on this point in a single part?
[[nodiscard]] bool is_attacked(const Position& position, Point target, Color by);
/// Is the side's commander there and to be taken in a single part (section 11)?
[[nodiscard]] bool in_check(const Position& position, Color color);
/// The points from which the stack on `target` could be captured by `by`.
[[nodiscard]] Bitboard attackers(const Position& position, Point target, Color by);

/// Would a plain aircraft alone on `from` be shot down on its way to `to` without gaining anything, so
/// that the turn is a burnt flight (section 6)?
[[nodiscard]] bool is_burnt_flight(const Position& position, Point from, Point to);

}  // namespace tulenh

#include "engine/attacks_inline.h"
