// tulenh_draw: draws positions from games of the search against itself: the tactical suite and the bench.
#include <algorithm>
#include <array>
#include <boost/program_options.hpp>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/text.h"
#include "engine/turns.h"
#include "tests/suite/own_games.h"
#include "tests/suite/proof.h"
#include "tests/suite/suite.h"

namespace {

using namespace tulenh;
namespace po = boost::program_options;

constexpr std::string_view kIntroduction =
    R"(tulenh_draw: positions from games of the search against itself

  tulenh_draw tactics --seed 1 > tests/data/tactics.epd
  tulenh_draw bench --seed 1 > protocol/bench_positions.inc

The same seed and program give the same positions. Options:)";

/// Has the side to move a stack?
bool has_stack(const Position& position) {
    bool found = false;
    position.occupied(position.side_to_move()).for_each([&](Point p) { found |= position.at(p).stacked(); });
    return found;
}

// ------------------------------------------------------------------------------------------ the suite

/// How many positions a mode has for each task, and how many of them have an accepted turn of several
/// parts.
struct Quota {
    std::size_t all, several_parts;
};
constexpr std::array<Quota, kTasks.size()> kQuotas{Quota{8, 3}, Quota{14, 5}, Quota{3, 0}, Quota{12, 0}};

constexpr std::size_t kMostTurns = 800;          ///< legal turns of a position that is tried
constexpr std::size_t kMostTurnsForWin3 = 50;    ///< the same for wins in three
constexpr std::size_t kMostTurnsOfWinner = 130;  ///< the same where the side to move went on to win
constexpr std::size_t kFewestTurns = 8;          ///< with fewer there is little to find
constexpr std::size_t kMostAccepted = 20;        ///< with more it is hard to fail
constexpr std::size_t kMostOfGame = 2;           ///< positions of a game with the same task
constexpr std::size_t kMostAlike = 3;            ///< positions of a mode and task with the same pattern
constexpr std::uint64_t kNodesForWin2 = 500'000, kNodesForWin3 = 8'000'000, kNodesForDefence = 1'000'000;

constexpr std::string_view kSuiteHeader =
    R"(# Tactical positions with proven answers.
#
#   <fen>; <mode>; <task>; <accepted turns>; <id>
#
# win1, win2, win3: the side to move wins at its first, second or third own turn at the latest, and no sooner,
# whatever the other side does: by a condition of the mode or because the other side has no legal turn. Wins by
# points do not count. The accepted turns are all that win in that least number of turns; slower wins are not
# accepted.
# defence: the accepted turns lead to the same position and are the only ones after which the other side does
# not win within two turns of its own.
# Turns with the same result from one point are listed once, in their shortest form.
#
# Proven by a full-width alpha-beta over whole turns (tests/suite/proof.h). Drawn from games of the search
# against itself and from random play out of such games, whether or not the search solves them, by
)";

/// What the first accepted turn does, for telling positions that are alike: pieces, actions, victims.
std::string pattern(const SuiteEntry& entry) {
    std::string text(name(entry.task));
    const Turn& turn = entry.accepted.front();
    Position position = entry.position;
    const Stack began = position.at(turn.origin());
    for (const Part part : turn) {
        text += ' ' + format_stack(began.subset(part.members())) +
                std::to_string(static_cast<int>(part.action()));
        if (part.captures()) text += format_piece(position.at(part.to()).carrier());
        position.play(part);
    }
    return text;
}

bool has_several_parts(const Turn& turn) { return turn.size() > 1; }

class TacticsDraw {
  public:
    explicit TacticsDraw(std::uint64_t seed) : random_(seed) {}

    /// Stops when every mode has all it should have, or after so many games.
    void run(std::size_t most_games) {
        Search search(4);
        for (std::size_t number = 0; number < most_games && !complete(); ++number) {
            const Mode mode = kModes[number % kModes.size()];
            if (!wants(mode)) continue;
            const OwnGame game = play_own_game(mode, search, random_);
            this_game_.clear();
            try_game(game);
            report(number + 1);
        }
    }

    void print() {
        for (const Mode mode : kModes)
            for (const Task task : kTasks) {
                std::size_t number = 0;
                std::cout << '\n';
                for (SuiteEntry& entry : entries_) {
                    if (entry.position.mode() != mode || entry.task != task) continue;
                    entry.id = std::string(name(mode)) + '-' + std::string(name(task)) + '-' +
                               std::to_string(++number);
                    std::cout << format_entry(entry) << '\n';
                }
            }
    }

  private:
    struct Count {
        std::size_t all = 0, several_parts = 0;
    };

    /// Is there room for one more, with or without an accepted turn of several parts?
    [[nodiscard]] bool wants(Mode mode, Task task, bool several_parts) const {
        const Count& count = counts_[index(mode)][index(task)];
        const Quota& quota = kQuotas[index(task)];
        return count.all < quota.all &&
               (several_parts || count.all - count.several_parts < quota.all - quota.several_parts);
    }
    [[nodiscard]] bool wants(Mode mode) const {
        return std::any_of(kTasks.begin(), kTasks.end(), [&](Task task) { return wants(mode, task, true); });
    }

    [[nodiscard]] bool complete() const {
        return std::none_of(kModes.begin(), kModes.end(), [&](Mode mode) { return wants(mode); });
    }

    /// The end of the game, and positions some random turns away from it or from anywhere in the game. In
    /// half of those nearly every turn boards something, so that loaded stacks come about.
    void try_game(const OwnGame& game) {
        constexpr std::size_t kEnd = 10, kStrayed = 24, kMostStrayTurns = 5;
        const std::size_t size = game.positions.size();
        const std::size_t end = size - std::min(size, kEnd);
        for (std::size_t i = size; i > end; --i) {
            const Position& position = game.positions[i - 1];
            const bool winner = game.result && game.result->winner == position.side_to_move();
            try_position(position, winner ? kMostTurnsOfWinner : kMostTurnsForWin3);
        }
        for (std::size_t i = 0; i < kStrayed; ++i) {
            const bool late = random_.percent(75);
            const unsigned boarding = random_.percent(50) ? 95 : 20;
            Position position = game.positions[late ? end + random_.below(size - end) : random_.below(size)];
            for (std::size_t turns = 1 + random_.below(kMostStrayTurns); turns > 0 && !result(position);
                 --turns) {
                play_turn(position, random_turn(position, random_, boarding));
                try_position(position, late ? kMostTurnsForWin3 : 0);
            }
        }
    }

    /// Wins in three turns are looked for where there are at most `most_turns_for_win3` legal turns.
    void try_position(const Position& met, std::size_t most_turns_for_win3) {
        if (result(met)) return;
        const auto& colors = colors_[index(met.mode())];
        const Color side = met.side_to_move();
        const bool mirrored = colors[index(side)] > colors[index(~side)];
        SuiteEntry entry{as_start(mirrored ? met.flipped() : met), {}, {}, ""};
        const Position& position = entry.position;
        if (!keys_.insert({position.mode(), std::min(position.key(), position.flipped().key())}).second)
            return;
        const std::size_t legal = legal_turns(position).size();
        if (legal < kFewestTurns || legal > kMostTurns) return;

        const Mode mode = position.mode();
        const bool deep = legal <= most_turns_for_win3 && wants(mode, Task::Win3, true);
        const bool shallow = wants(mode, Task::Win1, has_stack(position)) ||
                             wants(mode, Task::Win2, has_stack(position)) || wants(mode, Task::Defence, true);
        if (!deep && !shallow) return;
        const std::uint64_t most_nodes = deep ? kNodesForWin3 : kNodesForWin2;
        const std::optional<ProvenWin> win = prove_win(position, deep ? 3 : 2, most_nodes);
        if (!win) return;
        if (!win->winning.empty()) {
            entry.task = kTasks[static_cast<std::size_t>(win->turns) - 1];
            entry.accepted = win->winning;
        } else if (wants(mode, Task::Defence, true)) {
            const std::optional<std::vector<Turn>> defence = prove_only_defence(position, kNodesForDefence);
            if (!defence) return;
            entry.task = Task::Defence;
            entry.accepted = *defence;
        }
        if (!entry.accepted.empty() && entry.accepted.size() <= kMostAccepted) take(entry);
    }

    void take(const SuiteEntry& entry) {
        const Mode mode = entry.position.mode();
        const bool several = std::any_of(entry.accepted.begin(), entry.accepted.end(), has_several_parts);
        if (!wants(mode, entry.task, several)) return;
        const std::string kind = pattern(entry);
        std::set<std::string>& met = this_game_[entry.task];
        if (met.size() >= kMostOfGame || met.count(kind) != 0) return;
        std::size_t& alike = patterns_[std::string(name(mode)) + ' ' + kind];
        if (alike >= kMostAlike) return;
        ++alike;
        Count& count = counts_[index(mode)][index(entry.task)];
        ++count.all;
        count.several_parts += several;
        ++colors_[index(mode)][index(entry.position.side_to_move())];
        met.insert(kind);
        entries_.push_back(entry);
    }

    void report(std::size_t games) const {
        std::cerr << "games " << games << ", positions " << entries_.size();
        for (const Mode mode : kModes) {
            std::cerr << ", " << name(mode);
            for (const Count& count : counts_[index(mode)])
                std::cerr << ' ' << count.all << '(' << count.several_parts << ')';
        }
        std::cerr << '\n';
    }

    testing::Random random_;
    std::vector<SuiteEntry> entries_;
    std::array<std::array<Count, kTasks.size()>, kModes.size()> counts_{};
    std::array<std::array<std::size_t, 2>, kModes.size()> colors_{};  ///< by mode and side to move
    std::map<Task, std::set<std::string>> this_game_;                 ///< the patterns taken from the game
    std::set<std::pair<Mode, std::uint64_t>> keys_;  ///< positions tried, as they are or mirrored
    std::map<std::string, std::size_t> patterns_;
};

// ------------------------------------------------------------------------------------------ the bench

enum class Stage : std::uint8_t { Opening, Middle, Ending };

/// What a bench position is chosen for. The numbers of positions are shared out evenly.
struct BenchKind {
    Mode mode;
    Stage stage;
    bool loaded;  ///< the side to move has a stack
    auto operator<=>(const BenchKind&) const = default;
};

Stage stage_of(const Position& position) {
    const int pieces = position.count(Color::Red) + position.count(Color::Blue);
    return pieces >= 32 ? Stage::Opening : pieces >= 18 ? Stage::Middle : Stage::Ending;
}

/// Draws positions that a search finds undecided and that take it neither no nodes nor too large a share.
std::vector<Position> draw_bench(std::uint64_t seed, std::size_t count, int depth) {
    constexpr Value kUndecided = 1500;
    constexpr std::uint64_t kFewestNodes = 20'000;
    constexpr std::uint64_t kMostNodes = 2'500'000;
    constexpr std::size_t kDrawsPerGame = 12;
    testing::Random random(seed);
    Search games(4), judge(16);
    std::vector<Position> chosen;
    while (chosen.size() < count) {
        const std::size_t number = chosen.size();
        const BenchKind wanted{kModes[number % kModes.size()], static_cast<Stage>(number / kModes.size() % 3),
                               number % 3 == number / 18 % 3};
        const OwnGame game = play_own_game(wanted.mode, games, random);
        for (std::size_t i = 0; i < kDrawsPerGame; ++i) {
            const Position position = as_start(random.of(game.positions));
            if (result(position) || stage_of(position) != wanted.stage ||
                has_stack(position) != wanted.loaded)
                continue;
            Limits limits;
            limits.depth = depth;
            limits.nodes = kMostNodes;
            judge.clear();
            judge.prepare();
            SearchInfo last;
            const std::uint64_t nodes =
                judge.run(Game(position), limits, [&](const SearchInfo& info) { last = info; }).nodes;
            if (nodes < kFewestNodes || nodes >= kMostNodes || std::abs(last.score) > kUndecided) continue;
            std::cerr << number + 1 << ' ' << name(wanted.mode) << ' ' << nodes << " nodes\n";
            chosen.push_back(position);
            break;
        }
    }
    return chosen;
}

void print_bench(const std::vector<Position>& positions) {
    for (const Position& position : positions) {
        std::string mode(name(position.mode()));
        mode[0] = static_cast<char>(mode[0] - 'a' + 'A');
        std::cout << "BenchPosition{Mode::" << mode << ", \"" << format_fen(position) << "\"},\n";
    }
}

}  // namespace

int main(int argc, char** argv) {
    std::uint64_t seed = 1;
    std::size_t games = 0, count = 0;
    int depth = 0;
    std::string what;
    po::options_description options;
    auto add = options.add_options();
    add("what", po::value(&what)->required(), "tactics or bench");
    add("seed", po::value(&seed)->default_value(1), "of the random numbers");
    add("games", po::value(&games)->default_value(800), "tactics: games played at most, the modes in turn");
    add("count", po::value(&count)->default_value(40), "bench: positions");
    add("depth", po::value(&depth)->default_value(7), "bench: turns that each position is searched");
    po::positional_options_description positional;
    positional.add("what", 1);
    try {
        po::variables_map values;
        po::store(po::command_line_parser(argc, argv).options(options).positional(positional).run(), values);
        po::notify(values);
        if (what != "tactics" && what != "bench")
            throw po::error("'" + what + "': tactics or bench expected");
    } catch (const po::error& error) {
        std::cerr << "tulenh_draw: " << error.what() << "\n\n" << kIntroduction << '\n' << options;
        return EXIT_FAILURE;
    }
    if (what == "bench") {
        print_bench(draw_bench(seed, count, depth));
        return EXIT_SUCCESS;
    }
    TacticsDraw draw(seed);
    draw.run(games);
    std::cout << kSuiteHeader << "#   tulenh_draw tactics --seed " << seed << " --games " << games << '\n';
    draw.print();
    return EXIT_SUCCESS;
}
