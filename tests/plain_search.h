// A plain full-width search over whole turns, with nothing but material: an opponent and a yardstick that
// shares no code with search/ and eval/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/game.h"
#include "engine/position.h"
#include "engine/turns.h"

namespace tulenh {

class PlainSearch {
  public:
    static constexpr int kWin = 1'000'000;

    explicit PlainSearch(std::uint64_t seed) : random_(seed) {}

    /// A turn with the best value `depth` turns ahead, of equal ones a random one; no turn if there is none.
    Turn best_turn(const Position& position, int depth) {
        std::vector<LegalTurn> turns = legal_turns(position);
        for (std::size_t i = turns.size(); i > 1; --i) std::swap(turns[i - 1], turns[random_() % i]);
        Turn best;
        int best_value = -2 * kWin;
        for (const LegalTurn& legal : turns) {
            Position after = position;
            play_turn(after, legal.turn);
            const int value = -value_of(after, depth - 1, -2 * kWin, -best_value);
            if (value > best_value) {
                best_value = value;
                best = legal.turn;
            }
        }
        return best;
    }

    /// The value for the side to move; a battle won is worth more the sooner it is won.
    static int value_of(const Position& position, int depth, int alpha, int beta) {
        const Color us = position.side_to_move();
        const int now = kWin + depth;
        if (position.has_lost(us)) return -now;
        if (position.has_lost(~us)) return now;
        if (position.halfmove() >= kNoCaptureLimit) {
            const auto own = static_cast<int>(position.points(us)),
                       other = static_cast<int>(position.points(~us));
            return own == other ? 0 : own > other ? kWin / 2 : -kWin / 2;
        }
        if (depth == 0)
            return has_legal_turn(position) ? position.material(us) - position.material(~us) : -now;
        std::vector<LegalTurn> turns = legal_turns(position);
        if (turns.empty()) return -now;
        for (const LegalTurn& legal : turns) {
            Position after = position;
            play_turn(after, legal.turn);
            alpha = std::max(alpha, -value_of(after, depth - 1, -beta, -alpha));
            if (alpha >= beta) break;
        }
        return alpha;
    }

  private:
    std::mt19937_64 random_;
};

}  // namespace tulenh
