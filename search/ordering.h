// In which order parts are tried.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "engine/part.h"
#include "engine/position.h"
#include "search/score.h"

namespace tulenh {

struct ScoredPart {
    Part part;
    int score;
};

/// The pieces that make a part.
[[nodiscard]] inline Stack detachment_of(const Position& position, Part part) {
    const Stack began = position.under_way() ? position.turn().began : position.at(part.from());
    return began.subset(part.members());
}

/// What the search has learnt about quiet parts: which ones were good, by side, carrier and point reached.
class History {
  public:
    static constexpr int kMax = 8192;

    [[nodiscard]] int of(const Position& position, Part part) const {
        return values_[index(position.side_to_move())][carrier(position, part)][index(part.to())];
    }
    /// Rewards (or, when negative, punishes) a part; the value stays within ±kMax.
    void update(const Position& position, Part part, int bonus) {
        std::int16_t& value =
            values_[index(position.side_to_move())][carrier(position, part)][index(part.to())];
        value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / kMax);
    }
    void clear() { *this = History{}; }

  private:
    static std::size_t carrier(const Position& position, Part part) {
        return index(detachment_of(position, part).carrier().kind());
    }

    std::array<std::array<std::array<std::int16_t, kPointSpan>, kKindCount>, 2> values_{};
};

/// Two quiet parts that refuted a sibling.
struct Killers {
    std::array<Part, 2> parts;
    void add(Part part) {
        if (part == parts[0]) return;
        parts[1] = parts[0];
        parts[0] = part;
    }
};

/// What a capture wins at once, in units of the evaluation: the victim, less the flyers of an exchange.
[[nodiscard]] inline int captured_value(const Position& position, Part part) {
    const int lost = part.action() == Action::Exchange ? detachment_of(position, part).points() : 0;
    return 10 * (position.at(part.to()).points() - lost);
}

/// Higher first: the table's part, captures by victim and then by attacker, ending the turn, killers, quiet
/// parts by history.
[[nodiscard]] inline int order_score(const Position& position, Part part, Part table_part,
                                     const Killers& killers, const History& history) {
    if (part == table_part) return 1 << 30;
    if (part.captures()) {
        const int risk = part.action() == Action::Stay ? 0 : detachment_of(position, part).points();
        return (1 << 20) + 16 * captured_value(position, part) - risk;
    }
    if (part.ends_turn()) return 1 << 19;
    if (part == killers.parts[0]) return (1 << 18) + 1;
    if (part == killers.parts[1]) return 1 << 18;
    return history.of(position, part);
}

/// Moves the best of the parts from `first` on to the front.
inline void bring_best_forward(ScoredPart* first, ScoredPart* last) {
    std::iter_swap(first, std::max_element(first, last, [](const ScoredPart& a, const ScoredPart& b) {
                       return a.score < b.score;
                   }));
}

}  // namespace tulenh
