// The parts of `tulenh analyse`; analyse_test.py runs it as a process.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "engine/turns.h"
#include "protocol/analysis.h"
#include "protocol/analysis_input.h"
#include "protocol/analysis_json.h"
#include "protocol/analysis_output.h"
#include "protocol/analysis_pool.h"
#include "protocol/analysis_text.h"
#include "protocol/subcommand.h"

namespace tulenh {
namespace {

constexpr const char* kTankTakes = "9c1/11/9T1/11/11/11/11/11/11/11/11/10C r - - 0 1 0-0";

/// A file that is there as long as the object.
class ScratchFile {
  public:
    explicit ScratchFile(const std::string& text)
        : path_(::testing::TempDir() + "analysis_" + std::to_string(++last_) + "_" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
        std::ofstream(path_, std::ios::binary) << text;
    }
    ~ScratchFile() { std::remove(path_.c_str()); }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    static inline int last_ = 0;
    std::string path_;
};

std::vector<AnalysisTask> read(const std::string& text, const std::string& form = "auto",
                               Mode mode = Mode::Standard) {
    const ScratchFile file(text);
    AnalysisInput input({{file.path()}, form, mode});
    std::vector<AnalysisTask> tasks;
    while (auto task = input.next()) tasks.push_back(std::move(*task));
    return tasks;
}

AnalysisTask task_of(const std::string& fen, Mode mode = Mode::Standard) {
    return {1, Game(*parse_fen(fen, mode)), false, {}};
}

/// An analysis with this value, as if searched.
Analysis with_value(Value value, std::optional<Turn> played = {}) {
    Analysis analysis{task_of(std::string(kStartFen)), {}, value, 1, 1, {}, {}, {}};
    analysis.task.played = played;
    return analysis;
}

TEST(AnalysisInput, OperationsAfterAFenAreLeftOut) {
    EXPECT_EQ(fen_of_line("b r - - 0 1 0-0"), "b r - - 0 1 0-0");
    EXPECT_EQ(fen_of_line("b r - - bm c5c6; id \"x; y\";"), "b r - - ");
    EXPECT_EQ(fen_of_line("b r bm c5c6;"), "b r ");
    EXPECT_EQ(fen_of_line("b r - - 0 1 0-0; raid; win in 2"), "b r - - 0 1 0-0");
    EXPECT_EQ(fen_of_line("b r nonsense"), "b r nonsense");
    EXPECT_EQ(fen_of_line(""), "");
}

TEST(AnalysisInput, PositionsALine) {
    const auto tasks = read(
        "# a comment\n\n" + std::string(kStartFen) + " bm c5c6;\r\n" + "11/11 r\n  # another\n" + kTankTakes,
        "auto", Mode::Raid);
    ASSERT_EQ(tasks.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(tasks[i].id, i + 1);
    ASSERT_TRUE(tasks[0].game);
    EXPECT_EQ(format_fen(tasks[0].game->position()), kStartFen);
    EXPECT_EQ(tasks[0].game->position().mode(), Mode::Raid);
    EXPECT_FALSE(tasks[0].of_game);
    ASSERT_FALSE(tasks[1].game);
    EXPECT_EQ(tasks[1].game.error().code, "fen");
    EXPECT_NE(tasks[1].game.error().text.find(": line 4: board: 2 ranks"), std::string::npos);
    ASSERT_TRUE(tasks[2].game);
    EXPECT_EQ(format_fen(tasks[2].game->position()), kTankTakes);
}

TEST(AnalysisInput, GamesPositionByPosition) {
    for (const char* text :
         {"; own words\n[Event \"x\"]\n\n1. c5c6 c8c7 *\n", "1. c5c6 c8c7 *", "{a} 1. c5c6 c8c7 *"}) {
        const auto tasks = read(text);
        ASSERT_EQ(tasks.size(), 3U) << text;
        Game game(*parse_fen(kStartFen));
        for (std::size_t i = 0; i < 3; ++i) {
            ASSERT_TRUE(tasks[i].game);
            EXPECT_TRUE(tasks[i].of_game);
            EXPECT_EQ(tasks[i].id, i + 1);
            EXPECT_EQ(tasks[i].game->keys(), game.keys());
            EXPECT_EQ(tasks[i].played.has_value(), i < 2);
            if (tasks[i].played) game.play(*tasks[i].played);
        }
    }
    const auto bad = read("[Event \"x\"]\n\n1. c5c9 *\n\n[Event \"y\"]\n\n*\n");
    ASSERT_EQ(bad.size(), 2U);
    ASSERT_FALSE(bad[0].game);
    EXPECT_EQ(bad[0].game.error().code, "reach");
    EXPECT_NE(bad[0].game.error().text.find(": line 3, column 4: turn 1, c5c9:"), std::string::npos);
    EXPECT_TRUE(bad[1].game);
    EXPECT_EQ(read("c5c6 c8c7\nc5c6\n", "turns").size(), 5U);
    EXPECT_EQ(read("1. B4,2_5,2", "record").size(), 2U);
    EXPECT_EQ(read("").size(), 0U);
}

TEST(AnalysisInput, AllFilesOneAfterTheOther) {
    const ScratchFile one(std::string(kStartFen) + "\n"), two("1. c5c6 *\n");
    AnalysisInput input({{one.path(), two.path(), one.path()}, "auto", Mode::Standard});
    std::size_t last = 0;
    while (const auto task = input.next()) EXPECT_EQ(task->id, ++last);
    EXPECT_EQ(last, 4U);
    AnalysisInput missing({{one.path(), one.path() + ".none"}, "auto", Mode::Standard});
    EXPECT_TRUE(missing.next());
    EXPECT_THROW((void)missing.next(), SubcommandError);
}

TEST(Analysis, DoesNotDependOnWhatWasSearchedBefore) {
    Limits limits;
    limits.nodes = 3000;
    Search used(1), fresh(1);
    (void)analyse(task_of(std::string(kStartFen), Mode::Raid), used, limits);
    (void)analyse(task_of(std::string(kStartFen)), used, limits);
    Analysis first = analyse(task_of(std::string(kStartFen)), used, limits);
    Analysis second = analyse(task_of(std::string(kStartFen)), fresh, limits);
    EXPECT_TRUE(agree(json_line(first), json_line(second), true)) << json_line(first) << json_line(second);
    limits.nodes = 2000;
    second = analyse(task_of(std::string(kStartFen)), fresh, limits);
    EXPECT_FALSE(agree(json_line(first), json_line(second), true));
    EXPECT_TRUE(agree(json_line(first), json_line(second), false));
}

TEST(Analysis, TheLine) {
    Search search(1);
    Limits limits;
    limits.depth = 2;
    limits.lines = 2;
    Analysis found = analyse(task_of(kTankTakes, Mode::Raid), search, limits);
    ASSERT_EQ(found.lines.size(), 2U);
    EXPECT_EQ(found.depth, 2);
    found.nodes = 7;
    found.time = Milliseconds(8);
    found.lines.pop_back();
    EXPECT_EQ(json_line(found),
              "{\"id\":1,\"fen\":\"9c1/11/9T1/11/11/11/11/11/11/11/11/10C r - - 0 1 0-0\",\"mode\":\"raid\","
              "\"turn\":\"j10j12\",\"result\":\"ongoing\",\"depth\":2,\"nodes\":7,\"time_ms\":8,"
              "\"lines\":[{\"mate\":1,\"wdl\":[1000,0,0],\"pv\":[\"j10j12\"],"
              "\"fen\":\"9+T1/11/11/11/11/11/11/11/11/11/11/10C b - - 0 1 100-0\"}]}\n");
    found.task.of_game = true;
    EXPECT_NE(json_line(found).find("}],\"played\":null,\"loss\":null,\"mark\":\"\"}\n"), std::string::npos);
    found.task.played = found.lines[0].pv[0];
    found.loss = 120;
    EXPECT_NE(json_line(found).find("}],\"played\":\"j10j12\",\"loss\":120,\"mark\":\"?\"}\n"),
              std::string::npos);
}

TEST(Analysis, DecidedAndRefusedPositions) {
    Search search(1);
    Limits limits;
    limits.depth = 2;
    const std::string won = "9T1/11/11/11/11/11/11/11/11/11/11/10C b - - 0 1 100-0";
    const Analysis over = analyse(task_of(won, Mode::Raid), search, limits);
    EXPECT_EQ(over.value, -kMate);
    EXPECT_EQ(json_line(over), "{\"id\":1,\"fen\":\"" + won +
                                   "\",\"mode\":\"raid\",\"turn\":\"0000\",\"result\":\"red no-move 200-0\","
                                   "\"depth\":0,\"nodes\":0,\"time_ms\":0,\"lines\":[]}\n");
    const Analysis points =
        analyse(task_of("9c1/11/11/11/11/11/11/11/11/11/11/10C b - - 100 1 30-10"), search, limits);
    EXPECT_EQ(points.value, -kPointsWin);
    const Analysis refused = analyse({3, Error{"fen", "a \"b\" \xff"}, false, {}}, search, limits);
    EXPECT_EQ(json_line(refused),
              "{\"id\":3,\"error\":{\"code\":\"fen\",\"text\":\"a \\\"b\\\" \xEF\xBF\xBD\"}}\n");
}

TEST(Analysis, LossesOfTurns) {
    const Turn turn = legal_turns(*parse_fen(kStartFen)).front().turn;
    const auto loss = [&](Value before, Value after) {
        return loss_of_turn(with_value(before, turn), with_value(after));
    };
    EXPECT_EQ(loss(100, -40), 60);
    EXPECT_EQ(loss(100, 40), 140);
    EXPECT_EQ(loss(-10, -50), 0);                 // better than the search had thought
    EXPECT_EQ(loss(mate_in(3), -mate_in(7)), 0);  // still wins
    EXPECT_EQ(loss(mate_in(3), -900), 1100);
    EXPECT_EQ(loss(6000, -3000), 0);
    EXPECT_EQ(loss(300, mate_in(2)), 2300);
    EXPECT_EQ(loss(mated_in(4), mate_in(1)), 0);
    EXPECT_EQ(loss(kPointsWin, kPointsWin), 4000);
    Analysis best = with_value(100, turn);
    best.lines.push_back({100, {turn}});
    EXPECT_EQ(loss_of_turn(best, with_value(300)), 0);  // nothing better was seen

    EXPECT_EQ(mark_of_loss(0), "");
    EXPECT_EQ(mark_of_loss(49), "");
    EXPECT_EQ(mark_of_loss(50), "?!");
    EXPECT_EQ(mark_of_loss(100), "?");
    EXPECT_EQ(mark_of_loss(299), "?");
    EXPECT_EQ(mark_of_loss(300), "??");
}

TEST(Analysis, TheJudgeLooksAtThePositionAfter) {
    const Turn turn = legal_turns(*parse_fen(kStartFen)).front().turn;
    std::vector<Analysis> all{with_value(50, turn), with_value(60, turn), with_value(-70), with_value(9),
                              with_value(1, turn)};
    std::size_t at = 0;
    TurnJudge judge([&] { return at < all.size() ? std::optional(all[at++]) : std::nullopt; });
    std::vector<std::optional<int>> losses;
    while (const auto analysis = judge.next()) losses.push_back(analysis->loss);
    // The last one is kept back: it was cut off before the position after its turn.
    EXPECT_EQ(losses, (std::vector<std::optional<int>>{110, 0, {}, {}}));
}

TEST(AnalysisText, SumsUpAGame) {
    const Turn turn = *read("1. c5c6 *")[0].played;
    AnalysisText text;
    Analysis analysis = with_value(34, turn);
    analysis.task.of_game = true;
    analysis.lines.push_back({-34, {turn}});
    analysis.loss = 105;
    EXPECT_EQ(text.add(analysis),
              "1. " + std::string(kStartFen) + "\n    -0.34  c5c6\n    played c5c6 ?  loss 1.05\n");
    Analysis last = with_value(0);
    last.task.of_game = true;
    last.lines.push_back({mate_in(3), {turn}});
    const std::string end = text.add(last);
    EXPECT_NE(
        end.find(
            "\n    mate 2  c5c6\nSummary of the game\n    Red: 1 turns, average loss 1.05, 0 ?!, 1 ?, 0 ??\n"
            "    Blue: 0 turns, 0 ?!, 0 ?, 0 ??\n"),
        std::string::npos)
        << end;
    EXPECT_EQ(text.add(last).find("average"), std::string::npos);  // the next game begins anew
    EXPECT_EQ(text.add({{2, Error{"fen", "why"}, false, {}}, {}, 0, 0, 0, {}, {}, {}}), "2. refused: why\n");
}

/// Start positions one after the other, counted.
NextTask many(std::size_t count, std::size_t& read) {
    return [count, &read]() -> std::optional<AnalysisTask> {
        if (read == count) return std::nullopt;
        AnalysisTask task = task_of(std::string(kStartFen), kModes[read % kModes.size()]);
        task.id = ++read;
        return task;
    };
}

TEST(AnalysisPool, KeepsTheOrderAndReadsOnlySoFarAhead) {
    AnalysisSettings settings;
    settings.limits.nodes = 1;
    settings.workers = 3;
    const WakeSignal stop;
    std::size_t read = 0;
    AnalysisPool pool(settings, many(1000, read), stop);
    std::size_t last = 0;
    while (const auto analysis = pool.next()) EXPECT_EQ(analysis->task.id, ++last);
    EXPECT_EQ(last, 1000U);
    std::size_t ahead = 0;
    {
        AnalysisPool left_alone(settings, many(1000, ahead), stop);
        EXPECT_TRUE(left_alone.next());
    }
    EXPECT_LE(ahead, 300U);
}

TEST(AnalysisPool, StopsAndGivesUp) {
    AnalysisSettings settings;
    settings.limits.infinite = true;
    settings.workers = 2;
    WakeSignal stop;
    std::size_t read = 0;
    AnalysisPool pool(settings, many(10, read), stop);
    stop.raise();
    EXPECT_FALSE(pool.next());
    const WakeSignal none;
    settings.limits.infinite = false;
    settings.limits.nodes = 1;
    AnalysisPool failing(
        settings, []() -> std::optional<AnalysisTask> { throw SubcommandError("no"); }, none);
    EXPECT_THROW((void)failing.next(), SubcommandError);
}

class Resumed : public ::testing::Test {
  protected:
    /// The lines of positions, of which the first is decided, for a search of so many nodes.
    static std::string lines(std::uint64_t nodes, std::size_t count) {
        Search search(1);
        Limits limits;
        limits.nodes = nodes;
        std::string text;
        AnalysisInput input(source());
        for (std::size_t i = 0; i < count; ++i) text += json_line(analyse(*input.next(), search, limits));
        return text;
    }
    static AnalysisSource source() { return {{input_file().path()}, "auto", Mode::Raid}; }
    static const ScratchFile& input_file() {
        static const ScratchFile file("9T1/11/11/11/11/11/11/11/11/11/11/10C b\n" + std::string(kStartFen) +
                                      "\n" + kTankTakes + "\n11/11 b\n" + std::string(kStartFen) + "\n");
        return file;
    }
    /// What reading the file throws; empty if nothing.
    static std::string refusal(const std::string& text) {
        const ScratchFile output(text);
        AnalysisInput input(source());
        try {
            const KeptAnalyses kept(output.path(), input);
            return {};
        } catch (const SubcommandError& error) {
            return std::string(error.what()).substr(output.path().size());
        }
    }
};

TEST_F(Resumed, GoesOnAfterTheLastWholeLine) {
    const std::string four = lines(500, 4);
    const ScratchFile output(four + "{\"id\":5,\"fe");
    AnalysisInput input(source());
    KeptAnalyses kept(output.path(), input);
    EXPECT_EQ(kept.count(), 4U);
    EXPECT_EQ(kept.size(), four.size());
    // The last position that was searched is the third one.
    for (const std::size_t id : {3U, 4U}) {
        const auto task = kept.next_task();
        ASSERT_TRUE(task);
        EXPECT_EQ(task->id, id);
    }
    EXPECT_FALSE(kept.next_task());
    EXPECT_EQ(input.next()->id, 5U);

    AnalysisOutput written(output.path(), true);
    written.keep(kept.size());
    written.write("more\n");
    std::stringstream now;
    now << std::ifstream(output.path()).rdbuf();
    EXPECT_EQ(now.str(), four + "more\n");
}

TEST_F(Resumed, ComparesWhatIsDoneAgain) {
    const ScratchFile output(lines(500, 3));
    for (const std::uint64_t nodes : {500U, 600U}) {
        AnalysisInput input(source());
        KeptAnalyses kept(output.path(), input);
        const std::string all = lines(nodes, 3);
        const std::string last = all.substr(all.rfind('\n', all.size() - 2) + 1);
        ASSERT_TRUE(kept.to_be_compared());
        if (nodes == 500)
            kept.compare(last, true);
        else
            EXPECT_THROW(kept.compare(last, true), SubcommandError);
        EXPECT_EQ(kept.to_be_compared(), nodes != 500);
    }
}

TEST_F(Resumed, RefusesAnotherInput) {
    EXPECT_EQ(refusal(lines(100, 5)), "");
    EXPECT_EQ(refusal(""), "");
    EXPECT_EQ(refusal("1. text\n"), ": line 1: not a line of an analysis");
    EXPECT_EQ(refusal("[1]\n"), ": line 1: not a line of an analysis");
    EXPECT_EQ(refusal(lines(100, 5) + "{\"id\":6}\n"),
              ": the input has only 5 positions: the file belongs to another one");
    std::string other = lines(100, 3);
    other.replace(other.find("raid"), 4, "land");
    EXPECT_EQ(refusal(other),
              ": line 1: \"mode\" is not that of position 1 of the input: the file belongs to another one");
    const std::string three = lines(100, 3);
    EXPECT_EQ(refusal(three.substr(three.find('\n') + 1)).substr(0, 16), ": line 1: \"id\" i");
}

}  // namespace
}  // namespace tulenh
