// Points of the board, sets of points, terrain and the steps between points (RULES.md section 1).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tulenh {

inline constexpr int kFiles = 11, kRanks = 12;

/// A point of the board: 16 · rank + file, both from 0. The five unused columns guard the edge, so that
/// a step never wraps around into another rank.
enum class Point : std::uint8_t {};

inline constexpr std::size_t kPointSpan = 192;  ///< size of tables indexed by a point
inline constexpr std::size_t kPointCount = 132;
inline constexpr Point kNoPoint{255};

[[nodiscard]] constexpr Point point(int file, int rank) { return static_cast<Point>(16 * rank + file); }
[[nodiscard]] constexpr std::size_t index(Point p) { return static_cast<std::size_t>(p); }
[[nodiscard]] constexpr int file_of(Point p) { return static_cast<int>(p) & 15; }
[[nodiscard]] constexpr int rank_of(Point p) { return static_cast<int>(p) >> 4; }
[[nodiscard]] constexpr bool on_board(Point p) { return file_of(p) < kFiles && rank_of(p) < kRanks; }
/// The number of a point on the board among all 132.
[[nodiscard]] constexpr std::size_t dense_index(Point p) {
    return index(p) - static_cast<std::size_t>(16 - kFiles) * (index(p) >> 4);
}
/// The point as seen from the other side: ranks mirrored.
[[nodiscard]] constexpr Point flipped(Point p) { return point(file_of(p), kRanks - 1 - rank_of(p)); }

/// "a1" … "k12".
[[nodiscard]] std::string name(Point p);
/// The point with exactly this name, if there is one.
[[nodiscard]] std::optional<Point> point_from_name(std::string_view text);

/// Directions in which pieces move; the four straight ones come first.
enum class Direction : std::uint8_t { North, East, South, West, NorthEast, SouthEast, SouthWest, NorthWest };

inline constexpr std::size_t kDirectionCount = 8, kStraightCount = 4;
inline constexpr std::array<int, kDirectionCount> kStep{16, 1, -16, -1, 17, -15, -17, 15};

[[nodiscard]] constexpr std::size_t index(Direction d) { return static_cast<std::size_t>(d); }
[[nodiscard]] constexpr Direction direction_at(std::size_t i) { return static_cast<Direction>(i); }
[[nodiscard]] constexpr bool straight(Direction d) { return index(d) < kStraightCount; }
[[nodiscard]] constexpr Direction opposite(Direction d) { return direction_at(index(d) ^ 2U); }

/// One step on; the result may lie off the board (ask `on_board`).
[[nodiscard]] constexpr Point step(Point p, Direction d) {
    return static_cast<Point>(static_cast<std::uint8_t>(static_cast<int>(p) + kStep[index(d)]));
}

/// A set of points, in three words of four ranks each.
class Bitboard {
  public:
    constexpr Bitboard() = default;
    constexpr Bitboard(std::uint64_t low, std::uint64_t middle, std::uint64_t high)
        : words_{low, middle, high} {}
    [[nodiscard]] static constexpr Bitboard of(Point p) {
        Bitboard set;
        set.insert(p);
        return set;
    }

    [[nodiscard]] constexpr bool contains(Point p) const {
        return (words_[index(p) >> 6] >> (index(p) & 63) & 1U) != 0;
    }
    constexpr void insert(Point p) { words_[index(p) >> 6] |= bit(p); }
    constexpr void erase(Point p) { words_[index(p) >> 6] &= ~bit(p); }
    [[nodiscard]] constexpr bool empty() const { return (words_[0] | words_[1] | words_[2]) == 0; }
    [[nodiscard]] constexpr bool any() const { return !empty(); }
    [[nodiscard]] constexpr int count() const {
        return std::popcount(words_[0]) + std::popcount(words_[1]) + std::popcount(words_[2]);
    }
    /// The lowest point; the set must not be empty.
    [[nodiscard]] constexpr Point first() const {
        const std::size_t word = words_[0] != 0 ? 0 : words_[1] != 0 ? 1 : 2;
        return static_cast<Point>(64 * word + static_cast<std::size_t>(std::countr_zero(words_[word])));
    }
    /// The highest point; the set must not be empty.
    [[nodiscard]] constexpr Point last() const {
        const std::size_t word = words_[2] != 0 ? 2 : words_[1] != 0 ? 1 : 0;
        return static_cast<Point>(64 * word + 63 - static_cast<std::size_t>(std::countl_zero(words_[word])));
    }
    /// Removes the lowest point and returns it; the set must not be empty.
    constexpr Point pop_first() {
        const std::size_t word = words_[0] != 0 ? 0 : words_[1] != 0 ? 1 : 2;
        const auto p =
            static_cast<Point>(64 * word + static_cast<std::size_t>(std::countr_zero(words_[word])));
        words_[word] &= words_[word] - 1;
        return p;
    }
    /// Calls `visit(Point)` for each point, in ascending order.
    template <typename Visit>
    constexpr void for_each(Visit&& visit) const {
        for (std::size_t word = 0; word < words_.size(); ++word)
            for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1)
                visit(static_cast<Point>(64 * word + static_cast<std::size_t>(std::countr_zero(bits))));
    }

    constexpr Bitboard& operator|=(Bitboard o) { return *this = *this | o; }
    constexpr Bitboard& operator&=(Bitboard o) { return *this = *this & o; }
    [[nodiscard]] friend constexpr Bitboard operator|(Bitboard a, Bitboard b) {
        return {a.words_[0] | b.words_[0], a.words_[1] | b.words_[1], a.words_[2] | b.words_[2]};
    }
    [[nodiscard]] friend constexpr Bitboard operator&(Bitboard a, Bitboard b) {
        return {a.words_[0] & b.words_[0], a.words_[1] & b.words_[1], a.words_[2] & b.words_[2]};
    }
    /// The points of `a` that are not in `b`.
    [[nodiscard]] friend constexpr Bitboard operator-(Bitboard a, Bitboard b) {
        return {a.words_[0] & ~b.words_[0], a.words_[1] & ~b.words_[1], a.words_[2] & ~b.words_[2]};
    }
    [[nodiscard]] constexpr bool operator==(const Bitboard&) const = default;

    /// Every point one step on; what would leave the board is on its guard columns or gone (mask with
    /// `kBoard`).
    [[nodiscard]] constexpr Bitboard shifted(Direction d) const {
        const int by = kStep[index(d)];
        if (by > 0)
            return {words_[0] << by, words_[1] << by | words_[0] >> (64 - by),
                    words_[2] << by | words_[1] >> (64 - by)};
        return {words_[0] >> -by | words_[1] << (64 + by), words_[1] >> -by | words_[2] << (64 + by),
                words_[2] >> -by};
    }

    [[nodiscard]] constexpr std::uint64_t word(std::size_t i) const { return words_[i]; }

  private:
    [[nodiscard]] static constexpr std::uint64_t bit(Point p) { return std::uint64_t{1} << (index(p) & 63); }

    std::array<std::uint64_t, 3> words_{};
};

/// The points for which a predicate holds.
template <typename Predicate>
[[nodiscard]] constexpr Bitboard points_where(Predicate&& holds) {
    Bitboard set;
    for (int rank = 0; rank < kRanks; ++rank)
        for (int file = 0; file < kFiles; ++file)
            if (holds(file, rank)) set.insert(point(file, rank));
    return set;
}

// Terrain (RULES.md section 1).
inline constexpr Bitboard kBoard = points_where([](int, int) { return true; });
inline constexpr Bitboard kOpenSea = points_where([](int file, int) { return file <= 1; });
inline constexpr Bitboard kShore = points_where(
    [](int file, int rank) { return file == 2 || ((file == 3 || file == 4) && (rank == 5 || rank == 6)); });
inline constexpr Bitboard kNavigable = kOpenSea | kShore;
inline constexpr Bitboard kWalkable = kBoard - kOpenSea;
inline constexpr Bitboard kBanks =
    points_where([](int file, int rank) { return file >= 2 && (rank == 5 || rank == 6); });

/// No piece but a commander reaches farther, in points (RULES.md sections 2 and 10).
inline constexpr int kMaxReach = 5;

/// One of the four lines through a point: both straight and both diagonal ones.
enum class Axis : std::uint8_t { File, Rank, Rising, Falling };

inline constexpr std::size_t kAxisCount = 4, kStraightAxisCount = 2;
inline constexpr std::array<int, kAxisCount> kAxisStep{16, 1, 17, -15};

[[nodiscard]] constexpr std::size_t index(Axis a) { return static_cast<std::size_t>(a); }
[[nodiscard]] constexpr Axis axis_at(std::size_t i) { return static_cast<Axis>(i); }

/// The points of a line within `kMaxReach` of a point: bit `kMaxReach + k` is k steps of the axis on.
using Window = std::uint16_t;

/// The bits of a window that are at most so many steps away.
[[nodiscard]] constexpr Window within(int reach) {
    return static_cast<Window>((((1U << (2 * reach + 1)) - 1U) ^ 1U << reach) << (kMaxReach - reach));
}
/// The bits of a window strictly between its centre and one of its bits.
[[nodiscard]] constexpr Window between(int bit) {
    return bit > kMaxReach ? static_cast<Window>((1U << bit) - (2U << kMaxReach))
                           : static_cast<Window>((1U << kMaxReach) - (2U << bit));
}
/// The point that a bit of a window stands for.
[[nodiscard]] constexpr Point window_point(Point centre, Axis axis, int bit) {
    return static_cast<Point>(static_cast<int>(centre) + kAxisStep[index(axis)] * (bit - kMaxReach));
}

/// What is fixed by the board alone, for each point.
struct Geometry {
    /// Bit d: the step in direction d stays on the board.
    std::array<std::uint8_t, kPointSpan> steps{};
    /// Bit d: the step in direction d is a ship's step (RULES.md section 1).
    std::array<std::uint8_t, kPointSpan> ship_steps{};
    /// Bit d: the step in direction d crosses the river away from the reefs (RULES.md section 3).
    std::array<std::uint8_t, kPointSpan> deep_steps{};
    /// The points in line with a point, up to `kMaxReach` away.
    std::array<Bitboard, kPointSpan> lines{};
    /// The points of a diagonal, for `Axis::Rising` and `Axis::Falling`.
    std::array<std::array<Bitboard, kPointSpan>, 2> diagonals{};
    /// In each line: the points that land pieces may stand on, those that a ship reaches step by step, and
    /// those that heavy pieces reach without deep water.
    std::array<std::array<Window, kAxisCount>, kPointSpan> walkable{}, sailable{}, dry{};
    /// By the obstacles in a window: the points up to the first obstacle either way, that one included.
    std::array<Window, std::size_t{1} << (2 * kMaxReach + 1)> slide{};
    /// The points at dx² + dy² ≤ r² for r = 1, 2, 3 (RULES.md section 6).
    std::array<std::array<Bitboard, kPointSpan>, 4> disc{};
};

extern const Geometry kGeometry;

[[nodiscard]] inline bool has_step(Point p, Direction d) {
    return (kGeometry.steps[index(p)] >> index(d) & 1U) != 0;
}
[[nodiscard]] inline bool is_ship_step(Point from, Direction d) {
    return (kGeometry.ship_steps[index(from)] >> index(d) & 1U) != 0;
}
[[nodiscard]] inline bool crosses_deep_water(Point from, Direction d) {
    return (kGeometry.deep_steps[index(from)] >> index(d) & 1U) != 0;
}

/// The part of a set that is on the rank of a point, a bit a file.
[[nodiscard]] constexpr unsigned rank_bits(const Bitboard& set, Point on) {
    return static_cast<unsigned>(set.word(index(on) >> 6) >> (index(on) & 48)) & 0x7ffU;
}

/// The part of a set that is on the file of a point, a bit a rank.
[[nodiscard]] constexpr unsigned file_bits(const Bitboard& set, Point on) {
    // Four ranks a word: bits 16 i + {0, 4, 8} are multiplied to 48 + i + {0, 4, 8}.
    constexpr std::uint64_t kColumn = 0x0001000100010001U;
    constexpr std::uint64_t kGather = 1ULL << 48 | 1ULL << 33 | 1ULL << 18 | 1ULL << 3;
    const int file = file_of(on);
    const std::uint64_t bits = (set.word(0) >> file & kColumn) | (set.word(1) >> file & kColumn) << 4 |
                               (set.word(2) >> file & kColumn) << 8;
    return static_cast<unsigned>(bits * kGather >> 48);
}

/// The part of a set that is on a diagonal of a point, a bit a file.
[[nodiscard]] inline unsigned diagonal_bits(const Bitboard& set, Point on, Axis axis) {
    // No two points of a diagonal are on one file: the ranks can be laid over each other.
    const Bitboard diagonal = set & kGeometry.diagonals[index(axis) - kStraightAxisCount][index(on)];
    const std::uint64_t bits = diagonal.word(0) | diagonal.word(1) | diagonal.word(2);
    return static_cast<unsigned>(bits * 0x0001000100010001U >> 48);
}

/// The part of a set of points that lies on one line near a point.
[[nodiscard]] inline Window window(const Bitboard& set, Point centre, Axis axis) {
    const int at = axis == Axis::File ? rank_of(centre) : file_of(centre);
    const unsigned line = axis == Axis::File   ? file_bits(set, centre)
                          : axis == Axis::Rank ? rank_bits(set, centre)
                                               : diagonal_bits(set, centre, axis);
    return static_cast<Window>(line << kMaxReach >> at & ((2U << 2 * kMaxReach) - 1U));
}

/// A straight or diagonal line between two points.
struct Line {
    Direction direction;
    int length;  ///< in points; 1 for neighbours
};
/// The line from one point to another, if they are different and on one straight or diagonal line.
[[nodiscard]] constexpr std::optional<Line> line_between(Point from, Point to) {
    const int dx = file_of(to) - file_of(from), dy = rank_of(to) - rank_of(from);
    if (dx == 0 && dy == 0) return std::nullopt;
    if (dx != 0 && dy != 0 && dx != dy && dx != -dy) return std::nullopt;
    const int length = dx != 0 ? (dx < 0 ? -dx : dx) : (dy < 0 ? -dy : dy);
    const int offset = 16 * (dy / length) + dx / length;
    for (std::size_t d = 0; d < kDirectionCount; ++d)
        if (kStep[d] == offset) return Line{direction_at(d), length};
    return std::nullopt;
}

/// The same for two points known to be in line and at most `kMaxReach` apart: a table look-up.
[[nodiscard]] inline Line short_line(Point from, Point to) {
    constexpr int kBias = 17 * kMaxReach;
    static constexpr auto kLines = [] {
        std::array<Line, 2 * kBias + 1> lines{};
        for (std::size_t d = 0; d < kDirectionCount; ++d)
            for (int k = 1; k <= kMaxReach; ++k)
                lines[static_cast<std::size_t>(kBias + k * kStep[d])] = {direction_at(d), k};
        return lines;
    }();
    return kLines[static_cast<std::size_t>(kBias + static_cast<int>(to) - static_cast<int>(from))];
}

}  // namespace tulenh
