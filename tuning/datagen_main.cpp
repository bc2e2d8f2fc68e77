// tulenh-datagen: games of the engine against itself, to tune the evaluation with.
#include <boost/program_options.hpp>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "engine/attacks.h"
#include "protocol/posix_tools.h"
#include "protocol/progress_bar.h"
#include "search/search.h"
#include "tuning/game_data.h"
#include "tuning/random_opening.h"
#include "tuning/tool.h"

namespace {

using namespace tulenh;
namespace po = boost::program_options;

constexpr std::string_view kIntroduction =
    R"(tulenh-datagen: games of the engine against itself, to tune the evaluation with

Each game begins with some random turns and goes on with searches of so many nodes. The same options and
program give the same games. The same command goes on where the file ends, also after a crash. For several
processes give each a part of the games and a file of its own:

  tulenh-datagen --games 20000 --nodes 1500 --seed 1 --shard 1/2 --output one.games &
  tulenh-datagen --games 20000 --nodes 1500 --seed 1 --shard 2/2 --output two.games

)";

constexpr int kInterrupted = 130;
constexpr std::size_t kHashMib = 4;
constexpr int kFewestRandomTurns = 4, kRandomTurnSpread = 9;
/// A battle is taken as won when both sides have seen such a score for so many turns.
constexpr int kWonScore = 3000, kWonTurns = 8;
/// Longer games are left to the points, as an arbiter would.
constexpr std::size_t kLongestGame = 500;

struct Settings {
    std::uint32_t games = 0;
    DataHeader header;
    std::string output;
};

/// The modes take turns, game by game.
Mode mode_of_game(std::uint32_t modes, std::uint32_t number) {
    std::vector<Mode> wanted;
    for (std::size_t m = 0; m < kModes.size(); ++m)
        if ((modes >> m & 1U) != 0) wanted.push_back(kModes[m]);
    return wanted[number % wanted.size()];
}

DataResult by_points(const Position& position) {
    const unsigned red = position.points(Color::Red), blue = position.points(Color::Blue);
    return red == blue ? DataResult::Draw : red > blue ? DataResult::RedWins : DataResult::BlueWins;
}

Game opening_of_game(Mode mode, std::mt19937_64& random) {
    for (;;) {
        const int turns = kFewestRandomTurns + static_cast<int>(below(random, kRandomTurnSpread));
        if (std::optional<Game> game = random_opening(mode, turns, random)) return *game;
    }
}

/// Plays one game; the same for the same header and number. None when stopped.
std::optional<DataGame> play_game(const DataHeader& header, std::uint32_t number, Search& search,
                                  const WakeSignal& stop) {
    std::mt19937_64 random(header.seed ^ std::uint64_t{number} << 32);
    Game game = opening_of_game(mode_of_game(header.modes, number), random);
    DataGame data{number, DataResult::Draw, game.position(), {}};
    // The counters of the opening count no repetition: the game begins here.
    game = Game(data.start);
    Limits limits;
    limits.nodes = header.nodes;
    search.clear();
    int won = 0;  // turns in a row with a decisive score, positive for Red
    while (!game.result() && data.turns.size() < kLongestGame && std::abs(won) < kWonTurns) {
        if (stop.raised()) return std::nullopt;
        const Position& position = game.position();
        Value score = 0;
        search.prepare();
        const SearchResult found = search.run(game, limits, [&](const SearchInfo& info) {
            if (info.bound == Bound::Exact) score = info.score;
        });
        bool captures = false;
        for (const Part part : found.best) captures = captures || part.captures();
        const bool quiet =
            !captures && std::abs(score) <= kMaxEval && !in_check(position, position.side_to_move());
        data.turns.push_back({found.best, score, quiet});
        const Value for_red = position.side_to_move() == Color::Red ? score : -score;
        won = for_red > kWonScore ? std::max(won, 0) + 1 : for_red < -kWonScore ? std::min(won, 0) - 1 : 0;
        game.play(found.best);
    }
    if (const std::optional<Result> result = game.result()) {
        if (result->winner)
            data.result = *result->winner == Color::Red ? DataResult::RedWins : DataResult::BlueWins;
    } else if (std::abs(won) >= kWonTurns) {
        data.result = won > 0 ? DataResult::RedWins : DataResult::BlueWins;
    } else {
        data.result = by_points(game.position());
    }
    return data;
}

/// How many games the file has already; a record that was cut off is removed. A new file gets its header.
std::uint32_t games_kept(const Settings& settings, AppendFile& file) {
    if (file.size() == 0) {
        file.append(encode(settings.header));
        return 0;
    }
    DataReader reader(settings.output);
    if (!(reader.header() == settings.header))
        throw DataError(settings.output + ": the games were made with other options");
    std::uint32_t count = 0;
    while (reader.next()) ++count;
    if (reader.torn()) file.truncate(reader.position());
    return count;
}

int generate_games(const Settings& settings) {
    WakeSignal stop;
    const InterruptHandler interrupts(stop);
    AppendFile file(settings.output);
    const DataHeader& header = settings.header;
    const std::uint32_t mine =
        settings.games > header.first ? (settings.games - header.first - 1) / header.step + 1 : 0;
    std::uint32_t done = games_kept(settings, file);
    Search search(kHashMib);
    ProgressBar progress(std::cerr, done, mine, stderr_terminal_width());
    std::size_t positions = 0, quiet = 0;
    while (done < mine) {
        const std::optional<DataGame> game =
            play_game(header, header.first + done * header.step, search, stop);
        if (!game) return kInterrupted;
        file.append(encode(*game));
        positions += game->turns.size();
        for (const DataTurn& turn : game->turns) quiet += turn.quiet ? 1 : 0;
        progress.update(++done,
                        std::to_string(positions) + " positions, " + std::to_string(quiet) + " quiet");
    }
    return EXIT_SUCCESS;
}

Settings read_settings(int argc, char** argv) {
    Settings settings;
    std::string modes, shard;
    po::options_description options("Options", 100);
    auto add = options.add_options();
    add("help", "this text");
    add("mode", po::value(&modes)->default_value("all"), "standard sea air land raid total, or all in turn");
    add("games", number_from(1000), "games of all shards together");
    add("nodes", number_from(1500), "nodes a turn");
    add("seed", number_from(1), "another seed, other games");
    add("shard", po::value(&shard)->default_value("1/1"), "I/N: every N-th game, from the I-th on");
    add("output", po::value(&settings.output)->required(), "file to be written or gone on with");
    const po::variables_map given = read_command_line(argc, argv, kIntroduction, options);
    const std::optional<Mode> mode = mode_from_name(modes);
    if (!mode && modes != "all") throw po::error(std::string("unknown mode ").append(modes));
    settings.header.modes = mode ? 1U << static_cast<unsigned>(*mode) : (1U << kModes.size()) - 1U;
    unsigned part = 0, parts = 0;
    char slash = 0, rest = 0;
    std::istringstream text(shard);
    if (!(text >> part >> slash >> parts) || text >> rest || slash != '/' || part < 1 || part > parts)
        throw po::error(
            std::string("--shard: '").append(shard).append("' is not of the form I/N, I from 1 to N"));
    settings.header.first = part - 1;
    settings.header.step = parts;
    constexpr std::int64_t kMost = std::numeric_limits<std::uint32_t>::max();
    settings.games = static_cast<std::uint32_t>(number(given, "games", 1, kMost));
    settings.header.nodes = static_cast<std::uint32_t>(number(given, "nodes", 1, kMost));
    settings.header.seed =
        static_cast<std::uint64_t>(number(given, "seed", 0, std::numeric_limits<std::int64_t>::max()));
    return settings;
}

}  // namespace

int main(int argc, char** argv) {
    return run_tool("tulenh-datagen", [&] { return generate_games(read_settings(argc, argv)); });
}
