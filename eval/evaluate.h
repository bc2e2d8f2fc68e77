// How good a position is, without searching.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/position.h"
#include "eval/parameters.h"

namespace tulenh {

/// No evaluation is outside ±kEvalLimit.
inline constexpr int kEvalLimit = 10000;

/// The static value for the side to move, in hundredths of ten points (an infantry is 100), within
/// ±`kEvalLimit`. Only for positions between turns in which the battle is not decided.
[[nodiscard]] int evaluate(const Position& position);

#ifdef TULENH_TUNING
/// When set, `evaluate` takes every position for one of this mode: shows what the values by mode are worth.
inline std::optional<Mode> evaluated_mode;
#endif

/// Positions of the same key have the same static value: unlike `Position::key` it tells modes apart, and
/// counters and points where they count.
[[nodiscard]] std::uint64_t evaluation_key(const Position& position);

/// What the pieces left make of the two values of each parameter: the share of the opening in 256ths.
[[nodiscard]] int opening_share(const Position& position);
inline constexpr int kWholeShare = 256;

/// How often each parameter counts in a position: for Red, less for Blue. `evaluate` is their sum with the
/// parameters, seen from the side to move.
struct EvaluationTrace {
    std::array<int, kParameterCount> coefficients{};
    int opening_share = 0;
};
[[nodiscard]] EvaluationTrace trace_evaluation(const Position& position);

/// The terms, in the order in which they are told.
enum class EvalTerm : std::uint8_t { Material, Placement, Mobility, Threats, AirDefence, Commander, Stage };
inline constexpr std::array<std::string_view, 7> kEvalTermNames{
    "material", "placement", "mobility", "threats", "air defence", "commander", "turn and lead"};

/// The value term by term, of each side by itself.
struct EvaluationTerms {
    std::array<std::array<Score, 2>, kEvalTermNames.size()> terms{};  ///< by term and colour
    int opening_share = 0;
};
[[nodiscard]] EvaluationTerms evaluation_terms(const Position& position);

/// One value out of a score for the opening and one for the ending.
[[nodiscard]] constexpr int blended(Score score, int share) {
    return (score.opening() * share + score.ending() * (kWholeShare - share)) / kWholeShare;
}

}  // namespace tulenh
