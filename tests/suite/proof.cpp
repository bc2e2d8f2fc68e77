#include "tests/suite/proof.h"

#include <algorithm>
#include <unordered_set>

#include "engine/game.h"
#include "engine/movegen.h"

namespace tulenh {
namespace {

Position position_after(const Position& position, const Turn& turn) {
    Position after = position;
    play_turn(after, turn);
    return after;
}

/// Calls `visit(turn, after)` for every legal turn, in every order of its parts, until a call returns true;
/// returns whether one did. Unlike `legal_turns` it need not see all of them to begin.
template <typename Visit>
bool any_turn(const Position& position, Visit&& visit, const Turn& parts_so_far = Turn{}) {
    const bool begins = !position.under_way();
    if (begins && position.decided()) return false;
    PartList list;
    Bitboard origins =
        begins ? position.occupied(position.side_to_move()) : Bitboard::of(position.turn().origin);
    while (origins.any()) {
        list.clear();
        generate_from(position, origins.pop_first(), list);
        for (const Part part : list) {
            Position after = position;
            const Outcome outcome = after.play(part);
            Turn turn = parts_so_far;
            if (!part.ends_turn()) turn.push(part);
            if (outcome == Outcome::UnderWay ? any_turn(after, visit, turn)
                                             : outcome == Outcome::Over && visit(turn, after))
                return true;
        }
    }
    return false;
}

}  // namespace

std::optional<bool> Proof::wins_within(const Position& position, int turns) {
    const bool answer = wins(position, turns);
    return given_up_ ? std::nullopt : std::optional(answer);
}

std::optional<bool> Proof::won_within(const Position& after, int turns) {
    const bool answer = has_won(after, turns);
    return given_up_ ? std::nullopt : std::optional(answer);
}

bool Proof::wins(const Position& position, int turns) {
    std::unordered_set<std::uint64_t> seen;
    return any_turn(position,
                    [&](const Turn&, const Position& after) {
                        if (turns > 1 && !seen.insert(after.key()).second) return false;
                        return has_won(after, turns) || given_up_;
                    }) &&
           !given_up_;
}

/// Who has won the battle by now, points left aside. Says the same as `result`, but finds a legal turn
/// sooner.
std::optional<Color> Proof::winner_of(const Position& position) {
    const Color us = position.side_to_move();
    if (position.has_lost(us)) return ~us;
    if (position.has_lost(~us)) return us;
    std::array<Turn, 4>& possible = possible_[index(us)];
    const auto works = std::find_if(possible.begin(), possible.end(),
                                    [&](const Turn& turn) { return is_legal(position, turn); });
    if (works != possible.end()) {
        std::rotate(possible.begin(), works, works + 1);
        return std::nullopt;
    }
    const bool any = any_turn(position, [&](const Turn& turn, const Position&) {
        std::rotate(possible.begin(), possible.end() - 1, possible.end());
        possible.front() = turn;
        return true;
    });
    return any || has_turn_ignoring_counter(position) ? std::nullopt : std::optional(~us);
}

bool Proof::has_won(const Position& after, int turns) {
    given_up_ = given_up_ || ++nodes_ > most_nodes_;
    if (given_up_) return false;
    if (const std::optional<Color> winner = winner_of(after)) return *winner != after.side_to_move();
    if (turns == 1 || after.decided()) return false;

    Turn& refutation = last_refutation_[static_cast<std::size_t>(turns)];
    if (is_legal(after, refutation) && refutes(position_after(after, refutation), turns)) return false;
    std::unordered_set<std::uint64_t> seen;
    return !any_turn(after, [&](const Turn& reply, const Position& next) {
        if (!seen.insert(next.key()).second || !refutes(next, turns)) return false;
        refutation = reply;
        return true;
    });
}

/// Does the answer that led here keep the attacker, who is to move, from winning within `turns` turns, of
/// which it has made one? Said too when the proof is given up.
bool Proof::refutes(const Position& next, int turns) {
    given_up_ = given_up_ || ++nodes_ > most_nodes_;
    if (given_up_) return true;
    if (const std::optional<Color> winner = winner_of(next)) return *winner != next.side_to_move();
    return !wins(next, turns - 1);
}

std::optional<ProvenWin> prove_win(const Position& position, int most_turns, std::uint64_t most_nodes) {
    const std::vector<LegalTurn> legal = legal_turns(position);
    Proof proof(most_nodes);
    ProvenWin win;
    while (win.winning.empty() && win.turns < most_turns) {
        ++win.turns;
        for (const LegalTurn& candidate : legal) {
            const std::optional<bool> wins =
                proof.won_within(position_after(position, candidate.turn), win.turns);
            if (!wins) return std::nullopt;
            if (*wins) win.winning.push_back(candidate.turn);
        }
    }
    return win;
}

std::optional<std::vector<Turn>> prove_only_defence(const Position& position, std::uint64_t most_nodes) {
    const std::vector<LegalTurn> legal = legal_turns(position);
    Proof proof(most_nodes);
    std::vector<Turn> defences;
    std::uint64_t reached = 0;
    for (const LegalTurn& candidate : legal) {
        if (!defences.empty() && candidate.result_key == reached) {
            defences.push_back(candidate.turn);
            continue;
        }
        const Position after = position_after(position, candidate.turn);
        const std::optional<Result> end = result(after);
        std::optional<bool> loses;
        if (end)
            loses = end->winner == after.side_to_move();
        else
            loses = proof.wins_within(after, kDefenceHorizon);
        if (!loses || (!*loses && !defences.empty())) return std::nullopt;
        if (*loses) continue;
        defences.push_back(candidate.turn);
        reached = candidate.result_key;
    }
    if (defences.empty()) return std::nullopt;
    return defences;
}

}  // namespace tulenh
