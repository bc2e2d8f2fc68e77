// What the pieces do: mobility, threats and air defence.
#pragma once

#include <algorithm>

#include "engine/position.h"
#include "eval/facts.h"
#include "eval/parameters.h"

namespace tulenh {

template <typename Sink>
void add_mobility(const Facts& facts, Color us, Sink& sink) {
    constexpr std::array kMoving{Kind::Warship,  Kind::Aircraft,  Kind::Tank,
                                 Kind::Engineer, Kind::Artillery, Kind::Gun,
                                 Kind::Missile,  Kind::Infantry,  Kind::Militia};
    constexpr std::size_t kMobility = parameters("mobility.", kMoving.size());
    for (std::size_t i = 0; i < kMoving.size(); ++i)
        sink.add(us, kMobility + i, facts[index(us)].mobility[index(kMoving[i])]);
}

/// What could be won by capturing once, in tens of points: the victim, less what the capturing piece is worth
/// when it could be taken back.
struct Gains {
    int best = 0, second = 0;
    bool vital = false;  ///< a capture would decide the battle

    void add(int gain) {
        if (gain > best) {
            second = best;
            best = gain;
        } else {
            second = std::max(second, gain);
        }
    }
};

/// Is this stack all that a side has left of a kind that decides, the commander apart?
[[nodiscard]] inline bool is_vital(const Position& position, Stack stack) {
    const Color color = stack.color();
    for (std::size_t c = 1; c < kConditionCount; ++c) {
        if ((conditions(position.mode()) >> c & 1U) == 0) continue;
        int all = 0;
        for (std::size_t k = 0; k < kKindCount; ++k)
            if (contains(kConditionKinds[c], kind_at(k))) all += position.count(color, kind_at(k));
        if (all == 0 || all > static_cast<int>(Stack::kMaxSize)) continue;
        for (std::size_t i = 0; i < stack.size(); ++i)
            if (contains(kConditionKinds[c], stack.member(i).kind())) --all;
        if (all == 0) return true;
    }
    return false;
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
        gains.vital = gains.vital || is_vital(position, victim);
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
        sink.add(us, parameter("threat.waiting.vital"), gains.vital ? 1 : 0);
    }
    sink.add(us, parameter("threat.supported"),
             (position.occupied(us) & facts[index(us)].all_attacks).count());
}

/// Pieces under the roof of the own rings.
template <typename Sink>
void add_air_defence(const Position& position, const Facts& facts, Color us, Sink& sink) {
    if (position.count(~us, Kind::Aircraft) == 0) return;
    int points = 0;
    for (const auto& [p, stack] : facts[index(us)].points)
        if (facts[index(us)].rings.contains(p)) points += stack.points();
    sink.add(us, parameter("air.covered"), points / 10);
}

}  // namespace tulenh
