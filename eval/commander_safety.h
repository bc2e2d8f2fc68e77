// What threatens a commander, and the pieces that decide where it does not.
#pragma once

#include <algorithm>
#include <array>

#include "engine/position.h"
#include "eval/facts.h"
#include "eval/parameters.h"

namespace tulenh {

/// How a side bears on the enemy commander (RULES.md sections 8, 10 and 11): told as terms of the attacking
/// side, but for what the commander has to its favour.
template <typename Sink>
void add_commander_attack(const Position& position, const Facts& facts, Color us, Sink& sink) {
    constexpr int kMostChecks = 3;
    constexpr std::array kZoneKinds{Kind::Warship,  Kind::Aircraft,  Kind::Tank,
                                    Kind::Engineer, Kind::Artillery, Kind::Gun,
                                    Kind::Missile,  Kind::Infantry,  Kind::Militia};
    /// The others would have to come where the commander takes them.
    constexpr std::array kCheckKinds{Kind::Warship,   Kind::Aircraft, Kind::Tank,
                                     Kind::Artillery, Kind::Missile,  Kind::Militia};
    constexpr std::size_t kNearKinds = kKindCount - 1;
    constexpr std::size_t kGroup = kNearKinds + kZoneKinds.size() + kCheckKinds.size() + 3;
    constexpr std::size_t kDecides = parameters("commander.decides.", kGroup);
    constexpr std::size_t kPrize = parameters("commander.prize.", kGroup);
    const Point target = position.commander(~us);
    if (target == kNoPoint) return;
    const std::size_t near = commander_decides(position.mode()) ? kDecides : kPrize;
    const std::size_t zone = near + kNearKinds, check = zone + kZoneKinds.size(),
                      other = check + kCheckKinds.size();
    const SideFacts& own = facts[index(us)];
    const SideFacts& theirs = facts[index(~us)];

    for (const auto& [p, stack] : own.points) {
        const Kind kind = stack.carrier().kind();
        const int nearness = nearness_of(target, p);
        if (nearness != 0 && kind != Kind::Headquarters) sink.add(us, near + moving_index(kind), nearness);
    }

    const Bitboard around = zone_around(target);
    if ((own.all_attacks & around).any())
        for (std::size_t i = 0; i < kZoneKinds.size(); ++i)
            sink.add(us, zone + i, (own.attacks[index(kZoneKinds[i])] & around).count());

    // Points to go to next that bear on it from there.
    const Bitboard safe = kBoard - theirs.all_attacks - position.occupied();
    for (std::size_t i = 0; i < kCheckKinds.size(); ++i) {
        const Bitboard points =
            own.attacks[index(kCheckKinds[i])] & safe & bearing_on(kCheckKinds[i], target);
        sink.add(us, check + i, std::min(points.count(), kMostChecks));
    }

    const Bitboard escapes =
        (straight_neighbours(target) & kWalkable) - position.occupied() - own.all_attacks;
    sink.add(~us, other, escapes.count());
    if (position.count(us, Kind::Aircraft) == 0) return;
    sink.add(~us, other + 1, theirs.rings.contains(target) ? 1 : 0);
    sink.add(~us, other + 2, (around & theirs.rings).count());
}

/// Where ships, aircraft or the land branch decide, and the commander does not: how near the pieces of a side
/// are to the enemy's that count.
template <typename Sink>
void add_hunt(const Position& position, const Facts& facts, Color us, Sink& sink) {
    constexpr std::size_t kGroup = kKindCount - 1;
    constexpr std::size_t kHunt = parameters("hunt.", 3 * kGroup);
    Bitboard prey;
    std::size_t group = kHunt;
    switch (position.mode()) {
        case Mode::Sea: prey = position.with_kind(Kind::Warship, ~us); break;
        case Mode::Air:
            prey = position.with_kind(Kind::Aircraft, ~us);
            group = kHunt + kGroup;
            break;
        case Mode::Land:
            prey = position.with_kind(Kind::Infantry, ~us) | position.with_kind(Kind::Tank, ~us) |
                   position.with_kind(Kind::Artillery, ~us);
            group = kHunt + 2 * kGroup;
            break;
        default: return;
    }
    std::array<Point, kMaxPieces> targets;
    std::size_t size = 0;
    prey.for_each([&](Point p) { targets[size++] = p; });
    for (const auto& [p, stack] : facts[index(us)].points) {
        const Kind kind = stack.carrier().kind();
        if (kind == Kind::Headquarters) continue;
        int nearness = 0;
        for (std::size_t i = 0; i < size; ++i) nearness = std::max(nearness, nearness_of(p, targets[i]));
        if (nearness != 0) sink.add(us, group + moving_index(kind), nearness);
    }
}

}  // namespace tulenh
