#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "engine/turns.h"
#include "tuning/game_file.h"

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

TEST(GameFile, WhatIsWrittenIsReadAgain) {
    std::mt19937_64 random(7);
    std::vector<GameRecord> records;
    std::stringstream file;
    for (const Mode mode : kModes)
        for (int i = 0; i < 8; ++i) {
            records.push_back(random_game(mode, random));
            write_game(file, records.back());
        }
    for (std::string line; std::getline(file, line);) EXPECT_TRUE(line.size() <= 101 || line.front() == '[');
    file.clear();
    file.seekg(0);

    GameReader reader(file);
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

std::vector<Expected<GameRecord>> read(const std::string& text) {
    std::istringstream in(text);
    GameReader reader(in);
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
    EXPECT_EQ(message("[Event \"x\"]\n\n1. c5c6\nc8c1\n2. c6c7 *\n\n").substr(0, 22),
              "line 4: turn 2, c8c1: ");
    EXPECT_EQ(message("[Event \"x\"]\n[Mode \"moon\"]\n[Site \"y\"]\n\n1. c5c6 *\n\n"),
              "line 2: unknown Mode");
    EXPECT_EQ(message("[Event \"x\"]\n[Result \"2-0\"]\n\n1. c5c6 *\n\n"), "line 2: unknown Result");
    EXPECT_EQ(message("[Event x]\n\n1. c5c6 *\n\n"), "line 1: a tag must be [Name \"value\"]");
    EXPECT_EQ(message("[Result \"1-0\"]\n\n1. c5c6 0-1\n\n"),
              "line 3: the result after the turns is not that of the tag");
    EXPECT_EQ(message("[Event \"x\"]\n\n1. c5c6\n\n"),
              "line 5: a tag among the turns: the game before it has no result");
    EXPECT_EQ(message("[FEN \"11/11 r\"]\n\n1. c5c6 *\n\n").substr(0, 8), "line 3: ");
    const auto cut = read("[Event \"x\"]\n\n1. c5c6 {never closed");
    ASSERT_EQ(cut.size(), 1U);
    EXPECT_FALSE(cut[0]);
}

}  // namespace
}  // namespace tulenh
