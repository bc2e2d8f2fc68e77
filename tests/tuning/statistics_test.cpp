#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "tuning/statistics.h"

namespace tulenh {
namespace {

Pentanomial pairs(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d, std::int64_t e) {
    return {{a, b, c, d, e}, 0};
}

// Results and figures that the authors of fastchess publish with their program.
TEST(Statistics, PublishedEloOfGames) {
    const EloEstimate one = estimate(Wdl{76, 123, 89});
    EXPECT_NEAR(one.normalized, -20.76, 0.01);
    EXPECT_NEAR(one.normalized_error, 40.13, 0.01);
    EXPECT_NEAR(100 * one.los, 15.53, 0.01);
    const EloEstimate two = estimate(Wdl{136, 111, 96});
    EXPECT_NEAR(two.elo, 40.70, 0.01);
    EXPECT_NEAR(two.error, 30.43, 0.01);
    EXPECT_NEAR(two.normalized, 49.77, 0.01);
    EXPECT_NEAR(two.normalized_error, 36.77, 0.01);
    EXPECT_NEAR(100 * two.los, 99.60, 0.01);
    const EloEstimate three = estimate(Wdl{34, 0, 356});
    EXPECT_NEAR(three.normalized, -508.44, 0.01);
    EXPECT_NEAR(three.normalized_error, 34.48, 0.01);
}

TEST(Statistics, PublishedEloOfPairs) {
    const EloEstimate one = estimate(pairs(34, 54, 31 + 32, 64, 75));
    EXPECT_NEAR(one.elo, 55.58, 0.01);
    EXPECT_NEAR(one.error, 27.65, 0.01);
    EXPECT_NEAR(one.normalized, 57.94, 0.01);
    EXPECT_NEAR(one.normalized_error, 28.28, 0.01);
    const EloEstimate two = estimate(pairs(332, 433, 457 + 41, 333, 334));
    EXPECT_NEAR(two.elo, -8.64, 0.01);
    EXPECT_NEAR(two.error, 10.33, 0.01);
    EXPECT_NEAR(two.normalized, -9.17, 0.01);
    EXPECT_NEAR(two.normalized_error, 10.96, 0.01);
    EXPECT_NEAR(100 * two.los, 5.05, 0.01);
    const EloEstimate three = estimate(pairs(7895, 8757, 5485 + 200, 568, 9999));
    EXPECT_NEAR(three.elo, -21.04, 0.01);
    EXPECT_NEAR(three.normalized, -19.01, 0.01);
}

Sprt sprt(double elo0, double elo1, SprtModel model) { return {elo0, elo1, 0.05, 0.05, model}; }

TEST(Statistics, PublishedLikelihoodRatios) {
    const auto normalized = SprtModel::Normalized, logistic = SprtModel::Logistic;
    EXPECT_NEAR(log_likelihood_ratio(sprt(0, 2, normalized), Wdl{36433, 68692, 36027}), 0.92, 0.01);
    EXPECT_NEAR(log_likelihood_ratio(sprt(-1.75, 0.25, normalized), Wdl{10871, 20431, 10650}), 2.30, 0.01);
    EXPECT_NEAR(log_likelihood_ratio(sprt(0.5, 2.5, logistic), Wdl{21404, 40708, 21184}), -1.57, 0.01);
    EXPECT_NEAR(log_likelihood_ratio(sprt(0, 2, logistic), Wdl{57433, 106593, 57030}), -2.59, 0.01);
    EXPECT_NEAR(log_likelihood_ratio(sprt(0, 2, normalized), pairs(365, 16618, 36029 + 200, 16974, 390)),
                2.25, 0.01);
    EXPECT_NEAR(log_likelihood_ratio(sprt(-1.75, 0.25, normalized), pairs(127, 4883, 10311 + 401, 5150, 104)),
                3.01, 0.01);
    EXPECT_NEAR(log_likelihood_ratio(sprt(0.5, 2.5, logistic), pairs(223, 9863, 20279 + 1000, 10037, 246)),
                -3.07, 0.01);
    EXPECT_NEAR(log_likelihood_ratio(sprt(0, 2, logistic), pairs(871, 26175, 55003 + 980, 26678, 821)), -4.98,
                0.01);
}

/// The greatest value of a function with one maximum.
double maximum(double low, double high, const std::function<double(double)>& f) {
    for (int i = 0; i < 200; ++i) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        (f(a) < f(b) ? low : high) = f(a) < f(b) ? a : b;
    }
    return f((low + high) / 2);
}

double likelihood(const Wdl& r, double win, double draw, double loss) {
    return static_cast<double>(r.wins) * std::log(win) + static_cast<double>(r.draws) * std::log(draw) +
           static_cast<double>(r.losses) * std::log(loss);
}

// Computed again in another way: the best likelihood under each hypothesis by plain search, one share of
// draws after another.
double searched_logistic(const Wdl& r, double elo) {
    const double score = expected_score(elo);
    return maximum(1e-9, 2 * std::min(score, 1 - score) - 1e-9,
                   [&](double draw) { return likelihood(r, score - draw / 2, draw, 1 - score - draw / 2); });
}

double searched_normalized(const Wdl& r, double elo) {
    const double t = elo * std::log(10) / 800;
    return maximum(1e-6, 1 - 1e-6, [&](double draw) {
        // win − loss = 2 (score − 1/2), and (score − 1/2) / deviation = t, by bisection.
        double low = -(1 - draw) + 1e-9, high = 1 - draw - 1e-9;
        for (int i = 0; i < 100; ++i) {
            const double difference = (low + high) / 2;
            const double variance = (1 - draw) / 4 - difference * difference / 4;
            (difference / 2 < t * std::sqrt(variance) ? low : high) = difference;
        }
        const double difference = (low + high) / 2;
        return likelihood(r, (1 - draw + difference) / 2, draw, (1 - draw - difference) / 2);
    });
}

TEST(Statistics, LikelihoodRatioAgreesWithPlainSearch) {
    for (const Wdl& r : {Wdl{120, 60, 100}, Wdl{30, 200, 28}, Wdl{5, 3, 17}, Wdl{1000, 10, 900}})
        for (const auto& [elo0, elo1] : {std::pair(0.0, 10.0), std::pair(-10.0, 0.0), std::pair(5.0, 50.0)}) {
            EXPECT_NEAR(log_likelihood_ratio(sprt(elo0, elo1, SprtModel::Logistic), r),
                        searched_logistic(r, elo1) - searched_logistic(r, elo0), 1e-6);
            EXPECT_NEAR(log_likelihood_ratio(sprt(elo0, elo1, SprtModel::Normalized), r),
                        searched_normalized(r, elo1) - searched_normalized(r, elo0), 1e-5);
        }
}

// With nothing but won pairs the best hypothesis knows only won and lost pairs, and is had by hand.
TEST(Statistics, LikelihoodRatioOfWinsOnly) {
    const double t = std::sqrt(2.0) * 5 * std::log(10) / 800;
    const double win = (1 + t / std::sqrt(1 + t * t)) / 2;
    EXPECT_NEAR(log_likelihood_ratio(sprt(0, 5, SprtModel::Normalized), pairs(0, 0, 0, 0, 104)),
                104 * std::log(win / 0.5), 0.001);
    EXPECT_NEAR(log_likelihood_ratio(sprt(0, 5, SprtModel::Logistic), pairs(0, 0, 0, 0, 104)),
                104 * std::log(expected_score(5) / 0.5), 0.001);
}

TEST(Statistics, DefinedForAllResults) {
    const std::int64_t most = 2;
    for (const SprtModel model : {SprtModel::Normalized, SprtModel::Logistic})
        for (const auto& [elo0, elo1] :
             {std::pair(0.0, 10.0), std::pair(-10.0, 0.0), std::pair(-200.0, 200.0)}) {
            const Sprt test = sprt(elo0, elo1, model);
            EXPECT_EQ(log_likelihood_ratio(test, Wdl{}), 0);
            EXPECT_EQ(log_likelihood_ratio(test, Pentanomial{}), 0);
            for (std::int64_t code = 0; code < 243; ++code) {
                const Pentanomial p =
                    pairs(code % 3, code / 3 % 3, code / 9 % 3, code / 27 % 3, code / 81 % (most + 1));
                EXPECT_TRUE(std::isfinite(log_likelihood_ratio(test, p))) << code;
                const EloEstimate e = estimate(p);
                EXPECT_FALSE(std::isnan(e.elo) || std::isnan(e.error) || std::isnan(e.los) ||
                             std::isnan(e.normalized));
            }
        }
}

TEST(Statistics, EvenPairsAreExactlyEven) {
    const EloEstimate e = estimate(pairs(0, 0, 100, 0, 0));
    EXPECT_EQ(e.elo, 0);
    EXPECT_EQ(e.error, 0);
    EXPECT_EQ(e.los, 0.5);
    EXPECT_EQ(estimate(Wdl{10, 0, 0}).elo, INFINITY);
    EXPECT_EQ(estimate(Wdl{0, 0, 10}).los, 0);
}

TEST(Statistics, SwappedEnginesSwapTheFigures) {
    const EloEstimate a = estimate(pairs(10, 25, 70, 40, 12)), b = estimate(pairs(12, 40, 70, 25, 10));
    EXPECT_NEAR(a.elo, -b.elo, 1e-9);
    EXPECT_NEAR(a.error, b.error, 1e-9);
    EXPECT_NEAR(a.los, 1 - b.los, 1e-9);
    const auto model = SprtModel::Normalized;
    EXPECT_NEAR(log_likelihood_ratio(sprt(0, 10, model), pairs(10, 25, 70, 40, 12)),
                -log_likelihood_ratio(sprt(-10, 0, model), pairs(12, 40, 70, 25, 10)), 1e-6);
}

TEST(Statistics, BoundsAreThoseOfWald) {
    const Sprt test{0, 10, 0.05, 0.05, SprtModel::Normalized};
    EXPECT_NEAR(test.lower_bound(), -2.944, 0.001);
    EXPECT_NEAR(test.upper_bound(), 2.944, 0.001);
}

// Matches simulated with known strength: the test must decide rightly about as often as it promises.
TEST(Statistics, SprtDecidesRightly) {
    std::mt19937_64 random(1);
    const auto uniform = [&] { return static_cast<double>(random() >> 11U) * 0x1p-53; };
    const Sprt test = sprt(0, 60, SprtModel::Logistic);
    for (const double elo : {test.elo0, test.elo1}) {
        int right = 0;
        constexpr int kMatches = 100;
        for (int match = 0; match < kMatches; ++match) {
            Pentanomial results;
            double llr = 0;
            while (llr > test.lower_bound() && llr < test.upper_bound()) {
                for (int i = 0; i < 10; ++i) {
                    // The opening favours a colour by 100 Elo; a third of the games is drawn.
                    int half_points = 0;
                    for (const double bias : {100.0, -100.0}) {
                        const double win = expected_score(elo + bias) - 1.0 / 6, u = uniform();
                        half_points += u < win ? 2 : u < win + 1.0 / 3 ? 1 : 0;
                    }
                    ++results.counts[static_cast<std::size_t>(half_points)];
                }
                llr = log_likelihood_ratio(test, results);
            }
            right += (llr > 0) == (elo == test.elo1);
        }
        EXPECT_GE(right, 88) << elo;  // 95 expected, standard error 2.2
    }
}

}  // namespace
}  // namespace tulenh
