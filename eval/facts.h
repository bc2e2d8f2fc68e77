// What several terms of the evaluation ask: which points the pieces of a side bear on, and how free they are.
#pragma once

#include <array>

#include "engine/bitboard.h"
#include "engine/position.h"
#include "engine/types.h"

namespace tulenh {

/// The points on which a side stands, and what stands there.
class OccupiedPoints {
  public:
    struct Entry {
        Point point;
        Stack stack;
    };
    void push(Point p, Stack stack) { entries_[size_++] = {p, stack}; }
    [[nodiscard]] const Entry* begin() const { return entries_.data(); }
    [[nodiscard]] const Entry* end() const { return entries_.data() + size_; }

  private:
    std::array<Entry, kMaxPieces> entries_;
    std::size_t size_ = 0;
};

/// About one side. Where the exact rule would cost much, an approximation stands that says so.
struct SideFacts {
    OccupiedPoints points;
    /// Points that the pieces of a kind could capture on, by themselves, if an enemy stood there. Of ships:
    /// the gun's, and the missile's where an enemy ship stands.
    std::array<Bitboard, kKindCount> attacks{};
    /// The union of these.
    Bitboard all_attacks;
    /// Points where a capture costs the aircraft: those inside an enemy ring, in a straight flight. Whether
    /// another ring is met on the way is not asked.
    Bitboard exchanges;
    /// Points that the ships could sail to, and the first ship in each direction.
    Bitboard sailing;
    /// Points inside the own rings.
    Bitboard rings;
    /// How many points the pieces of a kind could move to. Deep water is no hindrance here, and nothing is in
    /// artillery's way.
    std::array<int, kKindCount> mobility{};
};

/// About both sides, by colour.
using Facts = std::array<SideFacts, 2>;

/// No turn may be under way.
[[nodiscard]] Facts gather_facts(const Position& position);

/// How near two points are: 7 less the distance, diagonal steps counted as one, and 0 when they are farther
/// apart.
[[nodiscard]] int nearness_of(Point a, Point b);

/// The eight points around a point and the point itself.
[[nodiscard]] Bitboard zone_around(Point p);

/// The points from which a plain piece of the kind would bear on a point, if nothing stood in between.
[[nodiscard]] Bitboard bearing_on(Kind kind, Point target);

/// The points of the four straight lines at one point's distance.
[[nodiscard]] Bitboard straight_neighbours(Point p);

}  // namespace tulenh
