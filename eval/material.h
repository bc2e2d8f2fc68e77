// Material by mode and by what decides the battle, heroes, placement of pieces, and passengers.
#pragma once

#include "engine/position.h"
#include "eval/facts.h"
#include "eval/parameters.h"

namespace tulenh {

/// The modes that differ in what decides: `total` is `raid` with another clock.
[[nodiscard]] constexpr std::size_t worth_group(Mode mode) {
    return static_cast<std::size_t>(mode == Mode::Total ? Mode::Raid : mode);
}

/// What a side has, and how near it is to having lost all of a kind that decides (RULES.md section 12).
template <typename Sink>
void add_material(const Position& position, Color us, Sink& sink) {
    constexpr std::size_t kGroup = kKindCount + 5;
    constexpr std::size_t kFirst = parameters("material.", 5 * kGroup);
    const std::size_t base = kFirst + kGroup * worth_group(position.mode());
    for (std::size_t k = 0; k < kKindCount; ++k) sink.add(us, base + k, position.count(us, kind_at(k)));
    const int land = position.count(us, Kind::Infantry) + position.count(us, Kind::Tank) +
                     position.count(us, Kind::Artillery);
    sink.add(us, base + kKindCount, position.count(us, Kind::Warship) == 1 ? 1 : 0);
    sink.add(us, base + kKindCount + 1, position.count(us, Kind::Aircraft) == 1 ? 1 : 0);
    if (land >= 1 && land <= 3) sink.add(us, base + kKindCount + 5 - static_cast<std::size_t>(land), 1);
}

/// What the arms of both sides make of each other.
template <typename Sink>
void add_balance(const Position& position, Color us, Sink& sink) {
    const auto own = [&](Kind kind) { return position.count(us, kind); };
    const auto other = [&](Kind kind) { return position.count(~us, kind); };
    const int rings = other(Kind::Gun) + other(Kind::Missile) + other(Kind::Warship);
    const int ships = own(Kind::Warship), aircraft = own(Kind::Aircraft);
    sink.add(us, parameter("balance.aircraft_rings"), aircraft * rings);
    sink.add(us, parameter("balance.only_ships"), ships != 0 && other(Kind::Warship) == 0 ? 1 : 0);
    sink.add(us, parameter("balance.only_aircraft"), aircraft != 0 && other(Kind::Aircraft) == 0 ? 1 : 0);
    sink.add(us, parameter("balance.no_rings"), aircraft != 0 && rings == 0 ? 1 : 0);
}

/// Where the pieces stand, which are heroic, and who is aboard whom.
template <typename Sink>
void add_placement(const Facts& facts, Color us, Sink& sink) {
    // Ships sail on files a to e, the others stand on c to k.
    constexpr std::size_t kSeaFiles = 5, kLandFiles = 9;
    constexpr std::size_t kHero = parameters("hero.", kKindCount - 1);
    constexpr std::size_t kRank = parameters("rank.", (kKindCount - 1) * kRanks);
    constexpr std::size_t kFile = parameters("file.", kSeaFiles + (kKindCount - 2) * kLandFiles);
    constexpr std::size_t kAboard = parameters("aboard.", 17);
    /// By carrier and passenger: which of the parameters.
    constexpr auto kSeat = [] {
        std::array<std::array<std::size_t, kKindCount>, kKindCount> seat{};
        std::size_t next = kAboard;
        for (const Kind carrier :
             {Kind::Warship, Kind::Aircraft, Kind::Tank, Kind::Engineer, Kind::Headquarters})
            for (std::size_t k = 0; k < kKindCount; ++k)
                if (contains(kCarries[index(carrier)], kind_at(k))) seat[index(carrier)][k] = next++;
        return seat;
    }();
    for (const auto& [p, stack] : facts[index(us)].points) {
        const Piece carrier = stack.carrier();
        const std::size_t kind = index(carrier.kind());
        const auto rank = static_cast<std::size_t>(us == Color::Red ? rank_of(p) : kRanks - 1 - rank_of(p));
        if (carrier.kind() != Kind::Headquarters) {
            sink.add(us, kRank + moving_index(carrier.kind()) * kRanks + rank, 1);
            const auto file = static_cast<std::size_t>(file_of(p));
            sink.add(us,
                     carrier.kind() == Kind::Warship
                         ? kFile + file
                         : kFile + kSeaFiles + (moving_index(carrier.kind()) - 1) * kLandFiles + file - 2,
                     1);
        }
        if (stack.any_heroic())
            for (std::size_t i = 0; i < stack.size(); ++i)
                if (stack.member(i).heroic()) sink.add(us, kHero + index(stack.member(i).kind()), 1);
        if (!stack.stacked()) continue;
        for (std::size_t i = 1; i < stack.size(); ++i)
            sink.add(us, kSeat[kind][index(stack.member(i).kind())], 1);
    }
}

}  // namespace tulenh
