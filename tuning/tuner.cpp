#include "tuning/tuner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>

#include "engine/turns.h"
#include "tuning/random_opening.h"

namespace tulenh {
namespace {

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

/// The loss of saying `said` where `target` is right.
double cross_entropy(double said, double target) {
    constexpr double kLeast = 1e-9;
    said = std::clamp(said, kLeast, 1 - kLeast);
    return -target * std::log(said) - (1 - target) * std::log(1 - said);
}

/// How the line of a parameter begins in the source.
std::string entry_begin(const Parameter& parameter) {
    return std::string("{\"").append(parameter.name).append("\", ");
}

}  // namespace

TunedValues table_values() {
    TunedValues values;
    for (std::size_t i = 0; i < kParameterCount; ++i)
        values[i] = {static_cast<double>(kParameterTable[i].opening),
                     static_cast<double>(kParameterTable[i].ending)};
    return values;
}

// ------------------------------------------------------------------------------------------ positions

void Samples::add(const DataGame& game) {
    Position position = game.start;
    for (const DataTurn& played : game.turns) {
        if (played.quiet && !position.decided()) {
            const EvaluationTrace trace = trace_evaluation(position);
            Sample sample{};
            sample.begin = coefficients_.size();
            for (std::size_t i = 0; i < kParameterCount; ++i)
                if (const int count = trace.coefficients[i]; count != 0)
                    coefficients_.push_back(
                        {static_cast<std::uint16_t>(i), static_cast<std::int16_t>(count)});
            sample.end = coefficients_.size();
            sample.share = static_cast<float>(trace.opening_share) / kWholeShare;
            sample.score =
                static_cast<float>(position.side_to_move() == Color::Red ? played.score : -played.score);
            sample.result = static_cast<float>(game.result) / 2;
            sample.mode = position.mode();
            samples_.push_back(sample);
        }
        play_turn(position, played.turn);
    }
}

double Samples::value(std::size_t i, const TunedValues& values) const {
    const Sample& sample = samples_[i];
    double opening = 0, ending = 0;
    for (std::size_t c = sample.begin; c < sample.end; ++c) {
        const auto& [parameter, count] = coefficients_[c];
        opening += values[parameter][0] * count;
        ending += values[parameter][1] * count;
    }
    return opening * sample.share + ending * (1 - sample.share);
}

void Samples::add_gradient(std::size_t i, double slope, TunedValues& gradient) const {
    const Sample& sample = samples_[i];
    const double opening = slope * sample.share, ending = slope * (1 - sample.share);
    for (std::size_t c = sample.begin; c < sample.end; ++c) {
        const auto& [parameter, count] = coefficients_[c];
        gradient[parameter][0] += opening * count;
        gradient[parameter][1] += ending * count;
    }
}

// ------------------------------------------------------------------------------------------ the tuner

Tuner::Tuner(const Samples& training, const Samples& holdout, const TuneSettings& settings)
    : training_(training), holdout_(holdout), settings_(settings) {
    // The loss has one minimum over the scale: cut the interval down by the golden section.
    constexpr double kGolden = 0.6180339887498949;
    constexpr int kCuts = 25;
    double low = 1e-4, high = 2e-2;
    for (int i = 0; i < kCuts; ++i) {
        const double span = kGolden * (high - low);
        if (result_loss(high - span) < result_loss(low + span))
            high = low + span;
        else
            low = high - span;
    }
    scale_ = (low + high) / 2;
}

/// The loss against the results alone, on enough of the positions to fit one number.
double Tuner::result_loss(double scale) const {
    constexpr std::size_t kEnough = 50000;
    const std::size_t step = training_.size() / kEnough + 1;
    double sum = 0;
    for (std::size_t i = 0; i < training_.size(); i += step)
        sum += cross_entropy(logistic(scale * training_.value(i, settings_.start)),
                             static_cast<double>(training_[i].result));
    return sum;
}

double Tuner::target(const Samples::Sample& sample, double result_share) const {
    return result_share * static_cast<double>(sample.result) +
           (1 - result_share) * logistic(scale_ * static_cast<double>(sample.score));
}

double Tuner::slope(const Samples::Sample& sample, double value) const {
    return scale_ * (logistic(scale_ * value) - target(sample, settings_.result_share));
}

Losses Tuner::losses(const Samples& samples, const TunedValues& values) const {
    Losses losses;
    std::array<std::size_t, kModes.size()> in_mode{};
    std::array<std::size_t, Losses::kStages> in_stage{};
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Samples::Sample& sample = samples[i];
        const double loss = cross_entropy(logistic(scale_ * samples.value(i, values)),
                                          target(sample, settings_.result_share));
        const auto mode = static_cast<std::size_t>(sample.mode);
        const std::size_t stage =
            std::min(Losses::kStages - 1, static_cast<std::size_t>(sample.share * Losses::kStages));
        losses.all += loss;
        losses.by_mode[mode] += loss;
        losses.by_stage[stage] += loss;
        ++in_mode[mode];
        ++in_stage[stage];
    }
    const auto mean = [](double& sum, std::size_t count) {
        if (count != 0) sum /= static_cast<double>(count);
    };
    mean(losses.all, samples.size());
    for (std::size_t m = 0; m < in_mode.size(); ++m) mean(losses.by_mode[m], in_mode[m]);
    for (std::size_t s = 0; s < in_stage.size(); ++s) mean(losses.by_stage[s], in_stage[s]);
    return losses;
}

TunedValues Tuner::run(const std::function<bool(const Epoch&)>& report) {
    // Adam (Kingma, Ba 2015) with its published constants.
    constexpr double kFirstDecay = 0.9, kSecondDecay = 0.999, kEpsilon = 1e-10;
    TunedValues values = settings_.start, best = settings_.start, first{}, second{};
    double first_power = 1, second_power = 1;
    std::vector<std::size_t> order(training_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937_64 random(settings_.seed);

    double best_loss = std::numeric_limits<double>::infinity();
    std::size_t best_epoch = 0;
    for (std::size_t epoch = 0;; ++epoch) {
        const Epoch state{epoch, losses(training_, values), losses(holdout_, values)};
        if (state.holdout.all < best_loss) {
            best_loss = state.holdout.all;
            best_epoch = epoch;
            best = values;
        }
        if (!report(state) || epoch == settings_.epochs || epoch - best_epoch >= settings_.patience)
            return best;

        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(random, i)]);
        for (std::size_t at = 0; at < order.size(); at += settings_.batch) {
            const std::size_t end = std::min(at + settings_.batch, order.size());
            TunedValues gradient{};
            for (std::size_t i = at; i < end; ++i)
                training_.add_gradient(
                    order[i], slope(training_[order[i]], training_.value(order[i], values)), gradient);
            first_power *= kFirstDecay;
            second_power *= kSecondDecay;
            for (std::size_t p = 0; p < kParameterCount; ++p)
                for (std::size_t half = 0; half < 2; ++half) {
                    const double g = gradient[p][half] / static_cast<double>(end - at) +
                                     settings_.anchor * (values[p][half] - settings_.start[p][half]);
                    double& m = first[p][half];
                    double& v = second[p][half];
                    m = kFirstDecay * m + (1 - kFirstDecay) * g;
                    v = kSecondDecay * v + (1 - kSecondDecay) * g * g;
                    const double step =
                        m / (1 - first_power) / (std::sqrt(v / (1 - second_power)) + kEpsilon);
                    values[p][half] = std::clamp(values[p][half] - settings_.rate * step,
                                                 static_cast<double>(kParameterTable[p].least),
                                                 static_cast<double>(kParameterTable[p].most));
                }
        }
    }
}

// ------------------------------------------------------------------------------------------ the table

TunedValues values_in(std::string_view source) {
    TunedValues values{};
    bool found = false;
    for (std::size_t i = 0; i < kParameterCount; ++i) {
        const std::string begin = entry_begin(kParameterTable[i]);
        const std::size_t at = source.find(begin);
        if (at == std::string_view::npos) continue;
        char comma = 0;
        std::istringstream numbers(std::string(source.substr(at + begin.size(), 40)));
        if (!(numbers >> values[i][0] >> comma >> values[i][1]) || comma != ',')
            throw std::runtime_error("the table has no two values for " +
                                     std::string(kParameterTable[i].name));
        found = true;
    }
    if (!found) throw std::runtime_error("the table has none of the parameters");
    return values;
}

std::string table_with_values(std::string_view source, const TunedValues& values) {
    std::string text(source);
    for (std::size_t i = 0; i < kParameterCount; ++i) {
        const Parameter& parameter = kParameterTable[i];
        const std::string begin = entry_begin(parameter);
        const std::size_t at = text.find(begin);
        if (at == std::string::npos || text.find(begin, at + 1) != std::string::npos)
            throw std::runtime_error("the table does not have " + std::string(parameter.name) +
                                     " exactly once");
        const std::size_t end = text.find('}', at);
        if (end == std::string::npos) throw std::runtime_error("the table ends within a parameter");
        std::string line = begin;
        for (const double value : values[i])
            line += std::to_string(
                        std::clamp(static_cast<int>(std::lround(value)), parameter.least, parameter.most)) +
                    ", ";
        line += std::to_string(parameter.least) + ", " + std::to_string(parameter.most);
        text.replace(at, end - at, line);
    }
    return text;
}

}  // namespace tulenh
