// tulenh-spsa: tunes constants of an engine by games against itself.
#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <cstdlib>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/posix_io.h"
#include "protocol/progress_bar.h"
#include "tuning/key_values.h"
#include "tuning/match.h"
#include "tuning/options.h"
#include "tuning/spsa.h"
#include "tuning/tool.h"

namespace {

using namespace tulenh;
namespace po = boost::program_options;
using Strings = std::vector<std::string>;

constexpr std::string_view kIntroduction =
    R"(tulenh-spsa: tunes constants of an engine by games against itself

The constants must be options of the engine: build it with -DTULENH_TUNING=ON. Each iteration plays pairs of
games, both colours from one opening, between two sets of values around the present ones, which then move
towards the winner. Ctrl-C ends the run early; the tuned values are printed then too. With --state the same
command goes on where the run was, also after a crash.

  tulenh-spsa --engine ./tulenh --param NullBase=3,1,6,0.5 LateBase FutilityMargin --nodes 2000 \
              --mode all --openings 'tuning/openings/{mode}.epd' --iterations 2000 --state run.json

)";

constexpr int kInterrupted = 130;

struct Settings {
    SpsaSettings spsa;
    MatchConfig match;  ///< one iteration
    std::string state_file;
};

void read_parameters(const Strings& texts, bool all, SpsaSettings& spsa) {
    if (all) spsa.parameters = all_search_constants();
    for (const std::string& text : texts) {
        SpsaParameter parameter = parse_spsa_parameter(text);
        const auto known =
            std::find_if(spsa.parameters.begin(), spsa.parameters.end(),
                         [&](const SpsaParameter& other) { return other.name == parameter.name; });
        if (known == spsa.parameters.end())
            spsa.parameters.push_back(std::move(parameter));
        else if (all)
            *known = std::move(parameter);
        else
            throw OptionError(std::string("--param ").append(parameter.name).append(": given twice"));
    }
    if (spsa.parameters.empty()) throw OptionError("which constants? Give --param or --all");
}

std::pair<std::string, std::string> parse_option(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw OptionError(std::string("--option: '").append(text).append("' is not of the form NAME=VALUE"));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

Settings read_settings(int argc, char** argv) {
    Settings settings;
    SpsaSettings& spsa = settings.spsa;
    MatchConfig& match = settings.match;
    EngineConfig engine;
    OpeningsConfig openings;
    Strings parameters, engine_options;
    std::string arguments, time, modes;
    po::options_description options("Options", 100);
    auto add = options.add_options();
    add("help", "this text");
    add("engine", po::value(&engine.command)->required(), "program: a path, or a name to be found in PATH");
    add("args", po::value(&arguments), "its command line");
    add("option", po::value(&engine_options)->multitoken(), "NAME=VALUE ...: other options of the engine");
    add("param", po::value(&parameters)->multitoken(),
        "NAME[=START,LOW,HIGH[,C_END]] ...: constants to be tuned; by the name alone those of the search are "
        "known");
    add("all", "all constants of the search; --param says otherwise for some");
    add("iterations", number_from(spsa.iterations), "the gains depend on it: it cannot be changed later");
    add("pairs", number_from(6), "of games in each iteration");
    add("r-end", po::value(&spsa.r_end)->default_value(spsa.r_end),
        "how far a game that was won moves a constant at the end, in C_END");
    add("nodes", po::value<std::int64_t>(), "nodes a turn");
    add("tc", po::value(&time), "clock, [N/]TIME[+INC] in seconds");
    add("mode", po::value(&modes)->default_value("all"), "standard sea air land raid total, or all in turn");
    add("openings", po::value(&openings.file)->required(),
        "book in EPD; {mode} in the file's name stands for the mode");
    add("max-moves", number_from(0), "after so many turns of each side the points decide; 0: never");
    add("seed", number_from(static_cast<std::int64_t>(spsa.seed)), "of trials and openings");
    add("concurrency", number_from(1), "games at a time");
    add("state", po::value(&settings.state_file),
        "all results are kept here; if it is there, the run goes on");
    add("log", po::value(&match.log_file), "everything read from and written to the engine");
    const po::variables_map given = read_command_line(argc, argv, kIntroduction, options);

    read_parameters(parameters, given.count("all") != 0, spsa);
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    spsa.iterations = number(given, "iterations", 1, 10000000);
    spsa.seed = static_cast<std::uint64_t>(number(given, "seed", 0, kMost));
    if (!(spsa.r_end > 0 && spsa.r_end <= 1)) throw OptionError("--r-end must be above 0 and at most 1");

    engine.name = std::filesystem::path(engine.command).filename().string();
    engine.arguments = po::split_unix(arguments);
    for (const std::string& option : engine_options) engine.options.push_back(parse_option(option));
    if (given.count("nodes") != 0)
        engine.limits.nodes = static_cast<std::uint64_t>(number(given, "nodes", 1, kMost));
    if (!time.empty()) engine.limits.clock = parse_time_control(time, "--tc");
    if (!engine.limits.any()) throw OptionError("the engine has no limit: give --nodes or --tc");

    openings.random = true;
    match.openings = openings;
    match.engines = {engine, engine};
    match.engines[0].name += "+";
    match.engines[1].name += "-";
    match.modes = parse_modes(modes, "--mode");
    match.rounds = static_cast<int>(number(given, "pairs", 1, 100000));
    match.games = 2;
    match.repeat = true;
    match.seed_given = true;
    match.max_moves = static_cast<int>(number(given, "max-moves", 0, 100000));
    match.concurrency = static_cast<int>(number(given, "concurrency", 1, 1000));
    return settings;
}

/// The match of one trial: the modes go on where the last trial left them, the openings are drawn anew.
MatchConfig match_of(const Settings& settings, const SpsaTrial& trial) {
    MatchConfig match = settings.match;
    const std::array<const std::vector<int>*, 2> values{&trial.plus, &trial.minus};
    for (std::size_t side = 0; side < 2; ++side)
        for (std::size_t i = 0; i < values[side]->size(); ++i)
            match.engines[side].options.emplace_back(settings.spsa.parameters[i].name,
                                                     std::to_string((*values[side])[i]));
    // Other random numbers than those that the trial was drawn with.
    match.seed = ~settings.spsa.seed ^ static_cast<std::uint64_t>(trial.number) << 32U;
    const auto modes = static_cast<std::int64_t>(match.modes.size());
    std::rotate(match.modes.begin(), match.modes.begin() + (trial.number - 1) * match.rounds % modes,
                match.modes.end());
    return match;
}

/// A game lost on time counts. With any other fault the engine is to be mended first.
void refuse_faults(const SpsaTrial& trial, const Tally& total) {
    for (std::size_t i = 0; i < total.endings.size(); ++i) {
        const auto ending = static_cast<Ending>(i);
        if (!is_forfeit(ending) || ending == Ending::Time || total.endings[i].games() == 0) continue;
        std::string message = "iteration ";
        message.append(std::to_string(trial.number)).append(": the engine loses by ").append(name(ending));
        throw std::runtime_error(message.append("; it is not played on"));
    }
}

std::optional<Wdl> play_trial(const Settings& settings, const SpsaTrial& trial, WakeSignal& stop,
                              ProgressBar& progress) {
    Match match(match_of(settings, trial), stop);
    const auto tell = [&](std::string_view line) {
        progress.message(
            std::string("iteration ").append(std::to_string(trial.number)).append(", ").append(line));
    };
    match.run({tell, [](const MatchSummary&) {}});
    const MatchSummary summary = match.summary();
    Tally total;
    for (const Tally& tally : summary.tallies) total += tally;
    refuse_faults(trial, total);
    if (summary.games < summary.planned) return std::nullopt;
    return total.games();
}

/// `+40 =21 -35  NullBase 3.1  LateBase 8.7`
std::string progress_text(const Spsa& spsa) {
    const Wdl total = spsa.total();
    std::ostringstream text;
    text << '+' << total.wins << " =" << total.draws << " -" << total.losses << std::fixed
         << std::setprecision(1);
    for (std::size_t i = 0; i < spsa.values().size(); ++i)
        text << "  " << spsa.settings().parameters[i].name << ' ' << spsa.values()[i];
    return text.str();
}

/// How the games are played, the openings included.
Json describe_games(const MatchConfig& match) {
    std::vector<Book> books;
    for (const Mode mode : match.modes) books.push_back(load_book(*match.openings, mode));
    return describe(match, books);
}

int tune(const Settings& settings) {
    WakeSignal stop;
    const InterruptHandler interrupts(stop);
    Spsa spsa(settings.spsa, describe_games(settings.match));
    load_state(spsa, settings.state_file);
    ProgressBar progress(std::cerr, static_cast<std::size_t>(spsa.finished()),
                         static_cast<std::size_t>(settings.spsa.iterations), stderr_terminal_width());
    run_spsa(
        spsa, settings.state_file,
        [&](const SpsaTrial& trial) { return play_trial(settings, trial, stop, progress); },
        [&] { progress.update(static_cast<std::size_t>(spsa.finished()), progress_text(spsa)); });
    progress.finish();
    write_tuned(std::cout, spsa);
    if (spsa.done()) return EXIT_SUCCESS;
    std::cerr << "tulenh-spsa: " << InterruptHandler::interrupted_by().value_or("a signal")
              << " ended the run\n";
    return kInterrupted;
}

}  // namespace

int main(int argc, char** argv) {
    prepare_standard_streams();
    return run_tool("tulenh-spsa", [&] { return tune(read_settings(argc, argv)); });
}
