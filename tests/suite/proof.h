// Wins and losses within a few turns, proven by looking at every whole turn. Shares nothing with search/ and
// eval/.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position.h"
#include "engine/turns.h"

namespace tulenh {

/// A full-width alpha-beta search over whole turns for one question: does a side win within so many turns of
/// its own, by a condition of the mode or because the other side has no legal turn? Points never win here.
/// Values are yes and no, so the window is closed by the first answer that suffices. Repetition plays no
/// part: up to three turns a side, no position can come for the third time.
class Proof {
  public:
    static constexpr int kMostTurns = 3;

    /// Gives up after making so many turns, all questions together.
    explicit Proof(std::uint64_t most_nodes) : most_nodes_(most_nodes) {}

    /// Does the side to move win within so many own turns (1 to `kMostTurns`)? No answer when given up.
    [[nodiscard]] std::optional<bool> wins_within(const Position& position, int turns);
    /// Has the side that has just moved won, or will it within `turns` own turns, that one included?
    [[nodiscard]] std::optional<bool> won_within(const Position& after, int turns);

    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }

  private:
    bool wins(const Position& position, int turns);
    bool has_won(const Position& after, int turns);
    std::optional<Color> winner_of(const Position& position);
    bool refutes(const Position& next, int turns);

    std::uint64_t most_nodes_, nodes_ = 0;
    bool given_up_ = false;
    std::array<Turn, kMostTurns + 1> last_refutation_;  ///< tried first, by turns left
    /// Turns of each side that were legal somewhere: tried first where one is enough, the latest foremost.
    std::array<std::array<Turn, 4>, 2> possible_;
};

/// The turns of least distance that win, and that distance in own turns.
struct ProvenWin {
    int turns = 0;
    std::vector<Turn> winning;  ///< all of them, in their shortest form; empty: there is no win
};

/// The quickest win of the side to move within `most_turns` own turns. No answer when given up.
[[nodiscard]] std::optional<ProvenWin> prove_win(const Position& position, int most_turns,
                                                 std::uint64_t most_nodes);

/// An only defence keeps the other side from winning within so many turns of its own.
inline constexpr int kDefenceHorizon = 2;

/// The only defence: all legal turns but these lose within `kDefenceHorizon` turns of the other side, and
/// these all lead to the same position. None where there is more than one, or none, or when given up.
[[nodiscard]] std::optional<std::vector<Turn>> prove_only_defence(const Position& position,
                                                                  std::uint64_t most_nodes);

}  // namespace tulenh
