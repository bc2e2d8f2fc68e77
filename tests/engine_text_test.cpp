// Text forms (PROTOCOL.md section 1) and what is said about bad input (section 4).
#include <algorithm>
#include <cstdint>

#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

// ------------------------------------------------------------------------------------------ points
TEST(PointText, ThereAndBack) {
    std::set<std::string> names;
    kBoard.for_each([&](Point p) {
        names.insert(name(p));
        EXPECT_EQ(name(p), plain::name(square_of(p)));
        ASSERT_TRUE(point_from_name(name(p)));
        EXPECT_EQ(*point_from_name(name(p)), p);
    });
    EXPECT_EQ(names.size(), 132U);
    for (const std::string bad :
         {"", "a", "a0", "a13", "a01", "l1", "A1", "1a", "a1 ", " a1", "a1b", "a111", "a-1", "a+1", "`1"})
        EXPECT_FALSE(point_from_name(bad)) << bad;
}

// ------------------------------------------------------------------------------------------- FENs
TEST(FenText, MissingFieldsHaveDefaults) {
    const std::string board = "6c4/11/11/11/11/11/11/11/11/11/11/6C4";
    EXPECT_EQ(format_fen(position_of(board + " b")), board + " b - - 0 1 0-0");
    EXPECT_EQ(format_fen(position_of(board + " r - - 7")), board + " r - - 7 1 0-0");
    EXPECT_EQ(format_fen(position_of(board + " r - - 7 12")), board + " r - - 7 12 0-0");
    EXPECT_EQ(format_fen(position_of(board + " r - - 65535 65535 65535-65535")),
              board + " r - - 65535 65535 65535-65535");
}

TEST(FenText, AnyOrderInBracketsIsRead) {
    for (const std::string stack : {"(NF+F)", "(+FNF)", "(F+FN)", "(FN+F)", "(N+FF)"})
        EXPECT_EQ(words(format_fen(position_of("11/11/11/11/11/11/11/11/" + stack + "10/11/11/11 r")))[0],
                  "11/11/11/11/11/11/11/11/(N+FF)10/11/11/11");
    EXPECT_EQ(words(format_fen(position_of("11/11/11/11/11/11/11/11/2(mi+t)8/11/11/11 r")))[0],
              "11/11/11/11/11/11/11/11/2(+tim)8/11/11/11");
    EXPECT_EQ(words(format_fen(position_of("11/11/11/11/11/11/11/11/2(CH)8/11/11/11 r")))[0],
              "11/11/11/11/11/11/11/11/2(HC)8/11/11/11");
}

TEST(FenText, ExposedAndDecidedPositionsAreRead) {
    EXPECT_TRUE(in_check(position_of("4c6/11/11/11/11/11/11/11/11/4t6/11/4C6 b"), Color::Red));
    EXPECT_TRUE(position_of("4c6/11/11/11/11/11/11/11/11/11/11/3C7 r - - 100 1").decided());
    EXPECT_EQ(position_of("11/11/11/11/11/11/11/11/11/11/11/11 r").count(Color::Red), 0);
}

struct BadFen {
    std::string fen;
    std::string place;  ///< what the message must name
};

/// The board with rank 5 replaced.
std::string with_rank_5(const std::string& rank) {
    return "9c1/11/11/11/11/11/11/" + rank + "/11/11/11/4C6 r - - 0 1 0-0";
}
/// The fields after a good board.
std::string with_fields(const std::string& fields) {
    return "9c1/11/11/11/11/11/11/11/11/11/11/4C6" + fields;
}

TEST(FenText, EveryRefusalNamesThePlace) {
    const std::vector<BadFen> lines{
        {"", "board"},
        {"   ", "board"},
        {"11/11/11 r", "ranks"},
        {"11/11/11/11/11/11/11/11/11/11/11 r - - 0 1", "ranks"},
        {"11/11/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1", "ranks"},
        {"9c1/11/11/11/11/11/11/11/11/11/11/4C6/ r - - 0 1", "ranks"},
        {with_rank_5("10"), "rank 5"},
        {with_rank_5(""), "rank 5"},
        {with_rank_5("12"), "rank 5"},
        {with_rank_5("92"), "rank 5"},
        {with_rank_5("5I6"), "rank 5"},
        {with_rank_5("11I"), "rank 5"},
        {with_rank_5("99999999999999999999"), "rank 5"},
        {with_rank_5("4X6"), "e5"},
        {with_rank_5("4-6"), "e5"},
        {with_rank_5("4\x01"
                     "6"),
         "e5"},
        {with_rank_5("4\xc4\x91"
                     "6"),
         "e5"},
        {with_rank_5("4++I6"), "e5"},
        {with_rank_5("10+"), "k5"},
        {with_rank_5("4+16"), "e5"},
        {with_rank_5("4+(TI)6"), "e5"},
        {with_rank_5("0I92"), "a5"},
        {with_rank_5("011"), "a5"},
        {with_rank_5("4I06"), "f5"},
        {with_rank_5("4(I)6"), "e5"},
        {with_rank_5("4()6"), "e5"},
        {with_rank_5("4(TI6"), "e5"},
        {with_rank_5("10(TI"), "k5"},
        {with_rank_5("4TI)5"), "g5"},
        {with_rank_5("4((TI)M)6"), "e5"},
        {with_rank_5("4(T1)6"), "e5"},
        {with_rank_5("4(T+)6"), "e5"},
        {with_rank_5("4(Ti)6"), "e5"},
        {with_rank_5("4(IM)6"), "e5"},
        {with_rank_5("4(TA)6"), "e5"},
        {with_rank_5("4(TIIM)6"), "e5"},
        {with_rank_5("4(TT)6"), "e5"},
        {with_rank_5("4(FF)6"), "e5"},
        {with_rank_5("(NN)10"), "a5"},
        {with_rank_5("(NG)10"), "a5"},
        {with_rank_5("(NHC)10"), "a5"},
        {with_rank_5("4(EGG)6"), "e5"},
        {with_rank_5("4(EI)6"), "e5"},
        {with_rank_5("4(EA)6"), "e5"},  // not on a bank
        {with_rank_5("4(HI)6"), "e5"},
        {with_rank_5("4(FE)6"), "e5"},
        {with_rank_5("4N6"), "e5"},
        {with_rank_5("3N7"), "d5"},
        {with_rank_5("I10"), "a5"},
        {with_rank_5("1F9"), "b5"},
        {with_rank_5("1h9"), "b5"},
        {with_rank_5("(TI)10"), "a5"},
        {with_rank_5("4+C6"), "e5"},
        {with_rank_5("4(T+C)6"), "e5"},
        {with_rank_5("2III6"), "e5"},
        {with_rank_5("2NN1C5"), "d5"},
        {with_rank_5("2MM7"), "d5"},
        {with_rank_5("2ss7"), "d5"},
        {with_rank_5("2+ss7"), "d5"},
        {with_rank_5("2C8"), "rank 1, e1"},
        {with_rank_5("2hh1h5"), "f5"},
        {with_rank_5("2(TI)(TI)(FI)6"), "e5"},
        {with_fields(""), "turn"},
        {with_fields(" "), "turn"},
        {with_fields(" w - - 0 1"), "turn"},
        {with_fields(" R - - 0 1"), "turn"},
        {with_fields(" rb - - 0 1"), "turn"},
        {with_fields(" r KQkq - 0 1"), "field 3"},
        {with_fields(" r - e3 0 1"), "field 4"},
        {with_fields(" r -- - 0 1"), "field 3"},
        {with_fields(" r - - -1 1"), "halfmove"},
        {with_fields(" r - - +1 1"), "halfmove"},
        {with_fields(" r - - 1.5 1"), "halfmove"},
        {with_fields(" r - - x 1"), "halfmove"},
        {with_fields(" r - - 65536 1"), "halfmove"},
        {with_fields(" r - - 99999999999999999999999999 1"), "halfmove"},
        {with_fields(" r - - 0x1 1"), "halfmove"},
        {with_fields(" r - - 0 0"), "fullmove"},
        {with_fields(" r - - 0 -1"), "fullmove"},
        {with_fields(" r - - 0 65536"), "fullmove"},
        {with_fields(" r - - 0 4294967297"), "fullmove"},
        {with_fields(" r - - 0 1 0"), "points"},
        {with_fields(" r - - 0 1 0-"), "blue points"},
        {with_fields(" r - - 0 1 -0"), "red points"},
        {with_fields(" r - - 0 1 -"), "points"},
        {with_fields(" r - - 0 1 --"), "points"},
        {with_fields(" r - - 0 1 0--1"), "points"},
        {with_fields(" r - - 0 1 0-0-0"), "points"},
        {with_fields(" r - - 0 1 65536-0"), "red points"},
        {with_fields(" r - - 0 1 0-65536"), "blue points"},
        {with_fields(" r - - 0 1 0-a"), "blue points"},
        {with_fields(" r - - 0 1 0-0 x"), "seven fields"},
        {with_fields(" r - - 0 1 0-0 moves c5c6"), "seven fields"},
    };
    for (const BadFen& line : lines) {
        const auto position = parse_fen(line.fen);
        ASSERT_FALSE(position) << line.fen;
        EXPECT_EQ(position.error().code, "fen") << line.fen;
        EXPECT_NE(position.error().text.find(line.place), std::string::npos)
            << line.fen << ": \"" << position.error().text << "\" does not name " << line.place;
        EXPECT_TRUE(std::all_of(position.error().text.begin(), position.error().text.end(),
                                [](char c) { return c >= ' ' && c <= '~'; }))
            << "unprintable: " << position.error().text;
        EXPECT_LT(position.error().text.size(), 200U) << line.fen;
    }
}

/// What is accepted is written back, and reads as the same again.
void check_accepted(const Position& position) {
    const std::string fen = format_fen(position);
    const auto again = parse_fen(fen, position.mode());
    ASSERT_TRUE(again) << fen << ": " << again.error().text;
    EXPECT_EQ(format_fen(*again), fen);
    EXPECT_EQ(again->key(), position.key());
    EXPECT_EQ(position.key(), position.computed_key());
}

/// One or two small changes that a tired hand makes.
std::string spoilt(Random& random, std::string text, std::string_view alphabet) {
    for (std::size_t n = 1 + random.below(2); n > 0; --n) {
        const std::size_t at = random.below(text.size() + 1);
        switch (random.below(4)) {
            case 0: text.insert(at, 1, alphabet[random.below(alphabet.size())]); break;
            case 1: text.erase(std::min(at, text.size() - 1), 1); break;
            case 2: text[std::min(at, text.size() - 1)] = alphabet[random.below(alphabet.size())]; break;
            default: std::swap(text[std::min(at, text.size() - 1)], text[random.below(text.size())]); break;
        }
        if (text.empty()) return "/";
    }
    return text;
}

std::optional<std::string> plain_reading(const std::string& fen) {
    try {
        return plain::write(plain::read(fen, Mode::Standard));
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

TEST(FenText, SpoiltFensAreJudgedAsByThePlainProgram) {
    Random random(200);
    std::size_t accepted = 0, refused = 0;
    for (const std::string& fen : scattered_fens(201, 400)) {
        const std::vector<std::string> fields = words(fen);
        for (int i = 0; i < 25; ++i) {
            const bool board = random.percent(70);
            const std::string text = board ? spoilt(random, fields[0], "NFTEAGSHIMCnfteagshimc+()/1290") +
                                                 fen.substr(fields[0].size())
                                           : fields[0] + " r " + spoilt(random, "-", "-0") + " - " +
                                                 spoilt(random, fields[4], "0123456789-+") + ' ' +
                                                 spoilt(random, fields[5], "0123456789-") + ' ' +
                                                 spoilt(random, fields[6], "0123456789-");
            const auto position = parse_fen(text);
            const auto expected = plain_reading(text);
            ASSERT_EQ(static_cast<bool>(position), expected.has_value())
                << text << (position ? "" : ": " + position.error().text);
            ++(position ? accepted : refused);
            if (!position) continue;
            EXPECT_EQ(format_fen(*position), *expected) << text;
            check_accepted(*position);
        }
    }
    EXPECT_GT(accepted, 500U);
    EXPECT_GT(refused, 500U);
}

TEST(FenText, TruncationsOfGoodFens) {
    for (const std::string& fen : scattered_fens(202, 60))
        for (std::size_t size = 0; size <= fen.size(); ++size) {
            const auto position = parse_fen(std::string_view(fen).substr(0, size));
            if (!position) {
                EXPECT_EQ(position.error().code, "fen");
                EXPECT_FALSE(position.error().text.empty());
                continue;
            }
            EXPECT_GT(size, words(fen)[0].size()) << fen.substr(0, size);
            check_accepted(*position);
        }
}

TEST(FenText, RandomAndEndlessBytes) {
    Random random(203);
    constexpr std::string_view kLikely = "NFTEAGSHIMCnfteagshimc+()/ -rb0123456789";
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        const bool any_byte = random.percent(30);
        for (std::size_t n = random.below(80); n > 0; --n)
            text += any_byte ? static_cast<char>(random.below(256)) : kLikely[random.below(kLikely.size())];
        if (const auto position = parse_fen(text)) check_accepted(*position);
    }
    for (const char c : {'/', '(', '+', '1', '9', ' ', 'I', '-', '\0'}) {
        const std::string endless(2'000'000, c);
        EXPECT_FALSE(parse_fen(endless));
        EXPECT_FALSE(parse_fen("9c1/11/11/11/11/11/11/11/11/11/11/4C6 r - - 0 1 " + endless + "x"));
        EXPECT_FALSE(parse_fen(with_rank_5("4(" + endless + ")6")));
    }
}

// ------------------------------------------------------------------------------------------ turns
std::string code_of(const Position& position, const std::string& text) {
    const auto parsed = parse_turn(position, text);
    if (!parsed) {
        EXPECT_FALSE(parsed.error().text.empty()) << text;
        EXPECT_LT(parsed.error().text.size(), 300U) << text.substr(0, 100);
    }
    return !parsed ? parsed.error().code : parsed->exposed ? "exposed" : "fine";
}

struct BadTurn {
    std::string code, fen;
    std::vector<std::string> turns;
};

TEST(TurnText, EachRefusalHasItsCode) {
    const std::string around = "9c1/11/11/11/11/11/11/";  // ranks 12 to 6
    const std::vector<BadTurn> lines{
        {"no-piece", around + "5T5/11/11/11/10C r", {"e5e6", "a1a2s", "f6f7b", "e5:Te6", "f5:If6"}},
        {"no-piece", around + "5(TI)5/11/11/11/10C r", {"f5:Mf6", "f5:Tf6,Mf4", "f5:FIf6", "f5:+Tf6"}},
        {"wrong-side", around + "5T5/11/11/11/10C r", {"j12j11", "j12:Cj11"}},
        {"wrong-side", around + "5T5/11/11/11/10C b", {"f5f6", "k1k2", "f5:Tf7"}},
        {"reach", around + "5T5/11/11/11/10C r", {"f5f8", "f5g6", "f5h6", "f5a5", "f5f5", "f5:Tf8", "k1j2"}},
        {"reach", around + "2N2t5/11/11/11/10C r", {"c5c10", "c5h5s", "c5h5"}},
        {"reach", around + "2N3t4/11/11/11/10C r", {"c5g5s", "c5g5"}},    // the gun's reach is three
        {"reach", "9c1/11/11/11/11/11/4i6/11/4C6/11/11/11 r", {"e4e6"}},  // captures at one point only
        {"obstructed", around + "3TI6/11/11/11/10C r", {"d5f5"}},
        {"obstructed", around + "3TIi5/11/11/11/10C r", {"d5f5"}},
        {"obstructed", around + "2N8/2N8/11/11/10C r", {"c4c6", "c4c7"}},
        {"obstructed", "9c1/11/11/11/11/1n9/11/1N9/11/1N9/11/10C r", {"b3b7", "b3b7s"}},
        {"obstructed", around + "3AI6/11/11/11/10C r", {"d5f5", "d5g5"}},
        {"terrain", around + "2I8/11/11/11/10C r", {"c5b5"}},
        {"terrain", around + "2N8/11/11/11/10C r", {"c5d6", "c5d5", "c5f5", "c5e7"}},
        {"terrain", around + "5F5/11/11/11/10C r", {"f5b5", "f5b9"}},
        {"terrain", around + "(NT)10/11/11/11/10C r", {"a5:Na6,Tb5"}},
        {"terrain", "9c1/11/11/11/11/11/4(EA)6/11/11/11/11/10C r", {"e6e5", "e6d6"}},
        {"river", "9c1/11/11/11/11/11/11/4A6/11/11/11/10C r", {"e5e7", "e5g7"}},
        {"river", "9c1/11/11/11/11/11/4G6/11/11/11/11/10C r", {"e6e7"}},
        {"river", "9c1/11/11/11/11/11/7S3/11/11/11/11/10C r", {"h6g7", "h6i7"}},
        {"river", "9c1/11/11/11/11/4E6/4A6/11/11/11/11/10C r", {"e6e7"}},  // boarding counts
        {"ring", "9c1/11/11/11/5t5/11/6g4/11/5F5/11/11/10C r", {"f4f8", "f4f8s", "f4f7", "f4f6"}},
        {"ring", "9c1/11/11/11/5g5/11/11/11/5F5/11/11/10C r", {"f4f8s", "f4f8b", "f4f5b", "f4g5b"}},
        {"stack", around + "5I5/5(TIM)5/11/11/10C r", {"f5f4", "f4f5"}},
        {"stack", around + "5II4/11/11/11/10C r", {"f5g5"}},
        {"stack",
         "9c1/11/11/11/11/4i6/11/11/1(NF)9/11/11/10C r",
         {"b4:NFe7s", "b4:Fe7s,Fe8", "b4:Nb5,Fc4,Nb6"}},
        {"stack", "9c1/11/11/11/11/6f4/11/6F4/11/11/11/10C r", {"g5g7s"}},
        {"stack", around + "5T5/11/11/11/10C r", {"f5:Tf6,Nf7"}},
        {"stack", "9c1/11/11/11/11/11/11/11/5(FT)5/11/11/10C r", {"f4f6b"}},
        {"sight", "4c6/11/11/11/11/11/11/11/11/11/11/3C7 r", {"d1f1", "d1g1"}},
        {"exposed", "4c6/11/11/11/11/11/11/11/11/11/11/3C7 r", {"d1e1"}},
        {"exposed", "9c1/11/11/11/11/4t6/11/11/4CI5/11/11/11 r", {"f4f5", "f4:If5", "f4g4"}},
        {"over", "9c1/11/11/11/11/11/11/5T5/11/11/11/10C r - - 100 1", {"f5f6", "e5e6", "j12j11"}},
        {"over", "11/11/11/11/11/11/11/11/3C7/4+M6/2c8/11 b", {"c2c3"}},
        {"syntax",
         around + "5T5/11/11/11/10C r",
         {"",        " ",         "f5",      "f5f",
          "f5f6x",   "f5f6ss",    "f5f6sb",  "f5f6q",
          "f5f13",   "f5l5",      "f5f0",    "f13f12",
          "F5f6",    "f5F6",      "f5-f6",   "f5 f6",
          " f5f6",   "f5f6 ",     "f05f6",   "f5f06",
          "f5:",     "f5:f6",     "f5:T",    "f5:Tf6,",
          "f5:,Tf6", "f5:tf6",    "f5:T+f6", "f5:++Tf6",
          "f5:Xf6",  "f5:Tf6b",   "f5:Tf6;", "f5:Tf6,Tf7,Tf8,Tf9,Tf10",
          "0000",    "f5:TTTTf6", "f5::Tf6", "f5+f6",
          ":",       "+",         "f5f6f7",  "f5:Tf6:Tf7",
          "\xff",    "f5f6\n"}},
    };
    std::set<std::string> codes;
    for (const BadTurn& line : lines) {
        const Position position = position_of(line.fen);
        codes.insert(line.code);
        for (const std::string& turn : line.turns)
            EXPECT_EQ(code_of(position, turn), line.code) << line.fen << ": " << turn;
    }
    EXPECT_EQ(codes.size(), 12U);
}

TEST(TurnText, PlusOnAPlainPieceIsRefused) {
    const Position plain_tank = position_of("9c1/11/11/11/11/11/11/5T5/11/11/11/10C r");
    EXPECT_NE(code_of(plain_tank, "f5:+Tf6"), "fine");
    const Position heroes = position_of("9c1/11/11/11/11/11/11/1(N+FF)9/11/11/11/10C r");
    EXPECT_EQ(code_of(heroes, "b5:+Fc5"), "fine");
    EXPECT_EQ(code_of(heroes, "b5:Fc5"), "fine");
    EXPECT_NE(code_of(heroes, "b5:+Nb6"), "fine");
    const auto hero = parse_turn(heroes, "b5:+Fg5"), other = parse_turn(heroes, "b5:Fc5");
    ASSERT_TRUE(hero && other);
    EXPECT_NE(format_fen(hero->after).find("(NF)4+F"), std::string::npos) << format_fen(hero->after);
    EXPECT_NE(format_fen(other->after).find("(N+F)F"), std::string::npos) << format_fen(other->after);
    EXPECT_EQ(code_of(heroes, "b5:Fg5"), "reach") << "the plain one flies four points";
}

/// Longer forms that mean the same are read; one is written.
TEST(TurnText, LongerFormsAreRead) {
    struct Line {
        std::string fen;
        std::vector<std::string> forms;  ///< the written one first
    };
    const std::string around = "9c1/11/11/11/11/11/11/";
    for (const Line& line : {
             Line{around + "2I8/11/11/11/10C r", {"c5c6", "c5:Ic6"}},
             Line{around + "2+I8/11/11/11/10C r", {"c5c6", "c5:Ic6", "c5:+Ic6"}},
             Line{around + "2N2t5/11/11/11/10C r", {"c5f5s", "c5:Nf5s"}},
             Line{around + "1(NFT)9/11/11/11/10C r",
                  {"b5b6", "b5:NFTb6", "b5:TFNb6", "b5:FTNb6", "b5:NTFb6"}},
             Line{around + "1(N+F+T)9/11/11/11/10C r",
                  {"b5:FTc6", "b5:+FTc6", "b5:F+Tc6", "b5:T+Fc6", "b5:TFc6", "b5:+T+Fc6"}},
             Line{around + "1(NFT)9/11/11/11/10C r", {"b5:FTc6", "b5:TFc6"}},
             Line{around + "2(NFT)8/11/11/11/10C r", {"c5:FTe5", "c5:TFe5", "c5:Te5,Fe5", "c5:Fe5,Te5"}},
             Line{around + "5(TI)5/11/11/11/10C r", {"f5:If6", "f5:If6"}},
             Line{around + "5(TII)5/11/11/11/10C r", {"f5:If4,If6", "f5:If6,If4"}},
             Line{"9c1/n3t6/11/2N8/11/11/11/11/11/11/11/10C r", {"c9:Ne11s,Na11"}},
         }) {
        const Position position = position_of(line.fen);
        const auto listed = turn_fens(position);
        std::string after;
        for (const std::string& form : line.forms) {
            const auto parsed = parse_turn(position, form);
            ASSERT_TRUE(parsed) << line.fen << ' ' << form << ": " << parsed.error().text;
            if (after.empty()) after = format_fen(parsed->after);
            EXPECT_EQ(format_fen(parsed->after), after) << form;
            EXPECT_EQ(format_turn(position, shortest_form(position, parsed->turn)), line.forms[0]) << form;
        }
        EXPECT_EQ(listed.count(line.forms[0]), 1U) << line.forms[0];
        for (std::size_t i = 1; i < line.forms.size(); ++i) {
            if (line.forms[i] != line.forms[0]) {
                EXPECT_EQ(listed.count(line.forms[i]), 0U) << line.forms[i];
            }
        }
    }
}

TEST(TurnText, PlusIsWrittenOnlyWhereItTellsApart) {
    const Position both = position_of("9c1/11/11/11/11/11/11/1(N+FF)9/11/11/11/10C r");
    const Position one = position_of("9c1/11/11/11/11/11/11/1(+N+FT)9/11/11/11/10C r");
    const Position two = position_of("9c1/11/11/11/11/11/11/1(N+F+F)9/11/11/11/10C r");
    const auto any_plus = [](const std::map<std::string, std::string>& turns, std::string_view text) {
        return std::any_of(turns.begin(), turns.end(),
                           [&](const auto& turn) { return turn.first.find(text) != std::string::npos; });
    };
    EXPECT_TRUE(any_plus(turn_fens(both), "+F"));
    EXPECT_FALSE(any_plus(turn_fens(both), "+N"));
    EXPECT_FALSE(any_plus(turn_fens(one), "+"));
    EXPECT_FALSE(any_plus(turn_fens(two), "+"));
}

/// A burnt flight is read only where it is one; the aircraft is gone and paid for.
TEST(TurnText, BurntFlights) {
    const Position position = position_of("9c1/11/11/11/5t5/11/6g4/11/5F5/11/11/10C r - - 5 7 10-20");
    for (const std::string text : {"f4f6b", "f4f7b", "f4f8b"}) {
        const auto parsed = parse_turn(position, text);
        ASSERT_TRUE(parsed) << text << ": " << parsed.error().text;
        EXPECT_EQ(format_fen(parsed->after), "9c1/11/11/11/5t5/11/6g4/11/11/11/11/10C b - - 0 7 10-60");
    }
    EXPECT_EQ(code_of(position, "f4f5b"), "ring");
    EXPECT_EQ(code_of(position, "k1k2b"), "stack");
    EXPECT_EQ(code_of(position, "f4f9b"), "reach");
    EXPECT_EQ(code_of(position, "f4g6b"), "reach");
    const Position hero = position_of("9c1/11/11/11/5t5/11/6g4/11/5+F5/11/11/10C r");
    EXPECT_NE(code_of(hero, "f4f8b"), "fine");
    const Position own_piece = position_of("9c1/11/11/11/5T5/11/6g4/11/5F5/11/11/10C r");
    EXPECT_EQ(code_of(own_piece, "f4f8b"), "fine") << "whatever stands there";
    const Position sea = position_of("9c1/11/11/11/11/11/11/2n8/3F7/11/11/10C r");
    EXPECT_EQ(code_of(sea, "d4a4b"), "fine") << "open sea too";
    const Position guard = position_of("9c1/11/11/11/4t6/4F6/4C1g4/11/11/11/11/11 r");
    EXPECT_EQ(code_of(guard, "e7g7b"), "exposed");
}

/// Turns spoilt a little: what is accepted is a turn that the plain program knows, and is written back.
TEST(TurnText, SpoiltTurns) {
    Random random(210);
    std::size_t accepted = 0;
    std::vector<std::string> fens = crowded_fens(211, 120);
    for (const std::string& fen : fens) {
        const Position position = position_of(fen, Mode::Raid);
        const plain::Position slow = plain::read(fen, Mode::Raid);
        const std::vector<LegalTurn> turns = legal_turns(position);
        if (turns.empty()) continue;
        for (int i = 0; i < 100; ++i) {
            const std::string text = spoilt(random, format_turn(position, random.of(turns).turn),
                                            "NFTEAGSHIMC+:,sb123456789abcdefghijk");
            const auto parsed = parse_turn(position, text);
            if (!parsed) continue;
            ++accepted;
            const std::string written = format_turn(position, parsed->turn);
            const auto expected = plain::play(slow, written);
            ASSERT_TRUE(expected) << fen << ' ' << text << " read as " << written;
            EXPECT_EQ(format_fen(parsed->after), plain::write(expected->first)) << text;
            const auto again = parse_turn(position, written);
            ASSERT_TRUE(again) << written;
            EXPECT_TRUE(again->turn == parsed->turn);
            EXPECT_EQ(format_fen(again->after), format_fen(parsed->after));
        }
    }
    EXPECT_GT(accepted, 400U);
}

TEST(TurnText, RandomAndEndlessBytes) {
    Random random(212);
    const Position position = position_of("9c1/11/11/11/11/11/11/1(N+FF)9/11/11/11/10C r");
    constexpr std::string_view kLikely = "NFTEAGSHIMC+:,sb1234567890abcdefghijk";
    for (int i = 0; i < 50000; ++i) {
        std::string text = random.percent(50) ? "b5" : "";
        const bool any_byte = random.percent(30);
        for (std::size_t n = random.below(20); n > 0; --n)
            text += any_byte ? static_cast<char>(random.below(256)) : kLikely[random.below(kLikely.size())];
        const auto parsed = parse_turn(position, text);
        if (!parsed) continue;
        const auto again = parse_turn(position, format_turn(position, parsed->turn));
        ASSERT_TRUE(again) << text;
        EXPECT_TRUE(again->turn == parsed->turn) << text;
    }
    for (const std::string_view piece : {"b", "5", ":", "b5", "+", "N", ",Nb6", "s", "\xff"}) {
        std::string endless = "b5:Nb6";
        while (endless.size() < 1'000'000) endless += piece;
        EXPECT_EQ(code_of(position, endless), "syntax");
        EXPECT_EQ(code_of(position, endless.substr(6)), "syntax");
    }
}

// --------------------------------------------------------------------------- a turn under way as text
TEST(TurnPrefix, LeavesTheTurnUnderWay) {
    const Position position = position_of("9c1/11/11/6g4/7i3/6(TM)4/11/11/11/11/11/10C r");
    const auto begun = parse_turn_prefix(position, "g7");
    ASSERT_TRUE(begun) << begun.error().text;
    EXPECT_FALSE(begun->over);
    EXPECT_FALSE(begun->position.under_way());
    EXPECT_EQ(name(begun->origin), "g7");
    const auto one = parse_turn_prefix(position, "g7:Tg9");
    ASSERT_TRUE(one) << one.error().text;
    EXPECT_FALSE(one->over);
    EXPECT_TRUE(one->position.under_way());
    EXPECT_EQ(one->position.side_to_move(), Color::Red);
    EXPECT_EQ(one->position.points(Color::Red), 10U);
    EXPECT_EQ(one->position.turn().waiting, 0b10);
    const auto both = parse_turn_prefix(position, "g7:Tg9,Mh8");
    ASSERT_TRUE(both);
    EXPECT_TRUE(both->over);
    EXPECT_EQ(format_fen(both->position), format_fen(parse_turn(position, "g7:Tg9,Mh8")->after));
    for (const auto& [text, code] : std::vector<std::pair<std::string, std::string>>{{"g7:Tg10", "reach"},
                                                                                     {"g7:Tg9,Tg10", "stack"},
                                                                                     {"h7", "no-piece"},
                                                                                     {"h8", "wrong-side"},
                                                                                     {"g7g9", "syntax"},
                                                                                     {"", "syntax"},
                                                                                     {"g7:", "syntax"},
                                                                                     {"g13", "syntax"}}) {
        const auto refused = parse_turn_prefix(position, text);
        ASSERT_FALSE(refused) << text;
        EXPECT_EQ(refused.error().code, code) << text;
    }
}

/// The prefix of a turn that cannot be ended there is one all the same.
TEST(TurnPrefix, MayLeaveWhatCannotStand) {
    const Position position = position_of("9c1/11/11/11/11/11/11/1(NT)9/11/11/11/10C r");
    const auto begun = parse_turn_prefix(position, "b5:Nb6");
    ASSERT_TRUE(begun) << begun.error().text;
    EXPECT_FALSE(begun->over);
    EXPECT_FALSE(begun->position.can_end());
    EXPECT_EQ(code_of(position, "b5:Nb6"), "terrain");
    EXPECT_EQ(code_of(position, "b5:Nb6,Tc5"), "fine");
}

/// A reloaded ship shows in the stack and in the key until the turn is over.
TEST(TurnPrefix, Broadside) {
    const Position position = position_of("9c1/n3t6/11/2N8/11/11/11/11/11/11/11/10C r");
    const auto shot = parse_turn_prefix(position, "c9:Ne11s");
    ASSERT_TRUE(shot);
    EXPECT_FALSE(shot->over);
    EXPECT_TRUE(shot->position.turn().reloaded);
    EXPECT_TRUE(shot->position.can_end());
    Position ended = shot->position;
    EXPECT_EQ(ended.play(Part::end(*point_from_name("c9"))), Outcome::Over);
    EXPECT_NE(shot->position.key(), ended.key());
    EXPECT_EQ(shot->position.key(), shot->position.computed_key());
    std::set<std::string> next;
    for (const Part part : next_parts(shot->position, *point_from_name("c9")))
        next.insert(part.ends_turn() ? "end" : format_part(shot->position, part));
    EXPECT_EQ(next, (std::set<std::string>{"Na11", "end"}));
}

}  // namespace
}  // namespace tulenh::testing
