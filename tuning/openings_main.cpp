// tulenh-openings: writes a book of openings that are random, different from each other, and balanced.
#include <boost/program_options.hpp>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "engine/text.h"
#include "search/search.h"
#include "tuning/posix.h"
#include "tuning/progress_bar.h"
#include "tuning/random_opening.h"

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
    add("count", po::value(&settings.count)->default_value(1000), "openings in the book");
    add("seed", po::value(&settings.seed)->default_value(1), "another seed, another book");
    add("turns", po::value(&settings.turns)->default_value(8), "random turns, of both sides together");
    add("depth", po::value(&settings.depth)->default_value(4), "depth of the search, in turns");
    add("bound", po::value(&settings.bound)->default_value(50),
        "the score is at most so far from 0; an infantry is 100");
    add("output", po::value(&settings.output)->required(), "file to be written");
    po::variables_map given;
    po::store(po::command_line_parser(argc, argv).options(options).positional({}).run(), given);
    if (argc < 2 || given.count("help") != 0) {
        std::cout << kIntroduction << options;
        std::exit(EXIT_SUCCESS);
    }
    po::notify(given);
    const std::optional<Mode> known = mode_from_name(mode);
    if (!known) throw po::error(std::string("unknown mode ").append(mode));
    if (settings.turns < 1 || settings.depth < 1 || settings.bound < 0 || settings.count < 1)
        throw po::error("count, turns and depth must be 1 or more, bound 0 or more");
    settings.mode = *known;
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
    try {
        make_book(read_settings(argc, argv));
        return EXIT_SUCCESS;
    } catch (const po::error& error) {
        std::cerr << "tulenh-openings: " << error.what() << '\n';
        return 2;
    } catch (const std::exception& error) {
        std::cerr << "tulenh-openings: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
