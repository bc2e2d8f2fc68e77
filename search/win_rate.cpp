#include "search/win_rate.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "eval/evaluate.h"
#include "eval/material.h"

namespace tulenh {
namespace {

// Whole numbers all through, so that every machine gives the same shares.
constexpr int kOddsUnit = 4096;   // the logarithms of odds are in such parts
constexpr int kLikely = 1 << 16;  // and likelihoods in such

/// The odds of winning are exp((score − even) / spread), those of losing the same for the negative score.
struct Curve {
    Score even, spread;
};

/// By `worth_group`, as `tulenh-tune --win-rates` printed it.
constexpr std::array kCurves{
    Curve{{527, 178}, {1254, 146}},  // standard
    Curve{{513, 184}, {923, 213}},   // sea
    Curve{{1029, 45}, {1302, 60}},   // air
    Curve{{435, 146}, {932, 295}},   // land
    Curve{{619, 178}, {1055, 196}},  // raid, total
};

constexpr int kStep = kOddsUnit / 16;  // between entries of the table
constexpr int kFarthest = 8 * kOddsUnit;

/// The logistic function from 0 on, step by step.
constexpr auto kLogistic = [] {
    constexpr double kShrinking = 0.93941306281347579;  // exp(-1/16)
    std::array<int, kFarthest / kStep + 1> table{};
    double against = 1;
    for (int& entry : table) {
        entry = (static_cast<int>(2 * kLikely / (1 + against)) + 1) / 2;  // rounded
        against *= kShrinking;
    }
    return table;
}();

/// The likelihood of such odds, in per mille. A half is rounded down, so that two that add up to at most 1 do
/// so when rounded too.
int per_mille(int log_odds) {
    const int distance = std::min(std::abs(log_odds), kFarthest - 1);
    const auto entry = static_cast<std::size_t>(distance / kStep);
    const int rise = kLogistic[entry + 1] - kLogistic[entry];
    const int likely = kLogistic[entry] + rise * (distance % kStep) / kStep;
    return ((log_odds < 0 ? kLikely - likely : likely) * 1000 + kLikely / 2 - 1) / kLikely;
}

}  // namespace

WinDrawLoss win_draw_loss(Value score, const Position& position) {
    if (score > kMaxEval) return {1000, 0, 0};
    if (score < -kMaxEval) return {0, 0, 1000};
    const Curve& curve = kCurves[worth_group(position.mode())];
    const int share = opening_share(position);
    const int even = blended(curve.even, share), spread = blended(curve.spread, share);
    const int win = per_mille(kOddsUnit * (score - even) / spread);
    const int loss = per_mille(kOddsUnit * (-score - even) / spread);
    return {win, 1000 - win - loss, loss};
}

}  // namespace tulenh
