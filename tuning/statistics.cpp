#include "tuning/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace tulenh {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// 97.5 % quantile of the normal distribution.
constexpr double kQuantile = 1.959963984540054;
/// Normalized Elo is (score − 1/2) / deviation of a game, times this (800 / ln 10).
constexpr double kNormalizedScale = 347.43558552260146;

/// How often each of N equidistant scores from 0 to 1 was met. `games` is how many games make one result.
template <std::size_t N>
struct Sample {
    std::array<double, N> counts;
    double games;

    static double value(std::size_t i) { return static_cast<double>(i) / static_cast<double>(N - 1); }
    [[nodiscard]] double total() const { return std::accumulate(counts.begin(), counts.end(), 0.0); }
};

Sample<3> sample(const Wdl& r) {
    return {{static_cast<double>(r.losses), static_cast<double>(r.draws), static_cast<double>(r.wins)}, 1};
}

Sample<5> sample(const Pentanomial& r) {
    Sample<5> s{{}, 2};
    std::transform(r.counts.begin(), r.counts.end(), s.counts.begin(),
                   [](std::int64_t count) { return static_cast<double>(count); });
    return s;
}

struct Moments {
    double mean = 0, variance = 0;
};

template <std::size_t N>
Moments moments(const std::array<double, N>& probabilities) {
    Moments m;
    for (std::size_t i = 0; i < N; ++i) m.mean += probabilities[i] * Sample<N>::value(i);
    for (std::size_t i = 0; i < N; ++i)
        m.variance += probabilities[i] * std::pow(Sample<N>::value(i) - m.mean, 2);
    return m;
}

template <std::size_t N>
EloEstimate estimate_from(const Sample<N>& sample) {
    EloEstimate result;
    const double total = sample.total();
    if (total == 0) return {0.5, 0, kInfinity, 0, kInfinity, 0.5};
    std::array<double, N> probabilities = sample.counts;
    for (double& p : probabilities) p /= total;
    const Moments m = moments(probabilities);
    const double deviation = std::sqrt(m.variance / total), lead = m.mean - 0.5;
    result.score = m.mean;
    result.elo = elo_of_score(m.mean);
    if (std::isinf(result.elo))
        result.error = kInfinity;
    else
        result.error = (elo_of_score(std::min(1.0, m.mean + kQuantile * deviation)) -
                        elo_of_score(std::max(0.0, m.mean - kQuantile * deviation))) /
                       2;
    result.normalized_error = kNormalizedScale * kQuantile / std::sqrt(sample.games * total);
    if (m.variance > 0) {
        result.normalized = kNormalizedScale * lead / std::sqrt(sample.games * m.variance);
        result.los = 0.5 * std::erfc(-lead / (deviation * std::sqrt(2.0)));
    } else if (lead != 0) {
        result.normalized = lead > 0 ? kInfinity : -kInfinity;
        result.los = lead > 0 ? 1 : 0;
    }
    return result;
}

/// Of all distributions with Σ p·direction = 0 the one that makes the observed one most likely: p / (1 + θ ·
/// direction), with the θ for which it sums to 1.
template <std::size_t N>
std::array<double, N> most_likely(const std::array<double, N>& observed,
                                  const std::array<double, N>& direction) {
    const auto [least, most] = std::minmax_element(direction.begin(), direction.end());
    double low = -1 / *most, high = -1 / *least;
    for (int i = 0; i < 100; ++i) {  // the sum falls with θ
        const double theta = (low + high) / 2;
        double sum = 0;
        for (std::size_t k = 0; k < N; ++k) sum += observed[k] * direction[k] / (1 + theta * direction[k]);
        (sum > 0 ? low : high) = theta;
    }
    std::array<double, N> p = observed;
    for (std::size_t k = 0; k < N; ++k) p[k] /= 1 + (low + high) / 2 * direction[k];
    return p;
}

/// The most likely distribution with this mean.
template <std::size_t N>
std::array<double, N> with_mean(const std::array<double, N>& observed, double mean) {
    std::array<double, N> direction;
    for (std::size_t k = 0; k < N; ++k) direction[k] = Sample<N>::value(k) - mean;
    return most_likely(observed, direction);
}

/// The most likely distribution with mean = 1/2 + t · deviation, by iteration.
template <std::size_t N>
std::array<double, N> with_ratio(const std::array<double, N>& observed, double t) {
    constexpr int kIterations = 200;
    constexpr double kClose = 1e-10;
    std::array<double, N> p;
    p.fill(1.0 / static_cast<double>(N));
    for (int i = 0; i < kIterations; ++i) {
        const Moments m = moments(p);
        const double deviation = std::sqrt(m.variance);
        std::array<double, N> direction;
        for (std::size_t k = 0; k < N; ++k) {
            const double distance = (Sample<N>::value(k) - m.mean) / deviation;
            direction[k] = Sample<N>::value(k) - 0.5 - 0.5 * t * deviation * (1 + distance * distance);
        }
        const std::array<double, N> next = most_likely(observed, direction);
        double change = 0;
        for (std::size_t k = 0; k < N; ++k) change = std::max(change, std::abs(next[k] - p[k]));
        p = next;
        if (change < kClose) break;
    }
    return p;
}

template <std::size_t N>
double ratio(const Sprt& sprt, Sample<N> sample) {
    constexpr double kAlmostNone = 1e-3;
    if (sample.total() == 0) return 0;
    for (double& count : sample.counts)
        if (count == 0) count = kAlmostNone;
    const double total = sample.total();
    std::array<double, N> observed = sample.counts;
    for (double& p : observed) p /= total;
    const auto hypothesis = [&](double elo) {
        if (sprt.model == SprtModel::Logistic) return with_mean(observed, expected_score(elo));
        return with_ratio(observed, std::sqrt(sample.games) * elo / kNormalizedScale);
    };
    const std::array<double, N> p0 = hypothesis(sprt.elo0), p1 = hypothesis(sprt.elo1);
    double sum = 0;
    for (std::size_t k = 0; k < N; ++k) sum += observed[k] * std::log(p1[k] / p0[k]);
    return total * sum;
}

}  // namespace

Wdl& Wdl::operator+=(const Wdl& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    return *this;
}

std::int64_t Pentanomial::pairs() const {
    return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

Pentanomial& Pentanomial::operator+=(const Pentanomial& other) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
    identical += other.identical;
    return *this;
}

EloEstimate estimate(const Wdl& results) { return estimate_from(sample(results)); }
EloEstimate estimate(const Pentanomial& results) { return estimate_from(sample(results)); }

double expected_score(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double elo_of_score(double score) {
    if (score <= 0) return -kInfinity;
    if (score >= 1) return kInfinity;
    return 400 * std::log10(score / (1 - score));
}

std::string_view name(SprtModel model) { return model == SprtModel::Normalized ? "normalized" : "logistic"; }

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

double log_likelihood_ratio(const Sprt& sprt, const Wdl& results) { return ratio(sprt, sample(results)); }
double log_likelihood_ratio(const Sprt& sprt, const Pentanomial& results) {
    return ratio(sprt, sample(results));
}

}  // namespace tulenh
