#include "search/worker.h"

#include <algorithm>
#include <limits>

#include "engine/attacks.h"
#include "engine/legality.h"
#include "engine/turns.h"
#include "eval/evaluate.h"

namespace tulenh {
namespace {

constexpr Value kInfinite = kMate + 1;
/// Said of a turn under way that cannot be ended legally. Never stored, never compared with real values.
constexpr Value kNoTurn = -kInfinite;

constexpr int kMaxDepth = kMaxTurnPly - 10;
constexpr int kCheckEvasionTurns = 4;  ///< so deep does quiescence answer checks with all turns
constexpr Value kDeltaMargin = 200;    ///< captures that leave so much to alpha are not tried in quiescence
/// Iterations up to here look at every turn, so that no win in two turns is missed; the later ones prune.
constexpr int kFullWidthDepth = 4;
constexpr int kReverseFutilityDepth = 4;
constexpr Value kReverseFutilityMargin = 120;
constexpr int kNullMoveDepth = 4;
constexpr int kNullMovePieces = 4;  ///< with fewer, having to move may be what loses
constexpr unsigned kNullMoveCounter = 85;
constexpr int kVerifiedNullMoveDepth = 8;  ///< from here on a null move's cut-off is verified
constexpr int kFutilityDepth = 3;
constexpr Value kFutilityBase = 100, kFutilityMargin = 120;
constexpr int kLaterPartReduction =
    5;  ///< from this depth on, later quiet parts are first searched shallower

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

/// Late move reductions, by depth and by how many parts came before: about log2(depth) · log2(number) / 4.
constexpr auto kReductions = [] {
    std::array<std::array<std::uint8_t, 128>, 32> table{};
    for (std::size_t depth = 1; depth < table.size(); ++depth)
        for (std::size_t number = 1; number < table[0].size(); ++number)
            table[depth][number] =
                static_cast<std::uint8_t>(log2_in_64ths(static_cast<int>(depth)) *
                                          log2_in_64ths(static_cast<int>(number)) / (64 * 64 * 4));
    return table;
}();

int late_reduction(int depth, std::size_t number) {
    return kReductions[std::min<std::size_t>(static_cast<std::size_t>(depth), 31)]
                      [std::min<std::size_t>(number, 127)];
}

/// How many quiet turns are tried at this depth; a side without stacks has about 115.
constexpr int late_turns(int depth) { return depth <= 4 ? 12 + 14 * depth * depth : 1 << 20; }

/// Distances in stored values count from the position, in searched ones from the root.
Value to_table(Value value, int ply) {
    return value > kMaxEval ? value + ply : value < -kMaxEval ? value - ply : value;
}
Value from_table(Value value, int ply) {
    return value > kMaxEval ? value - ply : value < -kMaxEval ? value + ply : value;
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
    aborted_ = stop_.load(std::memory_order_relaxed) || (node_limit_ && nodes_ >= *node_limit_);
    if (++calls_ % kClockInterval == 0) aborted_ = aborted_ || time_->is_up();
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

std::size_t Worker::push_parts(const Position& position, Wanted wanted, Part table_part,
                               const Killers& killers) {
    scratch_.clear();
    generate(position, scratch_, wanted);
    for (const Part part : scratch_)
        parts_.push_back({part, order_score(position, part, table_part, killers, history_)});
    return scratch_.size();
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
    const int reduced = depth - 3 - depth / 4;
    Position after = position;
    after.pass();
    Line line;
    may_pass_ = false;
    keys_.push_back(after.key());
    Value value = -search(after, reduced, ply + 1, -beta, -beta + 1, line);
    keys_.pop_back();
    if (value >= beta && depth >= kVerifiedNullMoveDepth && !aborted_)
        value = search(position, reduced, ply, beta - 1, beta, line);
    may_pass_ = true;
    return value;
}

// ------------------------------------------------------------------------------------------ the tree

Value Worker::search(const Position& position, int depth, int ply, Value alpha, Value beta, Line& line) {
    line.clear();
    if (depth <= 0) return quiesce(position, 0, ply, alpha, beta);
    if (must_stop()) return 0;
    const bool begins = !position.under_way();
    selective_depth_ = std::max(selective_depth_, ply);

    // 1. Ends that need no search.
    if (begins) {
        if (position.halfmove() >= kNoCaptureLimit) return *decided_value(position, ply);
        if (repeated(position)) return 0;
        if (ply >= kMaxTurnPly - 1) return evaluate(position);
        alpha = std::max(alpha, mated_in(ply));
        beta = std::min(beta, mate_in(ply + 1));
        if (alpha >= beta) return alpha;
    }

    // 2. What the table knows.
    const bool full_window = beta - alpha > 1;
    const std::uint64_t key = table_key(position);
    Part table_part;
    if (const std::optional<TableEntry> entry = table_.probe(key)) {
        table_part = entry->part;
        const Value value = from_table(entry->value, ply);
        if (!full_window && entry->depth >= depth &&
            (entry->bound == Bound::Exact || (entry->bound == Bound::Lower ? value >= beta : value <= alpha)))
            return value;
    }

    const bool in_danger = begins && is_in_danger(position);

    // 3. Far above beta: a shallow look is enough, or not even that. Only where a turn begins and no score
    // near the end of the battle is at stake.
    const Value standing = prunes_ && begins && !in_danger ? evaluate(position) : kNoTurn;
    if (prunes_ && !full_window && standing >= beta && std::abs(beta) <= kMaxEval) {
        if (depth <= kReverseFutilityDepth && standing - kReverseFutilityMargin * depth >= beta)
            return standing;
        if (depth >= kNullMoveDepth && may_pass_ &&
            position.count(position.side_to_move()) >= kNullMovePieces &&
            position.halfmove() <= kNullMoveCounter) {
            const Value value = value_of_passing(position, depth, ply, beta);
            if (aborted_) return 0;
            if (value >= beta) return std::min(value, kMaxEval);
        }
    }

    // 4. All parts, best first.
    Killers& killers = killers_[static_cast<std::size_t>(ply)];
    const std::size_t base = parts_.size();
    const std::size_t count = push_parts(position, Wanted::All, table_part, begins ? killers : Killers{});
    const Value old_alpha = alpha;
    Value best = kNoTurn;
    Part best_part;
    int quiets = 0;
    std::optional<CheckGate> gate;
    for (std::size_t i = 0; i < count; ++i) {
        bring_best_forward(parts_.data() + base + i, parts_.data() + base + count);
        const Part part = parts_[base + i].part;
        const bool quiet = !part.captures() && !part.ends_turn();

        // Quiet turns of single pieces that neither give check nor promote can wait or be left out.
        bool is_plain = prunes_ && quiet && begins && !in_danger && !position.at(part.from()).stacked();
        if (is_plain) {
            if (!gate) gate.emplace(position);
            is_plain = gate->surely_quiet(part, position.at(part.from()));
        }
        // Late ones of a node near the leaves are not worth a look once a legal turn is known.
        if (is_plain && !full_window && best > -kMate + kMaxTurnPly &&
            position.count(~position.side_to_move()) >= kNullMovePieces &&
            (++quiets > late_turns(depth) ||
             (depth <= kFutilityDepth && standing + kFutilityBase + kFutilityMargin * depth <= alpha)))
            continue;

        Position after = position;
        const Outcome outcome = after.play(part);
        nodes_ += !part.ends_turn();

        // The first part of a turn costs a turn of depth, the others nothing.
        const int next_depth = begins ? depth - 1 : depth;
        int reduction = !begins && quiet && depth >= kLaterPartReduction ? 1 : 0;
        if (is_plain && depth >= 2 && i >= 3) {
            reduction = late_reduction(depth, i) - (full_window ? 1 : 0);
            if (part == killers.parts[0] || part == killers.parts[1]) --reduction;
            reduction = std::clamp(reduction, 0, next_depth);
        }
        Line rest;
        rest.clear();
        const auto try_at = [&](int d, Value low, Value high) {
            return child_value(after, outcome, ply, low, high,
                               [&](const Position& p, int next_ply, Value a, Value b) {
                                   return search(p, d, next_ply, a, b, rest);
                               });
        };
        Value value = kNoTurn;
        if (best == kNoTurn) {
            value = try_at(next_depth, alpha, beta);
        } else {
            value = try_at(next_depth - reduction, alpha, alpha + 1);
            if (value > alpha && reduction != 0) value = try_at(next_depth, alpha, alpha + 1);
            if (value > alpha && full_window) value = try_at(next_depth, alpha, beta);
        }
        if (aborted_) break;
        if (value <= best) continue;
        best = value;
        best_part = part;
        if (value <= alpha) continue;
        alpha = value;
        if (full_window) line.set(part, rest);
        if (alpha < beta) continue;
        if (quiet) {
            if (begins) killers.add(part);
            const int bonus = std::min(depth * depth * 16, 1600);
            history_.update(position, part, bonus);
            for (std::size_t j = 0; j < i; ++j) {
                const Part other = parts_[base + j].part;
                if (!other.captures() && !other.ends_turn()) history_.update(position, other, -bonus);
            }
        }
        break;
    }
    parts_.resize(base);
    if (aborted_) return 0;

    // 5. No legal turn loses the battle; a turn under way without legal end is not a turn.
    if (best == kNoTurn) return begins ? mated_in(ply) : kNoTurn;

    const Bound bound = best >= beta ? Bound::Lower : best > old_alpha ? Bound::Exact : Bound::Upper;
    table_.store(key, {best > old_alpha ? best_part : Part{}, to_table(best, ply), depth, bound});
    return best;
}

Value Worker::quiesce(const Position& position, int depth, int ply, Value alpha, Value beta) {
    if (must_stop()) return 0;
    const bool begins = !position.under_way();
    selective_depth_ = std::max(selective_depth_, ply);

    Value best = kNoTurn;
    bool in_danger = false;
    if (begins) {
        if (position.halfmove() >= kNoCaptureLimit) return *decided_value(position, ply);
        if (ply >= kMaxTurnPly - 1) return evaluate(position);
        in_danger = commander_decides(position.mode()) && depth < kCheckEvasionTurns &&
                    in_check(position, position.side_to_move());
        if (!in_danger) {
            best = evaluate(position);
            if (best >= beta) return best;
        }
    }

    const std::uint64_t key = table_key(position);
    Part table_part;
    if (const std::optional<TableEntry> entry = table_.probe(key)) {
        const Value value = from_table(entry->value, ply);
        if (beta - alpha == 1 &&
            (entry->bound == Bound::Exact || (entry->bound == Bound::Lower ? value >= beta : value <= alpha)))
            return value;
        table_part = entry->part;
    }

    const Value old_alpha = alpha, stand_pat = best;
    alpha = std::max(alpha, best);
    Part best_part;
    /// Tries one kind of parts; returns whether they were enough for a cut-off.
    const auto try_parts = [&](Wanted wanted, bool quiet_only) {
        const std::size_t base = parts_.size();
        const std::size_t count = push_parts(position, wanted, table_part, Killers{});
        for (std::size_t i = 0; i < count && alpha < beta; ++i) {
            bring_best_forward(parts_.data() + base + i, parts_.data() + base + count);
            const Part part = parts_[base + i].part;
            const bool quiet = !part.captures() && !part.ends_turn();
            if (quiet_only && !quiet) continue;
            if (begins && !in_danger && stand_pat + captured_value(position, part) + kDeltaMargin <= alpha &&
                !may_decide(position, position.at(part.to())))
                continue;
            Position after = position;
            const Outcome outcome = after.play(part);
            nodes_ += !part.ends_turn();
            const Value value = child_value(
                after, outcome, ply, alpha, beta, [&](const Position& p, int next_ply, Value a, Value b) {
                    return quiesce(p, p.under_way() ? depth : depth + 1, next_ply, a, b);
                });
            if (aborted_) break;
            if (value > best) {
                best = value;
                best_part = part;
                alpha = std::max(alpha, value);
            }
        }
        parts_.resize(base);
    };
    try_parts(in_danger ? Wanted::All : Wanted::Captures, false);
    // Within a turn that captures alone would lose or cannot end, the quiet parts may save it.
    if (!begins && !aborted_ && best <= -kMate + kMaxTurnPly) try_parts(Wanted::All, true);
    if (aborted_) return 0;

    if (best == kNoTurn) return begins ? mated_in(ply) : kNoTurn;
    const Bound bound = best >= beta ? Bound::Lower : best > old_alpha ? Bound::Exact : Bound::Upper;
    table_.store(key, {best_part, to_table(best, ply), 0, bound});
    return best;
}

// ------------------------------------------------------------------------------------------ the root

void Worker::collect_root_turns(const Position& position) {
    root_turns_.clear();
    for (const LegalTurn& legal : legal_turns(position)) {
        Position after = position;
        play_turn(after, legal.turn);
        const std::optional<Value> decided = decided_value(after, 1);
        root_turns_.push_back({legal.turn, decided ? -*decided : -evaluate(after), Line{}});
        root_turns_.back().line.clear();
    }
    std::stable_sort(root_turns_.begin(), root_turns_.end(),
                     [](const RootTurn& a, const RootTurn& b) { return a.score > b.score; });
}

Value Worker::search_root(int depth, Value alpha, Value beta) {
    Value best = kNoTurn;
    for (std::size_t i = 0; i < root_turns_.size(); ++i) {
        RootTurn& root_turn = root_turns_[i];
        Position after = root_;
        const Outcome outcome = play_turn(after, root_turn.turn);
        nodes_ += root_turn.turn.size();
        Line rest;
        rest.clear();
        const auto try_with = [&](Value low, Value high) {
            return child_value(after, outcome, 0, low, high,
                               [&](const Position& p, int ply, Value a, Value b) {
                                   return search(p, depth - 1, ply, a, b, rest);
                               });
        };
        Value value = i == 0 ? try_with(alpha, beta) : try_with(alpha, alpha + 1);
        if (i != 0 && value > alpha && !aborted_) value = try_with(alpha, beta);
        if (aborted_) break;
        root_turn.score = value > alpha || i == 0 ? value : kNoTurn;
        if (value <= best) continue;
        best = value;
        if (value > alpha || i == 0) {
            root_turn.line = rest;
            alpha = std::max(alpha, value);
            // In front at once, so that an unfinished iteration leaves the best turn first.
            std::rotate(root_turns_.begin(), root_turns_.begin() + static_cast<std::ptrdiff_t>(i),
                        root_turns_.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
        if (alpha >= beta) break;
    }
    return best;
}

SearchResult Worker::run(const Game& game, const Limits& limits,
                         const std::function<void(const SearchInfo&)>& report) {
    root_ = game.position();
    keys_ = game.keys();
    root_key_ = keys_.size() - 1;
    time_.emplace(limits, root_.side_to_move());
    node_limit_ = limits.infinite ? std::nullopt : limits.nodes;
    parts_.clear();
    killers_ = {};

    SearchResult result;
    const std::optional<Value> decided = decided_value(root_, 0);
    if (!decided) collect_root_turns(root_);
    if (root_turns_.empty() || decided) {
        SearchInfo info;
        // A battle that is over is reported as "mate 0" whoever has won it, unless points decided.
        info.score = decided && !is_mate(*decided) ? *decided : mated_in(0);
        report(info);
        return result;
    }

    const int last_depth =
        limits.infinite ? kMaxDepth : std::clamp(limits.depth.value_or(kMaxDepth), 1, kMaxDepth);
    Turn reported;
    for (int depth = 1; depth <= last_depth && !aborted_; ++depth) {
        selective_depth_ = 0;
        prunes_ = depth > kFullWidthDepth;
        search_root(depth, -kInfinite, kInfinite);
        const RootTurn& best = root_turns_.front();
        if (aborted_ && best.turn == reported) break;
        const SearchInfo info = info_of(root_, best, depth);
        report(info);
        reported = best.turn;
        result.ponder = info.pv.size() > 1 ? info.pv[1] : Turn{};
        result.best = info.pv.front();
        if (time_->iteration_is_futile()) break;
        const bool on_clock = limits.clocks[index(root_.side_to_move())] || limits.gametime;
        if (on_clock &&
            (root_turns_.size() == 1 || (is_mate(best.score) && mate_distance(best.score) <= depth)))
            break;
    }
    result.nodes = nodes_;
    return result;
}

// ------------------------------------------------------------------------------------------ reports

SearchInfo Worker::info_of(const Position& root, const RootTurn& best, int depth) const {
    SearchInfo info;
    info.depth = depth;
    info.selective_depth = std::max(selective_depth_, depth);
    info.score = best.score;
    info.nodes = nodes_;
    info.time = time_->elapsed();
    info.hashfull = table_.permille_full();
    info.pv = whole_turns(root, best);
    return info;
}

std::vector<Turn> Worker::whole_turns(const Position& root, const RootTurn& best) const {
    std::vector<Turn> turns{shortest_form(root, best.turn)};
    Position position = root;
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
