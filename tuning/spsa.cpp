#include "tuning/spsa.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <iomanip>
#include <ostream>
#include <random>

#include "search/constants.h"
#include "tuning/key_values.h"
#include "tuning/options.h"
#include "tuning/posix.h"

namespace tulenh {
namespace {

constexpr std::string_view kFormat = "tulenh-spsa";
constexpr double kAlpha = 0.602, kGamma = 0.101;
constexpr double kStability = 0.1;  ///< the A of the formulas, as a share of the iterations

Json describe(const SpsaSettings& settings, const Json& games) {
    Json parameters = Json::object();
    for (const SpsaParameter& p : settings.parameters)
        parameters[p.name] = {{"start", p.start}, {"low", p.low}, {"high", p.high}, {"c_end", p.c_end}};
    return {{"iterations", settings.iterations},
            {"r_end", settings.r_end},
            {"seed", settings.seed},
            {"parameters", parameters},
            {"games", games}};
}

/// A number from 0 to below 1, the same on every machine.
double fraction(std::mt19937_64& random) { return static_cast<double>(random() >> 11U) * 0x1p-53; }

double clamp_to(const SpsaParameter& parameter, double value) {
    return std::clamp(value, static_cast<double>(parameter.low), static_cast<double>(parameter.high));
}

const ConstantEntry* find_constant(std::string_view name) {
    const auto* const at = std::find_if(kConstantTable.begin(), kConstantTable.end(),
                                        [&](const ConstantEntry& entry) { return entry.name == name; });
    return at == kConstantTable.end() ? nullptr : at;
}

double usual_c_end(int low, int high) { return (high - low) / 20.0; }

SpsaParameter parameter_of(const ConstantEntry& entry) {
    return {std::string(entry.name), Constants{}.*entry.value, entry.low, entry.high,
            usual_c_end(entry.low, entry.high)};
}

std::vector<std::string> split_at_commas(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c == ',')
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

/// The variable of an option's name: `null_base` for `NullBase`.
std::string variable_name(std::string_view option) {
    std::string name;
    for (const char c : option) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isupper(byte) != 0 && !name.empty()) name += '_';
        name += static_cast<char>(std::tolower(byte));
    }
    return name;
}

}  // namespace

int round_at_random(double value, double random) { return static_cast<int>(std::floor(value + random)); }

Spsa::Spsa(SpsaSettings settings, const Json& games)
    : settings_(std::move(settings)), config_(describe(settings_, games)) {
    for (const SpsaParameter& parameter : settings_.parameters) values_.push_back(parameter.start);
}

Wdl Spsa::total() const {
    Wdl sum;
    for (const Wdl& result : results_) sum += result;
    return sum;
}

double Spsa::a(const SpsaParameter& parameter, std::int64_t k) const {
    const auto last = static_cast<double>(settings_.iterations);
    const double stability = kStability * last;
    const double a_end = settings_.r_end * parameter.c_end * parameter.c_end;
    return a_end * std::pow((stability + last) / (stability + static_cast<double>(k)), kAlpha);
}

double Spsa::c(const SpsaParameter& parameter, std::int64_t k) const {
    return parameter.c_end *
           std::pow(static_cast<double>(settings_.iterations) / static_cast<double>(k), kGamma);
}

SpsaTrial Spsa::trial() const {
    SpsaTrial trial;
    trial.number = finished() + 1;
    std::mt19937_64 random(settings_.seed ^ static_cast<std::uint64_t>(trial.number) << 32U);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const SpsaParameter& parameter = settings_.parameters[i];
        const int sign = (random() >> 63U) != 0 ? 1 : -1;
        const double move = sign * c(parameter, trial.number), rounding = fraction(random);
        const auto side = [&](double value) {
            return std::clamp(round_at_random(clamp_to(parameter, value), rounding), parameter.low,
                              parameter.high);
        };
        trial.signs.push_back(sign);
        trial.plus.push_back(side(values_[i] + move));
        trial.minus.push_back(side(values_[i] - move));
    }
    return trial;
}

void Spsa::update(const SpsaTrial& trial, const Wdl& result) {
    const auto lead = static_cast<double>(result.wins - result.losses);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const SpsaParameter& parameter = settings_.parameters[i];
        const double gradient = lead * trial.signs[i] / c(parameter, trial.number);
        values_[i] = clamp_to(parameter, values_[i] + a(parameter, trial.number) * gradient);
    }
    results_.push_back(result);
}

Json Spsa::to_json() const {
    // The values are for readers: `restore` finds them from the results.
    Json results = Json::array(), values = Json::object();
    for (const Wdl& result : results_)
        results.push_back(Json::array({result.wins, result.draws, result.losses}));
    for (std::size_t i = 0; i < values_.size(); ++i) values[settings_.parameters[i].name] = values_[i];
    return {{"format", kFormat},      {"version", kStateVersion}, {"config", config_},
            {"finished", finished()}, {"values", values},         {"results", results}};
}

void Spsa::restore(const Json& json) {
    try {
        if (const std::string difference = first_difference(config_, json.at("config"), true);
            !difference.empty()) {
            if (json.at("results").empty()) return;  // nothing is lost
            throw StateError(std::string("the file is of another run: ").append(difference));
        }
        const auto results = json.at("results").get<std::vector<std::array<std::int64_t, 3>>>();
        if (results.size() > static_cast<std::size_t>(settings_.iterations))
            throw StateError("more results than iterations");
        for (const auto& [wins, draws, losses] : results) update(trial(), {wins, draws, losses});
    } catch (const Json::exception& error) {
        throw StateError(error.what());
    }
}

void load_state(Spsa& spsa, const std::string& state_file) {
    if (state_file.empty() || !std::filesystem::exists(state_file)) return;
    const Json state = read_json(state_file, kFormat);
    try {
        spsa.restore(state);
    } catch (const StateError& error) {
        throw StateError(std::string(state_file).append(": ").append(error.what()));
    }
}

void run_spsa(Spsa& spsa, const std::string& state_file, const PlayTrial& play,
              const std::function<void()>& watch) {
    const auto save = [&] {
        if (!state_file.empty()) replace_file(state_file, spsa.to_json().dump().append("\n"));
    };
    save();  // a file that cannot be written had better fail now
    while (!spsa.done()) {
        const SpsaTrial trial = spsa.trial();
        const std::optional<Wdl> result = play(trial);
        if (!result) return;
        spsa.update(trial, *result);
        save();
        watch();
    }
}

SpsaParameter parse_spsa_parameter(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals), where = std::string("--param ").append(name);
    if (equals == std::string::npos) {
        if (const ConstantEntry* entry = find_constant(name)) return parameter_of(*entry);
        throw OptionError(
            std::string(where).append(": no such constant of the search; give NAME=START,LOW,HIGH[,C_END]"));
    }
    const std::vector<std::string> words = split_at_commas(std::string_view(text).substr(equals + 1));
    if (name.empty() || words.size() < 3 || words.size() > 4)
        throw OptionError(
            std::string("--param ").append(text).append(": not of the form NAME=START,LOW,HIGH[,C_END]"));
    constexpr int kMost = 1000000000;
    SpsaParameter parameter;
    parameter.name = name;
    parameter.low =
        static_cast<int>(parse_integer(words[1], -kMost, kMost, std::string(where).append(", low")));
    parameter.high = static_cast<int>(
        parse_integer(words[2], parameter.low + 1, kMost, std::string(where).append(", high")));
    parameter.start = static_cast<int>(
        parse_integer(words[0], parameter.low, parameter.high, std::string(where).append(", start")));
    parameter.c_end = words.size() == 4
                          ? parse_real(words[3], 1e-3, kMost, std::string(where).append(", c_end"))
                          : usual_c_end(parameter.low, parameter.high);
    return parameter;
}

std::vector<SpsaParameter> all_search_constants() {
    std::vector<SpsaParameter> parameters;
    parameters.reserve(kConstantTable.size());
    for (const ConstantEntry& entry : kConstantTable) parameters.push_back(parameter_of(entry));
    return parameters;
}

void write_tuned(std::ostream& out, const Spsa& spsa) {
    const std::vector<SpsaParameter>& parameters = spsa.settings().parameters;
    const Wdl total = spsa.total();
    std::size_t width = std::string_view("parameter").size();
    for (const SpsaParameter& parameter : parameters) width = std::max(width, parameter.name.size());
    out << spsa.finished() << " of " << spsa.settings().iterations << " iterations, " << total.games()
        << " games\n\n"
        << std::left << std::setw(static_cast<int>(width)) << "parameter" << std::right
        << "      start      tuned  rounded        low       high      c_end\n"
        << std::fixed << std::setprecision(2);
    std::string declarations;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const SpsaParameter& parameter = parameters[i];
        const long rounded = std::lround(spsa.values()[i]);
        out << std::left << std::setw(static_cast<int>(width)) << parameter.name << std::right
            << std::setw(11) << parameter.start << std::setw(11) << spsa.values()[i] << std::setw(9)
            << rounded << std::setw(11) << parameter.low << std::setw(11) << parameter.high << std::setw(11)
            << parameter.c_end << '\n';
        if (find_constant(parameter.name) != nullptr)
            declarations.append("    int ")
                .append(variable_name(parameter.name))
                .append(" = ")
                .append(std::to_string(rounded))
                .append(";\n");
    }
    if (!declarations.empty()) out << "\nFor search/constants.h:\n" << declarations;
}

}  // namespace tulenh
