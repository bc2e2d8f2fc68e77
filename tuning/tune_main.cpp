// tulenh-tune: fits the parameters of the evaluation to training games.
#include <array>
#include <boost/program_options.hpp>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "eval/material.h"
#include "tuning/posix.h"
#include "tuning/progress_bar.h"
#include "tuning/tool.h"
#include "tuning/tuner.h"
#include "tuning/win_rate_fit.h"

namespace {

using namespace tulenh;
namespace po = boost::program_options;

constexpr std::string_view kIntroduction =
    R"(tulenh-tune: fits the parameters of the evaluation to training games

Reads files of tulenh-datagen and looks for the values with which the evaluation tells best how the games
ended. Some games are held out; when they are not told better any more, it stops and writes the table with the
best values. Ctrl-C stops too, and writes.

  tulenh-tune --table eval/parameter_table.h --csv losses.csv one.games two.games

With --win-rates it fits what scores mean instead, and prints the table of search/win_rate.cpp:

  tulenh-tune --win-rates one.games two.games

)";

struct Settings {
    TuneSettings tuning;
    unsigned holdout = 0;  ///< per cent of the games
    bool win_rates = false;
    std::string table, start, csv;
    std::vector<std::string> files;
};

Settings read_settings(int argc, char** argv) {
    Settings settings;
    TuneSettings& tuning = settings.tuning;
    po::options_description options("Options", 100);
    auto add = options.add_options();
    add("help", "this text");
    add("table", po::value(&settings.table), "the parameter table, rewritten with the new values");
    add("win-rates", po::bool_switch(&settings.win_rates), "fit the shares of results by score");
    add("start", po::value(&settings.start),
        "another parameter table to begin with; 0 for parameters that it lacks");
    add("csv", po::value(&settings.csv), "file for the losses of each epoch");
    add("result-share", po::value(&tuning.result_share)->default_value(tuning.result_share),
        "weight of the results, 0 to 1; the rest is the search scores'");
    add("rate", po::value(&tuning.rate)->default_value(tuning.rate), "step, in hundredths of ten points");
    add("anchor", po::value(&tuning.anchor)->default_value(tuning.anchor),
        "pull towards the values at the start");
    add("batch", number_from(static_cast<std::int64_t>(tuning.batch)), "positions a step");
    add("epochs", number_from(static_cast<std::int64_t>(tuning.epochs)), "at most so many");
    add("patience", number_from(static_cast<std::int64_t>(tuning.patience)),
        "epochs without progress before it stops");
    add("holdout", number_from(10), "per cent of the games held out");
    add("seed", number_from(static_cast<std::int64_t>(tuning.seed)), "of the order of the positions");
    const po::variables_map given = read_command_line(argc, argv, kIntroduction, options, &settings.files);
    const auto require = [](bool holds, const char* what) {
        if (!holds) throw po::error(what);
    };
    require(settings.win_rates || !settings.table.empty(), "--table or --win-rates is missing");
    require(tuning.result_share >= 0 && tuning.result_share <= 1, "--result-share must be from 0 to 1");
    require(tuning.rate > 0, "--rate must be more than 0");
    require(tuning.anchor >= 0, "--anchor must be 0 or more");
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    tuning.batch = static_cast<std::size_t>(number(given, "batch", 1, kMost));
    tuning.epochs = static_cast<std::size_t>(number(given, "epochs", 0, kMost));
    tuning.patience = static_cast<std::size_t>(number(given, "patience", 1, kMost));
    tuning.seed = static_cast<std::uint64_t>(number(given, "seed", 0, kMost));
    settings.holdout = static_cast<unsigned>(number(given, "holdout", 1, 90));
    return settings;
}

/// Whole games are held out: positions of one game are too much alike to be split.
bool is_held_out(std::size_t game, unsigned percent) { return (game * 61 + 17) % 100 < percent; }

std::string csv_head() {
    std::string head = "epoch,training,holdout";
    for (const Mode mode : kModes) head.append(",").append(name(mode));
    for (std::size_t s = 0; s < Losses::kStages; ++s) head.append(",stage").append(std::to_string(s + 1));
    return head;
}

std::string csv_line(const Tuner::Epoch& epoch) {
    std::ostringstream line;
    line << std::fixed << std::setprecision(6) << epoch.number << ',' << epoch.training.all << ','
         << epoch.holdout.all;
    for (const double loss : epoch.holdout.by_mode) line << ',' << loss;
    for (const double loss : epoch.holdout.by_stage) line << ',' << loss;
    return line.str();
}

std::string read_text(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

void print_losses(const char* when, const Losses& losses) {
    std::cout << when << " hold-out loss " << losses.all << "; by mode";
    for (std::size_t m = 0; m < kModes.size(); ++m)
        std::cout << ' ' << name(kModes[m]) << ' ' << losses.by_mode[m];
    std::cout << "; by quarter of the material, endings first";
    for (const double loss : losses.by_stage) std::cout << ' ' << loss;
    std::cout << '\n';
}

/// Calls back with each game and whether it is held out. Returns how many there are.
template <typename Take>
std::size_t read_games(const Settings& settings, Take&& take) {
    std::size_t games = 0;
    for (const std::string& path : settings.files) {
        DataReader reader(path);
        while (const std::optional<DataGame> game = reader.next())
            take(*game, is_held_out(games++, settings.holdout));
        if (reader.torn()) std::cerr << path << ": the last record is cut off and left out\n";
    }
    return games;
}

void require_positions(std::size_t games, std::size_t training, std::size_t holdout) {
    if (training == 0 || holdout == 0) throw std::runtime_error("too few games: " + std::to_string(games));
}

void tune(Settings settings) {
    if (!settings.start.empty()) settings.tuning.start = values_in(read_text(settings.start));
    // What would fail at the end had better fail now.
    const std::string source = read_text(settings.table);
    static_cast<void>(table_with_values(source, table_values()));
    WakeSignal stop;
    const InterruptHandler interrupts(stop);

    Samples training, holdout;
    const std::size_t games = read_games(
        settings, [&](const DataGame& game, bool held_out) { (held_out ? holdout : training).add(game); });
    require_positions(games, training.size(), holdout.size());
    Tuner tuner(training, holdout, settings.tuning);
    std::cout << games << " games, " << training.size() << " positions to learn from, " << holdout.size()
              << " held out, scale " << tuner.scale() << '\n';

    std::ofstream csv;
    if (!settings.csv.empty()) {
        csv.open(settings.csv);
        csv << csv_head() << '\n';
        if (!csv) throw std::runtime_error("cannot write " + settings.csv);
    }
    ProgressBar progress(std::cerr, 0, settings.tuning.epochs, stderr_terminal_width());
    Losses before;
    const TunedValues best = tuner.run([&](const Tuner::Epoch& epoch) {
        if (epoch.number == 0) before = epoch.holdout;
        if (csv.is_open()) csv << csv_line(epoch) << std::endl;
        progress.update(epoch.number, "loss " + std::to_string(epoch.training.all) + ", held out " +
                                          std::to_string(epoch.holdout.all));
        return !stop.raised();
    });
    progress.finish();
    print_losses("before:", before);
    print_losses("after: ", tuner.losses(holdout, best));
    replace_file(settings.table, table_with_values(source, best));
}

constexpr std::size_t kGroups = worth_group(Mode::Raid) + 1;
constexpr std::size_t kAllGroups = kGroups;  ///< the place of what is fitted to all modes together

/// Positions by group of modes, and last those of all.
using OutlooksByGroup = std::array<std::vector<Outlook>, kGroups + 1>;

void add_by_group(const DataGame& game, OutlooksByGroup& outlooks) {
    add_outlooks(game, outlooks[worth_group(game.start.mode())]);
    add_outlooks(game, outlooks[kAllGroups]);
}

/// A curve for each group: fitted to its positions, and to some of all modes lest it go astray where its own
/// are few.
std::vector<WinRateCurve> fitted_by_group(const OutlooksByGroup& training, std::size_t degree) {
    constexpr std::size_t kOneIn = 8;
    std::vector<WinRateCurve> curves;
    for (std::size_t g = 0; g < kGroups; ++g) {
        std::vector<Outlook> outlooks = training[g];
        for (std::size_t i = 0; i < training[kAllGroups].size(); i += kOneIn)
            outlooks.push_back(training[kAllGroups][i]);
        curves.push_back(WinRateCurve::fitted(outlooks, degree));
    }
    return curves;
}

/// The mean loss where each group has a curve of its own.
double loss_by_group(const OutlooksByGroup& holdout, const std::vector<WinRateCurve>& curves) {
    double sum = 0;
    for (std::size_t g = 0; g < kGroups; ++g)
        if (!holdout[g].empty()) sum += curves[g].loss(holdout[g]) * static_cast<double>(holdout[g].size());
    return sum / static_cast<double>(holdout[kAllGroups].size());
}

/// The lines of the table in search/win_rate.cpp, of curves of the first degree.
void print_curves(const std::vector<WinRateCurve>& curves) {
    const auto pair = [](double opening, double ending) {
        return "{" + std::to_string(std::lround(100 * opening)) + ", " +
               std::to_string(std::lround(100 * ending)) + "}";
    };
    for (std::size_t g = 0; g < kGroups; ++g)
        std::cout << "    Curve{" << pair(curves[g].even(1), curves[g].even(0)) << ", "
                  << pair(curves[g].spread(1), curves[g].spread(0)) << "},  // " << name(kModes[g]) << '\n';
}

void fit_win_rates(const Settings& settings) {
    OutlooksByGroup training, holdout;
    const std::size_t games = read_games(settings, [&](const DataGame& game, bool held_out) {
        add_by_group(game, held_out ? holdout : training);
    });
    const std::vector<Outlook>&all = training[kAllGroups], &held = holdout[kAllGroups];
    require_positions(games, all.size(), held.size());
    std::cout << games << " games, " << all.size() << " positions to learn from, " << held.size()
              << " held out\nhold-out loss by the degree in the opening's share\n"
              << "degree  all modes alike  by mode\n"
              << std::fixed << std::setprecision(5);
    for (const std::size_t degree : {0U, 1U, 2U})
        std::cout << degree << std::setw(22) << WinRateCurve::fitted(all, degree).loss(held) << std::setw(9)
                  << loss_by_group(holdout, fitted_by_group(training, degree)) << '\n';
    print_curves(fitted_by_group(training, 1));
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool("tulenh-tune", [&] {
        const Settings settings = read_settings(argc, argv);
        settings.win_rates ? fit_win_rates(settings) : tune(settings);
        return EXIT_SUCCESS;
    });
}
