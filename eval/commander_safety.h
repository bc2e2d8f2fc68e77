// What threatens a commander.
#pragma once

#include <algorithm>

#include "engine/position.h"
#include "eval/facts.h"
#include "eval/parameters.h"

namespace tulenh {

/// How a side bears on the enemy commander (RULES.md sections 8, 10 and 11): told as terms of the attacking
/// side, but for what the commander has to its favour.
template <typename Sink>
void add_commander_attack(const Position& position, const Facts& facts, Color us, Sink& sink) {
    constexpr int kFar = 7;  ///< from here on a piece is not near
    constexpr int kMostChecks = 3;
    constexpr std::array kZoneKinds{Kind::Warship,  Kind::Aircraft,  Kind::Tank,
                                    Kind::Engineer, Kind::Artillery, Kind::Gun,
                                    Kind::Missile,  Kind::Infantry,  Kind::Militia};
    /// The others would have to come where the commander takes them.
    constexpr std::array kCheckKinds{Kind::Warship,   Kind::Aircraft, Kind::Tank,
                                     Kind::Artillery, Kind::Missile,  Kind::Militia};
    constexpr std::size_t kNearKinds = kKindCount - 1;
    constexpr std::size_t kGroup = kNearKinds + kZoneKinds.size() + kCheckKinds.size() + 2;
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
        const int distance =
            std::max(std::abs(file_of(p) - file_of(target)), std::abs(rank_of(p) - rank_of(target)));
        if (distance < kFar && kind != Kind::Headquarters)
            sink.add(us, near + moving_index(kind), kFar - distance);
    }

    const Bitboard around = zone_around(target);
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
    const bool covered = position.count(us, Kind::Aircraft) != 0 && theirs.rings.contains(target);
    sink.add(~us, other + 1, covered ? 1 : 0);
}

}  // namespace tulenh
