#include "search/worker.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "engine/attacks.h"
#include "engine/legality.h"
#include "engine/turns.h"
#include "eval/evaluate.h"
#include "search/constants.h"

namespace tulenh {
namespace {

constexpr Value kInfinite = kMate + 1;
/// Said of a turn under way that cannot be ended legally. Never stored, never compared with real values.
constexpr Value kNoTurn = -kInfinite;
/// No static value: the side is in danger.
constexpr Value kUnknown = -kInfinite - 1;

constexpr int kMaxDepth = kMaxTurnPly - 10;
constexpr int kCheckEvasionTurns = 4;  ///< so deep does quiescence answer checks with all turns
/// Iterations up to here miss hardly a win in two turns: nothing is judged by its static value on the first
/// turns, and where a side has few pieces nothing is left out or searched shallower at all.
constexpr int kCarefulDepth = 4;
constexpr int kCarefulTurns = 2;
constexpr std::size_t kCarefulRootTurns = 300;  ///< of stacks with more, the later ones may be missed
constexpr int kFewPieces = 4;                   ///< with fewer, having to move may be what loses
constexpr unsigned kNullMoveCounter = 85;

/// log2(x) in 64ths, from integers alone so that every machine agrees.
constexpr int log2_in_64ths(int x) {
    std::uint64_t mantissa = static_cast<std::uint64_t>(x) << 24;
    int log = 0;
    for (; mantissa >= std::uint64_t{2} << 24; mantissa >>= 1) log += 64;
    for (int bit = 32; bit > 0; bit /= 2) {
        mantissa = mantissa * mantissa >> 24;
        if (mantissa >= std::uint64_t{2} << 24) {
            mantissa >>= 1;
            log += bit;
        }
    }
    return log;
}

constexpr auto kLog2 = [] {
    std::array<std::int16_t, 512> table{};
    for (std::size_t i = 1; i < table.size(); ++i)
        table[i] = static_cast<std::int16_t>(log2_in_64ths(static_cast<int>(i)));
    return table;
}();
int log2_of(std::size_t x) { return kLog2[std::min<std::size_t>(x, kLog2.size() - 1)]; }

/// The late move reduction in 64ths of a turn, by depth and by how many parts came before.
int late_reduction(int depth, std::size_t number) {
    return constants.reduction_base +
           constants.reduction_slope * log2_of(static_cast<std::size_t>(depth)) * log2_of(number) / (64 * 64);
}

/// How many quiet parts are tried at this depth; a side without stacks has about 115.
int late_parts(int depth) {
    return depth <= constants.late_depth ? constants.late_base + constants.late_factor * depth * depth
                                         : 1 << 20;
}

/// Distances in stored values count from the position, in searched ones from the root.
Value to_table(Value value, int ply) {
    return value > kMaxEval ? value + ply : value < -kMaxEval ? value - ply : value;
}
Value from_table(Value value, int ply) {
    return value > kMaxEval ? value - ply : value < -kMaxEval ? value + ply : value;
}

/// Does a stored value settle a node with this window?
bool settles(Bound bound, Value value, Value alpha, Value beta) {
    return bound == Bound::Exact || (bound == Bound::Lower ? value >= beta : value <= alpha);
}
/// What a node's best value, searched in this window, says.
Bound bound_of(Value best, Value alpha, Value beta) {
    return best >= beta ? Bound::Lower : best > alpha ? Bound::Exact : Bound::Upper;
}

/// The same pieces are worth something else when the no-capture counter is about to decide.
std::uint64_t table_key(const Position& position) {
    constexpr unsigned kFrom = 60, kStep = 8;
    const unsigned counter = position.halfmove();
    const std::uint64_t bucket = counter < kFrom ? 0 : (counter - kFrom) / kStep + 1;
    return position.key() ^ bucket * 0x9e3779b97f4a7c15U;
}

/// Could the other side decide the battle at once: is the commander in check where it decides, or the last
/// point with pieces of a condition of the mode attacked?
bool is_in_danger(const Position& position) {
    const Color us = position.side_to_move();
    if (commander_decides(position.mode()) && in_check(position, us)) return true;
    for (std::size_t c = 1; c < kConditionCount; ++c) {
        if ((conditions(position.mode()) >> c & 1U) == 0) continue;
        Bitboard last;
        for (std::size_t k = 0; k < kKindCount; ++k)
            if (contains(kConditionKinds[c], kind_at(k))) last |= position.with_kind(kind_at(k), us);
        if (last.count() == 1 && is_attacked(position, last.first(), ~us)) return true;
    }
    return false;
}

/// Would capturing this stack decide the battle in some mode?
bool may_decide(const Position& position, Stack victim) {
    const Color color = victim.color();
    for (const KindSet condition : kConditionKinds) {
        int all = 0, taken = 0;
        for (std::size_t k = 0; k < kKindCount; ++k)
            if (contains(condition, kind_at(k))) all += position.count(color, kind_at(k));
        for (std::size_t i = 0; i < victim.size(); ++i) taken += contains(condition, victim.member(i).kind());
        if (taken > 0 && taken == all) return true;
    }
    return false;
}

/// Is this what the part leads to, a legal turn, when it is played in full?
[[maybe_unused]] bool plays_to(Position position, Part part, const Position& after) {
    return position.play(part) == Outcome::Over && position == after;
}

/// Plays a part that promotes nothing on a copy, quickly if the gate of the position, made when first asked,
/// lets it.
Outcome play_plainly(const Position& position, Position& copy, Part part, std::optional<LegalityGate>& gate) {
    if (!moves_lone_piece(position, part)) return copy.play(part);
    if (!gate) gate.emplace(position);
    if (!gate->surely_legal(part)) return copy.play(part);
    copy.play_plain_move(part);
    assert(plays_to(position, part, copy));
    return Outcome::Over;
}

}  // namespace

void Worker::Line::set(Part first, const Line& rest) {
    parts_[0] = first;
    const std::size_t kept = std::min(rest.size_, kLongest - 1);
    std::copy_n(rest.parts_.begin(), kept, parts_.begin() + 1);
    size_ = kept + 1;
}

// ------------------------------------------------------------------------------------------ helpers

bool Worker::must_stop() {
    constexpr std::uint64_t kClockInterval = 256;
    if (aborted_) return true;
    aborted_ = shared_.stop.load(std::memory_order_relaxed) || shared_.halt.load(std::memory_order_relaxed);
    if (index_ == 0 && node_limit_ && total_nodes() >= *node_limit_) aborted_ = true;
    if (++calls_ % kClockInterval != 0) return aborted_;
    shared_.nodes.fetch_add(nodes_ - added_nodes_, std::memory_order_relaxed);
    added_nodes_ = nodes_;
    if (ponders_ && shared_.ponderhit.load(std::memory_order_relaxed)) {
        ponders_ = false;
        time_->restart();
    }
    if (index_ == 0 && !ponders_ && time_->is_up()) aborted_ = true;
    return aborted_;
}

std::optional<Value> Worker::decided_value(const Position& position, int ply) const {
    if (position.has_lost(position.side_to_move())) return mated_in(ply);
    if (position.has_lost(~position.side_to_move())) return mate_in(ply);
    if (position.halfmove() < kNoCaptureLimit) return std::nullopt;
    if (!has_turn_ignoring_counter(position)) return mated_in(ply);
    const unsigned own = position.points(position.side_to_move()),
                   other = position.points(~position.side_to_move());
    return own == other ? 0 : own > other ? kPointsWin - ply : -kPointsWin + ply;
}

/// A draw at the first recurrence of a position of the search, at the third of one of the game.
bool Worker::repeated(const Position& position) const {
    const std::size_t now = keys_.size() - 1;
    const std::size_t reversible = std::min<std::size_t>(position.halfmove(), now);
    int earlier = 0;
    for (std::size_t back = 2; back <= reversible; back += 2)
        if (keys_[now - back] == keys_[now] && (now - back >= root_key_ || ++earlier == 2)) return true;
    return false;
}

template <typename Next>
Value Worker::child_value(const Position& after, Outcome outcome, int ply, Value alpha, Value beta,
                          Next&& next) {
    switch (outcome) {
        case Outcome::UnderWay: return next(after, ply, alpha, beta);
        case Outcome::Exposed:
        case Outcome::Stranded: return kNoTurn;
        case Outcome::Over: break;
    }
    // Only a capture or an exchange can decide by a condition; if both sides have lost, the mover has won.
    if (after.halfmove() == 0) {
        if (after.has_lost(after.side_to_move())) return mate_in(ply + 1);
        if (after.has_lost(~after.side_to_move())) return mated_in(ply + 1);
    }
    keys_.push_back(after.key());
    const Value value = -next(after, ply + 1, -beta, -alpha);
    keys_.pop_back();
    return value;
}

/// The null move: what passing is worth, for the side that passes.
Value Worker::value_of_passing(const Position& position, int depth, int ply, Value beta) {
    const int reduced = depth - constants.null_base - depth / constants.null_divisor;
    Position after = position;
    after.pass();
    frame(ply).trail = Trail{};
    Line line;
    keys_.push_back(after.key());
    const Value value = -search(after, reduced, ply + 1, -beta, -beta + 1, line);
    keys_.pop_back();
    if (value < beta || aborted_ || depth < constants.null_verified) return value;
    const int before = no_passing_before_;
    no_passing_before_ = ply + 2 * (depth - reduced);
    const Value verified = search(position, reduced, ply, beta - 1, beta, line);
    no_passing_before_ = before;
    return verified;
}

/// Learns from a cut-off: what the part was better than.
void Worker::reward(const Position& position, Part best, const TriedParts& tried, int depth, int ply) {
    const Color side = position.side_to_move();
    const Trails before = trails(ply);
    const int bonus = std::min(constants.history_bonus * depth, constants.history_limit);
    const auto update = [&](Part part, int change) {
        const Trail trail = Trail::of(position, part);
        if (part.captures())
            history_.update_capture(trail, position.at(part.to()).carrier().kind(), change);
        else
            history_.update_quiet(side, trail, before, change);
    };
    const bool quiet = !best.captures();
    if (!best.ends_turn()) update(best, bonus);
    if (quiet && !position.under_way()) frame(ply).killers.add(best);
    for (const Part part : tried)
        if (part != best && (quiet || part.captures())) update(part, -bonus);
}

// ------------------------------------------------------------------------------------------ the tree

Value Worker::search(const Position& position, int depth, int ply, Value alpha, Value beta, Line& line) {
    line.clear();
    const bool begins = !position.under_way();
    if (depth <= 0 && constants.quiescence) return quiesce(position, 0, ply, alpha, beta);
    if (must_stop()) return 0;
    assert(position.key() == position.computed_key());
    selective_depth_ = std::max(selective_depth_, ply);

    // 1. Ends that need no search.
    if (begins) {
        if (position.halfmove() >= kNoCaptureLimit) return *decided_value(position, ply);
        if (constants.repetition && repeated(position)) return 0;
        if ((!constants.quiescence && depth <= 0) || ply >= kMaxTurnPly - 1) return static_value_(position);
        alpha = std::max(alpha, mated_in(ply));
        beta = std::min(beta, mate_in(ply + 1));
        if (alpha >= beta) return alpha;
    }

    // 2. What the table knows.
    const bool full_window = beta - alpha > 1;
    const std::uint64_t key = table_key(position);
    const std::optional<TableEntry> entry = look_up(key);
    Part table_part;
    if (entry) {
        table_part = entry->part;
        const Value value = from_table(entry->value, ply);
        const bool deep_enough = constants.deeper_cuts ? entry->depth >= depth : entry->depth == depth;
        if ((!full_window || !constants.null_windows) && deep_enough &&
            settles(entry->bound, value, alpha, beta))
            return value;
    }

    // 3. Far above or below the window: a shallow look is enough, or not even that. Only where a turn begins
    // and no score near the end of the battle is at stake.
    Frame& here = frame(ply);
    bool in_danger = false;
    if (begins) {
        in_danger = is_in_danger(position);
        here.standing = in_danger ? kUnknown : static_value_(position);
        here.trail = Trail{};
        frame(ply + 1).killers = Killers{};
    }
    const Value standing = begins ? here.standing : kUnknown;
    const Value earlier = ply >= 2 ? frame(ply - 2).standing : kUnknown;
    const bool improving = standing != kUnknown && earlier != kUnknown && standing > earlier;
    const bool careful = full_width_ || (ply <= kCarefulTurns && root_depth_ <= kCarefulDepth);
    if (!full_window && standing != kUnknown && !careful && std::abs(beta) <= kMaxEval) {
        if (depth <= constants.reverse_futility_depth &&
            standing - constants.reverse_futility_margin * (depth - improving) >= beta)
            return standing;
        if (depth <= constants.razor_depth && standing + constants.razor_margin * depth <= alpha) {
            const Value value = quiesce(position, 0, ply, alpha, beta);
            if (value <= alpha) return value;
        }
        if (depth >= constants.null_depth && standing >= beta && ply >= no_passing_before_ && ply >= 1 &&
            frame(ply - 1).trail.value() != 0 && position.count(position.side_to_move()) >= kFewPieces &&
            position.halfmove() <= kNullMoveCounter) {
            const Value value = value_of_passing(position, depth, ply, beta);
            if (aborted_) return 0;
            if (value >= beta) return std::min(value, kMaxEval);
        }
    }
    // Without a part from the table the order is poor: a shallower search will find one for the next time.
    if (begins && !careful && !table_part.exists() && depth >= constants.internal_depth) --depth;

    // 4. All parts, best first.
    const Trails before = trails(ply);
    PartPicker picker(position, store_, history_, before, table_part, begins ? here.killers : Killers{});
    const Trail made = here.trail;
    const Value old_alpha = alpha;
    Value best = kNoTurn;
    Part best_part;
    std::size_t number = 0;
    int quiets = 0;
    // Unloading yet another piece is seldom better than ending the turn.
    const int most_quiets =
        late_parts(depth) >> ((improving ? 0 : 1) + (begins ? 0 : constants.late_under_way));
    TriedParts tried;
    std::optional<CheckGate> gate;
    std::optional<LegalityGate> legality;
    for (Part part = picker.next(); part.exists(); part = picker.next()) {
        const bool quiet = !part.captures() && !part.ends_turn();
        const Stack pieces = part.ends_turn() ? Stack{} : detachment_of(position, part);
        const Trail trail = part.ends_turn() ? made : Trail(pieces.carrier().kind(), part.to());
        ++number;

        // Late parts of a node near the leaves are not worth a look once a turn is known that does not lose.
        // Only quiet ones that neither give check nor promote, and captures that lose too much.
        bool is_plain = quiet && !in_danger;
        if (is_plain && begins) {
            if (!gate) gate.emplace(position);
            is_plain = gate->surely_promotes_nothing(part, pieces);
        }
        if (!full_window && !full_width_ && best > -kMate + kMaxTurnPly && !in_danger &&
            position.count(~position.side_to_move()) >= kFewPieces) {
            if (is_plain) {
                if (++quiets > most_quiets) {
                    picker.skip_quiets();
                    continue;
                }
                if (standing != kUnknown && depth <= constants.futility_depth &&
                    standing + constants.futility_base + constants.futility_margin * depth <= alpha)
                    continue;
            } else if (picker.at_losing_captures() && depth <= constants.loss_depth && begins &&
                       !loses_at_most(position, part, constants.loss_margin * depth) &&
                       !may_decide(position, position.at(part.to()))) {
                continue;
            }
        }

        Position after = position;
        const Outcome outcome =
            is_plain && begins ? play_plainly(position, after, part, legality) : after.play(part);
        table_.prefetch(table_key(after));
        nodes_ += !part.ends_turn();

        // The first part of a turn costs a turn of depth, the others nothing.
        const int next_depth = begins ? depth - 1 : depth;
        int reduction = 0;
        if (depth >= 2 && number > 2 && !full_width_ && best != kNoTurn &&
            (is_plain || picker.at_losing_captures())) {
            reduction = late_reduction(depth, number);
            if (quiet)
                reduction -=
                    history_.of_quiet(position.side_to_move(), trail, before) / constants.reduction_history;
            if (full_window) reduction -= 64;
            if (!improving) reduction += 32;
            reduction = std::clamp(reduction / 64, 0, next_depth - (careful ? 1 : 0));
        }
        here.trail = trail;
        Line rest;
        rest.clear();
        const auto try_at = [&](int d, Value low, Value high) {
            return child_value(after, outcome, ply, low, high,
                               [&](const Position& p, int next_ply, Value a, Value b) {
                                   return search(p, d, next_ply, a, b, rest);
                               });
        };
        Value value = kNoTurn;
        if (best == kNoTurn || !constants.null_windows) {
            value = try_at(next_depth, alpha, beta);
        } else {
            value = try_at(next_depth - reduction, alpha, alpha + 1);
            if (value > alpha && reduction != 0) value = try_at(next_depth, alpha, alpha + 1);
            if (value > alpha && full_window) value = try_at(next_depth, alpha, beta);
        }
        if (aborted_) break;
        if (value == kNoTurn) continue;
        if (!part.ends_turn()) tried.push(part);
        if (value <= best) continue;
        best = value;
        best_part = part;
        if (value <= alpha) continue;
        alpha = value;
        if (full_window) line.set(part, rest);
        if (alpha < beta) continue;
        reward(position, part, tried, depth, ply);
        break;
    }
    if (aborted_) return 0;

    // 5. No legal turn loses the battle; a turn under way without legal end is not a turn.
    if (best == kNoTurn) return begins ? mated_in(ply) : kNoTurn;

    table_.store(key, {best > old_alpha ? best_part : Part{}, to_table(best, ply), depth,
                       bound_of(best, old_alpha, beta)});
    return best;
}

Value Worker::quiesce(const Position& position, int depth, int ply, Value alpha, Value beta) {
    if (must_stop()) return 0;
    assert(position.key() == position.computed_key());
    const bool begins = !position.under_way();
    selective_depth_ = std::max(selective_depth_, ply);

    Value best = kNoTurn;
    bool in_danger = false;
    if (begins) {
        if (position.halfmove() >= kNoCaptureLimit) return *decided_value(position, ply);
        if (ply >= kMaxTurnPly - 1) return static_value_(position);
        in_danger = commander_decides(position.mode()) && depth < kCheckEvasionTurns &&
                    in_check(position, position.side_to_move());
        if (!in_danger) {
            best = static_value_(position);
            if (best >= beta) return best;
        }
    }

    const std::uint64_t key = table_key(position);
    Part table_part;
    if (const std::optional<TableEntry> entry = look_up(key)) {
        const Value value = from_table(entry->value, ply);
        if (beta - alpha == 1 && constants.null_windows && settles(entry->bound, value, alpha, beta))
            return value;
        table_part = entry->part;
    }

    const Value old_alpha = alpha, stand_pat = best;
    alpha = std::max(alpha, best);
    Part best_part;
    const auto try_part = [&](Part part) {
        if (begins && !in_danger && part.captures() && !may_decide(position, position.at(part.to())) &&
            (stand_pat + captured_value(position, part) + constants.delta_margin <= alpha ||
             !loses_at_most(position, part, 0)))
            return;
        Position after = position;
        const Outcome outcome = after.play(part);
        table_.prefetch(table_key(after));
        nodes_ += !part.ends_turn();
        const Value value = child_value(
            after, outcome, ply, alpha, beta, [&](const Position& p, int next_ply, Value a, Value b) {
                return quiesce(p, p.under_way() ? depth : depth + 1, next_ply, a, b);
            });
        if (aborted_ || value <= best) return;
        best = value;
        best_part = part;
        alpha = std::max(alpha, value);
    };
    const auto try_all = [&](PartPicker&& picker, bool quiet_only) {
        while (alpha < beta && !aborted_) {
            const Part part = picker.next();
            if (!part.exists()) return;
            if (!quiet_only || (!part.captures() && !part.ends_turn())) try_part(part);
        }
    };
    if (in_danger)
        try_all(PartPicker(position, store_, history_, Trails{}, table_part, Killers{}), false);
    else
        try_all(PartPicker(position, store_, history_, table_part), false);
    // Within a turn that captures alone would lose or cannot end, the quiet parts may save it.
    if (!begins && best <= -kMate + kMaxTurnPly)
        try_all(PartPicker(position, store_, history_, Trails{}, Part{}, Killers{}), true);
    if (aborted_) return 0;

    if (best == kNoTurn) return begins ? mated_in(ply) : kNoTurn;
    table_.store(key, {best_part, to_table(best, ply), 0, bound_of(best, old_alpha, beta)});
    return best;
}

// ------------------------------------------------------------------------------------------ the root

void Worker::collect_root_turns(const Position& position, const std::vector<Turn>& wanted) {
    root_turns_.clear();
    for (const LegalTurn& legal : legal_turns(position)) {
        if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), legal.turn) == wanted.end()) continue;
        Position after = position;
        play_turn(after, legal.turn);
        RootTurn& turn = root_turns_.emplace_back();
        turn.turn = legal.turn;
        const std::optional<Value> decided = decided_value(after, 1);
        turn.score = decided ? -*decided : -static_value_(after);
        // In check the other side may have nothing better than a bad turn.
        const bool may_stand_pat =
            !decided && !(commander_decides(after.mode()) && in_check(after, after.side_to_move()));
        turn.bound = may_stand_pat ? turn.score : kInfinite;
        turn.line.clear();
    }
    std::stable_sort(root_turns_.begin(), root_turns_.end(),
                     [](const RootTurn& a, const RootTurn& b) { return a.score > b.score; });
}

Value Worker::search_root(int depth, std::size_t first, Value alpha, Value beta) {
    Value best = kNoTurn;
    for (std::size_t i = first; i < root_turns_.size(); ++i) {
        RootTurn& root_turn = root_turns_[i];
        const std::size_t number = i - first + 1;
        int reduction = 0;
        if (depth >= 2 && number > 4 && !full_width_ && best > -kMate + kMaxTurnPly) {
            const bool careful = depth <= kCarefulDepth && number <= kCarefulRootTurns;
            const int most = careful ? std::max(depth - 3, 0) : depth - 1;
            reduction = late_reduction(depth, number) - 64;
            reduction = std::clamp(reduction / 64, 0, most);
        }
        if (reporter_ != nullptr) report_current(depth, i);
        const std::uint64_t nodes_before = nodes_;
        Position after = root_;
        const Outcome outcome = play_turn(after, root_turn.turn);
        frame(0).trail = Trail::of(root_, root_turn.turn[0]);
        Line rest;
        rest.clear();
        const auto try_at = [&](int d, Value low, Value high) {
            // Where quiescence follows, the other side may stand pat: nothing more to learn.
            if (d <= 0 && best != kNoTurn && root_turn.bound <= low) return root_turn.bound;
            nodes_ += root_turn.turn.size();
            return child_value(
                after, outcome, 0, low, high,
                [&](const Position& p, int ply, Value a, Value b) { return search(p, d, ply, a, b, rest); });
        };
        Value value = kNoTurn;
        if (number == 1 || !constants.null_windows) {
            value = try_at(depth - 1, alpha, beta);
        } else {
            value = try_at(depth - 1 - reduction, alpha, alpha + 1);
            if (value > alpha && reduction != 0 && !aborted_) value = try_at(depth - 1, alpha, alpha + 1);
            if (value > alpha && !aborted_) value = try_at(depth - 1, alpha, beta);
        }
        root_turn.nodes += nodes_ - nodes_before;
        if (aborted_) break;
        if (value <= best) continue;
        best = value;
        if (value <= alpha) continue;
        alpha = value;
        root_turn.score = value;
        root_turn.depth = depth;
        root_turn.selective_depth = selective_depth_;
        root_turn.line = rest;
        // In front at once, so that an unfinished iteration leaves the best turn first.
        std::rotate(root_turns_.begin() + static_cast<std::ptrdiff_t>(first),
                    root_turns_.begin() + static_cast<std::ptrdiff_t>(i),
                    root_turns_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        if (alpha >= beta) break;
    }
    return best;
}

/// Finds the best of the turns from `first` on, in a window around its last score, widened until the score
/// lies inside.
void Worker::search_window(int depth, std::size_t first) {
    Value delta = constants.aspiration_width;
    const Value guess = root_turns_[first].score;
    Value alpha = -kInfinite, beta = kInfinite;
    if (depth >= constants.aspiration_depth && root_turns_[first].depth != 0 && std::abs(guess) <= kMaxEval) {
        alpha = guess - delta;
        beta = guess + delta;
    }
    while (true) {
        const Value value = search_root(depth, first, alpha, beta);
        if (aborted_) return;
        if (value <= alpha)
            alpha = value - delta < -kMaxEval ? -kInfinite : value - delta;
        else if (value >= beta)
            beta = value + delta > kMaxEval ? kInfinite : value + delta;
        else
            return;
        delta *= 2;
    }
}

void Worker::note_finding() {
    const RootTurn& best = root_turns_.front();
    const std::vector<Turn> turns = whole_turns(best);
    finding_ = {turns.front(), turns.size() > 1 ? turns[1] : Turn{}, best.score, best.depth};
}

/// Runs until a limit is reached; then `finding` tells the result.
void Worker::run(const Game& game, const Limits& limits, const Reporter* reporter) {
    root_ = game.position();
    keys_ = game.keys();
    root_key_ = keys_.size() - 1;
    time_.emplace(limits, root_.side_to_move());
    node_limit_ = limits.infinite ? std::nullopt : limits.nodes;
    reporter_ = reporter;
    aborted_ = false;
    ponders_ = limits.ponder;
    last_current_ = {};
    nodes_ = added_nodes_ = calls_ = 0;
    finding_ = {};
    store_.parts.clear();
    frames_ = {};

    const std::optional<Value> decided = decided_value(root_, 0);
    root_turns_.clear();
    if (!decided) collect_root_turns(root_, limits.turns);
    if (root_turns_.empty()) {
        // A battle that is over is reported as "mate 0" whoever has won it, unless points decided.
        SearchInfo info;
        info.score = decided && !is_mate(*decided) ? *decided : mated_in(0);
        if (reporter_ != nullptr) reporter_->info(info);
        return;
    }
    note_finding();

    int last_depth = kMaxDepth;
    if (!limits.infinite) {
        // A win that is deeper than twice its turns and a bit is not looked for any longer.
        constexpr int kMateExtra = 8;
        if (limits.mate) last_depth = std::min(kMaxDepth, 2 * *limits.mate + kMateExtra);
        if (limits.depth) last_depth = std::clamp(*limits.depth, 1, last_depth);
    }
    const bool may_end_early =
        !limits.analysis && (limits.clocks[index(root_.side_to_move())] || limits.gametime);
    const bool has_few_pieces = root_.count(Color::Red) < kFewPieces || root_.count(Color::Blue) < kFewPieces;
    const std::size_t lines = std::clamp<std::size_t>(limits.lines, 1, root_turns_.size());
    Iterations iterations;
    // Every other helper begins a turn deeper, so that they are not all at the same place.
    for (int depth = 1 + static_cast<int>(index_ % 2); depth <= last_depth && !aborted_; ++depth) {
        const Finding before = finding_;
        selective_depth_ = 0;
        root_depth_ = depth;
        full_width_ = depth <= kCarefulDepth && has_few_pieces;
        for (std::size_t line = 0; line < lines && !aborted_; ++line) {
            search_window(depth, line);
            std::stable_sort(root_turns_.begin(), root_turns_.begin() + static_cast<std::ptrdiff_t>(line) + 1,
                             [](const RootTurn& a, const RootTurn& b) { return a.score > b.score; });
        }
        const bool first_report = before.depth == 0;
        note_finding();
        if (depth == 1 && limits.nodes_after_first && !limits.infinite)
            node_limit_ = std::min(node_limit_.value_or(std::numeric_limits<std::uint64_t>::max()),
                                   nodes_ + *limits.nodes_after_first);
        if (reporter_ == nullptr || (aborted_ && !first_report && finding_.best == before.best)) continue;
        report_lines(lines, *reporter_);
        if (aborted_ || ponders_) continue;

        const Value score = finding_.score;
        iterations.stable = finding_.best == before.best ? iterations.stable + 1 : 0;
        iterations.fall = before.score - score;
        iterations.share_permille =
            static_cast<int>(root_turns_.front().nodes * 1000 / std::max<std::uint64_t>(nodes_, 1));
        if (time_->is_enough(iterations)) break;
        if (may_end_early && (root_turns_.size() == 1 || (is_mate(score) && mate_distance(score) <= depth)))
            break;
        if (limits.mate && score > 0 && is_mate(score) && mate_distance(score) <= 2 * *limits.mate - 1) break;
    }
    shared_.nodes.fetch_add(nodes_ - added_nodes_, std::memory_order_relaxed);
    added_nodes_ = nodes_;
}

// ------------------------------------------------------------------------------------------ reports

/// Tells now and then which turn a long search has come to.
void Worker::report_current(int depth, std::size_t at) {
    constexpr Milliseconds kLongSearch{3000}, kInterval{250};
    const Milliseconds now = time_->elapsed();
    if (now < std::max(kLongSearch, last_current_ + kInterval)) return;
    last_current_ = now;
    reporter_->current({depth, at + 1, shortest_form(root_, root_turns_[at].turn)});
}

void Worker::report_lines(std::size_t count, const Reporter& reporter) {
    for (std::size_t i = 0; i < count; ++i)
        if (i == 0 || root_turns_[i].depth != 0) reporter.info(info_of(root_turns_[i], i + 1));
}

SearchInfo Worker::info_of(const RootTurn& best, std::size_t line) const {
    SearchInfo info;
    info.line = line;
    info.depth = std::max(best.depth, 1);
    info.selective_depth = std::max(best.selective_depth, info.depth);
    info.score = best.score;
    info.nodes = total_nodes();
    info.time = time_->elapsed();
    info.hashfull = table_.permille_full();
    info.pv = whole_turns(best);
    return info;
}

std::vector<Turn> Worker::whole_turns(const RootTurn& best) const {
    std::vector<Turn> turns{shortest_form(root_, best.turn)};
    Position position = root_;
    play_turn(position, best.turn);
    Position begin = position;
    Turn turn;
    for (const Part part : best.line) {
        if (begin.decided() || !is_pseudo_legal(position, part)) break;
        const Outcome outcome = position.play(part);
        if (!part.ends_turn()) turn.push(part);
        if (outcome == Outcome::UnderWay) continue;
        if (outcome != Outcome::Over) break;
        turns.push_back(shortest_form(begin, turn));
        begin = position;
        turn = Turn{};
    }
    // The line may break off within a turn: kept if it can end there.
    if (turn.exists() && position.under_way() && position.play(Part::end(turn.origin())) == Outcome::Over)
        turns.push_back(shortest_form(begin, turn));
    return turns;
}

}  // namespace tulenh
