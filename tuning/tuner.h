// Tuning of the evaluation's parameters by logistic regression on training games (Texel tuning).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/evaluate.h"
#include "tuning/game_data.h"

namespace tulenh {

/// A value for the opening and one for the ending for each parameter, as fractions while tuning.
using TunedValues = std::array<std::array<double, 2>, kParameterCount>;

/// The values of the table that the program was built with.
[[nodiscard]] TunedValues table_values();
/// The values in the source text of a table, that of an older program too; 0 for parameters that it lacks.
/// Throws `std::runtime_error` when it has none.
[[nodiscard]] TunedValues values_in(std::string_view source);

/// Positions to learn from: coefficients of the parameters and what came of the game, both seen from Red.
class Samples {
  public:
    struct Coefficient {
        std::uint16_t parameter;
        std::int16_t count;
    };
    struct Sample {
        std::size_t begin, end;  ///< in the list of coefficients
        float share;             ///< of the opening, 0 to 1
        float score;             ///< what a search said, in hundredths of ten points
        float result;            ///< 1: Red won, 0.5: a draw, 0: Blue won
        Mode mode;
    };

    /// Adds the quiet positions of a game but for every one in which the evaluation is not defined.
    void add(const DataGame& game);

    [[nodiscard]] std::size_t size() const { return samples_.size(); }
    [[nodiscard]] const Sample& operator[](std::size_t i) const { return samples_[i]; }
    [[nodiscard]] double value(std::size_t i, const TunedValues& values) const;
    /// Adds `slope` times the derivatives of the value to the gradient.
    void add_gradient(std::size_t i, double slope, TunedValues& gradient) const;

  private:
    std::vector<Sample> samples_;
    std::vector<Coefficient> coefficients_;
};

struct TuneSettings {
    double result_share = 0.7;  ///< weight of the game's result against the search score, 0 to 1
    double rate = 2;            ///< Adam's step, in hundredths of ten points
    double anchor = 1e-9;       ///< pull towards the values at the start
    std::size_t batch = 16384;
    std::size_t epochs = 100;
    std::size_t patience = 5;  ///< epochs without a better hold-out loss before it stops
    std::uint64_t seed = 1;
    TunedValues start = table_values();
};

/// Mean losses of a set of positions.
struct Losses {
    static constexpr std::size_t kStages = 4;  ///< quarters of the opening's share, the ending first

    double all = 0;
    std::array<double, kModes.size()> by_mode{};  ///< 0 where there are no positions
    std::array<double, kStages> by_stage{};
};

class Tuner {
  public:
    Tuner(const Samples& training, const Samples& holdout, const TuneSettings& settings);

    /// The scale of the logistic function: evaluation × scale is the logarithm of the odds. Fitted to the
    /// results with the values at the start.
    [[nodiscard]] double scale() const { return scale_; }
    [[nodiscard]] Losses losses(const Samples& samples, const TunedValues& values) const;
    /// The slope of the loss of one position over its value.
    [[nodiscard]] double slope(const Samples::Sample& sample, double value) const;

    struct Epoch {
        std::size_t number;  ///< 0: before the first
        Losses training, holdout;
    };
    /// Goes on until the hold-out loss has not become better for `patience` epochs, all epochs are done or
    /// the call returns false. Returns the values of the best epoch.
    TunedValues run(const std::function<bool(const Epoch&)>& report);

  private:
    [[nodiscard]] double target(const Samples::Sample& sample, double result_share) const;
    [[nodiscard]] double result_loss(double scale) const;

    const Samples& training_;
    const Samples& holdout_;
    const TuneSettings settings_;
    double scale_ = 0;
};

/// The source text of a parameter table with other values: rounded, and kept in the range of each. Throws
/// `std::runtime_error` when a parameter is missing in the text or stands there more than once.
[[nodiscard]] std::string table_with_values(std::string_view source, const TunedValues& values);

}  // namespace tulenh
