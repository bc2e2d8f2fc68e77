#include "engine/turns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/attacks.h"
#include "engine/generator.h"
#include "engine/legality.h"
#include "engine/movegen.h"
#include "engine/text.h"

namespace tulenh {
namespace {

/// Key of a position with points and counters: equal for turns that are the same (RULES.md section 9).
std::uint64_t result_key(std::uint64_t key, std::uint64_t red, std::uint64_t blue, std::uint64_t halfmove) {
    const std::uint64_t counters = (red << 40 ^ blue << 16 ^ halfmove) * 0x9e3779b97f4a7c15U;
    return key ^ counters ^ counters >> 29;
}
std::uint64_t result_key(const Position& after) {
    return result_key(after.key(), after.points(Color::Red), after.points(Color::Blue), after.halfmove());
}

/// The part before the one at hand, for telling whether the two could change places.
struct Previous {
    Part part;
    Kind carrier{};
    bool broke_ring = false;
};

/// Which of the equal turns are wanted.
enum class Orders : std::uint8_t { All, OneOfCommuting };

/// Two neighbouring parts commute when neither touches what the other needs: they go in different directions,
/// no commander's sight is at stake, no ring is broken for an aircraft, and the ship does not act twice. Of
/// two that commute only the order by direction is made.
bool is_redundant(const Position& position, const Previous& previous, Part part) {
    if (!previous.part.exists() || part.ends_turn()) return false;
    const TurnState& turn = position.turn();
    const Kind carrier = turn.began.subset(part.members()).carrier().kind();
    if (carrier == Kind::Commander || previous.carrier == Kind::Commander) return false;
    const bool broadside = (part.members() & ~turn.waiting) != 0;
    if (broadside || (previous.part.members() & part.members()) != 0) return false;
    if (carrier == Kind::Aircraft && previous.broke_ring) return false;
    if (previous.carrier == Kind::Aircraft && part.captures() &&
        contains(kRingKinds, position.at(part.to()).carrier().kind()))
        return false;
    return short_line(part.from(), part.to()).direction <
           short_line(part.from(), previous.part.to()).direction;
}

/// Plays all legal turns that continue `turn` and calls `visit(turn, after)` for each until a call returns
/// true. Turns with equal results come more than once; with `OneOfCommuting` less often.
template <Orders kOrders, typename Visit>
bool explore(const Position& position, Point origin, Turn& turn, Visit&& visit,
             const Previous& previous = {}) {
    PartList list;
    generate_from(position, origin, list);
    const Stack began = position.under_way() ? position.turn().began : position.at(origin);
    for (const Part part : list) {
        if (kOrders == Orders::OneOfCommuting && is_redundant(position, previous, part)) continue;
        Position after = position;
        const Outcome outcome = after.play(part);
        if (!part.ends_turn()) turn.push(part);
        bool done = false;
        if (outcome == Outcome::UnderWay) {
            const bool broke_ring =
                part.captures() && contains(kRingKinds, position.at(part.to()).carrier().kind());
            const Kind carrier = began.subset(part.members()).carrier().kind();
            done = explore<kOrders>(after, origin, turn, visit, Previous{part, carrier, broke_ring});
        } else {
            done = outcome == Outcome::Over && visit(turn, after);
        }
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
    explore<Orders::OneOfCommuting>(position, origin, turn, [&](const Turn&, const Position& after) {
        if (!several_ways || seen.insert(result_key(after))) visit(after);
        return false;
    });
}

/// Counts the turns of single pieces that the gate knows to be legal; keeps the other first parts.
struct CountingSink {
    static constexpr bool kWantsMoves = true;
    static constexpr bool kWantsCaptures = true;

    void moves(Point origin, Axis axis, Window to, MemberMask members) {
        if (gate.free_to_leave(origin)) {
            count += static_cast<std::uint64_t>(std::popcount(to));
            return;
        }
        for (unsigned bits = to; bits != 0; bits &= bits - 1) {
            const Part part(origin, window_point(origin, axis, std::countr_zero(bits)), members,
                            Action::Move);
            if (!gate.surely_illegal(part)) push(part);
        }
    }
    void push(Part part) {
        if (is_whole_turn(position.at(part.from()), part) && gate.surely_legal(part))
            ++count;
        else
            doubtful.push(part);
    }

    const Position& position;
    const LegalityGate gate{position};
    std::uint64_t count = 0;
    PartList doubtful{};
};

/// Counts the different turns of one stack. The last parts of most are told apart by the key that they lead
/// to, without playing them.
class StackCounter {
  public:
    StackCounter(const Position& start, const LegalityGate& legality, const CheckGate& checks, KeySet& seen)
        : start_(start), legality_(legality), checks_(checks), seen_(seen) {}

    std::uint64_t count(Point origin) {
        origin_ = origin;
        began_ = start_.at(origin);
        seen_.clear();
        count_ = 0;
        continue_turn(start_, true, Previous{});
        return count_;
    }

  private:
    /// `sure`: the parts so far neither expose the own commander nor promote.
    void continue_turn(const Position& position, bool sure, const Previous& previous) {
        PartList list;
        generate_from(position, origin_, list);
        const bool begun = position.under_way();
        const TurnState turn =
            begun ? position.turn() : TurnState{began_, origin_, began_.all(), 0, false, false};
        for (const Part part : list) {
            if (is_redundant(position, previous, part)) continue;
            if (part.ends_turn()) {
                if (sure)
                    add(position, part, turn.captured, Stack{}, Stack{});
                else
                    play(position, part, false, Previous{});
                continue;
            }
            const Stack detachment = began_.subset(part.members()), target = position.at(part.to());
            const bool part_is_sure =
                sure && legality_.surely_legal(part) && checks_.surely_quiet(part, detachment);
            const bool acts_again = turn.reloaded || (detachment.carrier().kind() == Kind::Warship &&
                                                      part.action() == Action::Stay);
            if (part_is_sure && !acts_again && (turn.waiting & ~part.members()) == 0) {
                if (leaves_valid(turn, part))
                    add(position, part, turn.captured || part.captures(), part.captures() ? target : Stack{},
                        part.action() == Action::Exchange ? detachment : Stack{});
                continue;
            }
            const bool broke_ring = part.captures() && contains(kRingKinds, target.carrier().kind());
            play(position, part, part_is_sure, Previous{part, detachment.carrier().kind(), broke_ring});
        }
    }

    /// May what is left on the point after the last part stand there?
    [[nodiscard]] bool leaves_valid(const TurnState& turn, Part part) const {
        const MemberMask stays = part.action() == Action::Stay ? part.members() : MemberMask{0};
        const auto left = static_cast<MemberMask>((turn.stayed & ~part.members()) | stays);
        if (left == 0) return true;
        const Stack stack = began_.subset(left);
        return stack.valid() && may_stand(stack, origin_);
    }

    void play(const Position& position, Part part, bool sure, const Previous& previous) {
        Position after = position;
        const Outcome outcome = after.play(part);
        if (outcome == Outcome::UnderWay)
            continue_turn(after, sure, previous);
        else if (outcome == Outcome::Over)
            count_ += seen_.insert(result_key(after));
    }

    void add(const Position& position, Part part, bool captured, Stack taken, Stack lost) {
        const std::size_t us = index(position.side_to_move());
        std::array<unsigned, 2> points{position.points(Color::Red), position.points(Color::Blue)};
        points[us] += static_cast<unsigned>(taken.points());
        points[1 - us] += static_cast<unsigned>(lost.points());
        const unsigned halfmove = captured ? 0 : position.halfmove() + 1;
        count_ += seen_.insert(result_key(position.key_after_last(part), points[0], points[1], halfmove));
    }

    const Position& start_;
    const LegalityGate& legality_;
    const CheckGate& checks_;
    KeySet& seen_;
    Point origin_{};
    Stack began_;
    std::uint64_t count_ = 0;
};

std::uint64_t count_turns(const Position& position, KeySet& seen) {
    CountingSink sink{position};
    Generator generator(position, sink);
    std::uint64_t of_stacks = 0;
    std::optional<CheckGate> checks;
    position.occupied(position.side_to_move()).for_each([&](Point origin) {
        if (!position.at(origin).stacked()) {
            generator.first_parts(origin);
            return;
        }
        if (!checks) checks.emplace(position);
        of_stacks += StackCounter(position, sink.gate, *checks, seen).count(origin);
    });
    std::uint64_t count = sink.count + of_stacks;
    for (const Part part : sink.doubtful) {
        Position after = position;
        const Outcome outcome = after.play(part);
        count += outcome == Outcome::Over;
        Turn turn;
        if (outcome == Outcome::UnderWay)
            explore<Orders::OneOfCommuting>(after, part.from(), turn,
                                            [&](const Turn&, const Position&) { return ++count, false; });
    }
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
    explore<Orders::All>(position, origin, turn, [&](const Turn& found, const Position& after) {
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
    if (position.under_way())
        return explore<Orders::OneOfCommuting>(position, position.turn().origin, turn, any);
    Bitboard own = position.occupied(position.side_to_move());
    while (own.any())
        if (explore<Orders::OneOfCommuting>(position, own.pop_first(), turn, any)) return true;
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
    explore<Orders::All>(position, turn.origin(), way, [&](const Turn& found, const Position& reached) {
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
