#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "engine/turns.h"
#include "protocol/game_file.h"
#include "protocol/turn_list.h"
#include "search/search.h"

namespace tulenh {
namespace {

GameRecord random_game(Mode mode, std::mt19937_64& random) {
    Position start = *parse_fen(kStartFen, mode);
    // Half of the games begin elsewhere, some of them with Blue.
    if (random() % 2 == 0) {
        Game before(start);
        const std::size_t length = 1 + random() % 9;
        for (std::size_t i = 0; i < length && !before.result(); ++i) {
            const auto turns = legal_turns(before.position());
            before.play(turns[random() % turns.size()].turn);
        }
        if (!before.result()) start = before.position().with_mode(mode);
    }
    GameRecord record(start);
    const std::size_t length = random() % 60;
    for (std::size_t i = 0; i < length && !record.game.result(); ++i) {
        const auto turns = legal_turns(record.game.position());
        record.game.play(turns[random() % turns.size()].turn);
        record.comments.emplace_back(random() % 4 == 0 ? "" : "+0.34/12 0.52s");
    }
    record.result = static_cast<GameResult>(random() % 4);
    record.set_tag("Event", "a \"quoted\" \\ name");
    record.set_tag("Red", "Đỏ");
    record.set_tag("Blue", "B");
    record.set_tag("Points", "230-110");
    return record;
}

class GameFileIn : public ::testing::TestWithParam<Notation> {};
INSTANTIATE_TEST_SUITE_P(Notations, GameFileIn, ::testing::Values(Notation::Turns, Notation::OfficialRecord));

TEST_P(GameFileIn, WhatIsWrittenIsReadAgain) {
    std::mt19937_64 random(7);
    std::vector<GameRecord> records;
    std::stringstream file;
    for (const Mode mode : kModes)
        for (int i = 0; i < 8; ++i) {
            records.push_back(random_game(mode, random));
            write_game(file, records.back(), GetParam());
        }
    for (std::string line; std::getline(file, line);) EXPECT_TRUE(line.size() <= 101 || line.front() == '[');
    file.clear();
    file.seekg(0);

    GameReader reader(file, GetParam());
    for (const GameRecord& written : records) {
        const auto read = reader.next();
        ASSERT_TRUE(read);
        ASSERT_TRUE(*read) << read->error().text;
        const GameRecord& game = **read;
        EXPECT_EQ(game.game.keys(), written.game.keys());
        EXPECT_EQ(format_fen(game.game.start()), format_fen(written.game.start()));
        EXPECT_EQ(format_fen(game.game.position()), format_fen(written.game.position()));
        EXPECT_EQ(game.game.position().mode(), written.game.position().mode());
        EXPECT_EQ(game.result, written.result);
        EXPECT_EQ(game.comments, written.comments);
        EXPECT_EQ(game.game.result(), written.game.result());
        for (const auto& [name, value] : written.tags) EXPECT_EQ(game.tag(name), value);
        EXPECT_EQ(game.tag("White"), "Đỏ");
        EXPECT_EQ(game.tag("Black"), "B");
    }
    EXPECT_FALSE(reader.next());
}

TEST(GameFile, TheText) {
    GameRecord record(*parse_fen(kStartFen, Mode::Sea));
    record.set_tag("Event", "E");
    record.set_tag("Red", "A");
    record.set_tag("Blue", "B");
    record.set_tag("Points", "0-0");
    for (const char* turn : {"c5c6", "c8c7", "f4f5"}) ASSERT_TRUE(record.game.play(turn));
    record.comments = {"+0.34/12 0.52s", "", "a } b"};
    record.result = GameResult::RedWins;
    std::ostringstream out;
    write_game(out, record);
    EXPECT_EQ(out.str(),
              "[Event \"E\"]\n[Red \"A\"]\n[Blue \"B\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n"
              "[Mode \"sea\"]\n[Points \"0-0\"]\n\n"
              "1. c5c6 {+0.34/12 0.52s} c8c7 2. f4f5 {a ) b} 1-0\n\n");
    GameRecord blue(record.game.start());
    ASSERT_TRUE(blue.game.play("c5c6"));
    GameRecord from_blue(blue.game.position());
    ASSERT_TRUE(from_blue.game.play("c8c7"));
    out.str({});
    write_game(out, from_blue);
    EXPECT_NE(out.str().find("\n1... c8c7 *\n"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("[FEN \"" + format_fen(blue.game.position()) + "\"]"), std::string::npos);
}

std::vector<Expected<GameRecord>> read(const std::string& text, Notation notation = Notation::Turns,
                                       const GameStart& start = {}) {
    std::istringstream in(text);
    GameReader reader(in, notation, start);
    std::vector<Expected<GameRecord>> games;
    while (auto game = reader.next()) games.push_back(std::move(*game));
    return games;
}

TEST(GameFile, ReadsWhatOthersWrite) {
    const auto games = read(
        "% a line of somebody's own\r\n[Event \"x\"]\r\n\r\n{before} 1.c5c6 $5 (1. c5d5 {in a {variation} 2. "
        ") "
        "c8c7\r\n; to the end } ( of the line\r\n2... {over\r\nlines} f4f5 *\r\n\r\n{nothing more}\r\n");
    ASSERT_EQ(games.size(), 1U);
    ASSERT_TRUE(games[0]) << games[0].error().text;
    EXPECT_EQ(games[0]->game.turns().size(), 3U);
    EXPECT_EQ(games[0]->comments[1], "over lines");
    EXPECT_TRUE(read("").empty());
    EXPECT_TRUE(read("\n\n ; nothing\n").empty());
}

TEST(GameFile, FaultsTellTheLineAndTheNextGameIsRead) {
    const std::string fine = "[Event \"fine\"]\n\n1. c5c6 *\n\n";
    const auto message = [&](const std::string& text) {
        const auto games = read(text + fine);
        EXPECT_EQ(games.size(), 2U) << text;
        if (games.size() != 2 || games[0] || !games[1]) return std::string("no error");
        EXPECT_EQ(games[1]->game.turns().size(), 1U);
        return games[0].error().text;
    };
    EXPECT_EQ(message("[Event \"x\"]\n\n1. c5c6\nc8c1\n2. c6c7 *\n\n").substr(0, 32),
              "line 4, column 1: turn 2, c8c1: ");
    EXPECT_EQ(message("[Event \"x\"]\n\n1. c5c6 {Đỏ} 1...c8c1 *\n\n").substr(0, 33),
              "line 3, column 18: turn 2, c8c1: ");
    EXPECT_EQ(message("[Event \"x\"]\n[Mode \"moon\"]\n[Site \"y\"]\n\n1. c5c6 *\n\n"),
              "line 2, column 1: unknown Mode");
    EXPECT_EQ(message("[Event \"x\"]\n[Result \"2-0\"]\n\n1. c5c6 *\n\n"),
              "line 2, column 1: unknown Result");
    EXPECT_EQ(message("[Event x]\n\n1. c5c6 *\n\n"), "line 1, column 1: a tag must be [Name \"value\"]");
    EXPECT_EQ(message("[Result \"1-0\"]\n\n1. c5c6 0-1\n\n"),
              "line 3, column 9: the result after the turns is not that of the tag");
    EXPECT_EQ(message("[Event \"x\"]\n\n1. c5c6\n\n"),
              "line 5, column 1: a tag among the turns: the game before it has no result");
    EXPECT_EQ(message("[Event \"x\"]\n[FEN \"11/11 r\"]\n\n1. c5c6 *\n\n").substr(0, 23),
              "line 2, column 1: FEN: ");
    EXPECT_EQ(message("[Event \"x\"]\n\n1. c5c6 "),  // the tag of the next game stands in the same line
              "line 3, column 9: a tag among the turns: the game before it has no result");
    const auto cut = read("[Event \"x\"]\n\n1. c5c6 {never closed");
    ASSERT_EQ(cut.size(), 1U);
    EXPECT_FALSE(cut[0]);
}

TEST(GameFile, TheOfficialRecord) {
    GameRecord record(*parse_fen(kStartFen));
    record.set_tag("Red", "A");
    for (const char* turn : {"c5c6", "c8c7", "f4f6"}) ASSERT_TRUE(record.game.play(turn));
    record.comments = {"!!", "a good turn", ""};
    std::ostringstream out;
    write_game(out, record, Notation::OfficialRecord);
    EXPECT_EQ(out.str(),
              "[Red \"A\"]\n[Result \"*\"]\n[Mode \"standard\"]\n\n"
              "1. B4,2_5,2 !! B7,2_6,2 {a good turn} 2. T3,5_5,5 *\n\n");
}

TEST(GameFile, ReadsPlayersSheets) {
    // Neither tags nor a result, numbers or not, judgements, points written with dots.
    const std::string sheet = "1.B4.2_5.2 !!\n  B7.2_6.2 --\n2. T3,5_5,5 $ {well} T8,5_6,5 = ++ *0,6_0,5\n";
    const auto games = read(sheet, Notation::OfficialRecord);
    ASSERT_EQ(games.size(), 1U);
    ASSERT_TRUE(games[0]) << games[0].error().text;
    EXPECT_EQ(games[0]->game.turns().size(), 5U);
    EXPECT_EQ(games[0]->comments, (std::vector<std::string>{"!!", "--", "$ well", "= ++", ""}));
    EXPECT_EQ(games[0]->result, GameResult::Unknown);
    // A stack begins with a bracket; that is no variation. The result follows from the turns.
    const auto stack = read("(TB)B5,5@T4,5/T5,5_7,5 1-0", Notation::OfficialRecord,
                            {Mode::Raid, "9c1/11/11/11/11/11/5(TI)5/5t5/11/11/11/10C r"});
    ASSERT_EQ(stack.size(), 1U);
    ASSERT_TRUE(stack[0]) << stack[0].error().text;
    EXPECT_EQ(stack[0]->result, GameResult::RedWins);
    EXPECT_EQ(stack[0]->game.position().mode(), Mode::Raid);
    const auto won = read("T9,9@*11,9^", Notation::OfficialRecord,
                          {Mode::Raid, "9c1/11/9T1/11/11/11/11/11/11/11/11/10C r"});
    ASSERT_TRUE(won.at(0)) << won[0].error().text;
    EXPECT_EQ(won[0]->result, GameResult::RedWins);
}

TEST(GameFile, FaultsInARecordTellLineAndColumn) {
    const auto fault = [](const std::string& text) {
        const auto games = read(text, Notation::OfficialRecord);
        return games.empty() || games[0] ? "no error" : games[0].error().code + ": " + games[0].error().text;
    };
    EXPECT_EQ(fault("1. B4,2_5,2\n   B7,2_6,3").substr(0, 42), "reach: line 2, column 4: turn 2, B7,2_6,3:");
    EXPECT_EQ(fault("1.B4,2@B5,2").substr(0, 35), "no-piece: line 1, column 3: turn 1,");
    EXPECT_EQ(fault("c5c6").substr(0, 25), "syntax: line 1, column 1:");
    EXPECT_EQ(fault("[Event \"x\"]\n\n!!"), "syntax: line 3, column 1: a judgement before the first turn");
}

std::vector<Expected<GameRecord>> read_lists(const std::string& text, const GameStart& start = {}) {
    std::istringstream in(text);
    TurnListReader reader(in, start);
    std::vector<Expected<GameRecord>> games;
    while (auto game = reader.next()) games.push_back(std::move(*game));
    return games;
}

std::string list_of(const Game& game) {
    std::ostringstream out;
    write_turn_list(out, game);
    return out.str();
}

TEST(TurnList, WhatIsWrittenIsReadAgain) {
    std::mt19937_64 random(8);
    std::vector<GameRecord> records;
    std::string text = "# games\n\n";
    for (const Mode mode : kModes)
        for (int i = 0; i < 8; ++i) {
            records.push_back(random_game(mode, random));
            text += list_of(records.back().game);
        }
    const auto games = read_lists(text);
    ASSERT_EQ(games.size(), records.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
        ASSERT_TRUE(games[i]) << games[i].error().text;
        EXPECT_EQ(games[i]->game.keys(), records[i].game.keys());
        EXPECT_EQ(format_fen(games[i]->game.start()), format_fen(records[i].game.start()));
        EXPECT_EQ(games[i]->game.start().mode(), records[i].game.start().mode());
        EXPECT_EQ(list_of(games[i]->game), list_of(records[i].game));
    }
}

TEST(TurnList, TheText) {
    const std::string fen = "9c1/11/9T1/11/11/11/11/11/11/11/11/10C r - - 0 1 0-0";
    const auto games = read_lists(
        "c5c6 c8c7\r\nposition startpos moves c5c6\n mode sea\n\nfen 9c1/11/9T1/11/11/11/11/"
        "11/11/11/11/10C r moves j10j12\n");
    ASSERT_EQ(games.size(), 4U);
    for (const auto& game : games) ASSERT_TRUE(game) << game.error().text;
    EXPECT_EQ(list_of(games[0]->game), "c5c6 c8c7\n");
    EXPECT_EQ(list_of(games[1]->game), "c5c6\n");
    EXPECT_EQ(list_of(games[2]->game), "mode sea startpos\n");
    EXPECT_EQ(list_of(games[3]->game), "fen " + fen + " moves j10j12\n");
    EXPECT_EQ(games[0]->result, GameResult::Unknown);
    EXPECT_EQ(games[3]->result, GameResult::RedWins);
    const auto raid = read_lists("j10j11\nstartpos c5c6\n", {Mode::Raid, fen});
    ASSERT_EQ(raid.size(), 2U);
    EXPECT_EQ(list_of(raid[0]->game), "mode raid fen " + fen + " moves j10j11\n");
    EXPECT_EQ(list_of(raid[1]->game), "mode raid c5c6\n");
}

TEST(TurnList, FaultsTellLineAndColumnAndTheNextGameIsRead) {
    const auto fault = [](const std::string& text) {
        const auto games = read_lists(text + "\nc5c6\n");
        EXPECT_EQ(games.size(), 2U);
        if (games.size() != 2 || games[0] || !games[1]) return std::string("no error");
        return games[0].error().code + ": " + games[0].error().text;
    };
    EXPECT_EQ(fault("c5c6 c8c1").substr(0, 39), "reach: line 1, column 6: turn 2, c8c1: ");
    EXPECT_EQ(fault("# x\n\n  moves nonsense").substr(0, 25), "syntax: line 3, column 9:");
    EXPECT_EQ(fault("mode moon c5c6"), "range: line 1, column 6: unknown mode 'moon'");
    EXPECT_EQ(fault("fen 11/11 r moves c5c6").substr(0, 29), "fen: line 1, column 5: FEN: b");
    EXPECT_EQ(fault("mode").substr(0, 25), "range: line 1, column 5: ");
}

/// A battle that the search fights against itself to its end.
GameRecord fought_game(Mode mode) {
    GameRecord record(*parse_fen(kStartFen, mode));
    Search search(1);
    Limits limits;
    limits.nodes = 150;
    while (!record.game.result()) {
        search.prepare();
        record.game.play(search.run(record.game, limits, [](const SearchInfo&) {}).best);
    }
    record.conclude();
    return record;
}

TEST(GameFile, WholeBattlesGoThroughAllForms) {
    for (const Mode mode : kModes) {
        SCOPED_TRACE(name(mode));
        const GameRecord fought = fought_game(mode);
        EXPECT_GT(fought.game.turns().size(), 20U);
        std::ostringstream first;
        write_game(first, fought);
        const auto games = read(first.str());
        ASSERT_TRUE(games.at(0)) << games[0].error().text;
        std::ostringstream official;
        write_game(official, *games[0], Notation::OfficialRecord);
        const auto recorded = read(official.str(), Notation::OfficialRecord);
        ASSERT_TRUE(recorded.at(0)) << recorded[0].error().text;
        const auto listed = read_lists(list_of(recorded[0]->game));
        ASSERT_TRUE(listed.at(0)) << listed[0].error().text;
        EXPECT_EQ(listed[0]->game.keys(), fought.game.keys());
        EXPECT_EQ(listed[0]->game.result(), fought.game.result());
        EXPECT_EQ(listed[0]->result, fought.result);
        EXPECT_EQ(recorded[0]->result, fought.result);
        std::ostringstream last;
        write_game(last, *recorded[0]);
        EXPECT_EQ(last.str(), first.str());
    }
}

}  // namespace
}  // namespace tulenh
