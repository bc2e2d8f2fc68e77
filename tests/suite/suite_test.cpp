// The tactical suite: what is in it, whether its answers are right, and whether the search finds them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "engine/game.h"
#include "engine/text.h"
#include "engine/turns.h"
#include "tests/plain/random_positions.h"
#include "tests/plain_search.h"
#include "tests/suite/measure.h"
#include "tests/suite/own_games.h"
#include "tests/suite/proof.h"
#include "tests/suite/suite.h"

namespace tulenh {
namespace {

const std::vector<SuiteEntry>& suite() {
    static const std::vector<SuiteEntry> entries = [] {
        const auto read = read_suite(TULENH_TEST_DATA "/data/tactics.epd");
        if (!read) throw std::runtime_error(read.error().text);
        return *read;
    }();
    return entries;
}

Position position_of(std::string_view fen, Mode mode) { return *parse_fen(fen, mode); }

std::vector<std::string> texts(const Position& position, const std::vector<Turn>& turns) {
    std::vector<std::string> found;
    for (const Turn& turn : turns) found.push_back(format_turn(position, turn));
    std::sort(found.begin(), found.end());
    return found;
}

std::string error_of(std::string_view line) {
    const Expected<SuiteEntry> entry = parse_entry(line);
    return entry ? "" : entry.error().text;
}

// ------------------------------------------------------------------------------------------ the proof

TEST(SuiteProof, NamesAllTurnsOfTheQuickestWin) {
    // The tank takes the last aircraft from below or, first coming nearer, a turn later.
    const Position position = position_of("10c/11/11/11/11/11/8f2/11/8T2/11/11/2C8 r - - 0 1", Mode::Air);
    const auto win = prove_win(position, 3, 1'000'000);
    ASSERT_TRUE(win);
    EXPECT_EQ(win->turns, 1);
    EXPECT_EQ(texts(position, win->winning), (std::vector<std::string>{"i4i6"}));
}

TEST(SuiteProof, PointsDoNotWin) {
    // Red leads in points and the counter is at its end: every turn decides by points.
    const Position counted_out =
        position_of("10c/11/11/11/11/11/8f2/11/11/11/3T7/3C7 r - - 99 60 50-0", Mode::Air);
    const auto win = prove_win(counted_out, 2, 1'000'000);
    ASSERT_TRUE(win);
    EXPECT_TRUE(win->winning.empty());
}

/// Does the side to move win within so many own turns, by the plain search of the other tests?
bool plainly_won(const Position& position, int turns) {
    return PlainSearch::value_of(position, 2 * turns - 1, PlainSearch::kWin - 1, PlainSearch::kWin) >=
           PlainSearch::kWin;
}

TEST(SuiteProof, AgreesWithThePlainSearch) {
    constexpr std::size_t kMostTurns = 60;
    std::size_t wins = 0, none = 0, defences = 0;
    for (const Mode mode : kModes)
        for (const std::string& fen : testing::crowded_fens(7, 60)) {
            const Position position = position_of(fen, mode);
            const std::vector<LegalTurn> turns = legal_turns(position);
            if (result(position) || position.halfmove() > 40 || turns.size() > kMostTurns) continue;
            const auto win = prove_win(position, 2, 50'000'000);
            ASSERT_TRUE(win);
            ++(win->winning.empty() ? none : wins);
            EXPECT_EQ(plainly_won(position, 1), win->turns == 1) << fen;
            EXPECT_EQ(plainly_won(position, 2), !win->winning.empty()) << fen;

            // A turn keeps the battle if the other side does not win in two.
            std::vector<Turn> safe;
            std::set<std::uint64_t> reached;
            for (const LegalTurn& legal : turns) {
                Position after = position;
                play_turn(after, legal.turn);
                const std::optional<Result> end = result(after);
                if (end ? end->winner == after.side_to_move() : plainly_won(after, 2)) continue;
                safe.push_back(legal.turn);
                reached.insert(legal.result_key);
                if (reached.size() > 1) break;
            }
            const auto defence = prove_only_defence(position, 50'000'000);
            EXPECT_EQ(defence.has_value(), reached.size() == 1) << fen;
            if (defence) {
                ++defences;
                EXPECT_EQ(texts(position, *defence), texts(position, safe)) << fen;
            }
        }
    EXPECT_GE(wins, 10U);
    EXPECT_GE(none, 10U);
    EXPECT_GE(defences, 5U);
}

TEST(SuiteProof, GivesUp) {
    const Position start = position_of(kStartFen, Mode::Standard);
    EXPECT_FALSE(prove_win(start, 2, 1000));
    EXPECT_FALSE(prove_only_defence(start, 1000));
}

// ------------------------------------------------------------------------------------------ the text

TEST(SuiteText, IsWrittenAsRead) {
    for (const SuiteEntry& entry : suite()) {
        const Expected<SuiteEntry> again = parse_entry(format_entry(entry));
        ASSERT_TRUE(again) << entry.id;
        EXPECT_EQ(format_entry(*again), format_entry(entry));
    }
}

TEST(SuiteText, SaysWhatIsWrong) {
    const std::string fen = "9c1/11/11/11/11/11/11/2I8/11/11/11/10C r";
    EXPECT_EQ(error_of(fen + "; raid; win1; c5c6; x"), "");
    EXPECT_NE(error_of(fen + "; raid; win1; c5c6").find("5 fields"), std::string::npos);
    EXPECT_NE(error_of(fen + "; chess; win1; c5c6; x").find("chess"), std::string::npos);
    EXPECT_NE(error_of(fen + "; raid; win4; c5c6; x").find("win4"), std::string::npos);
    EXPECT_NE(error_of(fen + "; raid; win1; c5c9; x").find("c5c9"), std::string::npos);
    EXPECT_NE(error_of(fen + "; raid; win1; ; x").find("no turn"), std::string::npos);
    EXPECT_NE(error_of(fen + "; raid; win1; c5c6; ").find("no id"), std::string::npos);
    EXPECT_NE(error_of("9c1 r; raid; win1; c5c6; x"), "");
    EXPECT_FALSE(read_suite("/nowhere/suite.epd"));
}

// ------------------------------------------------------------------------------------------ what is in it

TEST(Suite, CoversWhatItShould) {
    std::map<Task, std::size_t> tasks;
    std::map<std::pair<Mode, Task>, std::size_t> by_mode;
    std::map<Color, std::size_t> colors;
    std::set<std::string> ids;
    std::set<std::pair<Mode, std::uint64_t>> keys;
    std::size_t several_parts = 0, loaded = 0, heroes = 0, few_pieces = 0;
    for (const SuiteEntry& entry : suite()) {
        const Position& position = entry.position;
        ++tasks[entry.task];
        ++by_mode[{position.mode(), entry.task}];
        ++colors[position.side_to_move()];
        EXPECT_TRUE(ids.insert(entry.id).second) << entry.id;
        // Not twice, mirrored neither.
        EXPECT_TRUE(keys.insert({position.mode(), position.key()}).second) << entry.id;
        EXPECT_TRUE(keys.insert({position.mode(), position.flipped().key()}).second) << entry.id;
        several_parts +=
            entry.task != Task::Defence && std::any_of(entry.accepted.begin(), entry.accepted.end(),
                                                       [](const Turn& turn) { return turn.size() > 1; });
        bool stack = false, hero = false;
        position.occupied().for_each([&](Point p) {
            stack |= position.at(p).stacked() && position.at(p).color() == position.side_to_move();
            for (std::size_t i = 0; i < position.at(p).size(); ++i) hero |= position.at(p).member(i).heroic();
        });
        loaded += stack;
        heroes += hero;
        few_pieces += position.count(Color::Red) + position.count(Color::Blue) <= 16;
    }
    EXPECT_GE(suite().size(), 200U);
    EXPECT_LE(tasks[Task::Win1], 50U);
    EXPECT_GE(tasks[Task::Win2], 60U);
    EXPECT_GE(tasks[Task::Defence], 40U);
    for (const Mode mode : kModes)
        for (const Task task : kTasks) EXPECT_GT((by_mode[{mode, task}]), 0U) << name(mode) << name(task);
    EXPECT_GE(several_parts, 40U);
    for (const Color color : kColors) EXPECT_GE(3 * colors[color], suite().size());
    EXPECT_GE(loaded, 40U);
    EXPECT_GE(heroes, 20U);
    EXPECT_GE(few_pieces, 20U);
}

// ------------------------------------------------------------------------------------------ the tools

TEST(SuiteMeasure, TellsAcceptedTurnsFromOthers) {
    const SuiteEntry& entry = suite().front();
    ASSERT_EQ(entry.task, Task::Win1);
    Search search(1);
    Limits limits;
    limits.nodes = 20'000;
    SolvedCount count;
    const Measured right = measure(entry, limits, search);
    EXPECT_TRUE(right.solved);
    EXPECT_GT(right.nodes_to_solution, 0U);
    EXPECT_LE(right.nodes_to_solution, right.nodes);
    count.add(right);

    SuiteEntry wrong = entry;
    for (const LegalTurn& legal : legal_turns(entry.position))
        if (legal.turn != right.best) wrong.accepted = {legal.turn};
    EXPECT_FALSE(is_proven(wrong, 1'000'000));
    const Measured failed = measure(wrong, limits, search);
    EXPECT_FALSE(failed.solved);
    EXPECT_EQ(failed.best, right.best);
    count.add(failed);
    EXPECT_EQ(count.all, 2U);
    EXPECT_EQ(count.solved, 1U);
    EXPECT_EQ(count.nodes_to_solution, right.nodes_to_solution);
}

TEST(OwnGames, AreTheSameForASeed) {
    const auto played = [](std::uint64_t seed) {
        testing::Random random(seed);
        Search search(1);
        std::vector<std::string> fens;
        for (const Position& position : play_own_game(Mode::Sea, search, random).positions)
            fens.push_back(format_fen(position));
        return fens;
    };
    const std::vector<std::string> game = played(1);
    EXPECT_GT(game.size(), 10U);
    EXPECT_EQ(played(1), game);
    EXPECT_NE(played(2), game);
}

// ------------------------------------------------------------------------------------------ the search

class SuiteTask : public ::testing::TestWithParam<Task> {
  protected:
    [[nodiscard]] static std::vector<SuiteEntry> entries() {
        std::vector<SuiteEntry> found;
        for (const SuiteEntry& entry : suite())
            if (entry.task == GetParam()) found.push_back(entry);
        return found;
    }
};

/// A sample; `tulenh_suite --prove` goes through all.
TEST_P(SuiteTask, AnswersAreProven) {
    const std::vector<SuiteEntry> all = entries();
    const std::size_t step = GetParam() == Task::Win1 ? 1 : GetParam() == Task::Win2 ? 3 : 12;
    for (std::size_t i = 0; i < all.size(); i += step)
        EXPECT_TRUE(is_proven(all[i], 20'000'000)) << all[i].id;
}

/// What the search has to solve within `kNodes`, in percent: no less than it did when this was last set (17
/// of 18 wins in three turns, 67 of 69 defences). The aim is 95 of the wins in three turns and every defence.
constexpr std::uint64_t kNodes = 200'000;
constexpr std::array<std::size_t, kTasks.size()> kLeastSolved{100, 100, 94, 97};

TEST_P(SuiteTask, IsSolved) {
    Search search(16);
    Limits limits;
    limits.nodes = kNodes;
    SolvedCount score;
    std::string failed;
    for (const SuiteEntry& entry : entries()) {
        const Measured measured = measure(entry, limits, search);
        score.add(measured);
        if (!measured.solved)
            failed += '\n' + format_entry(entry) + " not " + format_turn(entry.position, measured.best);
    }
    EXPECT_GE(100 * score.solved, kLeastSolved[index(GetParam())] * score.all)
        << score.solved << " of " << score.all << failed;
}

INSTANTIATE_TEST_SUITE_P(Tasks, SuiteTask, ::testing::ValuesIn(kTasks),
                         [](const auto& task) { return std::string(name(task.param)); });

}  // namespace
}  // namespace tulenh
