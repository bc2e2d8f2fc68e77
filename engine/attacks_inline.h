// Definition of the template in attacks.h; included from there only.
#pragma once

#include <optional>

#include "engine/attacks.h"

namespace tulenh {

/// What lies between two points on one line.
struct Path {
    bool land_blocked = false;  ///< something obstructs land pieces (RULES.md section 3)
    bool ship_between = false;
    bool piece_ashore = false;  ///< a piece on a point that is not navigable
    bool sailable = true;       ///< every step, the last included, is a ship's step
    Bitboard between;           ///< the points strictly between
};

[[nodiscard]] inline Path trace(const Position& position, Point from, Line line) {
    Path path;
    Point p = from;
    for (int k = 1; k <= line.length; ++k) {
        path.sailable = path.sailable && is_ship_step(p, line.direction);
        p = step(p, line.direction);
        if (k < line.length) path.between.insert(p);
    }
    const Bitboard pieces = path.between & position.occupied();
    if (pieces.any()) {
        path.land_blocked = (pieces & position.land_obstacles()).any();
        path.ship_between = (pieces & position.ships()).any();
        path.piece_ashore = (pieces - kNavigable).any();
    }
    return path;
}

/// Could this piece, alone, capture the enemy stack at the end of the path? `bad` gives the points of the
/// rings of the target's side that do not cover the target.
template <typename BadRings>
[[nodiscard]] bool captures_along(Piece piece, const Path& path, int length, Direction direction,
                                  bool target_is_ship, BadRings&& bad) {
    const Reach r = reach(piece);
    if (length > (straight(direction) ? r.straight : r.diagonal)) return false;
    switch (piece.kind()) {
        case Kind::Artillery: return true;
        case Kind::Commander: return length == 1;
        case Kind::Aircraft: return piece.heroic() || (path.between & bad()).empty();
        case Kind::Warship:
            if (!target_is_ship) return length < r.straight;
            return !path.ship_between && (path.sailable || !path.piece_ashore);
        default: return !path.land_blocked;
    }
}

template <typename Visit>
bool for_each_attacker(const Position& position, Point target, Color by, Visit&& visit) {
    const bool target_is_ship = position.ships().contains(target);
    std::optional<Bitboard> bad_points;
    const auto bad = [&] {
        if (!bad_points) bad_points = Rings(position, ~by).not_covering(target);
        return *bad_points;
    };
    Bitboard candidates = kGeometry.lines[index(target)] & position.occupied(by);
    while (candidates.any()) {
        const Point origin = candidates.pop_first();
        const Line line = short_line(origin, target);
        const Path path = trace(position, origin, line);
        const Stack stack = position.at(origin);
        for (std::size_t i = 0; i < stack.size(); ++i)
            if (captures_along(stack.member(i), path, line.length, line.direction, target_is_ship, bad) &&
                visit(origin, i))
                return true;
    }
    // Commanders that face each other take from any distance (section 8).
    const Point own = position.commander(by);
    if (target == position.commander(~by) && position.commander_on_foot(by) &&
        commander_sight(position, ~by).contains(own)) {
        const std::optional<Line> line = line_between(own, target);
        if (line && line->length > 1 && visit(own, std::size_t{0})) return true;
    }
    return false;
}

}  // namespace tulenh
