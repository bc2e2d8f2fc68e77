// The protocol in parts and, in this process, as a whole (PROTOCOL.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "engine/game.h"
#include "engine/text.h"
#include "engine/turns.h"
#include "protocol/bench_positions.h"
#include "protocol/go.h"
#include "protocol/info_filter.h"
#include "protocol/lines.h"
#include "protocol/options.h"
#include "protocol/score_text.h"
#include "protocol/words.h"
#include "search/constants.h"
#include "tests/protocol_harness.h"

namespace tulenh {
namespace {

using std::chrono::milliseconds;

// --- words and lines

TEST(Words, AreSeparatedByBlanksOfAllKinds) {
    Words words("  go\tdepth  3 \r");
    EXPECT_EQ(words.next(), "go");
    EXPECT_EQ(words.peek(), "depth");
    EXPECT_EQ(words.rest(), "depth  3");
    EXPECT_EQ(words.next(), "depth");
    EXPECT_EQ(words.next(), "3");
    EXPECT_EQ(words.next(), "");
    EXPECT_EQ(words.rest(), "");
}

TEST(Words, QuotedInputIsOneLineOfUtf8) {
    const auto marks = [](std::size_t count) { return std::string(count, '?'); };
    EXPECT_EQ(in_quotes("d\x01\n\x7f"), "'d" + marks(3) + "'");
    EXPECT_EQ(in_quotes("Cờ"), "'Cờ'");
    EXPECT_EQ(in_quotes("\xff\xc3(\xe1\xbb"), "'" + marks(2) + "(" + marks(2) + "'");
    EXPECT_EQ(in_quotes("\xc0\xaf\xed\xa0\x80\xf5"), "'" + marks(6) + "'");  // overlong, surrogate, too high
    EXPECT_EQ(in_quotes("\xc2\x85"), "'" + marks(2) + "'");  // a control character of two bytes
    EXPECT_EQ(in_quotes(std::string_view("\0", 1)), "'?'");
    EXPECT_EQ(in_quotes(std::string(1000, 'x')), "'" + std::string(100, 'x') + "...'");
}

TEST(Words, NumbersAreReadOrRefused) {
    EXPECT_EQ(*parse_number("-12", -12, 5), -12);
    EXPECT_EQ(*parse_number("5", -12, 5), 5);
    for (const char* word : {"", "x", "5x", "+5", "0x5", "1e3", "5.0", "-", "--5"})
        EXPECT_EQ(parse_number(word, -9, 9).error().code, "syntax") << word;
    for (const char* word : {"10", "-10", "99999999999999999999", "-99999999999999999999"})
        EXPECT_EQ(parse_number(word, -9, 9).error().code, "range") << word;
}

std::vector<std::string> all_lines(LineSplitter& splitter) {
    std::vector<std::string> lines;
    while (auto line = splitter.next()) lines.push_back(*line);
    return lines;
}

TEST(LineSplitter, FindsTheSameLinesHoweverTheBytesCome) {
    using namespace std::string_literals;
    const std::string text = "uci\r\n\n\nposition startpos\0x\nd\r\r\nlast"s;
    const std::vector<std::string> expected{"uci", "", "", "position startpos\0x"s, "d\r", "last"};
    for (std::size_t size = 1; size <= text.size(); ++size) {
        LineSplitter splitter;
        std::vector<std::string> lines;
        for (std::size_t at = 0; at < text.size(); at += size) {
            splitter.feed(std::string_view(text).substr(at, size));
            for (std::string& line : all_lines(splitter)) lines.push_back(std::move(line));
        }
        splitter.finish();
        for (std::string& line : all_lines(splitter)) lines.push_back(std::move(line));
        EXPECT_EQ(lines, expected) << "in pieces of " << size;
    }
}

TEST(LineSplitter, GivesNothingAfterAnEndedLastLine) {
    LineSplitter splitter;
    splitter.feed("uci\n");
    EXPECT_EQ(splitter.next(), "uci");
    splitter.finish();
    EXPECT_EQ(splitter.next(), std::nullopt);
}

TEST(LineSplitter, CutsWhatIsTooLongAndGoesOnAfterIt) {
    const std::string piece(1 << 16, 'x');
    LineSplitter splitter;
    for (std::size_t fed = 0; fed < 2 * kMaxLineLength; fed += piece.size()) {
        splitter.feed(piece);
        EXPECT_EQ(splitter.next(), std::nullopt);
    }
    splitter.feed("xx\nisready\n");
    const auto line = splitter.next();
    ASSERT_TRUE(line);
    EXPECT_EQ(line->size(), kMaxLineLength + 1);
    EXPECT_EQ(splitter.next(), "isready");
}

// --- scores

TEST(ScoreText, CountsOwnTurnsUntilTheBattleIsWon) {
    EXPECT_EQ(format_score(0), "cp 0");
    EXPECT_EQ(format_score(-137), "cp -137");
    EXPECT_EQ(format_score(kMaxEval), "cp 10000");
    EXPECT_EQ(format_score(mate_in(1)), "mate 1");
    EXPECT_EQ(format_score(mate_in(2)), "mate 1");  // the other side's own turn loses
    EXPECT_EQ(format_score(mate_in(3)), "mate 2");
    EXPECT_EQ(format_score(mate_in(249)), "mate 125");
    EXPECT_EQ(format_score(mated_in(0)), "mate 0");
    EXPECT_EQ(format_score(mated_in(1)), "mate -1");  // the own turn loses
    EXPECT_EQ(format_score(mated_in(2)), "mate -1");
    EXPECT_EQ(format_score(mated_in(3)), "mate -1");
    EXPECT_EQ(format_score(mated_in(4)), "mate -2");
}

TEST(ScoreText, DecidedByPointsIsNoMate) {
    EXPECT_EQ(format_score(kPointsWin - 3), "cp 19997");
    EXPECT_EQ(format_score(-(kPointsWin - 3)), "cp -19997");
}

TEST(ScoreText, InfoHasEveryField) {
    const Position start = *parse_fen(kStartFen);
    SearchInfo info;
    info.depth = 3;
    info.selective_depth = 7;
    info.score = 12;
    info.nodes = 1000;
    info.time = milliseconds(20);
    info.hashfull = 5;
    info.pv = {parse_turn(start, "c5c6")->turn};
    info.pv.push_back(parse_turn(parse_turn(start, "c5c6")->after, "c8c7")->turn);
    EXPECT_EQ(
        format_info(start, info, false),
        "info depth 3 seldepth 7 multipv 1 score cp 12 nodes 1000 nps 50000 hashfull 5 time 20 pv c5c6 c8c7");
    info.bound = Bound::Lower;
    info.pv.clear();
    EXPECT_EQ(
        format_info(start, info, false),
        "info depth 3 seldepth 7 multipv 1 score cp 12 lowerbound nodes 1000 nps 50000 hashfull 5 time 20");
}

TEST(ScoreText, WinRatesStandAfterTheBound) {
    SearchInfo info;
    info.score = mate_in(3);
    EXPECT_NE(format_info(*parse_fen(kStartFen), info, true).find(" score mate 2 wdl 1000 0 0 nodes "),
              std::string::npos);
    info.bound = Bound::Upper;
    EXPECT_NE(format_info(*parse_fen(kStartFen), info, true).find(" upperbound wdl 1000 0 0 nodes "),
              std::string::npos);
}

TEST(ScoreText, SpeedSurvivesATimeOfZero) {
    SearchInfo info;
    info.nodes = 7;
    EXPECT_NE(format_info(*parse_fen(kStartFen), info, false).find(" nps 7000 "), std::string::npos);
}

// --- which findings are told

SearchInfo finding(int depth, Value score, int ms, std::size_t line = 1) {
    SearchInfo info;
    info.line = line;
    info.depth = depth;
    info.score = score;
    info.time = milliseconds(ms);
    return info;
}

TEST(InfoFilter, KeepsBackWhatRepeatsForAQuarterOfASecond) {
    InfoFilter filter;
    EXPECT_TRUE(filter.passes(finding(1, 30, 0)));
    EXPECT_FALSE(filter.passes(finding(2, 30, 1)));
    EXPECT_FALSE(filter.passes(finding(3, 30, 249)));
    EXPECT_TRUE(filter.passes(finding(4, 30, 250)));
    EXPECT_FALSE(filter.passes(finding(5, 30, 499)));
    EXPECT_TRUE(filter.passes(finding(6, 31, 500)));
    EXPECT_TRUE(filter.rest().empty());
}

TEST(InfoFilter, TellsAnotherLineOfTheSameScore) {
    const Position start = *parse_fen(kStartFen, Mode::Standard);
    InfoFilter filter;
    EXPECT_TRUE(filter.passes(finding(1, 30, 0)));
    SearchInfo info = finding(2, 30, 1);
    info.pv = {legal_turns(start).front().turn};
    EXPECT_TRUE(filter.passes(info));
    EXPECT_FALSE(filter.passes(info));
}

TEST(InfoFilter, TellsTheLastOfEachLineAtTheEnd) {
    InfoFilter filter;
    for (int depth = 1; depth <= 3; ++depth)
        for (const std::size_t line : {1U, 2U, 3U})
            EXPECT_EQ(filter.passes(finding(depth, line == 2 ? depth : 0, depth, line)),
                      depth == 1 || line == 2);
    const std::vector<SearchInfo> rest = filter.rest();
    ASSERT_EQ(rest.size(), 2U);
    EXPECT_EQ(rest[0].line, 1U);
    EXPECT_EQ(rest[1].line, 3U);
    for (const SearchInfo& info : rest) EXPECT_EQ(info.depth, 3);
}

// --- go

GoRequest red_go(std::string_view text) { return parse_go(text, *parse_fen(kStartFen)); }

TEST(Go, WithoutLimitIsInfinite) {
    for (const char* text : {"", "infinite", "infinite depth 3", "movestogo 5", "winc 100", "btime 100"})
        EXPECT_TRUE(red_go(text).endless()) << text;
    for (const char* text :
         {"depth 3", "nodes 5", "movetime 9", "wtime 100", "rtime 1", "gametime 1000", "perft 2"})
        EXPECT_FALSE(red_go(text).endless()) << text;
}

TEST(Go, ReadsEveryLimit) {
    const GoRequest request = red_go(
        "depth 4 nodes 500 movetime 70 wtime 1000 btime 2000 winc 10 binc 20 movestogo 30 gametime 900000");
    ASSERT_FALSE(request.malformed);
    EXPECT_TRUE(request.skipped.empty());
    const Limits& limits = request.limits;
    EXPECT_EQ(limits.depth, 4);
    EXPECT_EQ(limits.nodes, 500U);
    EXPECT_EQ(limits.movetime, milliseconds(70));
    EXPECT_EQ(limits.clocks[0]->left, milliseconds(1000));
    EXPECT_EQ(limits.clocks[0]->increment, milliseconds(10));
    EXPECT_EQ(limits.clocks[1]->left, milliseconds(2000));
    EXPECT_EQ(limits.clocks[1]->increment, milliseconds(20));
    EXPECT_EQ(limits.turns_to_go, 30);
    EXPECT_EQ(limits.gametime, milliseconds(900000));
    EXPECT_FALSE(limits.infinite);
}

TEST(Go, RedHasTwoNames) {
    const Limits limits = red_go("rtime 1000 rinc 10").limits;
    EXPECT_EQ(limits.clocks[0]->left, milliseconds(1000));
    EXPECT_EQ(limits.clocks[0]->increment, milliseconds(10));
    EXPECT_FALSE(limits.clocks[1]);
}

TEST(Go, UgiNamesThePlayers) {
    const GoRequest request = red_go("p1time 1000 p2time 2000 p1inc 10 p2inc 20");
    ASSERT_FALSE(request.malformed);
    EXPECT_TRUE(request.skipped.empty());
    const Limits& limits = request.limits;
    EXPECT_EQ(limits.clocks[index(Color::Red)]->left, milliseconds(1000));
    EXPECT_EQ(limits.clocks[index(Color::Blue)]->left, milliseconds(2000));
    EXPECT_EQ(limits.clocks[index(Color::Red)]->increment, milliseconds(10));
    EXPECT_EQ(limits.clocks[index(Color::Blue)]->increment, milliseconds(20));
    EXPECT_FALSE(limits.infinite);
    EXPECT_EQ(red_go("p1time -5").limits.clocks[0]->left, milliseconds(1));
    EXPECT_EQ(red_go("p2time soon").malformed->code, "syntax");
    EXPECT_EQ(red_go("p1inc -1").malformed->code, "range");
}

TEST(Go, AClockThatHasRunOutCountsAsOneMillisecond) {
    for (const char* text : {"wtime 0", "wtime -500", "wtime -9223372036854775807"})
        EXPECT_EQ(red_go(text).limits.clocks[0]->left, milliseconds(1)) << text;
}

TEST(Go, HalfOfTheBattlesClockIsTheOwnOne) {
    EXPECT_EQ(red_go("gametime 900000").limits.clocks[0]->left, milliseconds(450000));
    EXPECT_EQ(
        parse_go("gametime 900000", Game(*parse_fen(kStartFen)).position().flipped()).limits.clocks[1]->left,
        milliseconds(450000));
    EXPECT_EQ(red_go("gametime 900000 wtime 5").limits.clocks[0]->left, milliseconds(5));
    EXPECT_EQ(red_go("gametime -1").limits.clocks[0]->left, milliseconds(1));
}

TEST(Go, TheShortestLimitsAreLimits) {
    EXPECT_EQ(red_go("depth 0").limits.depth, 1);
    EXPECT_EQ(red_go("nodes 0").limits.nodes, 1U);
    EXPECT_EQ(red_go("movetime 0").limits.movetime, milliseconds(1));
}

TEST(Go, HugeNumbersDoNotOverflow) {
    const Limits limits = red_go(
                              "depth 9000000000000000000 wtime 9223372036854775807 winc 9223372036854775807 "
                              "movetime 9223372036854775807 movestogo 9223372036854775807")
                              .limits;
    EXPECT_EQ(limits.depth, kMaxTurnPly);
    EXPECT_LT(limits.clocks[0]->left, std::chrono::hours(24 * 365));
    EXPECT_LT(*limits.movetime, std::chrono::hours(24 * 365));
    EXPECT_GT(limits.turns_to_go, 1000);
}

TEST(Go, MalformedValuesAreNamed) {
    for (const char* text :
         {"depth", "depth x", "depth depth 3", "nodes 1e6", "movetime", "perft", "wtime blue"}) {
        ASSERT_TRUE(red_go(text).malformed) << text;
        EXPECT_EQ(red_go(text).malformed->code, "syntax") << text;
    }
    for (const char* text : {"depth -1", "nodes -1", "movetime -1", "perft 0", "nodes 99999999999999999999"})
        EXPECT_EQ(red_go(text).malformed->code, "range") << text;
}

TEST(Go, UnknownWordsAreToldAndSkipped) {
    const GoRequest request = red_go("fast and deep depth 2 please");
    EXPECT_EQ(request.limits.depth, 2);
    ASSERT_EQ(request.skipped.size(), 2U);
    EXPECT_EQ(request.skipped[0].code, "unknown");
    EXPECT_NE(request.skipped[0].text.find("'fast and deep'"), std::string::npos);
    EXPECT_NE(request.skipped[1].text.find("'please'"), std::string::npos);
}

// --- options

TEST(Options, ANameIsReadInAnyCaseAndAStringWithItsBlanks) {
    std::string text = "unset";
    Options options;
    options.add_string("Some File", [&](const Option::Value& value) {
        text = value.text;
        return std::nullopt;
    });
    EXPECT_EQ(options.describe(), Lines{"option name Some File type string default <empty>"});
    EXPECT_EQ(options.set("name some   FILE value  /a b/c  "), std::nullopt);
    EXPECT_EQ(text, "/a b/c");
    EXPECT_EQ(options.set("name Some File value <empty>"), std::nullopt);
    EXPECT_EQ(text, "");
    text = "unset";
    EXPECT_EQ(options.set("name Some File"), std::nullopt);
    EXPECT_EQ(text, "");
    EXPECT_EQ(options.set("name Some File value value"), std::nullopt);
    EXPECT_EQ(text, "value");
}

TEST(Options, ARefusedValueIsNotApplied) {
    std::int64_t number = 7;
    Options options;
    options.add_spin("Size", 7, 1, 10, [&](const Option::Value& value) {
        number = value.number;
        return std::nullopt;
    });
    for (const char* text : {"name Size value 0", "name Size value 11", "name Size value -1"})
        EXPECT_EQ(options.set(text)->code, "range") << text;
    for (const char* text : {"", "Size value 3", "name", "name value 3", "name Size", "name Size value",
                             "name Size value x", "name Size value 3x", "name Size 3 value"})
        EXPECT_TRUE(options.set(text)) << text;
    EXPECT_EQ(options.set("name Sizes value 3")->code, "unknown");
    EXPECT_EQ(number, 7);
    EXPECT_EQ(options.set("name size value 3 MiB"), std::nullopt);
    EXPECT_EQ(number, 3);
}

// --- the whole

TEST(Uci, AnswersUciWithWhatIsThere) {
    Engine engine;
    const Lines lines = engine.ask("uci");
    ASSERT_GE(lines.size(), 3U);
    EXPECT_EQ(lines.front().rfind("id name Tulenh ", 0), 0U);
    EXPECT_EQ(lines.back(), "uciok");
    EXPECT_NE(std::find(lines.begin(), lines.end(), "option name Hash type spin default 16 min 1 max 65536"),
              lines.end());
}

/// The options that change the engine's numbers are for builds that tune them.
TEST(Uci, OnlyABuildForTuningHasItsOptions) {
    Engine engine;
    for (const char* option : {"setoption name RazorMargin value 250", "setoption name EvalMode value own"})
        EXPECT_EQ(engine.ask(option).empty(), kTuningBuild) << option;
}

TEST(Uci, UgiIntroducesItselfAsUciDoes) {
    Engine engine;
    Lines uci = engine.ask("uci"), ugi = engine.ask("ugi");
    EXPECT_EQ(uci.back(), "uciok");
    EXPECT_EQ(ugi.back(), "ugiok");
    uci.pop_back();
    ugi.pop_back();
    EXPECT_EQ(ugi, uci);
}

TEST(Uci, AfterUgiABestmoveHasNoPonder) {
    Engine engine;
    const auto words_of_bestmove = [&](const char* line) {
        const std::string last = engine.ask(line).back();
        EXPECT_EQ(last.rfind("bestmove ", 0), 0U) << last;
        Words words(last);
        std::size_t count = 0;
        while (!words.next().empty()) ++count;
        return count;
    };
    ASSERT_EQ(words_of_bestmove("go depth 3"), 4U);  // else the next lines show nothing
    engine.ask("ugi");
    EXPECT_EQ(words_of_bestmove("go depth 3"), 2U);
    engine.ask("uginewgame");
    EXPECT_EQ(words_of_bestmove("go depth 3"), 2U);
    engine.ask("uci");
    EXPECT_EQ(words_of_bestmove("go depth 3"), 4U);
}

TEST(Uci, UginewgameForgetsAsUcinewgameDoes) {
    Engine engine;
    const auto nodes = [&] {
        const Lines lines = engine.ask("go depth 4");
        const std::string& info = lines.at(lines.size() - 2);
        return std::string(Words(std::string_view(info).substr(info.find(" nodes ") + 7)).next());
    };
    const std::string fresh = nodes();
    EXPECT_NE(nodes(), fresh);
    engine.ask("uginewgame");
    EXPECT_EQ(nodes(), fresh);
}

TEST(Uci, HelpKnowsEveryCommandAndNoOther) {
    Engine engine;
    const Lines help = engine.ask("help");
    for (const std::string& line : help) {
        Words words(line);
        ASSERT_EQ(words.next(), "help");
        std::string name(words.next());
        if (name.back() == ':') name.pop_back();
        if (name == "quit" || name == "bench") continue;
        for (const std::string& answer : engine.send(name))
            EXPECT_EQ(answer.find("error unknown: command"), std::string::npos);
        engine.send("stop");
    }
    EXPECT_GE(help.size(), 21U);
}

TEST(Uci, EveryGoHasOneBestmoveAfterAnInfoThatBeginsWithIt) {
    Engine engine;
    for (const char* line : {"go depth 1", "go depth 2", "go nodes 1", "go nodes 100", "go movetime 1",
                             "go wtime 1", "go wtime -5 btime 10", "go gametime 2", "go depth 1 foo"}) {
        const Lines lines = engine.ask(line);
        EXPECT_TRUE(engine.finished());
        ASSERT_GE(lines.size(), 2U) << line;
        EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                                [](const std::string& l) { return l.rfind("bestmove ", 0) == 0; }),
                  1)
            << line;
        Words last(lines.back());
        EXPECT_EQ(last.next(), "bestmove") << line;
        const std::string best(last.next());
        std::string first_of_pv;
        for (const std::string& info : lines)
            if (info.find(" pv ") != std::string::npos && info.find("bound") == std::string::npos)
                first_of_pv = Words(std::string_view(info).substr(info.find(" pv ") + 4)).next();
        EXPECT_EQ(first_of_pv, best) << line;
        EXPECT_FALSE(is_error(engine.send("turn " + best)[0])) << best;
    }
}

TEST(Uci, PonderTurnFitsTheBestmove) {
    Engine engine;
    const std::string line = engine.ask("go depth 3").back();
    Words words(line);
    words.next();
    const std::string best(words.next());
    if (words.next() != "ponder") return;
    const std::string ponder(words.next());
    EXPECT_EQ(engine.ask("position startpos moves " + best + " " + ponder), Lines{});
}

TEST(Uci, OnlyQuestionsAreAnsweredDuringASearch) {
    Engine engine;
    engine.send("position startpos moves c5c6");
    const std::string fen = engine.fen();
    engine.send("go infinite");
    for (const char* line :
         {"position startpos", "setoption name Hash value 1", "setoption name Mode value sea", "ucinewgame",
          "uginewgame", "flip", "bench 1", "go depth 1", "go perft 1"}) {
        engine.uci().execute(line);
    }
    Lines errors = engine.send("isready");
    EXPECT_EQ(errors.back(), "readyok");
    EXPECT_EQ(
        std::count_if(errors.begin(), errors.end(), [](const std::string& l) { return is_error(l, "busy"); }),
        9);
    EXPECT_EQ(std::count_if(errors.begin(), errors.end(),
                            [](const std::string& l) { return l.rfind("bestmove", 0) == 0; }),
              0);
    EXPECT_EQ(engine.fen(), fen);
    for (const char* line : {"uci", "ugi", "moves", "parts", "parts c8", "turn c8c7", "result",
                             "query result", "help", "version", "d"})
        for (const std::string& answer : engine.send(line)) EXPECT_FALSE(is_error(answer)) << answer;
    EXPECT_FALSE(engine.uci().wait(milliseconds(0)));
    const Lines last = engine.send("stop");
    ASSERT_FALSE(last.empty());
    EXPECT_EQ(last.back().rfind("bestmove ", 0), 0U);
    EXPECT_EQ(engine.fen(), fen);
    // A position refused for this reason does not count as one that was meant instead.
    EXPECT_EQ(engine.ask("go depth 1").back().find("0000"), std::string::npos);
}

TEST(Uci, ASearchHasEndedOnceItsBestmoveIsRead) {
    Engine engine;
    for (int i = 0; i < 100; ++i) {
        for (const std::string& line : engine.ask("go depth 1")) EXPECT_FALSE(is_error(line)) << line;
        for (const std::string& line : engine.send("position startpos")) EXPECT_FALSE(is_error(line)) << line;
    }
}

TEST(Uci, StopAtAnyMomentGivesOneBestmove) {
    Engine engine;
    for (int i = 0; i < 60; ++i) {
        engine.uci().execute(i % 2 == 0 ? "go infinite" : "go depth 3");
        if (i % 3 != 0) std::this_thread::sleep_for(std::chrono::microseconds(100 * i));
        const Lines lines = engine.send("stop");
        EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                                [](const std::string& l) { return l.rfind("bestmove ", 0) == 0; }),
                  1);
        EXPECT_EQ(engine.send("stop"), Lines{});
    }
}

TEST(Uci, PerftCountsAndStops) {
    Engine engine;
    const Lines lines = engine.ask("go perft 2");
    ASSERT_EQ(lines.size(), 115U);
    EXPECT_EQ(lines.back(), "Nodes searched: 13000");
    engine.uci().execute("go perft 9");
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(engine.send("isready"), Lines{"readyok"});
    const Lines stopped = engine.send("stop");
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
    ASSERT_FALSE(stopped.empty());
    EXPECT_EQ(stopped.back().rfind("Nodes searched: ", 0), 0U);
    EXPECT_EQ(std::count_if(stopped.begin(), stopped.end(),
                            [](const std::string& l) { return l.rfind("bestmove", 0) == 0; }),
              0);
}

TEST(Uci, EndOfInputStopsOnlyWhatWouldNotEnd) {
    Engine engine;
    engine.uci().execute("go depth 2");
    engine.uci().end_of_input();
    EXPECT_TRUE(engine.uci().wait(std::chrono::seconds(60)));
    Lines lines = engine.send("");
    EXPECT_EQ(lines.back().rfind("bestmove ", 0), 0U);
    engine.uci().execute("go infinite");
    engine.uci().end_of_input();
    EXPECT_TRUE(engine.uci().wait(milliseconds(0)));
    lines = engine.send("");
    EXPECT_EQ(lines.back().rfind("bestmove ", 0), 0U);
}

TEST(Uci, QuitEndsASearchWithItsBestmove) {
    Engine engine;
    engine.uci().execute("go infinite");
    const Lines lines = engine.send("quit");
    EXPECT_FALSE(engine.running());
    EXPECT_EQ(lines.back().rfind("bestmove ", 0), 0U);
}

TEST(Uci, AnEngineThatGoesAwayEndsItsSearch) {
    Engine engine;
    engine.uci().execute("go infinite");
}

TEST(Uci, ALineThatIsTooLongIsRefused) {
    Engine engine;
    EXPECT_TRUE(is_error(engine.send("d " + std::string(kMaxLineLength, ' ')).back(), "range"));
    EXPECT_TRUE(
        is_error(engine.send("position startpos" + std::string(kMaxLineLength, ' ')).back(), "range"));
    EXPECT_EQ(engine.ask("go depth 1").back(), "bestmove 0000");
}

TEST(Uci, TheModeActsAtOnceAndDropsTheHistory) {
    Engine engine;
    engine.send("position startpos moves c5c6 c8c7 c6c5 c7c8 c5c6 c8c7 c6c5 c7c8");
    EXPECT_EQ(engine.field("result", "result "), "draw repetition 0-0");
    const std::string fen = engine.fen();
    EXPECT_EQ(engine.send("setoption name Mode value SEA"), Lines{});
    EXPECT_EQ(engine.field("d", "Mode: "), "sea");
    EXPECT_EQ(engine.fen(), fen);
    EXPECT_EQ(engine.field("result", "result "), "ongoing");
}

TEST(Uci, FlipTwiceIsWhereItWas) {
    Engine engine;
    engine.send("position startpos moves c5c6 e8e7");
    const std::string fen = engine.fen();
    engine.send("flip");
    EXPECT_NE(engine.fen(), fen);
    engine.send("flip");
    EXPECT_EQ(engine.fen(), fen);
}

TEST(Uci, TheLogHoldsBothDirections) {
    const std::string path = testing::TempDir() + "tulenh log.txt";
    std::remove(path.c_str());
    Engine engine;
    EXPECT_EQ(engine.send("setoption name Debug Log File value " + path), Lines{});
    engine.send("isready");
    engine.ask("go depth 1");
    EXPECT_EQ(engine.send("setoption name Debug Log File value <empty>"), Lines{});
    engine.send("result");
    std::ifstream file(path);
    std::string line, all;
    while (std::getline(file, line)) {
        ASSERT_GT(line.size(), 24U);
        EXPECT_EQ(line.substr(0, 2), "20") << line;
        all += line.substr(24) + '\n';
    }
    EXPECT_EQ(all.rfind("<< isready\n>> readyok\n<< go depth 1\n", 0), 0U) << all;
    EXPECT_NE(all.find(">> bestmove "), std::string::npos);
    EXPECT_EQ(all.find("result"), std::string::npos);
    EXPECT_TRUE(is_error(engine.send("setoption name Debug Log File value /dev/null/log").at(0), "range"));
}

TEST(Uci, BenchIsTheSameEveryTime) {
    std::vector<std::string> nodes;
    for (int i = 0; i < 2; ++i) {
        Engine engine;
        if (i == 1) engine.ask("go depth 2");
        const std::string last = engine.ask("bench 1").back();
        Words words(last);
        nodes.emplace_back(words.next());
        EXPECT_EQ(words.next(), "nodes");
        words.next();
        EXPECT_EQ(words.next(), "nps");
    }
    EXPECT_EQ(nodes[0], nodes[1]);
}

TEST(Bench, PositionsAreOfAllKinds) {
    std::map<Mode, std::size_t> modes;
    std::size_t loaded = 0, openings = 0, endings = 0;
    for (const BenchPosition& entry : kBenchPositions) {
        const Expected<Position> position = parse_fen(entry.fen, entry.mode);
        ASSERT_TRUE(position) << entry.fen;
        EXPECT_EQ(format_fen(*position), entry.fen);
        EXPECT_FALSE(result(*position)) << entry.fen;
        ++modes[entry.mode];
        bool stack = false;
        position->occupied(position->side_to_move()).for_each([&](Point p) {
            stack |= position->at(p).stacked();
        });
        loaded += stack;
        const int pieces = position->count(Color::Red) + position->count(Color::Blue);
        openings += pieces >= 32;
        endings += pieces < 18;
    }
    EXPECT_EQ(kBenchPositions.size(), 40U);
    for (const Mode mode : kModes) EXPECT_GE(modes[mode], 6U) << name(mode);
    EXPECT_GE(loaded, kBenchPositions.size() / 3);
    EXPECT_GE(openings, 10U);
    EXPECT_GE(endings, 10U);
}

}  // namespace
}  // namespace tulenh
