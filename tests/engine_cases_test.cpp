// Every line of reference/cases.txt.
#include "tests/engine_support.h"

namespace tulenh::testing {
namespace {

enum Field : std::size_t { kId, kFen, kMode, kLegal, kIllegal, kAfter, kResult, kNote };

/// "turns -> rest" as a pair.
std::pair<std::string, std::string> arrow(const std::string& text) {
    const std::size_t at = text.find(" -> ");
    EXPECT_NE(at, std::string::npos) << text;
    return {text.substr(0, at), text.substr(at + 4)};
}

class Cases : public ::testing::Test {
  protected:
    template <typename Check>
    void for_each(Check&& check) {
        const auto lines = reference_lines("cases.txt");
        ASSERT_GE(lines.size(), 80U);
        for (const auto& fields : lines) {
            SCOPED_TRACE(fields.at(kId) + ": " + fields.at(kFen) + " " + fields.at(kMode));
            ASSERT_EQ(fields.size(), kNote + 1U);
            check(position_of(fields[kFen], mode_of(fields[kMode])), fields);
        }
    }
};

TEST_F(Cases, LegalTurnsAreListedAndRead) {
    std::size_t checked = 0;
    for_each([&](const Position& position, const std::vector<std::string>& fields) {
        const auto listed = turn_fens(position);
        for (const std::string& text : words(fields[kLegal])) {
            const auto parsed = parse_turn(position, text);
            ASSERT_TRUE(parsed) << text << ": " << parsed.error().text;
            EXPECT_FALSE(parsed->exposed) << text;
            const auto at = listed.find(format_turn(position, shortest_form(position, parsed->turn)));
            ASSERT_NE(at, listed.end()) << text;
            EXPECT_EQ(at->second, format_fen(parsed->after)) << text;
            ++checked;
        }
    });
    EXPECT_GE(checked, 160U);
}

TEST_F(Cases, IllegalTurnsAreNeitherListedNorSilentlyRead) {
    std::size_t checked = 0;
    for_each([&](const Position& position, const std::vector<std::string>& fields) {
        const auto listed = turn_fens(position);
        for (const std::string& text : words(fields[kIllegal])) {
            EXPECT_EQ(listed.count(text), 0U) << text;
            const auto parsed = parse_turn(position, text);
            EXPECT_TRUE(!parsed || parsed->exposed) << text;
            EXPECT_FALSE(parsed && is_legal(position, parsed->turn)) << text;
            ++checked;
        }
    });
    EXPECT_GE(checked, 75U);
}

TEST_F(Cases, PositionsAfterTurns) {
    std::size_t checked = 0;
    for_each([&](const Position& position, const std::vector<std::string>& fields) {
        if (fields[kAfter].empty()) return;
        const auto [turn, fen] = arrow(fields[kAfter]);
        const auto parsed = parse_turn(position, turn);
        ASSERT_TRUE(parsed) << turn << ": " << parsed.error().text;
        EXPECT_EQ(format_fen(parsed->after), format_fen(position_of(fen))) << turn;
        ++checked;
    });
    EXPECT_GE(checked, 10U);
}

TEST_F(Cases, ResultsAfterTurns) {
    std::size_t checked = 0;
    for_each([&](const Position& position, const std::vector<std::string>& fields) {
        if (fields[kResult].empty()) return;
        const auto [turns, result] = arrow(fields[kResult]);
        Game game(position);
        if (turns != "-")
            for (const std::string& turn : words(turns)) {
                const auto played = game.play(turn);
                ASSERT_TRUE(played) << turn << ": " << played.error().text;
                EXPECT_FALSE(*played) << turn;
            }
        std::string expected = result == "none" ? "ongoing" : result;
        if (result.compare(0, 2, "r ") == 0) expected = "red" + result.substr(1);
        if (result.compare(0, 2, "b ") == 0) expected = "blue" + result.substr(1);
        EXPECT_EQ(told(game.result()), expected);
        ++checked;
    });
    EXPECT_GE(checked, 15U);
}

}  // namespace
}  // namespace tulenh::testing
