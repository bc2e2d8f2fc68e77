// Clocks, adjudication, info lines, books, schedules, sums and state files.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>
#include <thread>

#include "protocol/progress_bar.h"
#include "tuning/game_runner.h"
#include "tuning/match_report.h"
#include "tuning/match_state.h"
#include "tuning/options.h"
#include "tuning/posix.h"

namespace tulenh {
namespace {

namespace fs = std::filesystem;

std::string scratch(const std::string& name) {
    const fs::path directory =
        fs::temp_directory_path() / ("tulenh_match_parts_" + std::to_string(::getpid()));
    fs::create_directories(directory);
    return (directory / name).string();
}

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

MatchConfig config_of(const std::string& line) {
    std::istringstream in("-engine cmd=a -engine cmd=b -each nodes=5 " + line);
    return parse_match_options({std::istream_iterator<std::string>(in), {}});
}

TEST(MatchClock, TakesAndAddsTime) {
    PlayerClock clock({Milliseconds(1000), Milliseconds(100), 2});
    EXPECT_EQ(clock.turns_to_go(), 2);
    clock.finish_turn(Milliseconds(300));
    EXPECT_EQ(clock.left(), Milliseconds(800));
    EXPECT_EQ(clock.turns_to_go(), 1);
    clock.finish_turn(Milliseconds(820));  // within the margin
    EXPECT_EQ(clock.left(), Milliseconds(1100));
    EXPECT_EQ(clock.turns_to_go(), 2);
    BattleClock battle(Milliseconds(500));
    battle.finish_turn(Milliseconds(499));
    EXPECT_FALSE(battle.has_run_out());
    battle.finish_turn(Milliseconds(1));
    EXPECT_TRUE(battle.has_run_out());
    EXPECT_FALSE(BattleClock(std::nullopt).has_run_out());
}

EngineScore cp(int value) { return {false, value}; }

TEST(Adjudicator, ResignsAfterEnoughTurnsInARow) {
    Adjudicator one(ResignRule{2, 500, false}, std::nullopt);
    EXPECT_FALSE(one.after_turn(Color::Red, cp(-600), false, 1));
    EXPECT_FALSE(one.after_turn(Color::Blue, cp(0), false, 1));
    EXPECT_FALSE(one.after_turn(Color::Red, cp(-400), false, 2));
    EXPECT_FALSE(one.after_turn(Color::Red, cp(-500), false, 3));
    EXPECT_FALSE(one.after_turn(Color::Red, std::nullopt, false, 4));
    EXPECT_FALSE(one.after_turn(Color::Red, EngineScore{true, -4}, false, 5));
    const auto end = one.after_turn(Color::Red, cp(-500), false, 6);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->winner, Color::Blue);
    EXPECT_EQ(end->ending, Ending::Resign);

    Adjudicator both(ResignRule{1, 500, true}, std::nullopt);
    EXPECT_FALSE(both.after_turn(Color::Red, cp(-600), false, 1));
    EXPECT_FALSE(both.after_turn(Color::Blue, cp(400), false, 1));
    EXPECT_FALSE(both.after_turn(Color::Red, cp(-600), false, 2));
    const auto agreed = both.after_turn(Color::Blue, cp(600), false, 2);
    ASSERT_TRUE(agreed);
    EXPECT_EQ(agreed->winner, Color::Blue);
}

TEST(Adjudicator, DrawsWhenBothAgree) {
    Adjudicator judge(std::nullopt, DrawRule{3, 2, 20});
    EXPECT_FALSE(judge.after_turn(Color::Red, cp(0), false, 2));
    EXPECT_FALSE(judge.after_turn(Color::Blue, cp(20), false, 3));
    EXPECT_FALSE(judge.after_turn(Color::Red, cp(-20), false, 4));
    EXPECT_FALSE(judge.after_turn(Color::Blue, cp(5), true, 4));  // a capture
    for (int i = 0; i < 3; ++i)
        EXPECT_FALSE(judge.after_turn(i % 2 == 0 ? Color::Red : Color::Blue, cp(1), false, 5));
    const auto end = judge.after_turn(Color::Blue, cp(1), false, 6);
    ASSERT_TRUE(end);
    EXPECT_FALSE(end->winner);
    EXPECT_EQ(end->ending, Ending::DrawAgreed);
}

TEST(InfoLines, TheLastExactScoreOfTheFirstLineCounts) {
    SearchReport report;
    read_info("info depth 4 seldepth 9 multipv 1 score cp 34 nodes 5 pv c5c6", report);
    EXPECT_EQ(report.score->text(), "+0.34");
    EXPECT_EQ(report.depth, 4);
    read_info("info depth 5 score cp 999 lowerbound nodes 5 pv c5c6", report);
    read_info("info depth 5 multipv 2 score cp -999 pv c5c6", report);
    read_info("info string depth 7 score cp 1", report);
    read_info("info depth 9 currmove c5c6", report);
    read_info("info depth 9 score cp many", report);
    read_info("info depth 9 score", report);
    EXPECT_EQ(report.depth, 4);
    read_info("info score mate -3 depth 8", report);
    EXPECT_EQ(report.score->text(), "-M3");
    EXPECT_EQ(report.depth, 8);
    EXPECT_LT(report.score->hundredths(), EngineScore({true, -9}).hundredths());
    EXPECT_GT(EngineScore({true, 3}).hundredths(), EngineScore({true, 9}).hundredths());
}

std::string book_fault(const OpeningsConfig& config, Mode mode = Mode::Standard) {
    try {
        (void)load_book(config, mode);
    } catch (const BookError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Openings, EpdLines) {
    const std::string fen(kStartFen);
    const std::string board = fen.substr(0, fen.find(' '));
    EXPECT_TRUE(parse_epd(fen, Mode::Standard));
    EXPECT_TRUE(parse_epd(board + " b - -", Mode::Standard));
    EXPECT_TRUE(parse_epd(board + " b - - hmvc 0; id \"one\";", Mode::Standard));
    EXPECT_EQ(parse_epd(board + " b - - 7 9 30-40 id \"one\";", Mode::Standard)->points(Color::Blue), 40U);
    EXPECT_EQ(parse_epd(board + " b - - 7 9 x", Mode::Standard).error().code, "fen");
    EXPECT_EQ(parse_epd(board + " x - -", Mode::Standard).error().code, "fen");
}

TEST(Openings, BooksAreChecked) {
    const std::string path = scratch("book.epd");
    const OpeningsConfig config{path, BookFormat::Epd, false, 1, std::nullopt};
    write(path, "# a comment\n\n" + std::string(kStartFen) + "\r\n");
    EXPECT_EQ(load_book(config, Mode::Sea).size(), 1U);
    write(path, std::string(kStartFen) + "\nnonsense\n");
    EXPECT_EQ(book_fault(config).substr(0, path.size() + 8), path + ", line 2");
    write(path, "\n");
    EXPECT_EQ(book_fault(config), "no openings in " + path);
    write(path, std::string(kStartFen) + "\n");
    EXPECT_EQ(book_fault({path, BookFormat::Epd, false, 2, std::nullopt}),
              "-openings: start=2 but there are 1 openings in " + path);
    EXPECT_EQ(book_fault({"/nowhere", BookFormat::Epd, false, 1, std::nullopt}),
              "cannot read the openings /nowhere");
    // Over at once by the counter.
    write(path, std::string("6c4/11/11/11/11/11/11/11/11/11/11/6C4 r - - 100 1 20-10\n"));
    EXPECT_NE(book_fault(config, Mode::Raid).find("decided"), std::string::npos);

    const OpeningsConfig games{path, BookFormat::Pgn, false, 1, 2};
    write(path, "[Event \"x\"]\n\n1. c5c6 c8c7 2. f4f5 *\n\n1. c5c6 *\n");
    const Book book = load_book(games, Mode::Raid);
    ASSERT_EQ(book.size(), 2U);
    EXPECT_EQ(book[0].turns, (std::vector<std::string>{"c5c6", "c8c7"}));
    EXPECT_EQ(book[1].turns.size(), 1U);
    EXPECT_NE(fingerprint(book), fingerprint(start_position_book(Mode::Raid)));
    write(path, "1. c5c9 *\n");
    EXPECT_EQ(book_fault(games).substr(0, path.size() + 8), path + ", game 1");
}

// The books of the repository.
TEST(Openings, TheBooksAreWhatTheyShouldBe) {
    OpeningsConfig config;
    config.file = std::string(TULENH_BOOKS).append("/{mode}.epd");
    for (const Mode mode : kModes) {
        const Book book = load_book(config, mode);
        EXPECT_EQ(book.size(), mode == Mode::Standard ? 1000U : 200U);
        std::set<std::uint64_t> keys;
        for (const Opening& opening : book) {
            const Position& position = opening.game.position();
            keys.insert(position.key());
            EXPECT_EQ(position.halfmove(), 8U);
            EXPECT_EQ(position.points(Color::Red) + position.points(Color::Blue), 0U);
            EXPECT_EQ(position.count(Color::Red) + position.count(Color::Blue), 2 * kMaxPieces);
        }
        EXPECT_EQ(keys.size(), book.size());
    }
}

TEST(Openings, TheOrderPlaysEachOnce) {
    const OpeningOrder in_turn(5, false, 4, 1);
    EXPECT_EQ(in_turn.at(0), 3U);
    EXPECT_EQ(in_turn.at(2), 0U);
    const OpeningOrder random(100, true, 1, 42), same(100, true, 1, 42), other(100, true, 1, 43);
    std::set<std::size_t> seen;
    int differences = 0;
    for (std::size_t i = 0; i < 100; ++i) {
        seen.insert(random.at(i));
        EXPECT_EQ(random.at(i), same.at(i));
        differences += random.at(i) != other.at(i);
    }
    EXPECT_EQ(seen.size(), 100U);
    EXPECT_GT(differences, 50);
    EXPECT_EQ(random.at(100), random.at(0));
}

using Game4 = std::tuple<std::size_t, int, std::size_t, std::size_t, bool>;

Game4 describe_slot(const GameSlot& slot) {
    return {slot.round, slot.game, slot.mode, slot.opening, slot.first_begins};
}

TEST(Schedule, PartsTogetherAreTheWhole) {
    for (const std::string games : {"-games 1", "-games 2", "-repeat", "-series 3"})
        for (const std::string mode : {"standard", "all"})
            for (const int parts : {2, 3, 7}) {
                const std::string line = games + " -mode " + mode + " -rounds 61 -srand 5 ";
                MatchConfig whole = config_of(line);
                whole.openings = OpeningsConfig{"x", BookFormat::Epd, true, 1, std::nullopt};
                const std::vector<std::size_t> books(whole.modes.size(), 40);
                const Schedule all(whole, books);
                std::multiset<Game4> expected, found;
                for (std::size_t i = 0; i < all.size(); ++i) {
                    EXPECT_EQ(all.at(i).number, i);
                    expected.insert(describe_slot(all.at(i)));
                }
                std::size_t least = all.size(), most = 0;
                for (int part = 1; part <= parts; ++part) {
                    whole.shard = {part, parts};
                    const Schedule some(whole, books);
                    least = std::min(least, some.size());
                    most = std::max(most, some.size());
                    for (std::size_t i = 0; i < some.size(); ++i) found.insert(describe_slot(some.at(i)));
                }
                EXPECT_EQ(found, expected);
                EXPECT_LE(most - least, 4 * all.games_in_round()) << line << parts;
            }
}

TEST(Schedule, ColoursAndOpenings) {
    const auto slots = [](const std::string& line, std::size_t book) {
        const MatchConfig config = config_of(line);
        const Schedule schedule(config, std::vector<std::size_t>(config.modes.size(), book));
        std::vector<GameSlot> all;
        for (std::size_t i = 0; i < schedule.size(); ++i) all.push_back(schedule.at(i));
        return all;
    };
    const auto pairs = slots("-repeat -rounds 4", 9);
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        EXPECT_EQ(pairs[i].opening, i / 2);
        EXPECT_EQ(pairs[i + 1].opening, i / 2);
        EXPECT_TRUE(pairs[i].first_begins);
        EXPECT_FALSE(pairs[i + 1].first_begins);
    }
    const auto doubles = slots("-games 2 -rounds 4", 9);
    for (std::size_t i = 0; i < doubles.size(); ++i) {
        EXPECT_EQ(doubles[i].opening, i);
        EXPECT_EQ(doubles[i].first_begins, i % 2 == 0);
    }
    const auto singles = slots("-mode all -rounds 24", 9);
    for (std::size_t i = 0; i < singles.size(); ++i) {
        EXPECT_EQ(singles[i].mode, i % 6);
        EXPECT_EQ(singles[i].opening, i / 6);
        EXPECT_EQ(singles[i].first_begins, i / 6 % 2 == 0);
    }
    const auto series = slots("-series 2 -rounds 4", 9);
    for (std::size_t i = 0; i < series.size(); ++i) {
        EXPECT_EQ(series[i].opening, i / 2);
        EXPECT_TRUE(i % 2 != 0 || series[i].first_begins == (i / 2 % 2 == 0));
    }
}

TEST(MatchState, NumberSetIsASet) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 50; ++round) {
        NumberSet numbers;
        std::set<std::size_t> expected;
        for (int i = 0; i < 60; ++i) {
            const std::size_t number = random() % 50;
            numbers.insert(number);
            expected.insert(number);
            ASSERT_EQ(numbers.size(), expected.size());
        }
        std::size_t in_ranges = 0, last = 0;
        for (const auto& [first, after] : numbers.ranges()) {
            EXPECT_TRUE(in_ranges == 0 || first > last);
            in_ranges += after - first;
            last = after;
        }
        EXPECT_EQ(in_ranges, expected.size());
        for (std::size_t number = 0; number < 60; ++number)
            EXPECT_EQ(numbers.contains(number), expected.count(number) != 0);
    }
}

GameOutcome random_outcome(std::mt19937_64& random) {
    GameOutcome outcome;
    outcome.half_points = static_cast<int>(random() % 3);
    outcome.color = random() % 2 == 0 ? Color::Red : Color::Blue;
    outcome.began = random() % 2 == 0;
    outcome.ending = static_cast<Ending>(random() % kEndingNames.size());
    outcome.points = {static_cast<unsigned>(random() % 500), static_cast<unsigned>(random() % 500)};
    outcome.turns = random() % 200;
    outcome.line = random();
    return outcome;
}

Json figures(const MatchState& state) {
    return summary_from_json(state.to_json()).tallies.empty() ? Json() : to_json(state.total());
}

struct Fixture {
    MatchConfig config;
    std::vector<Book> books;
    Schedule schedule;

    explicit Fixture(const std::string& line)
        : config(config_of(line)), books(books_of(config)), schedule(config, sizes()) {}
    [[nodiscard]] MatchState state() const {
        return {describe(config, books), schedule, config.paired(), config.series};
    }

  private:
    static std::vector<Book> books_of(const MatchConfig& config) {
        std::vector<Book> books;
        for (const Mode mode : config.modes) books.push_back(start_position_book(mode));
        return books;
    }
    [[nodiscard]] std::vector<std::size_t> sizes() const { return std::vector<std::size_t>(books.size(), 1); }
};

// Whatever the order in which games end and wherever the match is broken off, the sums come out the same.
TEST(MatchState, OrderAndInterruptionsDoNotMatter) {
    for (const std::string games : {"-games 1 ", "-repeat ", "-series 3 "}) {
        const Fixture match(games + "-mode all -rounds 20 -srand 1");
        std::mt19937_64 random(11);
        std::vector<GameOutcome> outcomes;
        for (std::size_t i = 0; i < match.schedule.size(); ++i) outcomes.push_back(random_outcome(random));
        MatchState expected = match.state();
        for (std::size_t i = 0; i < outcomes.size(); ++i) expected.add(match.schedule.at(i), outcomes[i]);

        std::vector<std::size_t> order(outcomes.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
        MatchState state = match.state();
        for (const std::size_t i : order) {
            EXPECT_FALSE(state.finished(i));
            state.add(match.schedule.at(i), outcomes[i]);
            MatchState again = match.state();
            again.restore(Json::parse(state.to_json().dump()));
            ASSERT_EQ(again.to_json(), state.to_json());
            state = std::move(again);
        }
        EXPECT_EQ(figures(state), figures(expected));
        EXPECT_EQ(state.tallies(), expected.tallies());
        EXPECT_EQ(state.games(), outcomes.size());
    }
}

TEST(MatchState, AFileOfAnotherMatchIsRefused) {
    const Fixture match("-rounds 20 -srand 1");
    MatchState begun = match.state();
    EXPECT_NO_THROW(Fixture("-rounds 20 -srand 2").state().restore(begun.to_json()));
    begun.add(match.schedule.at(0), {});
    const Json file = begun.to_json();
    const auto refusal = [&](const std::string& line, const Json& json) -> std::string {
        MatchState state = Fixture(line).state();
        try {
            state.restore(json);
        } catch (const StateError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(refusal("-rounds 20 -srand 1 -concurrency 2", file), "accepted");
    EXPECT_EQ(refusal("-rounds 20 -srand 2", file),
              "the file is of another match: seed is 1 there and 2 here");
    EXPECT_NE(refusal("-rounds 20 -srand 1 -mode sea", file).find("modes/0"), std::string::npos);
    EXPECT_NE(refusal("-rounds 20 -srand 1 -shard 1/2", file).find("shard"), std::string::npos);
    Json broken = file;
    broken.erase("tallies");
    EXPECT_NE(refusal("-rounds 20 -srand 1", broken), "accepted");
    write(scratch("broken.json"), file.dump().substr(0, 100));
    EXPECT_THROW((void)read_json(scratch("broken.json")), StateError);
    write(scratch("other.json"), "{}");
    EXPECT_THROW((void)read_json(scratch("other.json")), StateError);
    EXPECT_THROW((void)read_json(scratch("missing.json")), StateError);
}

TEST(MatchReport, MergedPartsAreTheWhole) {
    const Fixture whole("-repeat -mode all -rounds 40 -srand 1 -sprt elo0=0 elo1=10");
    std::map<Game4, GameOutcome> outcomes;
    std::mt19937_64 random(5);
    MatchState all = whole.state();
    for (std::size_t i = 0; i < whole.schedule.size(); ++i) {
        const GameSlot slot = whole.schedule.at(i);
        all.add(slot, outcomes[describe_slot(slot)] = random_outcome(random));
    }
    std::vector<MatchSummary> parts;
    for (const std::string part : {"1/3", "2/3", "3/3"}) {
        const Fixture some("-repeat -mode all -rounds 40 -srand 1 -sprt elo0=0 elo1=10 -shard " + part);
        MatchState state = some.state();
        for (std::size_t i = 0; i < some.schedule.size(); ++i)
            state.add(some.schedule.at(i), outcomes.at(describe_slot(some.schedule.at(i))));
        parts.push_back(summary_from_json(state.to_json()));
    }
    const std::vector<std::string> names{"a", "b", "c"};
    const Json one = report_json(merge(parts, names)), other = report_json(summary_from_json(all.to_json()));
    EXPECT_EQ(one.at("report"), other.at("report"));
    EXPECT_EQ(one.at("tallies"), other.at("tallies"));
    EXPECT_EQ(one.at("planned"), other.at("planned"));
    EXPECT_NEAR(one.at("report").at("sprt").at("llr").get<double>(),
                log_likelihood_ratio(*whole.config.sprt, all.total().pairs), 1e-12);
    EXPECT_THROW((void)merge({parts[0], parts[0]}, names), StateError);
    EXPECT_THROW((void)merge({parts[0], summary_from_json(all.to_json())}, names), StateError);
    // A report can be merged again like a state file.
    const MatchSummary two = summary_from_json(report_json(merge({parts[0], parts[2]}, names)));
    EXPECT_EQ(report_json(merge({two, parts[1]}, names)).at("report"), other.at("report"));
}

// A reader never finds anything but a whole file, though the writer is killed at any moment.
TEST(Posix, FilesAreReplacedInOneStep) {
    const std::string path = scratch("state.json");
    const auto text = [](int i) {
        return std::string(static_cast<std::size_t>(100000 + i % 7), 'x') + "end";
    };
    replace_file(path, text(0));
    for (int round = 0; round < 10; ++round) {
        const pid_t writer = ::fork();
        if (writer == 0)
            for (int i = 0;; ++i) replace_file(path, text(i));
        for (int i = 0; i < 30; ++i) {
            std::ifstream in(path);
            const std::string found{std::istreambuf_iterator<char>(in), {}};
            ASSERT_GT(found.size(), 100000U);
            ASSERT_EQ(found.substr(found.size() - 3), "end");
        }
        ::kill(writer, SIGKILL);
        ::waitpid(writer, nullptr, 0);
    }
}

TEST(ProgressBar, LinesOnAFileAndABarOnATerminal) {
    std::ostringstream file, terminal;
    {
        ProgressBar lines(file, 0, 100, std::nullopt), bar(terminal, 0, 100, 60);
        for (std::size_t i = 1; i <= 100; ++i)
            for (ProgressBar* progress : {&lines, &bar}) {
                progress->update(i, "so far");
                if (i == 50) progress->message("half");
            }
    }
    EXPECT_EQ(file.str(), "1/100, 0:00 left  so far\nhalf\n100/100  so far\n");
    EXPECT_EQ(terminal.str().find("half"), terminal.str().rfind("\x1b[Khalf\n") + 3);
    const std::string last = terminal.str().substr(terminal.str().rfind('\r'));
    EXPECT_EQ(last, "\r\x1b[K[####################] 100/100  so far\n");
}

TEST(Posix, ProgramsAreFound) {
    EXPECT_EQ(find_program("sh").front(), '/');
    EXPECT_EQ(find_program("no-such-program-anywhere"), "");
    EXPECT_EQ(find_program("/tmp"), "");
    EXPECT_EQ(find_program("/bin/sh"), "/bin/sh");
}

TEST(Posix, ChildrenGetNoneOfOurFiles) {
    const WakeSignal wake;
    const auto list = [&] {
        ChildProcess child({"/bin/ls", {"/proc/self/fd"}, {}, {}}, wake);
        std::string text;
        while (child.read(text, SteadyClock::now() + Milliseconds(10000)) == ChildProcess::Event::Done) {
        }
        return text;
    };
    const std::string alone = list();
    const ChildProcess other({"/bin/cat", {}, {}, {}}, wake);
    const AppendFile file(scratch("open"));
    EXPECT_EQ(list(), alone);
    EXPECT_EQ(alone, "0\n1\n2\n3\n");
}

TEST(Posix, AChildThatReadsNothingDoesNotBlockUs) {
    WakeSignal wake;
    ChildProcess child({"/bin/sleep", {"100"}, {}, {}}, wake);
    std::string incoming;
    const std::string megabyte(std::size_t{1} << 20, 'x');
    EXPECT_EQ(child.write(megabyte, incoming, SteadyClock::now() + Milliseconds(50)),
              ChildProcess::Event::Timeout);
    EXPECT_EQ(child.wait_for_end(SteadyClock::now()), std::nullopt);
    wake.raise();
    EXPECT_EQ(child.read(incoming, SteadyClock::now() + Milliseconds(100000)), ChildProcess::Event::Woken);
    child.kill();
    EXPECT_TRUE(child.wait_for_end(SteadyClock::now()));
}

}  // namespace
}  // namespace tulenh
