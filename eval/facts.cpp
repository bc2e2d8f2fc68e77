#include "eval/facts.h"

#include "engine/attacks.h"

namespace tulenh {
namespace {

/// Lines of a point, looked up instead of walked.
struct Lines {
    /// By the distance in straight and in diagonal lines: all points within it.
    std::array<std::array<std::array<Bitboard, kPointSpan>, kMaxReach + 1>, 2> within{};
    /// The points of a direction, up to `kMaxReach`, and the second one alone.
    std::array<std::array<Bitboard, kDirectionCount>, kPointSpan> ray{}, second{};
    /// The points within 4 and within 5 that a ship reaches step by step.
    std::array<std::array<Bitboard, kPointSpan>, 2> sailing{};
};

constexpr std::size_t kStraight = 0, kDiagonal = 1;

Lines make_lines() {
    Lines lines;
    kBoard.for_each([&](Point from) {
        for (std::size_t i = 0; i < kDirectionCount; ++i) {
            const Direction d = direction_at(i);
            const std::size_t shape = straight(d) ? kStraight : kDiagonal;
            Point p = from;
            bool sails = true;
            for (std::size_t k = 1; k <= kMaxReach && has_step(p, d); ++k) {
                sails = sails && is_ship_step(p, d);
                p = step(p, d);
                lines.ray[index(from)][i].insert(p);
                if (k == 2) lines.second[index(from)][i].insert(p);
                for (std::size_t reach = k; reach <= kMaxReach; ++reach)
                    lines.within[shape][reach][index(from)].insert(p);
                if (sails && k <= 4) lines.sailing[0][index(from)].insert(p);
                if (sails) lines.sailing[1][index(from)].insert(p);
            }
        }
    });
    return lines;
}

/// Made when the program starts; nothing else that is made then asks for it.
const Lines kLines = make_lines();

Bitboard within(Point p, Reach reach) {
    return kLines.within[kStraight][static_cast<std::size_t>(reach.straight)][index(p)] |
           kLines.within[kDiagonal][static_cast<std::size_t>(reach.diagonal)][index(p)];
}

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

/// What the facts of one side are made of.
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
        position_.occupied(us_).for_each([&](Point p) {
            const Stack stack = position_.at(p);
            facts_.points.push(p, stack);
            add(p, stack.carrier());
            if (stack.stacked())
                for (std::size_t i = 1; i < stack.size(); ++i) add(p, stack.member(i));
        });
        for (const Bitboard& attacks : facts_.attacks) facts_.all_attacks |= attacks;
    }

  private:
    void add(Point p, Piece piece) {
        Bitboard attacks, moves;
        switch (piece.kind()) {
            case Kind::Warship: {
                const Bitboard ships = position_.ships(), enemy_ships = ships & position_.occupied(~us_);
                const auto range = static_cast<std::size_t>(reach(piece).straight);
                attacks = within(p, {reach(piece).straight - 1, reach(piece).diagonal - 1}) - ships;
                Bitboard targets = within(p, reach(piece)) & enemy_ships;
                while (targets.any()) {
                    const Point target = targets.pop_first();
                    const Line line = short_line(p, target);
                    if (captures_along(piece, trace(position_, p, line), line, true,
                                       [] { return Bitboard{}; }))
                        attacks.insert(target);
                }
                moves = open_part(kLines.sailing[range - 4][index(p)], p, ships) - position_.occupied();
                break;
            }
            case Kind::Aircraft: {
                const Bitboard lines = within(p, reach(piece));
                if (piece.heroic()) {
                    attacks = lines;
                    moves = lines & free_;
                } else {
                    const Bitboard open = open_part(lines, p, enemy_rings_);
                    attacks = open - enemy_rings_;
                    facts_.exchanges |= lines & enemy_rings_;
                    moves = attacks & free_;
                }
                break;
            }
            case Kind::Artillery:
                attacks = within(p, reach(piece));
                moves = attacks & free_;
                break;
            case Kind::Commander:
                attacks = within(p, {1, 0});
                moves = attacks & free_;
                break;
            case Kind::Headquarters:
                if (!piece.heroic()) return;
                [[fallthrough]];
            default:
                attacks = within(p, reach(piece));
                if (reach(piece).straight == 2 && reach(piece).diagonal < 2)
                    attacks = open_two(attacks, p, land_obstacles_);
                else if (reach(piece).straight > 1)
                    attacks = open_part(attacks, p, land_obstacles_);
                moves = attacks & free_;
        }
        facts_.attacks[index(piece.kind())] |= attacks;
        facts_.mobility[index(piece.kind())] += moves.count();
    }

    const Position& position_;
    const Color us_;
    const Bitboard enemy_rings_, free_, land_obstacles_;
    SideFacts& facts_;
};

}  // namespace

Facts gather_facts(const Position& position) {
    Facts facts;
    for (const Color color : kColors) facts[index(color)].rings = Rings(position, color).covered();
    for (const Color color : kColors)
        Gatherer(position, color, facts[index(~color)].rings, facts[index(color)]).gather();
    return facts;
}

Bitboard zone_around(Point p) { return within(p, {1, 1}) | Bitboard::of(p); }

Bitboard straight_neighbours(Point p) { return within(p, {1, 0}); }

Bitboard bearing_on(Kind kind, Point target) {
    if (kind == Kind::Warship) return within(target, {3, 3}) & kNavigable;
    return within(target, kind == Kind::Commander ? Reach{1, 0} : reach(Piece(kind))) & kWalkable;
}

}  // namespace tulenh
