// What the scores of training games say about their results (search/win_rate.h).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuning/game_data.h"

namespace tulenh {

/// A position in a game: what the search said, and what came of it, both for the side to move.
struct Outlook {
    double score;  ///< in hundreds: an infantry is 1
    double share;  ///< of the opening, 0 to 1
    Mode mode;
    enum class Result : std::uint8_t { Loss, Draw, Win } result;
};

/// Adds the positions of a game in which no win was in sight.
void add_outlooks(const DataGame& game, std::vector<Outlook>& outlooks);

/// The odds of winning are exp((score − even) / spread), and those of losing the same for the negative score;
/// both are polynomials in the opening's share.
class WinRateCurve {
  public:
    /// Where fits begin: an infantry is worth something, and there are draws.
    explicit WinRateCurve(std::size_t degree);
    /// The most likely curve of this degree.
    [[nodiscard]] static WinRateCurve fitted(std::span<const Outlook> outlooks, std::size_t degree);

    [[nodiscard]] double even(double share) const { return value(0, share); }
    [[nodiscard]] double spread(double share) const { return value(terms(), share); }
    /// The mean of the negative logarithms of the shares that the curve gives to what happened. Infinite
    /// where wins and losses would be more than all.
    [[nodiscard]] double loss(std::span<const Outlook> outlooks) const;

  private:
    /// Those of `even`, the one of share⁰ first, then those of `spread`.
    using Coefficients = std::vector<double>;

    [[nodiscard]] std::size_t terms() const { return coefficients_.size() / 2; }
    [[nodiscard]] double value(std::size_t first, double share) const;
    [[nodiscard]] Coefficients step(std::span<const Outlook> outlooks) const;
    [[nodiscard]] WinRateCurve moved(const Coefficients& step, double length) const;

    Coefficients coefficients_;
};

}  // namespace tulenh
