#include "eval/evaluate.h"

#include <algorithm>

#include "eval/activity.h"
#include "eval/commander_safety.h"
#include "eval/facts.h"
#include "eval/material.h"
#include "eval/stage.h"

namespace tulenh {
namespace {

/// Adds up what the terms say, seen from Red.
class ValueSink {
  public:
    void begin(EvalTerm) {}
    void add(Color color, std::size_t parameter, int count) {
        sums_[index(color)] += kScores[parameter] * count;
    }
    [[nodiscard]] Score sum() const {
        Score sum = sums_[index(Color::Red)];
        sum += sums_[index(Color::Blue)] * -1;
        return sum;
    }

  private:
    std::array<Score, 2> sums_{};
};

/// Notes how often each parameter counts.
class TraceSink {
  public:
    explicit TraceSink(EvaluationTrace& trace) : trace_(trace) {}
    void begin(EvalTerm) {}
    void add(Color color, std::size_t parameter, int count) {
        trace_.coefficients[parameter] += color == Color::Red ? count : -count;
    }

  private:
    EvaluationTrace& trace_;
};

/// Keeps terms and sides apart.
class TermSink {
  public:
    explicit TermSink(EvaluationTerms& terms) : terms_(terms) {}
    void begin(EvalTerm term) { term_ = static_cast<std::size_t>(term); }
    void add(Color color, std::size_t parameter, int count) {
        terms_.terms[term_][index(color)] += kScores[parameter] * count;
    }

  private:
    EvaluationTerms& terms_;
    std::size_t term_ = 0;
};

/// All terms of a position, into any sink: value, trace and table cannot differ.
template <typename Sink>
void add_terms(const Position& position, Sink& sink) {
    const Facts facts = gather_facts(position);
    const auto for_both = [&](EvalTerm term, auto&& add) {
        sink.begin(term);
        for (const Color color : kColors) add(color);
    };
    for_both(EvalTerm::Material, [&](Color color) {
        add_material(position, color, sink);
        add_balance(position, color, sink);
    });
    for_both(EvalTerm::Placement, [&](Color color) { add_placement(facts, color, sink); });
    for_both(EvalTerm::Mobility, [&](Color color) { add_mobility(position, facts, color, sink); });
    for_both(EvalTerm::Threats, [&](Color color) { add_threats(position, facts, color, sink); });
    for_both(EvalTerm::AirDefence, [&](Color color) { add_air_defence(position, facts, color, sink); });
    for_both(EvalTerm::Commander, [&](Color color) {
        add_commander_attack(position, facts, color, sink);
        add_hunt(position, facts, color, sink);
    });
    sink.begin(EvalTerm::Stage);
    add_stage(position, sink);
}

}  // namespace

int opening_share(const Position& position) {
    // Both sides have 430 points each besides commander and headquarters when the battle begins.
    constexpr int kAll = 860;
    int points = 0;
    for (const Color color : kColors)
        points += position.material(color) -
                  kKindPoints[index(Kind::Commander)] * position.count(color, Kind::Commander) -
                  kKindPoints[index(Kind::Headquarters)] * position.count(color, Kind::Headquarters);
    return std::clamp(points * kWholeShare / kAll, 0, kWholeShare);
}

int evaluate(const Position& position) {
#ifdef TULENH_TUNING
    if (evaluated_mode && *evaluated_mode != position.mode())
        return evaluate(position.with_mode(*evaluated_mode));
#endif
    ValueSink sink;
    add_terms(position, sink);
    const int value = blended(sink.sum(), opening_share(position));
    return std::clamp(position.side_to_move() == Color::Red ? value : -value, -kEvalLimit, kEvalLimit);
}

std::uint64_t evaluation_key(const Position& position) {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    Mode valued_as = position.mode();
#ifdef TULENH_TUNING
    valued_as = evaluated_mode.value_or(valued_as);
#endif
    const std::uint64_t mode = static_cast<std::uint64_t>(valued_as) + 1;
    if (position.halfmove() <= kUncountedTurns) return position.key() ^ mode * kOdd;
    const std::uint64_t red = position.points(Color::Red), blue = position.points(Color::Blue);
    return position.key() ^ (mode | std::uint64_t{position.halfmove()} << 8 | red << 24 | blue << 44) * kOdd;
}

EvaluationTrace trace_evaluation(const Position& position) {
    EvaluationTrace trace;
    TraceSink sink(trace);
    add_terms(position, sink);
    trace.opening_share = opening_share(position);
    return trace;
}

EvaluationTerms evaluation_terms(const Position& position) {
    EvaluationTerms terms;
    TermSink sink(terms);
    add_terms(position, sink);
    terms.opening_share = opening_share(position);
    return terms;
}

}  // namespace tulenh
