// The official record (PROTOCOL.md section 1): chosen pairs, whole games there and back, bad records.
#include <fstream>

#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

std::string record_of(const std::string& fen, Mode mode, const std::string& turn) {
    const Position position = position_of(fen, mode);
    const auto parsed = parse_turn(position, turn);
    return parsed ? format_record(position, parsed->turn) : parsed.error().text;
}

/// The FEN that a recorded turn leads to, or why it does not.
std::string after_record(const Position& position, const std::string& record) {
    const auto parsed = parse_record(position, record);
    return parsed ? format_fen(parsed->after) : parsed.error().code + ": " + parsed.error().text;
}

TEST(Record, PairsAreWrittenAndRead) {
    const auto pairs = reference_lines("../data/record_pairs.txt");
    EXPECT_GE(pairs.size(), 20U);
    for (const auto& pair : pairs) {
        ASSERT_GE(pair.size(), 5U) << pair.at(0);
        const std::string &fen = pair[2], &turn = pair[3];
        SCOPED_TRACE(pair[0] + ": " + fen + " " + turn);
        const Position position = position_of(fen, mode_of(pair[1]));
        EXPECT_EQ(record_of(fen, mode_of(pair[1]), turn), pair[4]);
        const auto parsed = parse_turn(position, turn);
        ASSERT_TRUE(parsed) << parsed.error().text;
        EXPECT_EQ(format_turn(position, shortest_form(position, parsed->turn)), turn);
        for (std::size_t i = 4; i < pair.size(); ++i)
            EXPECT_EQ(after_record(position, pair[i]), format_fen(parsed->after)) << pair[i];
    }
}

/// Every legal turn there and back, and burnt flights.
void check_all_turns(const Position& position) {
    std::set<std::string> records;
    for (const LegalTurn& legal : legal_turns(position)) {
        const std::string record = format_record(position, legal.turn);
        const std::string turn = format_turn(position, legal.turn);
        SCOPED_TRACE(turn + " " + record);
        EXPECT_TRUE(records.insert(record).second) << "written for two turns";
        EXPECT_EQ(record.find(' '), std::string::npos);
        const auto parsed = parse_record(position, record);
        ASSERT_TRUE(parsed) << parsed.error().text;
        EXPECT_FALSE(parsed->exposed);
        Position after = position;
        play_turn(after, legal.turn);
        EXPECT_EQ(format_fen(parsed->after), format_fen(after));
        EXPECT_EQ(format_turn(position, parsed->turn), turn);
    }
    position.occupied(position.side_to_move()).for_each([&](Point from) {
        const Stack stack = position.at(from);
        if (position.decided() || stack.stacked() || stack.carrier().kind() != Kind::Aircraft) return;
        kBoard.for_each([&](Point to) {
            const std::string burnt = name(from) + name(to) + "b";
            const auto flight = parse_turn(position, burnt);
            if (!flight) return;
            const std::string record = format_record(position, flight->turn);
            EXPECT_EQ(after_record(position, record), format_fen(flight->after)) << burnt << ' ' << record;
        });
    });
}

TEST(Record, EveryTurnOfRandomPositionsSurvives) {
    for (const Mode mode : kModes)
        for (const std::string& fen : walked_fens(11, 6, mode)) {
            SCOPED_TRACE(fen);
            check_all_turns(position_of(fen, mode));
        }
    for (const std::string& fen : scattered_fens(12, 12)) {
        SCOPED_TRACE(fen);
        check_all_turns(position_of(fen, Mode::Raid));
    }
    for (const std::string& fen : crowded_fens(13, 40)) {
        SCOPED_TRACE(fen);
        check_all_turns(position_of(fen));
    }
}

TEST(Record, JudgementsAreKnown) {
    for (const char* word : {"+", "++", "-", "--", "?", "$", "=", "!!"}) EXPECT_TRUE(is_judgement(word));
    for (const char* word : {"", "1", "+-", "*", "B4,2_5,2"}) EXPECT_FALSE(is_judgement(word));
}

TEST(Record, BadRecordsAreRefusedWithCodeAndPlace) {
    struct Bad {
        const char *fen, *record, *code, *says;
    };
    const char* start =
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r";
    const char* stack = "9c1/11/11/11/11/11/5(TI)5/5t5/11/11/11/10C r";
    const char* ring = "9c1/11/11/5g5/11/11/5F5/3T3i3/11/11/11/10C r";
    const char* broadside = "9c1/n3t6/11/2N8/11/11/11/11/11/11/11/10C r";
    const std::vector<Bad> all{
        {start, "", "syntax", "a piece is expected at its end"},
        {start, "X4,2_5,2", "syntax", "a piece is expected at character 1, 'X'"},
        {start, "c5c6", "syntax", "character 1"},
        {start, "+", "syntax", "a piece"},
        {start, "B", "syntax", "a piece"},
        {start, "B4", "syntax", "','"},
        {start, "B4,", "syntax", "a number below 11"},
        {start, "B12,2_5,2", "syntax", "a number below 12 is expected at character 2"},
        {start, "B4,11_5,2", "syntax", "a number below 11 is expected at character 4"},
        {start, "B04,2_5,2", "syntax", "a number below 12"},
        {start, "B4,99999999999_5,2", "syntax", "a number below 11"},
        {start, "B4,2", "syntax", "'_', '@' or '><' is expected at its end"},
        {start, "B4,2-5,2", "syntax", "at character 5, '-'"},
        {start, "B4,2_5,2!", "syntax", "the end of the turn is expected at character 9, '!'"},
        {start, "B4,2_5,2>>", "syntax", "the end of the turn"},
        {start, "B4,2_5,2/", "syntax", "a piece is expected at its end"},
        {start, "B4,2_5,2\x01", "syntax", "'?'"},
        {start, "B4,2_5,2>", "syntax", "gives no check"},
        {start, "B4,2_5,2^", "syntax", "does not decide"},
        {start, "B4,2_5,2/B5,2>*11,6", "syntax", "gives no check"},
        {start, "T4,2_5,2", "no-piece", "c5"},
        {start, "B5,8_6,8", "no-piece", ""},
        {start, "B7,2_6,2", "wrong-side", ""},
        {start, "B4,2_6,2", "reach", ""},
        {start, "B4,2@B5,2", "no-piece", "c6"},
        {start, "+B4,2_5,2", "no-piece", "+I"},
        {start, "(BB)4,2_5,2", "stack", ""},
        {start, "(B)4,2_5,2", "syntax", "a second piece"},
        {start, "(BTDC)4,2_5,2", "syntax", "')' after three pieces"},
        {start, "(BT", "syntax", ""},
        {stack, "(TBD)T5,5_7,5", "no-piece", "the stack"},
        {stack, "(+TB)T5,5_7,5", "no-piece", "the stack"},
        {stack, "(TB)T5,5_4,5", "syntax", "captured"},
        {stack, "(TB)T5,5@B4,5", "no-piece", "but t"},
        {stack, "(TB)T5,5@.T4,5", "terrain", "does not stay"},
        {stack, "(TB)T5,5_7,5/B5,4_4,4", "syntax",
         "the point where the turn began is expected at character 15"},
        {stack, "(TB)T5,5_7,5/T5,5_7,5", "stack", "acted already"},
        {stack, "(TB)T5,5_7,5/B5,5_5,6/B5,5_5,7", "stack", "have acted"},
        {stack, "T5,5_7,5/T5,5_7,5/T5,5_7,5/T5,5_7,5/T5,5_7,5", "syntax", "four parts"},
        {ring, "K5,5@F8,5", "ring", "is an exchange"},
        {ring, "K5,5><B8,5", "no-piece", "but g"},
        {ring, "K5,5@\"B9,5", "no-piece", "f10"},
        {ring, "K5,5@\"6,5", "ring", ""},
        {ring, "T5,5@\"9,5", "no-piece", ""},
        {ring, "T4,3@\"9,3", "stack", "lone aircraft"},
        {ring, "K5,5@\"9,5/K5,5@\"9,5", "syntax", "burnt"},
        {ring, "K5,5_5,9><B4,7", "syntax", "the end of the turn"},
        {broadside, "H8,2@T10,4&H10,0", "terrain", ""},
        {broadside, "H8,2@H10,0&B10,4", "no-piece", ""},
        {broadside, "H8,2@H10,0&", "syntax", ""},
        {"9c1/11/11/11/9T1/11/11/11/11/11/11/10C r", "T7,9_9,9/T9,9>*11,8", "syntax", "i12"},
        {"9c1/11/11/11/9T1/11/11/11/11/11/11/10C r", "T7,9_9,9/K9,9>*11,9", "syntax", "j10"},
        {"11/11/11/11/11/11/11/11/11/11/11/10C r - - 100", "*0,10_1,10", "over", ""},
    };
    for (const Bad& bad : all) {
        SCOPED_TRACE(std::string(bad.fen) + " " + bad.record);
        const auto parsed = parse_record(position_of(bad.fen, Mode::Raid), bad.record);
        ASSERT_FALSE(parsed);
        EXPECT_EQ(parsed.error().code, bad.code) << parsed.error().text;
        EXPECT_NE(parsed.error().text.find(bad.says), std::string::npos) << parsed.error().text;
    }
}

TEST(Record, AnExposedTurnIsReadWithAWarning) {
    const Position position = position_of("4c6/11/11/11/11/11/11/11/4I6/11/7H3/4C6 r");
    const auto parsed = parse_record(position, "B3,4_3,3");
    ASSERT_TRUE(parsed) << parsed.error().text;
    EXPECT_TRUE(parsed->exposed);
    EXPECT_EQ(format_record(position, parsed->turn), "B3,4_3,3>");  // the commanders face each other
}

}  // namespace
}  // namespace tulenh::testing
