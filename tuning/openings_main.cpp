// tulenh-openings: writes a book of openings that are random, different from each other, and balanced.
#include <boost/program_options.hpp>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/text.h"
#include "protocol/progress_bar.h"
#include "search/search.h"
#include "tuning/posix.h"
#include "tuning/random_opening.h"
#include "tuning/tool.h"

namespace {

using namespace tulenh;
namespace po = boost::program_options;

constexpr std::string_view kIntroduction =
    R"(tulenh-openings: a book of openings for matches

An opening is the start position after some random turns in which nothing was captured. It is taken into the
book if a search finds it balanced. The same options and program give the same book.

  tulenh-openings --mode sea --count 200 --seed 1 --output sea.epd

)";

struct Settings {
    Mode mode = Mode::Standard;
    std::size_t count = 0;
    std::uint64_t seed = 0;
    int turns = 0, depth = 0, bound = 0;
    std::string output;
};

bool balanced(Search& search, const Game& opening, const Settings& settings) {
    Limits limits;
    limits.depth = settings.depth;
    Value score = 0;
    search.clear();
    search.prepare();
    search.run(Game(opening.position()), limits, [&](const SearchInfo& info) {
        if (info.bound == Bound::Exact) score = info.score;
    });
    return std::abs(score) <= settings.bound;
}

Settings read_settings(int argc, char** argv) {
    Settings settings;
    std::string mode;
    po::options_description options("Options", 100);
    auto add = options.add_options();
    add("help", "this text");
    add("mode", po::value(&mode)->default_value("standard"), "standard sea air land raid total");
    add("count", number_from(1000), "openings in the book");
    add("seed", number_from(1), "another seed, another book");
    add("turns", number_from(8), "random turns, of both sides together");
    add("depth", number_from(4), "depth of the search, in turns");
    add("bound", number_from(50), "the score is at most so far from 0; an infantry is 100");
    add("output", po::value(&settings.output)->required(), "file to be written");
    const po::variables_map given = read_command_line(argc, argv, kIntroduction, options);
    const std::optional<Mode> known = mode_from_name(mode);
    if (!known) throw po::error(std::string("unknown mode ").append(mode));
    settings.mode = *known;
    settings.count = static_cast<std::size_t>(number(given, "count", 1, 1'000'000));
    settings.seed =
        static_cast<std::uint64_t>(number(given, "seed", 0, std::numeric_limits<std::int64_t>::max()));
    // Without a capture a battle is over after 100 turns (RULES.md section 12).
    settings.turns = static_cast<int>(number(given, "turns", 1, 99));
    settings.depth = static_cast<int>(number(given, "depth", 1, kMaxTurnPly));
    settings.bound = static_cast<int>(number(given, "bound", 0, kMaxEval));
    return settings;
}

void make_book(const Settings& settings) {
    std::mt19937_64 random(settings.seed);
    Search search;
    std::set<std::uint64_t> keys;
    std::string book;
    std::size_t tried = 0;
    ProgressBar progress(std::cerr, 0, settings.count, stderr_terminal_width());
    // What has been tried in vain so often will not come any more.
    const std::size_t patience = 10000 + 1000 * settings.count;
    for (std::size_t found = 0; found < settings.count; ++tried) {
        if (tried == patience) throw std::runtime_error("too few openings are within the bound");
        const std::optional<Game> opening = random_opening(settings.mode, settings.turns, random);
        if (!opening || keys.count(opening->position().key()) != 0) continue;
        if (!balanced(search, *opening, settings)) continue;
        keys.insert(opening->position().key());
        book.append(format_fen(opening->position())).append("\n");
        progress.update(++found, std::to_string(tried + 1).append(" tried"));
    }
    progress.finish();
    replace_file(settings.output, book);
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool("tulenh-openings", [&] {
        make_book(read_settings(argc, argv));
        return EXIT_SUCCESS;
    });
}
