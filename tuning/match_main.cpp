// tulenh-match: matches between engines, and sums of their parts.
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/posix_io.h"
#include "protocol/progress_bar.h"
#include "tuning/match.h"
#include "tuning/options.h"

namespace {

using namespace tulenh;
using Strings = std::vector<std::string>;

constexpr int kFailed = 1, kBadCommandLine = 2, kInterrupted = 130;

/// The table on stdout, or on stderr when stdout is for JSON.
void report(const MatchSummary& summary, bool json, const std::string& json_file) {
    const std::string text = json ? report_json(summary).dump(2).append("\n") : std::string();
    write_table(json && json_file.empty() ? std::cerr : std::cout, summary);
    if (!json) return;
    if (json_file.empty())
        std::cout << text << std::flush;
    else
        replace_file(json_file, text);
}

/// Plays what is left of the match; how it goes is told on stderr.
void play(Match& match) {
    const MatchSummary before = match.summary();
    ProgressBar progress(std::cerr, before.games, before.planned, stderr_terminal_width());
    match.run({[&](std::string_view line) { progress.message(line); },
               [&](const MatchSummary& now) { progress.update(now.games, live_line(now)); }});
}

int run_match(const Strings& arguments) {
    const MatchConfig config = parse_match_options(arguments);
    WakeSignal wake;
    const InterruptHandler interrupts(wake);
    Match match(config, wake);
    std::exception_ptr failure;
    try {
        play(match);
    } catch (...) {
        failure = std::current_exception();
    }
    const MatchSummary summary = match.summary();
    if (!failure || summary.games != 0) report(summary, config.json, config.json_file);
    if (failure) std::rethrow_exception(failure);
    const std::optional<std::string_view> signal = InterruptHandler::interrupted_by();
    if (!signal) return EXIT_SUCCESS;
    std::cerr << "tulenh-match: " << *signal << " ended the match\n";
    return kInterrupted;
}

int run_merge(const Strings& arguments) {
    Strings files;
    bool json = false;
    std::string json_file;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        constexpr std::string_view kFile = "file=";
        if (arguments[i] == "-json" || arguments[i] == "--json") {
            json = true;
            if (i + 1 < arguments.size() && arguments[i + 1].compare(0, kFile.size(), kFile) == 0)
                json_file = arguments[++i].substr(kFile.size());
        } else if (arguments[i].front() == '-') {
            throw OptionError(std::string("merge: unknown option ").append(arguments[i]));
        } else {
            files.push_back(arguments[i]);
        }
    }
    if (files.empty()) throw OptionError("merge: which files?");
    std::vector<MatchSummary> parts;
    for (const std::string& file : files) {
        const Json content = read_json(file);
        try {
            parts.push_back(summary_from_json(content));
        } catch (const StateError& error) {
            throw StateError(std::string(file).append(": ").append(error.what()));
        }
    }
    report(merge(parts, files), json, json_file);
    return EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
    prepare_standard_streams();
    Strings arguments(argv + 1, argv + argc);
    try {
        if (arguments.empty()) {
            std::cerr << "tulenh-match: which engines? See tulenh-match --help\n";
            return kBadCommandLine;
        }
        if (arguments[0] == "-help" || arguments[0] == "--help" || arguments[0] == "-h") {
            std::cout << match_help();
            return EXIT_SUCCESS;
        }
        for (const std::string& argument : arguments)
            if (argument.empty()) throw OptionError("an argument is empty");
        if (arguments[0] == "merge") return run_merge({arguments.begin() + 1, arguments.end()});
        return run_match(arguments);
    } catch (const OptionError& error) {
        std::cerr << "tulenh-match: " << error.what() << '\n';
        return kBadCommandLine;
    } catch (const std::exception& error) {
        std::cerr << "tulenh-match: " << error.what() << '\n';
        return kFailed;
    }
}
