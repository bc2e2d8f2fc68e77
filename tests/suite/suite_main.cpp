// tulenh_suite: measures how well the search solves the tactical suite, or proves its answers again.
#include <algorithm>
#include <boost/program_options.hpp>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <limits>
#include <string>

#include "engine/text.h"
#include "tests/suite/measure.h"
#include "tests/suite/suite.h"

namespace {

using namespace tulenh;
namespace po = boost::program_options;

constexpr std::string_view kIntroduction =
    R"(tulenh_suite: how well the search solves positions with known answers

  tulenh_suite tests/data/tactics.epd --nodes 200000

A line for each position: id, solved or failed, the turn found, the nodes searched, and the nodes and the time
in ms of the iteration from which the answer stayed right. Then totals by task and by mode: solved, all, mean
nodes and mean time to the solution. Options:)";

struct Settings {
    std::string file, only;
    std::uint64_t nodes = 0;
    int movetime = 0;
    std::size_t hash = 0;
    bool prove = false;
};

void print_score(std::string_view name, const SolvedCount& score) {
    const auto solved = std::max<std::uint64_t>(score.solved, 1);
    std::cout << std::left << std::setw(10) << name << std::right << std::setw(5) << score.solved << " /"
              << std::setw(4) << score.all << std::setw(10) << score.nodes_to_solution / solved << " nodes"
              << std::setw(7) << static_cast<std::uint64_t>(score.time_to_solution.count()) / solved
              << " ms\n";
}

/// Returns whether all are solved.
bool measure_all(const Settings& settings, const std::vector<SuiteEntry>& entries) {
    Search search(settings.hash);
    Limits limits;
    if (settings.movetime != 0)
        limits.movetime = Milliseconds(settings.movetime);
    else
        limits.nodes = settings.nodes;
    SolvedCounts tasks, modes;
    SolvedCount total;
    for (const SuiteEntry& entry : entries) {
        const Measured measured = measure(entry, limits, search);
        tasks[std::string(name(entry.task))].add(measured);
        modes[std::string(name(entry.position.mode()))].add(measured);
        total.add(measured);
        std::cout << std::left << std::setw(20) << entry.id << std::right
                  << (measured.solved ? " solved " : " failed ") << format_turn(entry.position, measured.best)
                  << ' ' << measured.nodes;
        if (measured.solved)
            std::cout << ' ' << measured.nodes_to_solution << ' ' << measured.time_to_solution.count();
        std::cout << std::endl;
    }
    for (const SolvedCounts* scores : {&tasks, &modes}) {
        std::cout << '\n';
        for (const auto& [name, score] : *scores) print_score(name, score);
    }
    std::cout << '\n';
    print_score("all", total);
    return total.solved == total.all;
}

/// Returns whether all answers are what the proof says.
bool prove_all(const std::vector<SuiteEntry>& entries) {
    bool right = true;
    for (const SuiteEntry& entry : entries) {
        const bool proven = is_proven(entry, std::numeric_limits<std::uint64_t>::max());
        std::cout << entry.id << (proven ? " proven" : " WRONG") << std::endl;
        right = right && proven;
    }
    return right;
}

}  // namespace

int main(int argc, char** argv) {
    Settings settings;
    po::options_description options;
    auto add = options.add_options();
    add("file", po::value(&settings.file)->required(), "the suite");
    add("nodes", po::value(&settings.nodes)->default_value(200'000), "searched for each position");
    add("movetime", po::value(&settings.movetime)->default_value(0),
        "ms for each position, instead of nodes");
    add("hash", po::value(&settings.hash)->default_value(16), "MiB of the table");
    add("only", po::value(&settings.only), "positions whose id contains this, e.g. sea-win2");
    add("prove", po::bool_switch(&settings.prove), "do not search, prove the answers again");
    po::positional_options_description positional;
    positional.add("file", 1);
    try {
        po::variables_map values;
        po::store(po::command_line_parser(argc, argv).options(options).positional(positional).run(), values);
        po::notify(values);
        if (settings.movetime < 0) throw po::error("--movetime: not below 0");
        if (settings.hash == 0) throw po::error("--hash: at least 1");
    } catch (const po::error& error) {
        std::cerr << "tulenh_suite: " << error.what() << "\n\n" << kIntroduction << '\n' << options;
        return 2;
    }
    Expected<std::vector<SuiteEntry>> entries = read_suite(settings.file);
    if (!entries) {
        std::cerr << "tulenh_suite: " << entries.error().text << '\n';
        return 2;
    }
    std::erase_if(*entries,
                  [&](const SuiteEntry& e) { return e.id.find(settings.only) == std::string::npos; });
    const bool good = settings.prove ? prove_all(*entries) : measure_all(settings, *entries);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
