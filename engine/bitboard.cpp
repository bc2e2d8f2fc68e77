#include "engine/bitboard.h"

namespace tulenh {
namespace {

constexpr bool is_reef_file(int file) { return file == 5 || file == 7; }

constexpr bool crosses_river(Point a, Point b) {
    return (rank_of(a) == 5 && rank_of(b) == 6) || (rank_of(a) == 6 && rank_of(b) == 5);
}

/// The two diagonals that would cut across land: c5-d6 and c8-d7.
constexpr bool cuts_corner(Point a, Point b) {
    constexpr Point c5 = point(2, 4), d6 = point(3, 5), c8 = point(2, 7), d7 = point(3, 6);
    return (a == c5 && b == d6) || (a == d6 && b == c5) || (a == c8 && b == d7) || (a == d7 && b == c8);
}

constexpr void fill_windows(Geometry& geometry) {
    kBoard.for_each([&](Point from) {
        for (std::size_t a = 0; a < kAxisCount; ++a)
            for (const int way : {1, -1}) {
                const int stride = way * kAxisStep[a];
                std::size_t d = 0;
                while (kStep[d] != stride) ++d;
                bool sailing = true, dry = true;
                Point p = from;
                for (int k = 1; k < kFiles + kRanks; ++k) {
                    const Point to = step(p, direction_at(d));
                    if (!on_board(to)) break;
                    if (a >= kStraightAxisCount)
                        geometry.diagonals[a - kStraightAxisCount][index(from)].insert(to);
                    if (k <= kMaxReach) {
                        sailing = sailing && (geometry.ship_steps[index(p)] >> d & 1U) != 0;
                        dry = dry && (geometry.deep_steps[index(p)] >> d & 1U) == 0;
                        const auto bit = static_cast<Window>(1U << (kMaxReach + way * k));
                        if (kWalkable.contains(to)) geometry.walkable[index(from)][a] |= bit;
                        if (sailing) geometry.sailable[index(from)][a] |= bit;
                        if (dry) geometry.dry[index(from)][a] |= bit;
                    }
                    p = to;
                }
            }
    });
    for (std::size_t obstacles = 0; obstacles < geometry.slide.size(); ++obstacles)
        for (const int way : {1, -1})
            for (int k = 1; k <= kMaxReach; ++k) {
                const auto bit = static_cast<Window>(1U << (kMaxReach + way * k));
                geometry.slide[obstacles] |= bit;
                if ((obstacles & bit) != 0) break;
            }
}

constexpr Geometry make_geometry() {
    Geometry geometry;
    kBoard.for_each([&](Point from) {
        const std::size_t at = index(from);
        for (std::size_t i = 0; i < kDirectionCount; ++i) {
            const Direction d = direction_at(i);
            const auto bit = static_cast<std::uint8_t>(1U << i);
            Point to = step(from, d);
            if (!on_board(to)) continue;
            geometry.steps[at] |= bit;
            if (kNavigable.contains(from) && kNavigable.contains(to) && !cuts_corner(from, to))
                geometry.ship_steps[at] |= bit;
            if (crosses_river(from, to) && !(file_of(from) == file_of(to) && is_reef_file(file_of(from))))
                geometry.deep_steps[at] |= bit;
            for (int k = 1; k <= kMaxReach && on_board(to); ++k, to = step(to, d))
                geometry.lines[at].insert(to);
        }
        for (int radius = 1; radius < static_cast<int>(geometry.disc.size()); ++radius)
            for (int dy = -radius; dy <= radius; ++dy)
                for (int dx = -radius; dx <= radius; ++dx) {
                    const int file = file_of(from) + dx, rank = rank_of(from) + dy;
                    if (dx * dx + dy * dy <= radius * radius && file >= 0 && file < kFiles && rank >= 0 &&
                        rank < kRanks)
                        geometry.disc[static_cast<std::size_t>(radius)][at].insert(point(file, rank));
                }
    });
    fill_windows(geometry);
    return geometry;
}

}  // namespace

constinit const Geometry kGeometry = make_geometry();

std::string name(Point p) {
    return std::string(1, static_cast<char>('a' + file_of(p))) + std::to_string(rank_of(p) + 1);
}

std::optional<Point> point_from_name(std::string_view text) {
    if (text.size() < 2 || text.size() > 3 || text[0] < 'a' || text[0] >= 'a' + kFiles) return std::nullopt;
    int rank = 0;
    for (const char digit : text.substr(1)) {
        if (digit < '0' || digit > '9' || (rank == 0 && digit == '0')) return std::nullopt;
        rank = 10 * rank + (digit - '0');
    }
    if (rank > kRanks) return std::nullopt;
    return point(text[0] - 'a', rank - 1);
}

}  // namespace tulenh
