#include "protocol/analyse.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string_view>

#include "protocol/analysis.h"
#include "protocol/analysis_input.h"
#include "protocol/analysis_json.h"
#include "protocol/analysis_output.h"
#include "protocol/analysis_pool.h"
#include "protocol/analysis_text.h"
#include "protocol/posix_io.h"
#include "protocol/progress_bar.h"
#include "protocol/subcommand.h"
#include "protocol/words.h"

namespace tulenh {
namespace {

namespace po = boost::program_options;

constexpr std::string_view kUsage =
    R"(Usage: tulenh analyse [options] [file]...

Searches every position of the files, or of the standard input, and writes a line of JSON for each:

  tulenh analyse --nodes 10000 --workers 4 positions.epd --output analysed.jsonl
  tulenh analyse --depth 8 --text game.txt
  echo "9c1/11/9T1/11/11/11/11/11/11/11/11/10C r" | tulenh analyse --mode raid --depth 3

Input (--format):
  fens      a position a line: a FEN, whose operations (bm c5c6; id "one";) are left out as all from the first
            ';' on is. Empty lines and lines that begin with # are skipped.
  games     game files; every position of a game is analysed, and every turn is judged
  record    the same with turns as players record them
  turns     one game a line: [mode MODE] [fen FEN moves] TURN...
  auto      games if a file begins with a tag, a move number or a comment in braces, else fens

Fields of a line, in this order:
  id        number of the position in the whole input, from 1; the lines come in this order
  fen mode  the position and its mode
  turn      the best turn; 0000 when the battle is over
  result    ongoing, or winner, reason and score as the command 'result' says; then nothing is searched
  depth nodes time_ms   what was searched
  lines     the best turns with their lines, as many as --multipv: cp or mate, the score for the side to move
            (cp 100 is about an infantry; mate counts own turns, below 0 when lost); wdl, the shares of wins,
            draws and losses per mille; pv, the turns; fen, the position after the first turn of pv
In a game there follow
  played    the turn of the game; null after the last one
  loss      what it gave away: the best score of the position less the score after the turn, in cp. Scores
            beyond 2000 and decided battles count as 2000: who still wins loses nothing. The best turn: 0
  mark      ?! for a loss from 50 on, ? from 100, ?? from 300, else empty
What is refused (a malformed FEN, a game with an illegal turn) is answered too:
  {"id":1,"error":{"code":"fen","text":"positions.epd: line 1: turn: missing, r or b expected"}}

With --depth or --nodes, and one thread, a position's line is the same in every run but for time_ms: each
search begins with nothing learnt. For that the table is emptied, so a large --hash slows down short searches.

--resume goes on after the last whole line of the output file. The last position that was searched is done
again: if its line has changed, the file was made with other options and is refused. (Searches with --movetime
or --threads never come out quite the same. Of these only the positions are compared.)

Exit status: 0 all analysed, refused positions too; 1 bad options or an unreadable file; 130 interrupted: what
was finished is written.

)";

constexpr int kInterrupted = 130;
/// Limits of options, as those of the protocol's options.
constexpr std::int64_t kMostThreads = 256, kMostLines = 256, kMostHash = 65536;
/// A day.
constexpr std::int64_t kLongestTime = 86'400'000;
/// Without any limit.
constexpr std::int64_t kUsualNodes = 100'000;
/// Searches of so many nodes at most do with a table that is soon emptied.
constexpr std::uint64_t kShortSearch = 20'000;
constexpr std::size_t kSmallHash = 1, kUsualHash = 16;

/// The command line.
struct Settings {
    AnalysisSource source;
    AnalysisSettings analysis;
    std::string output;
    bool resume = false, text = false;
};

/// The options as they are read.
struct GivenOptions {
    std::optional<std::int64_t> depth, nodes, movetime, multipv, threads, hash, workers;
    std::string mode;
};

/// Boost reads options into values, not into optional ones.
po::typed_value<std::int64_t>* number_into(std::optional<std::int64_t>& number) {
    return po::value<std::int64_t>()->value_name("N")->notifier([&](std::int64_t given) { number = given; });
}

void check_number(std::string_view option, std::optional<std::int64_t> number, std::int64_t high) {
    if (number && (*number < 1 || *number > high))
        throw SubcommandError(std::string(option) + ": " + std::to_string(*number) + " is not within 1 to " +
                              std::to_string(high));
}

void check_numbers(const GivenOptions& given) {
    check_number("--depth", given.depth, kMaxTurnPly);
    check_number("--nodes", given.nodes, std::numeric_limits<std::int64_t>::max());
    check_number("--movetime", given.movetime, kLongestTime);
    check_number("--multipv", given.multipv, kMostLines);
    check_number("--threads", given.threads, kMostThreads);
    check_number("--hash", given.hash, kMostHash);
    check_number("--workers", given.workers, kMostThreads);
}

AnalysisSettings analysis_settings(const GivenOptions& given) {
    check_numbers(given);
    AnalysisSettings settings;
    Limits& limits = settings.limits;
    if (given.depth) limits.depth = static_cast<int>(*given.depth);
    if (given.nodes) limits.nodes = static_cast<std::uint64_t>(*given.nodes);
    if (given.movetime) limits.movetime = Milliseconds(*given.movetime);
    if (!given.depth && !given.nodes && !given.movetime) limits.nodes = kUsualNodes;
    limits.lines = static_cast<std::size_t>(given.multipv.value_or(1));
    settings.workers = static_cast<std::size_t>(given.workers.value_or(1));
    settings.threads = static_cast<std::size_t>(given.threads.value_or(1));
    const bool is_short = limits.nodes && *limits.nodes <= kShortSearch;
    settings.hash_mib = is_short ? kSmallHash : kUsualHash;
    if (given.hash) settings.hash_mib = static_cast<std::size_t>(*given.hash);
    return settings;
}

void check_files(const Settings& settings) {
    for (const std::string& path : settings.source.files) {
        if (path == "-") continue;
        [[maybe_unused]] const std::ifstream readable = open_to_read(path);
        std::error_code none;
        if (!settings.output.empty() && std::filesystem::equivalent(path, settings.output, none))
            throw SubcommandError("--output: " + path + " is read from");
    }
}

void check(const Settings& settings) {
    const std::string& form = settings.source.form;
    if (form != "auto" && form != "fens" && !game_form_named(form))
        throw SubcommandError("--format: " + in_quotes(form) +
                              " is not among auto, fens, games, record, turns");
    if (settings.resume && settings.output.empty())
        throw SubcommandError("--resume: goes on with the file of --output, which is missing");
    if (settings.resume && settings.text) throw SubcommandError("--resume: cannot go on with --text");
    check_files(settings);
}

bool is_repeatable(const AnalysisSettings& settings) {
    return !settings.limits.movetime && settings.threads == 1;
}

/// A bar on the terminal, if the results do not go there too and it can be known how much there is to do.
std::unique_ptr<ProgressBar> progress_bar(const Settings& settings, std::size_t done) {
    const std::vector<std::string>& files = settings.source.files;
    const std::optional<int> width = stderr_terminal_width();
    const bool mixed = settings.output.empty() && stdout_is_terminal();
    if (!width || mixed || std::count(files.begin(), files.end(), "-") != 0) return nullptr;
    AnalysisInput input(settings.source);
    std::size_t total = 0;
    while (input.next()) ++total;
    return std::make_unique<ProgressBar>(std::cerr, done, total, width);
}

/// Ends the process: a worker may be waiting for input, and nothing is lost by leaving it.
[[noreturn]] void end_interrupted(std::size_t done) {
    std::cerr << "tulenh analyse: interrupted by " << *InterruptHandler::interrupted_by() << ", " << done
              << " positions are finished" << std::endl;
    std::_Exit(kInterrupted);
}

int analyse_all(const Settings& settings) {
    WakeSignal stop;
    const InterruptHandler interrupts(stop);
    AnalysisOutput output(settings.output, settings.resume);
    AnalysisInput input(settings.source);
    KeptAnalyses kept;
    if (settings.resume) kept = KeptAnalyses(settings.output, input);
    std::size_t done = kept.count();
    const std::unique_ptr<ProgressBar> progress = progress_bar(settings, done);

    AnalysisPool pool(
        settings.analysis,
        [&] {
            std::optional<AnalysisTask> again = kept.next_task();
            return again ? std::move(again) : input.next();
        },
        stop);
    TurnJudge judge([&] { return pool.next(); });
    AnalysisText text;
    while (const std::optional<Analysis> analysis = judge.next()) {
        const std::string written = settings.text ? text.add(*analysis) : json_line(*analysis);
        if (kept.to_be_compared()) {
            kept.compare(written, is_repeatable(settings.analysis));
            continue;
        }
        if (settings.resume && done == kept.count()) output.keep(kept.size());
        output.write(written);
        ++done;
        if (progress) progress->update(done, "");
    }
    if (progress) progress->finish();
    if (stop.raised()) end_interrupted(done);
    return EXIT_SUCCESS;
}

}  // namespace

int run_analyse(const std::vector<std::string>& arguments) {
    Settings settings;
    GivenOptions given;
    po::options_description options("Options", 100);
    auto add = options.add_options();
    add("help,h", "show this help");
    add("format,f", po::value(&settings.source.form)->default_value("auto"), "how the input is written");
    add("mode,m", po::value(&given.mode)->default_value("standard"), "mode of what does not say it");
    add("depth", number_into(given.depth), "turns of both sides to search ahead");
    add("nodes", number_into(given.nodes), "nodes for a position; without any limit 100000");
    add("movetime", number_into(given.movetime), "milliseconds for a position");
    add("multipv", number_into(given.multipv), "best turns to be told; otherwise 1");
    add("workers", number_into(given.workers), "positions searched at a time; otherwise 1");
    add("threads", number_into(given.threads), "threads for each of them; otherwise 1");
    add("hash", number_into(given.hash), "MiB for each worker; otherwise 1 up to 20000 nodes, else 16");
    add("output,o", po::value(&settings.output), "file to be written; else the standard output");
    add("resume", po::bool_switch(&settings.resume), "go on with an output file that was not finished");
    add("text", po::bool_switch(&settings.text), "text for people; sums up each game");
    std::vector<std::string>& files = settings.source.files;
    return run_subcommand("analyse", arguments, kUsage, options, {{"file", nullptr, &files}}, [&] {
        if (files.empty()) files = {"-"};
        settings.analysis = analysis_settings(given);
        const std::optional<Mode> mode = mode_from_name(given.mode);
        if (!mode) throw SubcommandError("--mode: unknown mode " + in_quotes(given.mode));
        settings.source.mode = *mode;
        check(settings);
        try {
            return analyse_all(settings);
        } catch (const std::bad_alloc&) {
            throw SubcommandError("--hash: there is not enough memory");
        }
    });
}

}  // namespace tulenh
