// What the pieces do: mobility, threats and air defence.
#pragma once

#include <algorithm>

#include "engine/position.h"
#include "eval/facts.h"
#include "eval/parameters.h"

namespace tulenh {

template <typename Sink>
void add_mobility(const Position& position, const Facts& facts, Color us, Sink& sink) {
    constexpr std::array kMoving{Kind::Warship,  Kind::Aircraft,  Kind::Tank,
                                 Kind::Engineer, Kind::Artillery, Kind::Gun,
                                 Kind::Missile,  Kind::Infantry,  Kind::Militia};
    const Bitboard occupied = position.occupied(), free = kWalkable - occupied;
    constexpr std::size_t kMobility = parameters("mobility.", kMoving.size());
    for (std::size_t i = 0; i < kMoving.size(); ++i)
        sink.add(us, kMobility + i, facts[index(us)].mobility[index(kMoving[i])]);
    // Points to go to where nothing takes them.
    constexpr std::size_t kHaven = parameters("haven.", 4);
    const SideFacts& own = facts[index(us)];
    const Bitboard safe = free - facts[index(~us)].all_attacks;
    sink.add(us, kHaven, (own.sailing - occupied - facts[index(~us)].all_attacks).count());
    sink.add(us, kHaven + 1, (own.attacks[index(Kind::Aircraft)] & safe).count());
    sink.add(us, kHaven + 2, (own.attacks[index(Kind::Tank)] & safe).count());
    sink.add(us, kHaven + 3, (own.attacks[index(Kind::Artillery)] & safe).count());
}

/// What could be won by capturing once, in tens of points: the victim, less what the capturing piece is worth
/// when it could be taken back.
struct Gains {
    int best = 0, second = 0;

    void add(int gain) {
        if (gain > best) {
            second = best;
            best = gain;
        } else {
            second = std::max(second, gain);
        }
    }
};

/// The points where a capture would decide the battle: on which all of a kind that decides stand (RULES.md
/// section 12). The commander is left out.
[[nodiscard]] inline Bitboard vital_points(const Position& position, Color color) {
    const unsigned asked = conditions(position.mode());
    const auto asks = [&](Condition c) { return (asked >> static_cast<unsigned>(c) & 1U) != 0; };
    const auto of = [&](Kind kind) { return position.with_kind(kind, color); };
    Bitboard vital;
    const auto add_last = [&](Bitboard points) {
        if (points.count() == 1) vital |= points;
    };
    if (asks(Condition::Sea)) add_last(of(Kind::Warship));
    if (asks(Condition::Air)) add_last(of(Kind::Aircraft));
    if (asks(Condition::Land)) add_last(of(Kind::Infantry) | of(Kind::Tank) | of(Kind::Artillery));
    return vital;
}

/// What a side could win. Where the commander decides it is no prize: that is for the search and the terms of
/// its safety.
[[nodiscard]] inline Gains find_gains(const Position& position, const Facts& facts, Color us) {
    const SideFacts& own = facts[index(us)];
    const SideFacts& other = facts[index(~us)];
    Bitboard victims = position.occupied(~us) & (own.all_attacks | own.exchanges);
    if (commander_decides(position.mode())) {
        const Point commander = position.commander(~us);
        if (commander != kNoPoint) victims.erase(commander);
    }
    Gains gains;
    if (victims.empty()) return gains;
    const auto of = [&](Kind kind) { return own.attacks[index(kind)]; };
    const Bitboard by_tens =
        of(Kind::Infantry) | of(Kind::Militia) | of(Kind::Engineer) | of(Kind::Gun) | of(Kind::Headquarters);
    const Bitboard by_twenties = of(Kind::Tank) | of(Kind::Missile);
    const Bitboard from_land = by_tens | by_twenties | of(Kind::Artillery) | of(Kind::Commander);
    // Captures that stay: bombs, the ships' guns far ashore, shots at ships on the open sea (section 4).
    const Bitboard unanswered = (of(Kind::Warship) - kNavigable) | (from_land & kOpenSea);
    const Bitboard bombed = of(Kind::Aircraft);
    while (victims.any()) {
        const Point p = victims.pop_first();
        const Stack victim = position.at(p);
        const int worth = victim.points() / 10;
        const bool bombed_here = bombed.contains(p) && victim.carrier().kind() != Kind::Aircraft;
        if (bombed_here || unanswered.contains(p) || !other.all_attacks.contains(p)) {
            const bool only_exchange = !own.all_attacks.contains(p);
            gains.add(only_exchange ? worth - 4 : worth);
            continue;
        }
        const int risk = by_tens.contains(p)                    ? 1
                         : by_twenties.contains(p)              ? 2
                         : of(Kind::Artillery).contains(p)      ? 3
                         : (bombed | own.exchanges).contains(p) ? 4
                         : of(Kind::Warship).contains(p)        ? 8
                                                                : 10;
        gains.add(worth - risk);
    }
    return gains;
}

template <typename Sink>
void add_threats(const Position& position, const Facts& facts, Color us, Sink& sink) {
    const Gains gains = find_gains(position, facts, us);
    if (position.side_to_move() == us) {
        sink.add(us, parameter("threat.mover.best"), gains.best);
        sink.add(us, parameter("threat.mover.second"), gains.second);
    } else {
        sink.add(us, parameter("threat.waiting.best"), gains.best);
        sink.add(us, parameter("threat.waiting.second"), gains.second);
        const SideFacts& own = facts[index(us)];
        const Bitboard decisive = vital_points(position, ~us) & (own.all_attacks | own.exchanges);
        sink.add(us, parameter("threat.waiting.vital"), decisive.any() ? 1 : 0);
    }
    sink.add(us, parameter("threat.supported"),
             (position.occupied(us) & facts[index(us)].all_attacks).count());
    sink.add(
        us, parameter("threat.loose"),
        ((position.occupied(us) & facts[index(~us)].all_attacks) - facts[index(us)].all_attacks).count());
}

/// Pieces under the roof of the own rings.
template <typename Sink>
void add_air_defence(const Position& position, const Facts& facts, Color us, Sink& sink) {
    if (position.count(~us, Kind::Aircraft) == 0) return;
    sink.add(us, parameter("air.covered"), (position.occupied(us) & facts[index(us)].rings).count());
}

}  // namespace tulenh
