#include "tests/plain/random_positions.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

#include "engine/position.h"
#include "engine/text.h"
#include "engine/turns.h"

namespace tulenh::testing {

namespace {

/// A few pieces, heroic with some chance, in random order.
std::vector<Piece> pieces(Random& random, unsigned keep, unsigned promoting, unsigned commander) {
    std::vector<Piece> pool;
    for (std::size_t k = 0; k < kKindCount; ++k)
        for (int n = 0; n < kKindLimit[k]; ++n) {
            const Kind kind = kind_at(k);
            if (random.percent(kind == Kind::Commander ? commander : keep))
                pool.emplace_back(kind, kind != Kind::Commander && random.percent(promoting));
        }
    for (std::size_t i = pool.size(); i > 1; --i) std::swap(pool[i - 1], pool[random.below(i)]);
    return pool;
}

/// Takes a stack from the end of the pool; it may be one piece.
Stack take_stack(Random& random, std::vector<Piece>& pool, Color color, unsigned stacking) {
    Stack stack(color, pool.back());
    pool.pop_back();
    for (std::size_t i = 0; i < pool.size() && stack.size() < Stack::kMaxSize;) {
        if (random.percent(stacking) && stack.with(pool[i]).valid()) {
            stack = stack.with(pool[i]);
            pool.erase(pool.begin() + static_cast<std::ptrdiff_t>(i));
        } else {
            ++i;
        }
    }
    return stack;
}

std::vector<Point> free_points(const Position& position, Stack stack) {
    std::vector<Point> points;
    kBoard.for_each([&](Point p) {
        if (position.at(p).empty() && may_stand(stack, p)) points.push_back(p);
    });
    return points;
}

template <typename Holds>
std::vector<Point> those(const std::vector<Point>& points, Holds&& holds) {
    std::vector<Point> found;
    std::copy_if(points.begin(), points.end(), std::back_inserter(found), holds);
    return found;
}

void set_counters(Random& random, Position& position) {
    constexpr std::array<unsigned, 6> kHalfmoves{0, 3, 50, 97, 98, 99};
    const Color side = random.percent(50) ? Color::Red : Color::Blue;
    const unsigned halfmove = random.of(kHalfmoves);
    const auto fullmove = static_cast<unsigned>(1 + random.below(80));
    const auto red = static_cast<unsigned>(10 * random.below(40));
    const auto blue = random.percent(20) ? red : static_cast<unsigned>(10 * random.below(40));
    position.set_state(side, halfmove, fullmove, red, blue);
}

}  // namespace

std::vector<std::string> walked_fens(std::uint64_t seed, std::size_t count, Mode mode) {
    constexpr unsigned kLongest = 80;
    Random random(seed);
    const Position start = *parse_fen(kStartFen, mode);
    Position position = start;
    std::vector<std::string> fens;
    while (fens.size() < count) {
        const std::vector<LegalTurn> turns = legal_turns(position);
        if (turns.empty() || position.fullmove() > kLongest) {
            position = start;
            continue;
        }
        std::vector<Position> after(turns.size(), position);
        std::vector<std::size_t> sums;
        std::size_t sum = 0;
        for (std::size_t i = 0; i < turns.size(); ++i) {
            play_turn(after[i], turns[i].turn);
            std::size_t weight =
                1 + (after[i].halfmove() == 0 ? 3U : 0U) + (turns[i].turn.size() > 1 ? 2U : 0U);
            after[i].occupied().for_each([&](Point p) {
                const Stack stack = after[i].at(p);
                weight += stack.stacked() ? 2U : 0U;
                for (std::size_t m = 0; m < stack.size(); ++m) weight += stack.member(m).heroic() ? 2U : 0U;
            });
            sums.push_back(sum += weight);
        }
        const std::size_t pick = random.below(sum);
        position =
            after[static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end(), pick) - sums.begin())];
        if (random.percent(25)) fens.push_back(format_fen(position));
    }
    return fens;
}

std::vector<std::string> scattered_fens(std::uint64_t seed, std::size_t count) {
    constexpr std::array<unsigned, 4> kKeep{15, 40, 70, 100}, kStacking{0, 15, 30, 50};
    constexpr std::array<unsigned, 3> kPromoting{0, 15, 50};
    Random random(seed);
    std::vector<std::string> fens;
    while (fens.size() < count) {
        Position position;
        const unsigned keep = random.of(kKeep), stacking = random.of(kStacking),
                       promoting = random.of(kPromoting);
        for (const Color color : kColors) {
            std::vector<Piece> pool = pieces(random, keep, promoting, 90);
            while (!pool.empty()) {
                const Stack stack = take_stack(random, pool, color, stacking);
                const std::vector<Point> free = free_points(position, stack);
                const std::vector<Point> home =
                    those(free, [&](Point p) { return (rank_of(p) < kRanks / 2) == (color == Color::Red); });
                if (free.empty()) continue;
                position.place(random.of(!home.empty() && random.percent(50) ? home : free), stack);
            }
        }
        set_counters(random, position);
        fens.push_back(format_fen(position));
    }
    return fens;
}

std::vector<std::string> crowded_fens(std::uint64_t seed, std::size_t count) {
    constexpr int kNear = 4;
    Random random(seed);
    std::vector<std::string> fens;
    while (fens.size() < count) {
        Position position;
        const Point center =
            point(static_cast<int>(random.below(kFiles)), static_cast<int>(random.below(kRanks)));
        for (const Color color : kColors) {
            const unsigned keep = static_cast<unsigned>(5 + random.below(30));
            std::vector<Piece> pool = pieces(random, keep, 20, 97);
            while (!pool.empty()) {
                const Stack stack = take_stack(random, pool, color, 20);
                const std::vector<Point> near = those(free_points(position, stack), [&](Point p) {
                    return std::abs(file_of(p) - file_of(center)) <= kNear &&
                           std::abs(rank_of(p) - rank_of(center)) <= kNear;
                });
                if (!near.empty()) position.place(random.of(near), stack);
            }
        }
        set_counters(random, position);
        fens.push_back(format_fen(position));
    }
    return fens;
}

}  // namespace tulenh::testing
