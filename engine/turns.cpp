#include "engine/turns.h"

#include <algorithm>
#include <unordered_map>

#include "engine/attacks.h"
#include "engine/legality.h"
#include "engine/movegen.h"
#include "engine/text.h"

namespace tulenh {
namespace {

/// Key of a position with points and counters: equal for turns that are the same (RULES.md section 9).
std::uint64_t result_key(const Position& after) {
    const std::uint64_t red = after.points(Color::Red), blue = after.points(Color::Blue);
    const std::uint64_t counters = (red << 40 ^ blue << 16 ^ after.halfmove()) * 0x9e3779b97f4a7c15U;
    return after.key() ^ counters ^ counters >> 29;
}

/// Plays all legal turns that continue `turn`, in any order of parts, and calls `visit(turn, after)` for each
/// until a call returns true. Turns with equal results come once for each way to make them.
template <typename Visit>
bool explore(const Position& position, Point origin, Turn& turn, Visit&& visit) {
    PartList list;
    generate_from(position, origin, list);
    for (const Part part : list) {
        Position after = position;
        const Outcome outcome = after.play(part);
        if (!part.ends_turn()) turn.push(part);
        const bool done = outcome == Outcome::UnderWay ? explore(after, origin, turn, visit)
                                                       : outcome == Outcome::Over && visit(turn, after);
        if (!part.ends_turn()) turn.pop();
        if (done) return true;
    }
    return false;
}

/// A set of keys that forgets without giving memory back.
class KeySet {
  public:
    /// Returns whether the key is new.
    bool insert(std::uint64_t key) {
        if (2 * (size_ + 1) > slots_.size()) grow();
        key |= static_cast<std::uint64_t>(key == 0);
        std::size_t i = key & (slots_.size() - 1);
        for (; slots_[i] != 0; i = (i + 1) & (slots_.size() - 1))
            if (slots_[i] == key) return false;
        slots_[i] = key;
        ++size_;
        return true;
    }
    void clear() {
        std::fill(slots_.begin(), slots_.end(), 0);
        size_ = 0;
    }

  private:
    void grow() {
        const std::vector<std::uint64_t> old =
            std::exchange(slots_, std::vector<std::uint64_t>(std::max<std::size_t>(1024, 2 * slots_.size())));
        size_ = 0;
        for (const std::uint64_t key : old)
            if (key != 0) insert(key);
    }

    std::vector<std::uint64_t> slots_;
    std::size_t size_ = 0;
};

/// Does this part, begun by this stack, always make a turn by itself?
bool is_whole_turn(Stack stack, Part part) {
    return !stack.stacked() && !(stack.carrier().kind() == Kind::Warship && part.action() == Action::Stay);
}

/// Calls `visit(after)` for the result of each legal turn from one point, once for each.
template <typename Visit>
void for_each_result(const Position& position, Point origin, KeySet& seen, Visit&& visit) {
    const bool several_ways = position.at(origin).stacked();
    if (several_ways) seen.clear();
    Turn turn;
    explore(position, origin, turn, [&](const Turn&, const Position& after) {
        if (!several_ways || seen.insert(result_key(after))) visit(after);
        return false;
    });
}

std::uint64_t count_turns(const Position& position, KeySet& seen) {
    const LegalityGate gate(position);
    std::uint64_t count = 0;
    position.occupied(position.side_to_move()).for_each([&](Point origin) {
        const Stack stack = position.at(origin);
        if (stack.stacked()) {
            for_each_result(position, origin, seen, [&](const Position&) { ++count; });
            return;
        }
        PartList list;
        generate_from(position, origin, list);
        for (const Part part : list) {
            if (is_whole_turn(stack, part)) {
                if (gate.surely_legal(part)) {
                    ++count;
                } else {
                    Position after = position;
                    count += after.play(part) == Outcome::Over;
                }
                continue;
            }
            Position after = position;
            const Outcome outcome = after.play(part);
            count += outcome == Outcome::Over;
            Turn turn;
            if (outcome == Outcome::UnderWay)
                explore(after, origin, turn, [&](const Turn&, const Position&) { return ++count, false; });
        }
    });
    return count;
}

std::uint64_t perft(const Position& position, int depth, const std::atomic<bool>* stop, KeySet& seen) {
    if (position.decided() || (stop != nullptr && *stop)) return 0;
    if (depth == 0) return 1;
    if (depth == 1) return count_turns(position, seen);
    std::uint64_t count = 0;
    KeySet own;
    position.occupied(position.side_to_move()).for_each([&](Point origin) {
        for_each_result(position, origin, own,
                        [&](const Position& after) { count += perft(after, depth - 1, stop, seen); });
    });
    return count;
}

/// Is `a` the better name of a turn: fewer parts, of several the first in ASCII order?
bool is_shorter(const Position& position, const Turn& a, const Turn& b) {
    if (a.size() != b.size()) return a.size() < b.size();
    return format_turn(position, a) < format_turn(position, b);
}

}  // namespace

std::vector<LegalTurn> legal_turns_from(const Position& position, Point origin) {
    std::vector<LegalTurn> turns;
    if (position.decided() || !position.occupied(position.side_to_move()).contains(origin)) return turns;
    std::unordered_map<std::uint64_t, std::size_t> known;
    Turn turn;
    explore(position, origin, turn, [&](const Turn& found, const Position& after) {
        const std::uint64_t key = result_key(after);
        const auto [at, is_new] = known.try_emplace(key, turns.size());
        if (is_new)
            turns.push_back({found, key});
        else if (is_shorter(position, found, turns[at->second].turn))
            turns[at->second].turn = found;
        return false;
    });
    return turns;
}

std::vector<LegalTurn> legal_turns(const Position& position) {
    std::vector<LegalTurn> turns;
    position.occupied(position.side_to_move()).for_each([&](Point origin) {
        const std::vector<LegalTurn> more = legal_turns_from(position, origin);
        turns.insert(turns.end(), more.begin(), more.end());
    });
    return turns;
}

bool has_legal_turn(const Position& position) {
    return (position.under_way() || !position.decided()) && has_turn_ignoring_counter(position);
}

bool has_turn_ignoring_counter(const Position& position) {
    const auto any = [](const Turn&, const Position&) { return true; };
    Turn turn;
    if (position.under_way()) return explore(position, position.turn().origin, turn, any);
    Bitboard own = position.occupied(position.side_to_move());
    while (own.any())
        if (explore(position, own.pop_first(), turn, any)) return true;
    return false;
}

Outcome play_turn(Position& position, const Turn& turn) {
    if (turn.burnt()) {
        position.play_burnt_flight(turn.origin());
        return position.exposed(~position.side_to_move()) ? Outcome::Exposed : Outcome::Over;
    }
    Outcome outcome = Outcome::UnderWay;
    for (const Part part : turn) outcome = position.play(part);
    return outcome == Outcome::UnderWay ? position.play(Part::end(turn.origin())) : outcome;
}

bool is_legal(const Position& position, const Turn& turn) {
    if (!turn.exists() || turn.burnt() || position.decided()) return false;
    Position after = position;
    Outcome outcome = Outcome::UnderWay;
    for (const Part part : turn) {
        if (outcome != Outcome::UnderWay || part.ends_turn() || !is_pseudo_legal(after, part)) return false;
        outcome = after.play(part);
    }
    if (outcome == Outcome::UnderWay) outcome = after.play(Part::end(turn.origin()));
    return outcome == Outcome::Over;
}

Turn shortest_form(const Position& position, const Turn& turn) {
    if (turn.burnt() || !position.at(turn.origin()).stacked()) return turn;
    Position after = position;
    play_turn(after, turn);
    const std::uint64_t key = result_key(after);
    Turn best = turn, way;
    explore(position, turn.origin(), way, [&](const Turn& found, const Position& reached) {
        if (result_key(reached) == key && is_shorter(position, found, best)) best = found;
        return false;
    });
    return best;
}

std::vector<Part> next_parts(const Position& position, Point origin) {
    std::vector<Part> parts;
    if (!position.under_way() &&
        (position.decided() || !position.occupied(position.side_to_move()).contains(origin)))
        return parts;
    PartList list;
    generate_from(position, origin, list);
    for (const Part part : list) {
        Position after = position;
        const Outcome outcome = after.play(part);
        if (outcome == Outcome::Over || (outcome == Outcome::UnderWay && has_legal_turn(after)))
            parts.push_back(part);
    }
    return parts;
}

std::uint64_t perft(const Position& position, int depth, const std::atomic<bool>* stop) {
    KeySet seen;
    return perft(position, depth, stop, seen);
}

}  // namespace tulenh
