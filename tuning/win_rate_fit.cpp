#include "tuning/win_rate_fit.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "engine/turns.h"
#include "eval/evaluate.h"
#include "search/score.h"

namespace tulenh {
namespace {

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// The likelihoods of the results by `Outlook::Result`.
using Likelihoods = std::array<double, 3>;

Likelihoods likelihoods(double lead, double margin) {
    const double win = logistic(lead - margin), loss = logistic(-lead - margin);
    return {loss, 1 - win - loss, win};
}

/// Solves `matrix · x = right` for a symmetric positive definite matrix, by Cholesky's decomposition.
std::vector<double> solved(std::vector<std::vector<double>> matrix, std::vector<double> right) {
    const std::size_t size = right.size();
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double rest = matrix[i][j];
            for (std::size_t k = 0; k < j; ++k) rest -= matrix[i][k] * matrix[j][k];
            matrix[i][j] = i == j ? std::sqrt(rest) : rest / matrix[j][j];
        }
        for (std::size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
        right[i] /= matrix[i][i];
    }
    for (std::size_t i = size; i-- > 0;) {
        for (std::size_t k = i + 1; k < size; ++k) right[i] -= matrix[k][i] * right[k];
        right[i] /= matrix[i][i];
    }
    return right;
}

}  // namespace

void add_outlooks(const DataGame& game, std::vector<Outlook>& outlooks) {
    Position position = game.start;
    for (const DataTurn& played : game.turns) {
        if (std::abs(played.score) <= kMaxEval) {
            const bool red = position.side_to_move() == Color::Red;
            const auto for_red = static_cast<int>(game.result);
            outlooks.push_back({played.score / 100.0,
                                static_cast<double>(opening_share(position)) / kWholeShare, position.mode(),
                                static_cast<Outlook::Result>(red ? for_red : 2 - for_red)});
        }
        play_turn(position, played.turn);
    }
}

WinRateCurve::WinRateCurve(std::size_t degree) : coefficients_(2 * (degree + 1)) {
    constexpr double kEven = 1, kSpread = 3;
    coefficients_[0] = kEven;
    coefficients_[terms()] = kSpread;
}

double WinRateCurve::value(std::size_t first, double share) const {
    double sum = 0;
    for (std::size_t i = first + terms(); i-- > first;) sum = sum * share + coefficients_[i];
    return sum;
}

double WinRateCurve::loss(std::span<const Outlook> outlooks) const {
    double sum = 0;
    for (const Outlook& outlook : outlooks) {
        const double width = spread(outlook.share);
        if (width <= 0) return std::numeric_limits<double>::infinity();
        const Likelihoods likely = likelihoods(outlook.score / width, even(outlook.share) / width);
        if (likely[1] <= 0) return std::numeric_limits<double>::infinity();
        sum -= std::log(likely[static_cast<std::size_t>(outlook.result)]);
    }
    return sum / static_cast<double>(outlooks.size());
}

WinRateCurve WinRateCurve::fitted(std::span<const Outlook> outlooks, std::size_t degree) {
    constexpr double kEnough = 1e-9, kShortest = 1e-6;
    WinRateCurve curve(degree);
    double best = curve.loss(outlooks);
    for (bool better = true; better;) {
        better = false;
        const Coefficients step = curve.step(outlooks);
        for (double length = 1; length > kShortest && !better; length /= 2) {
            const WinRateCurve next = curve.moved(step, length);
            const double loss = next.loss(outlooks);
            better = loss < best - kEnough;
            if (!better) continue;
            best = loss;
            curve = next;
        }
    }
    return curve;
}

/// Where the likelihood grows, weighed by how much the positions tell of each coefficient (Fisher's scoring).
WinRateCurve::Coefficients WinRateCurve::step(std::span<const Outlook> outlooks) const {
    constexpr double kPull = 1e-9;  // keeps the matrix definite, whatever the positions are
    const std::size_t size = coefficients_.size();
    Coefficients gradient(size);
    std::vector<Coefficients> information(size, Coefficients(size));
    for (std::size_t i = 0; i < size; ++i) information[i][i] = kPull;
    for (const Outlook& outlook : outlooks) {
        const double width = spread(outlook.share);
        const double lead = outlook.score / width, margin = even(outlook.share) / width;
        const Likelihoods likely = likelihoods(lead, margin);
        const double lost = likely[0] * (1 - likely[0]), won = likely[2] * (1 - likely[2]);
        // Derivatives of the logarithms by the lead and by the margin.
        const std::array<std::array<double, 2>, 3> slopes{
            {{-(1 - likely[0]), -(1 - likely[0])},
             {(lost - won) / likely[1], (lost + won) / likely[1]},
             {1 - likely[2], -(1 - likely[2])}}};
        for (std::size_t result = 0; result < slopes.size(); ++result) {
            Coefficients direction(size);
            double power = 1;
            for (std::size_t i = 0; i < terms(); ++i, power *= outlook.share) {
                const auto& [by_lead, by_margin] = slopes[result];
                direction[i] = by_margin / width * power;
                direction[terms() + i] = -(by_lead * lead + by_margin * margin) / width * power;
            }
            for (std::size_t i = 0; i < size; ++i) {
                if (static_cast<std::size_t>(outlook.result) == result) gradient[i] += direction[i];
                for (std::size_t j = 0; j <= i; ++j)
                    information[i][j] += likely[result] * direction[i] * direction[j];
            }
        }
    }
    return solved(information, gradient);
}

WinRateCurve WinRateCurve::moved(const Coefficients& step, double length) const {
    WinRateCurve curve = *this;
    for (std::size_t i = 0; i < step.size(); ++i) curve.coefficients_[i] += length * step[i];
    return curve;
}

}  // namespace tulenh
