#include "eval/evaluate.h"

#include <algorithm>

namespace tulenh {
namespace {

constexpr int kLimit = 10000;
constexpr int kPerPoint = 10;    ///< value of one published point
constexpr int kPerFreeStep = 2;  ///< value of one empty neighbouring point that a piece could step to

/// Steps to empty points that the pieces of a side could make if each moved one point: a cheap measure of
/// freedom. Aircraft are left out, they are free nearly everywhere.
int free_steps(const Position& position, Color color) {
    const Bitboard empty = kBoard - position.occupied();
    const Bitboard ships = position.with_kind(Kind::Warship, color);
    const Bitboard land = position.occupied(color) - ships - position.with_kind(Kind::Headquarters);
    const Bitboard oblique =
        position.with_kind(Kind::Artillery, color) | position.with_kind(Kind::Militia, color);
    int steps = 0;
    for (std::size_t i = 0; i < kDirectionCount; ++i) {
        const Direction d = direction_at(i);
        steps += (ships.shifted(d) & empty & kNavigable).count();
        steps += ((straight(d) ? land : land & oblique).shifted(d) & empty & kWalkable).count();
    }
    return steps;
}

}  // namespace

int evaluate(const Position& position) {
    const Color us = position.side_to_move();
    const int material = position.material(us) - position.material(~us);
    const int freedom = free_steps(position, us) - free_steps(position, ~us);
    return std::clamp(kPerPoint * material + kPerFreeStep * freedom, -kLimit, kLimit);
}

}  // namespace tulenh
