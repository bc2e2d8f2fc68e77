// Definition of the template in attacks.h; included from there only.
#pragma once

#include <optional>

#include "engine/attacks.h"

namespace tulenh {

/// The points strictly between the ends of a line.
[[nodiscard]] inline Bitboard points_between(Point from, Line line) {
    Bitboard points;
    for (int k = 1; k < line.length; ++k) {
        from = step(from, line.direction);
        points.insert(from);
    }
    return points;
}

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

/// Is a point at this distance within the piece's reach, whatever stands between?
[[nodiscard]] inline bool in_reach(Piece piece, Line line) {
    const Reach r = reach(piece);
    return line.length <= (straight(line.direction) ? r.straight : r.diagonal);
}

/// Could this piece, alone, capture the enemy stack at the end of the path, which is in its reach? `bad`
/// gives the points of the rings of the target's side that do not cover the target.
template <typename BadRings>
[[nodiscard]] bool captures_along(Piece piece, const Path& path, Line line, bool target_is_ship,
                                  BadRings&& bad) {
    switch (piece.kind()) {
        case Kind::Artillery: return true;
        case Kind::Commander: return line.length == 1;
        case Kind::Aircraft: return piece.heroic() || (path.between & bad()).empty();
        case Kind::Warship:
            if (!target_is_ship) return line.length < reach(piece).straight;
            return !path.ship_between && (path.sailable || !path.piece_ashore);
        default: return !path.land_blocked;
    }
}

inline int ring_radius(Piece carrier) {
    if (!contains(kRingKinds, carrier.kind())) return 0;
    return (carrier.kind() == Kind::Missile ? 2 : 1) + (carrier.heroic() ? 1 : 0);
}

template <typename Visit>
void for_each_ring(const Position& position, Color color, Visit&& visit) {
    Bitboard points = (position.with_kind(Kind::Gun, color) | position.with_kind(Kind::Missile, color)) -
                      position.with_kind(Kind::Engineer);
    points |= position.with_kind(Kind::Warship, color);
    points.for_each([&](Point p) {
        const int radius = ring_radius(position.at(p).carrier());
        visit(kGeometry.disc[static_cast<std::size_t>(radius)][index(p)]);
    });
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
        const Stack stack = position.at(origin);
        std::optional<Path> path;
        for (std::size_t i = 0; i < stack.size(); ++i) {
            const Piece piece = stack.member(i);
            if (!in_reach(piece, line)) continue;
            if (!path) path = trace(position, origin, line);
            if (captures_along(piece, *path, line, target_is_ship, bad) && visit(origin, i)) return true;
        }
    }
    return target == position.commander(~by) && commanders_face(position) &&
           visit(position.commander(by), std::size_t{0});
}

}  // namespace tulenh
