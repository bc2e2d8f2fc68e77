// Whole turns: legality, lists, counting.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "engine/part.h"
#include "engine/position.h"

namespace tulenh {

/// A legal turn and a key of the position it leads to, points and counters included.
struct LegalTurn {
    Turn turn;
    std::uint64_t result_key;
};

/// The legal turns of the side to move (RULES.md sections 9 and 11), turns of one point with the same
/// result once, named by their shortest form (PROTOCOL.md section 1). None where the battle is decided.
/// Ordered by point; no turn may be under way.
[[nodiscard]] std::vector<LegalTurn> legal_turns(const Position& position);
[[nodiscard]] std::vector<LegalTurn> legal_turns_from(const Position& position, Point origin);

/// Is there a legal turn? Looks only until it finds one; works within a turn under way too.
[[nodiscard]] bool has_legal_turn(const Position& position);

/// The same, but not stopped by the no-capture counter: for the result, in which having no turn comes first.
[[nodiscard]] bool has_turn_ignoring_counter(const Position& position);

/// Plays a whole turn whose parts are pseudo-legal in order. Where it needs `Part::end` it is added.
Outcome play_turn(Position& position, const Turn& turn);

/// Is this a legal turn here (burnt flights excepted)? Plays it; lists nothing.
[[nodiscard]] bool is_legal(const Position& position, const Turn& turn);

/// The shortest form of a legal turn: fewest parts, of several the first in ASCII order of the text.
[[nodiscard]] Turn shortest_form(const Position& position, const Turn& turn);

/// The parts that may come next in a turn under way, or begin one on `origin`: only those from which the
/// turn can still end legally. `Part::end` is among them where the turn may end here.
[[nodiscard]] std::vector<Part> next_parts(const Position& position, Point origin);

/// Counts the legal turns `depth` turns deep; decided positions have none, repetition is ignored. Gives up
/// and returns whatever it has when `*stop` becomes true.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth,
                                  const std::atomic<bool>* stop = nullptr);

}  // namespace tulenh
