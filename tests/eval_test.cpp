// The evaluation: symmetric, bounded, the sum of its terms.
#include "eval/evaluate.h"

#include <cstdlib>

#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

/// Undecided positions of all modes, met in games, crowded, and thrown on the board at random.
std::vector<Position> sample_positions() {
    std::vector<Position> positions;
    for (const Mode mode : kModes) {
        const auto seed = 500 + static_cast<std::uint64_t>(mode);
        for (const auto& fens :
             {walked_fens(seed, 150, mode), crowded_fens(seed, 100), scattered_fens(seed, 60)})
            for (const std::string& fen : fens) {
                const Position position = position_of(fen, mode);
                if (!position.decided()) positions.push_back(position);
            }
    }
    return positions;
}

TEST(Evaluation, IsTheSameForBothSides) {
    for (const Position& position : sample_positions())
        ASSERT_EQ(evaluate(position.flipped()), evaluate(position)) << format_fen(position);
}

TEST(Evaluation, StaysWithinItsLimit) {
    int most = 0;
    for (const Position& position : sample_positions()) most = std::max(most, std::abs(evaluate(position)));
    EXPECT_LE(most, kEvalLimit);
    const Position lopsided = position_of(
        "9c1/11/11/11/11/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 99 200 800-0", Mode::Raid);
    EXPECT_LE(evaluate(lopsided), kEvalLimit);
    EXPECT_GT(evaluate(lopsided), 5000);
}

/// The trace is what the tuner works with: it must say the same as the value.
TEST(Evaluation, IsTheSumOfParametersByTheirCoefficients) {
    for (const Position& position : sample_positions()) {
        const EvaluationTrace trace = trace_evaluation(position);
        long long opening = 0, ending = 0;
        for (std::size_t i = 0; i < kParameterCount; ++i) {
            opening += static_cast<long long>(kParameterTable[i].opening) * trace.coefficients[i];
            ending += static_cast<long long>(kParameterTable[i].ending) * trace.coefficients[i];
        }
        const long long red =
            (opening * trace.opening_share + ending * (kWholeShare - trace.opening_share)) / kWholeShare;
        const long long mine = position.side_to_move() == Color::Red ? red : -red;
        ASSERT_EQ(evaluate(position), std::clamp<long long>(mine, -kEvalLimit, kEvalLimit))
            << format_fen(position);
    }
}

TEST(Evaluation, TermsAddUpToTheValue) {
    for (const Position& position : sample_positions()) {
        const EvaluationTerms terms = evaluation_terms(position);
        Score red;
        for (const auto& [of_red, of_blue] : terms.terms) {
            red += of_red;
            red += of_blue * -1;
        }
        const int value = blended(red, terms.opening_share);
        ASSERT_EQ(evaluate(position),
                  std::clamp(position.side_to_move() == Color::Red ? value : -value, -kEvalLimit, kEvalLimit))
            << format_fen(position);
    }
}

TEST(Evaluation, ScoresKeepTheirHalvesApart) {
    Score sum;
    for (const Score s : {Score(5, -7), Score(-30000, 20000), Score(-1, -1)}) sum += s * 3;
    EXPECT_EQ(sum.opening(), 3 * (5 - 30000 - 1));
    EXPECT_EQ(sum.ending(), 3 * (-7 + 20000 - 1));
}

TEST(Parameters, AreInRangeAndHaveNamesOfTheirOwn) {
    std::set<std::string_view> names;
    for (const Parameter& parameter : kParameterTable) {
        EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
        EXPECT_LE(parameter.least, std::min(parameter.opening, parameter.ending)) << parameter.name;
        EXPECT_GE(parameter.most, std::max(parameter.opening, parameter.ending)) << parameter.name;
    }
}

/// A coefficient that is always 0 would be a parameter without a term.
TEST(Parameters, AllCountSomewhere) {
    std::vector<bool> used(kParameterCount);
    for (const Position& position : sample_positions()) {
        const EvaluationTrace trace = trace_evaluation(position);
        for (std::size_t i = 0; i < kParameterCount; ++i) used[i] = used[i] || trace.coefficients[i] != 0;
    }
    for (std::size_t i = 0; i < kParameterCount; ++i) EXPECT_TRUE(used[i]) << kParameterTable[i].name;
}

}  // namespace
}  // namespace tulenh::testing
