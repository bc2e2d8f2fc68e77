// What results of games say about strength.
//
// The formulas are those of the field: Elo by the logistic curve, normalized Elo and the likelihood ratio of
// the generalized SPRT after Michel Van den Bergh ("Comments on Normalized Elo", cantate.be/Fishtest).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tulenh {

/// Results of single games, seen from the first engine.
struct Wdl {
    std::int64_t wins = 0, draws = 0, losses = 0;

    [[nodiscard]] std::int64_t games() const { return wins + draws + losses; }
    [[nodiscard]] double points() const {
        return static_cast<double>(wins) + 0.5 * static_cast<double>(draws);
    }
    /// Counts a game by its half points: 0, 1 or 2.
    void add(int half_points) { ++(half_points == 0 ? losses : half_points == 1 ? draws : wins); }
    Wdl& operator+=(const Wdl& other);
    [[nodiscard]] bool operator==(const Wdl&) const = default;
};

/// Pairs of games from one opening with colours reversed, by half points of the first engine: 0 to 4.
struct Pentanomial {
    std::array<std::int64_t, 5> counts{};
    std::int64_t identical = 0;  ///< in which both games went the same way, turn by turn

    [[nodiscard]] std::int64_t pairs() const;
    Pentanomial& operator+=(const Pentanomial& other);
    [[nodiscard]] bool operator==(const Pentanomial&) const = default;
};

/// Strength difference with its 95 % error bars. Infinite where only one side scores.
struct EloEstimate {
    double score = 0.5;  ///< share of the points
    double elo = 0, error = 0;
    double normalized = 0, normalized_error = 0;
    double los = 0.5;  ///< likelihood of superiority
};

/// From single games, or from pairs, which allow for what the games of a pair have in common.
[[nodiscard]] EloEstimate estimate(const Wdl& results);
[[nodiscard]] EloEstimate estimate(const Pentanomial& results);

/// The score that an Elo difference lets expect, and the reverse.
[[nodiscard]] double expected_score(double elo);
[[nodiscard]] double elo_of_score(double score);

enum class SprtModel : std::uint8_t { Normalized, Logistic };
[[nodiscard]] std::string_view name(SprtModel model);

/// A sequential probability ratio test of elo0 against elo1.
struct Sprt {
    double elo0 = 0, elo1 = 10, alpha = 0.05, beta = 0.05;
    SprtModel model = SprtModel::Normalized;

    /// Accept elo0 at or below, elo1 at or above.
    [[nodiscard]] double lower_bound() const;
    [[nodiscard]] double upper_bound() const;
};

/// The log-likelihood ratio of elo1 against elo0. Counts of zero are taken as a thousandth, so that it is
/// defined for all results; without any result it is 0.
[[nodiscard]] double log_likelihood_ratio(const Sprt& sprt, const Wdl& results);
[[nodiscard]] double log_likelihood_ratio(const Sprt& sprt, const Pentanomial& results);

}  // namespace tulenh
