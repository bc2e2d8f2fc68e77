#include "eval/facts.h"

#include <algorithm>
#include <cstdlib>

#include "engine/attacks.h"

namespace tulenh {
namespace {

/// Lines of a point, looked up instead of walked.
struct Lines {
    /// By piece code: the points in reach.
    std::array<std::array<Bitboard, kPointSpan>, Piece::kCodeCount> reach{};
    /// The points of a direction up to `kMaxReach`, and of the straight ones the second alone.
    std::array<std::array<Bitboard, kDirectionCount>, kPointSpan> ray{};
    std::array<std::array<Bitboard, kStraightCount>, kPointSpan> second{};
    /// The points around a point, and from where the gun of a plain ship reaches it.
    std::array<Bitboard, kPointSpan> around{}, gun{};
    std::array<std::array<std::int8_t, kPointSpan>, kPointSpan> nearness{};
    /// The points that a plain and a heroic ship reach step by step.
    std::array<std::array<Bitboard, kPointSpan>, 2> sailing{};
};

Lines make_lines() {
    Lines lines;
    constexpr int kFar = 7;
    kBoard.for_each([&](Point from) {
        const std::size_t at = index(from);
        kBoard.for_each([&](Point to) {
            const int distance =
                std::max(std::abs(file_of(from) - file_of(to)), std::abs(rank_of(from) - rank_of(to)));
            lines.nearness[at][index(to)] = static_cast<std::int8_t>(std::max(0, kFar - distance));
        });
        for (std::size_t i = 0; i < kDirectionCount; ++i) {
            const Direction d = direction_at(i);
            Point p = from;
            bool sails = true;
            for (int k = 1; k <= kMaxReach && has_step(p, d); ++k) {
                sails = sails && is_ship_step(p, d);
                p = step(p, d);
                lines.ray[at][i].insert(p);
                if (k == 1) lines.around[at].insert(p);
                if (k == 2 && straight(d)) lines.second[at][i].insert(p);
                for (unsigned code = 1; code < Piece::kCodeCount; ++code) {
                    const Piece piece = Piece::from_code(code);
                    // A commander goes farther than it captures (RULES.md section 2).
                    if (in_reach(piece, {d, k}) && (piece.kind() != Kind::Commander || k == 1))
                        lines.reach[code][at].insert(p);
                }
                const Piece ship(Kind::Warship), hero(Kind::Warship, true);
                if (in_reach(ship, {d, k + 1})) lines.gun[at].insert(p);
                if (sails && in_reach(ship, {d, k})) lines.sailing[0][at].insert(p);
                if (sails && in_reach(hero, {d, k})) lines.sailing[1][at].insert(p);
            }
        }
    });
    return lines;
}

/// Made when the program starts; nothing else that is made then asks for it.
const Lines kLines = make_lines();

Bitboard reach_of(Piece piece, Point p) { return kLines.reach[piece.code()][index(p)]; }
Bitboard reach_of(Kind kind, Point p) { return reach_of(Piece(kind), p); }

/// The points of some lines up to the first obstacle of each, that one included.
Bitboard open_part(Bitboard lines, Point from, Bitboard obstacles) {
    const Bitboard blocking = lines & obstacles;
    if (blocking.empty()) return lines;
    const auto& rays = kLines.ray[index(from)];
    for (std::size_t i = 0; i < kDirectionCount; ++i) {
        const Bitboard on_ray = blocking & rays[i];
        if (on_ray.empty()) continue;
        const Point nearest = kStep[i] > 0 ? on_ray.first() : on_ray.last();
        lines = lines - kLines.ray[index(nearest)][i];
    }
    return lines;
}

/// The same for pieces that go two points in straight lines and at most one in diagonal ones.
Bitboard open_two(Bitboard lines, Point from, Bitboard obstacles) {
    for (std::size_t i = 0; i < kStraightCount; ++i) {
        const Direction d = direction_at(i);
        if (has_step(from, d) && obstacles.contains(step(from, d)))
            lines = lines - kLines.second[index(from)][i];
    }
    return lines;
}

/// What the facts of one side are made of. Kind by kind: to ask each piece for its kind costs more.
class Gatherer {
  public:
    Gatherer(const Position& position, Color us, Bitboard enemy_rings, SideFacts& facts)
        : position_(position),
          us_(us),
          enemy_rings_(enemy_rings),
          free_(kWalkable - position.occupied()),
          land_obstacles_(position.land_obstacles()),
          facts_(facts) {}

    void gather() {
        // A hero reaches whatever it reached before, and more.
        bool heroes = false;
        position_.occupied(us_).for_each([&](Point p) {
            facts_.points.push(p, position_.at(p));
            heroes = heroes || position_.at(p).any_heroic();
        });
        add_near(Kind::Infantry);
        add_near(Kind::Militia);
        add_near(Kind::Engineer);
        add_near(Kind::Gun);
        add_near(Kind::Commander);
        add_far(Kind::Tank);
        add_far(Kind::Missile);
        each(Kind::Artillery, [&](Point p) { return reach_of(Kind::Artillery, p); });
        each(Kind::Aircraft, [&](Point p) { return flights(Piece(Kind::Aircraft), p); });
        each(Kind::Warship, [&](Point p) { return shots(Piece(Kind::Warship), p); });
        if (heroes) add_heroes();
        for (std::size_t k = 0; k < kKindCount; ++k) {
            facts_.all_attacks |= facts_.attacks[k];
            if (kind_at(k) != Kind::Warship) facts_.mobility[k] = (facts_.attacks[k] & free_).count();
        }
        facts_.mobility[index(Kind::Warship)] = (facts_.sailing - position_.occupied()).count();
    }

  private:
    template <typename Attacks>
    void each(Kind kind, Attacks&& attacks) {
        Bitboard all;
        position_.with_kind(kind, us_).for_each([&](Point p) { all |= attacks(p); });
        facts_.attacks[index(kind)] = all;
    }
    void add_near(Kind kind) {
        each(kind, [&](Point p) { return reach_of(kind, p); });
    }
    void add_far(Kind kind) {
        each(kind, [&](Point p) { return open_two(reach_of(kind, p), p, land_obstacles_); });
    }

    Bitboard flights(Piece piece, Point p) {
        const Bitboard lines = reach_of(piece, p);
        if (piece.heroic()) return lines;
        facts_.exchanges |= lines & enemy_rings_;
        return open_part(lines, p, enemy_rings_) - enemy_rings_;
    }

    Bitboard shots(Piece piece, Point p) {
        const Bitboard ships = position_.ships();
        facts_.sailing |= open_part(kLines.sailing[piece.heroic() ? 1 : 0][index(p)], p, ships);
        Bitboard bears = (piece.heroic() ? reach_of(Kind::Warship, p) : kLines.gun[index(p)]) - ships;
        Bitboard targets = reach_of(piece, p) & ships & position_.occupied(~us_);
        while (targets.any()) {
            const Point target = targets.pop_first();
            const Line line = short_line(p, target);
            if (captures_along(piece, trace(position_, p, line), line, true, [] { return Bitboard{}; }))
                bears.insert(target);
        }
        return bears;
    }

    void add_heroes() {
        for (const auto& [p, stack] : facts_.points)
            for (std::size_t i = 0; i < stack.size(); ++i)
                if (const Piece piece = stack.member(i); piece.heroic())
                    facts_.attacks[index(piece.kind())] |= hero_attacks(piece, p);
    }
    Bitboard hero_attacks(Piece piece, Point p) {
        switch (piece.kind()) {
            case Kind::Warship: return shots(piece, p);
            case Kind::Aircraft: return flights(piece, p);
            case Kind::Artillery: return reach_of(piece, p);
            default: return open_part(reach_of(piece, p), p, land_obstacles_);
        }
    }

    const Position& position_;
    const Color us_;
    const Bitboard enemy_rings_, free_, land_obstacles_;
    SideFacts& facts_;
};

}  // namespace

Facts gather_facts(const Position& position) {
    Facts facts;
    for (const Color color : kColors)
        for_each_ring(position, color, [&](Bitboard ring) { facts[index(color)].rings |= ring; });
    for (const Color color : kColors)
        Gatherer(position, color, facts[index(~color)].rings, facts[index(color)]).gather();
    return facts;
}

int nearness_of(Point a, Point b) { return kLines.nearness[index(a)][index(b)]; }

Bitboard zone_around(Point p) { return kLines.around[index(p)] | Bitboard::of(p); }

Bitboard straight_neighbours(Point p) { return reach_of(Kind::Infantry, p); }

Bitboard bearing_on(Kind kind, Point target) {
    return kind == Kind::Warship ? kLines.gun[index(target)] & kNavigable
                                 : reach_of(kind, target) & kWalkable;
}

}  // namespace tulenh
