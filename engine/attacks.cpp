#include "engine/attacks.h"

#include <algorithm>

namespace tulenh {
namespace {

constexpr int kUnlimited = 11;

constexpr std::array<Reach, kKindCount> kPlainReach{{
    {4, 4},           // warship
    {4, 4},           // aircraft
    {2, 0},           // tank
    {1, 0},           // engineer
    {3, 3},           // artillery
    {1, 0},           // gun
    {2, 1},           // missile
    {0, 0},           // headquarters
    {1, 0},           // infantry
    {1, 1},           // militia
    {kUnlimited, 0},  // commander
}};

/// A hero has one more point in all eight directions, a missile keeps its shorter diagonals (RULES.md
/// section 10).
constexpr std::array<Reach, Piece::kCodeCount> make_reach() {
    std::array<Reach, Piece::kCodeCount> table{};
    for (std::size_t i = 0; i < kKindCount; ++i) {
        const Kind kind = kind_at(i);
        const Reach plain = kPlainReach[i];
        table[Piece(kind).code()] = plain;
        table[Piece(kind, true).code()] = {plain.straight + 1,
                                           kind == Kind::Missile ? plain.diagonal + 1 : plain.straight + 1};
    }
    return table;
}

}  // namespace

constinit const std::array<Reach, Piece::kCodeCount> kReach = make_reach();

Bitboard commander_sight(const Position& position, Color color) {
    Bitboard seen;
    if (!position.commander_on_foot(color)) return seen;
    const Bitboard occupied = position.occupied();
    const Point commander = position.commander(color);
    for (std::size_t i = 0; i < kStraightCount; ++i) {
        const Direction d = direction_at(i);
        for (Point p = commander; has_step(p, d);) {
            p = step(p, d);
            seen.insert(p);
            if (occupied.contains(p)) break;
        }
    }
    return seen;
}

bool commanders_face(const Position& position) {
    const Point red = position.commander(Color::Red), blue = position.commander(Color::Blue);
    if (red == kNoPoint || blue == kNoPoint) return false;
    if (file_of(red) != file_of(blue) && rank_of(red) != rank_of(blue)) return false;
    if (!position.commander_on_foot(Color::Red) || !position.commander_on_foot(Color::Blue)) return false;
    const bool same_file = file_of(red) == file_of(blue);
    const unsigned pieces =
        same_file ? file_bits(position.occupied(), red) : rank_bits(position.occupied(), red);
    const int from = same_file ? rank_of(red) : file_of(red), to = same_file ? rank_of(blue) : file_of(blue);
    const int low = std::min(from, to), high = std::max(from, to);
    const unsigned inside = (1U << high) - (2U << low);
    return high - low > 1 && (pieces & inside) == 0;
}

Rings::Rings(const Position& position, Color color) {
    for_each_ring(position, color, [&](Bitboard ring) {
        rings_[size_++] = ring;
        covered_ |= ring;
    });
}

unsigned Rings::at(Point p) const {
    unsigned mask = 0;
    if (covered_.contains(p))
        for (std::size_t i = 0; i < size_; ++i)
            if (rings_[i].contains(p)) mask |= 1U << i;
    return mask;
}

Bitboard Rings::not_covering(Point p) const {
    if (!covered_.contains(p)) return covered_;
    Bitboard points;
    for (std::size_t i = 0; i < size_; ++i)
        if (!rings_[i].contains(p)) points |= rings_[i];
    return points;
}

bool is_attacked(const Position& position, Point target, Color by) {
    return for_each_attacker(position, target, by, [](Point, std::size_t) { return true; });
}

bool in_check(const Position& position, Color color) {
    const Point commander = position.commander(color);
    return commander != kNoPoint && is_attacked(position, commander, ~color);
}

Bitboard attackers(const Position& position, Point target, Color by) {
    Bitboard found;
    for_each_attacker(position, target, by, [&](Point origin, std::size_t) {
        found.insert(origin);
        return false;
    });
    return found;
}

bool is_burnt_flight(const Position& position, Point from, Point to) {
    const Stack stack = position.at(from);
    const Piece aircraft = stack.carrier();
    if (stack.size() != 1 || aircraft.kind() != Kind::Aircraft || aircraft.heroic()) return false;
    const std::optional<Line> line = line_between(from, to);
    if (!line || line->length > reach(aircraft).straight) return false;
    const Rings rings(position, ~stack.color());
    unsigned met = 0;
    Point p = from;
    for (int k = 0; k < line->length; ++k) {
        p = step(p, line->direction);
        met |= rings.at(p);
    }
    const bool enemy = position.occupied(~stack.color()).contains(to);
    return met != 0 && !(enemy && (met & ~rings.at(to)) == 0);
}

}  // namespace tulenh
