// Whole games, results and what ends a battle (RULES.md sections 11 and 12).
#include <cstdint>

#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

/// Plays turns that must be possible.
void play_all(Game& game, const std::string& turns) {
    for (const std::string& turn : words(turns)) {
        const auto played = game.play(turn);
        ASSERT_TRUE(played) << turn << ": " << played.error().code << ' ' << played.error().text;
    }
}
std::string refusal(Game& game, const std::string& turn) {
    const std::string before = format_fen(game.position());
    const std::size_t turns = game.turns().size(), keys = game.keys().size();
    const auto played = game.play(turn);
    EXPECT_EQ(format_fen(game.position()), before) << "a refused turn changes nothing";
    EXPECT_EQ(game.turns().size(), turns);
    EXPECT_EQ(game.keys().size(), keys);
    return played ? "accepted" : played.error().code;
}

// ------------------------------------------------------------------------------------ random games
class Games : public ::testing::TestWithParam<Mode> {};

/// A turn of the side to move as text: legal, now and then one that exposes the commander or burns.
std::string some_turn(const Position& position, const plain::Position& slow, Random& random) {
    if (random.percent(5)) {
        const auto burnt = plain::burnt_flights(slow);
        if (!burnt.empty())
            return std::next(burnt.begin(), static_cast<std::ptrdiff_t>(random.below(burnt.size())))->first;
    }
    if (random.percent(4)) {
        PartList list;
        generate(position, list);
        for (const Part part : list) {
            Position after = position;
            if (after.play(part) == Outcome::Exposed) return format_turn(position, Turn(part));
        }
    }
    const std::vector<LegalTurn> turns = legal_turns(position);
    for (int i = 0; i < 3; ++i) {  // captures are liked
        const Turn turn = random.of(turns).turn;
        for (const Part part : turn)
            if (part.captures()) return format_turn(position, turn);
    }
    return format_turn(position, random.of(turns).turn);
}

/// Plays one game in both programs; returns the result.
std::string play_and_compare(const std::string& fen, Mode mode, Random& random, std::size_t longest,
                             std::set<std::string>& features) {
    Game game(position_of(fen, mode));
    std::vector<plain::Position> battle{plain::read(fen, mode)};
    for (std::size_t ply = 0;; ++ply) {
        const auto expected = plain::result(battle);
        EXPECT_EQ(told(game.result()), told(expected)) << format_fen(game.position());
        EXPECT_EQ(game.position().key(), game.position().computed_key());
        if (::testing::Test::HasFailure() || (expected && expected->reason != "repetition") || ply == longest)
            return told(expected);
        const std::string text = some_turn(game.position(), battle.back(), random);
        SCOPED_TRACE(format_fen(game.position()) + " " + std::string(name(mode)) + " " + text);
        const auto after = plain::play(battle.back(), text);
        const auto played = game.play(text);
        EXPECT_TRUE(after.has_value());
        EXPECT_TRUE(played) << played.error().text;
        if (!after || !played) return "stopped";
        battle.push_back(after->first);
        EXPECT_EQ(format_fen(game.position()), plain::write(after->first));
        const bool burnt = game.turns().back().burnt();
        if (burnt) {
            EXPECT_EQ(*played, game.position().exposed(~game.position().side_to_move()));
            features.insert("burnt");
        } else {
            EXPECT_EQ(*played, !after->second);
            if (*played) features.insert("exposed");
        }
        if (game.turns().back().size() > 1) features.insert("parts");
    }
}

TEST_P(Games, AgreeWithThePlainProgram) {
    const Mode mode = GetParam();
    Random random(100 + static_cast<std::uint64_t>(mode));
    std::set<std::string> features;
    std::multiset<std::string> ends;
    for (int i = 0; i < 3; ++i) {
        ends.insert(play_and_compare(std::string(kStartFen), mode, random, 250, features));
        ASSERT_FALSE(HasFailure());
    }
    for (const std::string& fen : crowded_fens(110 + static_cast<std::uint64_t>(mode), 150)) {
        ends.insert(play_and_compare(fen, mode, random, 40, features));
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GE(ends.count("draw repetition") + ends.count("draw no-capture") + ends.count("red no-capture"),
              1U);
    EXPECT_LT(ends.count("ongoing"), ends.size());
    EXPECT_EQ(features.count("burnt"), 1U);
    EXPECT_EQ(features.count("parts"), 1U);
    EXPECT_EQ(features.count("exposed"), commander_decides(mode) ? 1U : 0U);
}

INSTANTIATE_TEST_SUITE_P(Modes, Games, ::testing::ValuesIn(kModes),
                         [](const auto& mode) { return std::string(name(mode.param)); });

// ------------------------------------------------------------------------------------- repetition
constexpr std::string_view kQuiet = "4h4c1/11/11/8i2/11/11/11/11/11/4T6/11/4H5C r - - 0 1";

TEST(Repetition, TheThirdTimeIsADrawAndStopsNothing) {
    Game game(position_of(kQuiet, Mode::Raid));
    EXPECT_EQ(game.repetitions(), 1) << "the start counts";
    play_all(game, "e3e4 i9i10 e4e3 i10i9");
    EXPECT_EQ(game.repetitions(), 2);
    EXPECT_EQ(told(game.result()), "ongoing");
    play_all(game, "e3e4 i9i10 e4e3 i10i9");
    EXPECT_EQ(game.repetitions(), 3);
    EXPECT_EQ(told(game.result()), "draw repetition");
    EXPECT_FALSE(legal_turns(game.position()).empty());
    play_all(game, "e3e5");
    EXPECT_EQ(told(game.result()), "ongoing");
    play_all(game, "i9i10 e5e4");
    EXPECT_EQ(told(game.result()), "ongoing") << "the same pieces, the other side to move";
    play_all(game, "i10i9 e4e3");
    EXPECT_EQ(game.repetitions(), 1) << "the other side to move";
}

TEST(Repetition, ComesBeforeTheCounter) {
    const std::string fen = "4h4c1/11/11/8i2/11/11/11/11/11/4T6/11/4H5C r - - 92 60 40-20";
    Game game(position_of(fen, Mode::Raid));
    play_all(game, "e3e4 i9i10 e4e3 i10i9 e3e4 i9i10 e4e3 i10i9");
    EXPECT_EQ(game.position().halfmove(), 100U);
    EXPECT_EQ(told(result(game.position())), "red no-capture") << "by itself";
    EXPECT_EQ(told(game.result()), "draw repetition");
    EXPECT_EQ(refusal(game, "e3e4"), "over");
}

TEST(Repetition, AHeroIsAnotherPiece) {
    // The tank gives check and becomes heroic: the position comes back, but not the plain tank.
    Game game(position_of("6c3i/4T6/11/11/11/11/11/11/11/11/11/2H7C r - - 0 1", Mode::Raid));
    play_all(game, "e11e12 k12k11");
    EXPECT_NE(format_fen(game.position()).find("+T"), std::string::npos);
    play_all(game, "e12e11 k11k12");
    EXPECT_EQ(game.repetitions(), 1);
}

// ------------------------------------------------------------------------------ the counter, points
TEST(NoCapture, HundredTurnsDecideByPoints) {
    struct Line {
        std::string points, expected;
    };
    for (const Line& line : {Line{"40-20", "red no-capture"}, Line{"20-40", "blue no-capture"},
                             Line{"30-30", "draw no-capture"}}) {
        Game game(
            position_of("4h4c1/11/11/8i2/11/11/11/11/11/4T6/11/4H5C r - - 98 60 " + line.points, Mode::Raid));
        play_all(game, "e3e4");
        EXPECT_EQ(told(game.result()), "ongoing");
        play_all(game, "i9i10");
        EXPECT_EQ(told(game.result()), line.expected);
        EXPECT_TRUE(game.position().decided());
        EXPECT_TRUE(legal_turns(game.position()).empty());
        EXPECT_FALSE(has_legal_turn(game.position()));
        EXPECT_EQ(perft(game.position(), 2), 0U);
        EXPECT_EQ(refusal(game, "e4e5"), "over");
        EXPECT_EQ(final_points(game.position(), game.result(), Color::Red),
                  game.position().points(Color::Red));
    }
}

TEST(NoCapture, ExchangesAndBurntFlightsAreCaptures) {
    Game exchange(position_of("9c1/11/11/11/5g5/11/11/11/5F5/11/11/10C r - - 99 1", Mode::Raid));
    play_all(exchange, "f4f8");
    EXPECT_EQ(exchange.position().halfmove(), 0U);
    EXPECT_EQ(exchange.position().points(Color::Red), 10U);
    EXPECT_EQ(exchange.position().points(Color::Blue), 40U);
    Game burnt(position_of("9c1/11/11/11/5g5/11/11/11/5F5/11/11/10C r - - 99 1", Mode::Raid));
    play_all(burnt, "f4f7b");
    EXPECT_EQ(burnt.position().halfmove(), 0U);
    EXPECT_EQ(burnt.position().points(Color::Red), 0U);
    EXPECT_EQ(burnt.position().points(Color::Blue), 40U);
    EXPECT_EQ(burnt.position().count(Color::Red, Kind::Aircraft), 0);
    EXPECT_EQ(told(burnt.result()), "ongoing");
}

TEST(Counters, DoNotOverflow) {
    const std::string board = "9c1/11/11/11/11/11/11/11/5It4/11/11/4C6";
    Game full(position_of(board + " b - - 0 65535", Mode::Raid));
    play_all(full, "g4g5");
    EXPECT_EQ(full.position().fullmove(), 65536U);
    Game points(position_of(board + " r - - 0 1 65535-65535", Mode::Raid));
    play_all(points, "f4g4");
    EXPECT_EQ(points.position().points(Color::Red), 65555U);
    EXPECT_EQ(final_points(points.position(), Result{Color::Red, Reason::Commander}, Color::Red), 65655U);
    const Position half = position_of(board + " r - - 65535 1", Mode::Raid);
    EXPECT_EQ(half.halfmove(), 65535U);
    EXPECT_TRUE(half.decided());
    EXPECT_EQ(told(result(half)), "draw no-capture");
}

// ------------------------------------------------------------------------------------- both lose
TEST(Results, IfBothLoseTheSideThatMovedWins) {
    // The last aircraft is exchanged for a ship that carries the other side's last aircraft.
    for (const auto& [mode, expected] : std::vector<std::pair<Mode, std::string>>{{Mode::Air, "red air"},
                                                                                  {Mode::Standard, "red sea"},
                                                                                  {Mode::Sea, "red sea"},
                                                                                  {Mode::Raid, "ongoing"}}) {
        Game game(position_of("9c1/11/11/10i/11/11/11/11/1(nf)2F6/11/11/2I7C r - - 0 1", mode));
        play_all(game, "e4b4");
        EXPECT_EQ(told(game.result()), expected) << name(mode);
        EXPECT_EQ(game.position().has_lost(Color::Red), mode == Mode::Air || mode == Mode::Standard);
        if (mode != Mode::Raid) {
            EXPECT_EQ(final_points(game.position(), game.result(), Color::Red), 120U + 100U);
            EXPECT_EQ(final_points(game.position(), game.result(), Color::Blue), 40U);
            EXPECT_EQ(refusal(game, "k9j9"), "over");
        }
    }
}

TEST(Results, TheFirstReasonIsTold) {
    // One shot takes the commander, the last ship and the last aircraft at once.
    Game game(position_of("11/11/11/10i/11/11/11/11/1(nfc)1+F7/11/11/2I7C r - - 0 1"));
    play_all(game, "d4b4s");
    EXPECT_EQ(told(game.result()), "red commander");
    EXPECT_TRUE(game.position().has_lost(Color::Blue, Condition::Sea));
    EXPECT_TRUE(game.position().has_lost(Color::Blue, Condition::Air));
    EXPECT_FALSE(game.position().has_lost(Color::Blue, Condition::Land));
}

TEST(Results, ConditionsOfEachMode) {
    struct Line {
        Mode mode;
        std::string turn, expected;
    };
    // Red takes the last infantry (no tank, no artillery), the last aircraft, the last ship, the commander.
    const std::string fen = "11/2h8/11/4f6/4A6/4i6/1n9/2A8/11/5c5/5T5/2C8 r - - 0 1";
    for (const Line& line :
         {Line{Mode::Standard, "e8e7", "red land"}, Line{Mode::Land, "e8e7", "red land"},
          Line{Mode::Air, "e8e7", "ongoing"}, Line{Mode::Air, "e8e9", "red air"},
          Line{Mode::Standard, "e8e9", "red air"}, Line{Mode::Sea, "e8e9", "ongoing"},
          Line{Mode::Sea, "c5b6s", "red sea"}, Line{Mode::Standard, "c5b6s", "red sea"},
          Line{Mode::Total, "c5b6s", "ongoing"}, Line{Mode::Total, "f2f3", "red commander"},
          Line{Mode::Raid, "f2f3", "red commander"}, Line{Mode::Sea, "f2f3", "ongoing"},
          Line{Mode::Air, "f2f3", "ongoing"}, Line{Mode::Land, "f2f3", "ongoing"},
          Line{Mode::Standard, "f2f3", "red commander"}}) {
        SCOPED_TRACE(line.turn + " " + std::string(name(line.mode)));
        Game game(position_of(fen, line.mode));
        play_all(game, line.turn);
        EXPECT_EQ(told(game.result()), line.expected);
        EXPECT_EQ(final_points(game.position(), game.result(), Color::Red),
                  game.position().points(Color::Red) + (line.expected == "ongoing" ? 0U : 100U));
    }
}

TEST(Results, OnlyWhatTheStartHadCanBeLost) {
    const std::string with_ship = "9c1/11/11/10i/11/6f4/n10/6F4/11/11/11/10C r - - 0 1";
    Game had(position_of(with_ship, Mode::Sea));
    EXPECT_EQ(told(had.result()), "ongoing") << "Red has no ship, and had none";
    play_all(had, "g5g7");
    EXPECT_EQ(told(had.result()), "ongoing");
    // The same position in another mode is a new start.
    const Position anew = had.position().with_mode(Mode::Air);
    EXPECT_EQ(told(result(anew)), "ongoing") << "Blue has no aircraft, and had none";
    Game air(position_of(with_ship, Mode::Air));
    play_all(air, "g5g7");
    EXPECT_EQ(told(air.result()), "red air");
}

TEST(Results, NoTurnLosesWhateverThePoints) {
    const Position stuck =
        position_of("11/11/11/11/11/11/11/11/3C7/4+M6/2c8/11 b - - 99 1 0-500", Mode::Raid);
    EXPECT_EQ(told(result(stuck)), "red no-move");
    EXPECT_EQ(final_points(stuck, result(stuck), Color::Red), 100U);
    EXPECT_EQ(final_points(stuck, result(stuck), Color::Blue), 500U);
    const Position late =
        position_of("11/11/11/11/11/11/11/11/3C7/4+M6/2c8/11 b - - 100 1 0-500", Mode::Raid);
    EXPECT_EQ(told(result(late)), "red no-move") << "no turn goes before the counter";
}

// ---------------------------------------------------------------------------- the exposed commander
TEST(Exposed, IsAcceptedWithAWarningAndTaken) {
    Game game(position_of("9c1/11/11/11/11/4t6/11/11/4CI5/11/11/11 r - - 0 1"));
    const auto played = game.play("f4f5");
    ASSERT_TRUE(played);
    EXPECT_TRUE(*played);
    EXPECT_TRUE(in_check(game.position(), Color::Red));
    EXPECT_EQ(told(game.result()), "ongoing");
    Game again(position_of("4t4c1/11/11/11/11/4t6/11/4C6/5I5/11/11/11 r - - 0 1"));
    ASSERT_TRUE(*again.play("f4f5"));
    EXPECT_FALSE(*again.play("e7e5"));
    EXPECT_EQ(told(again.result()), "blue commander");
    EXPECT_EQ(refusal(again, "f5f6"), "over");
}

TEST(Exposed, AnExchangeMaySpendTheCommanderFromOutside) {
    const Position position =
        position_of("9c1/11/11/11/5g5/11/11/11/5(FC)5/11/11/2I7I r - - 0 1", Mode::Raid);
    EXPECT_EQ(turn_fens(position).count("f4f8"), 0U);
    Game game(position);
    const auto played = game.play("f4f8");
    ASSERT_TRUE(played) << played.error().text;
    EXPECT_TRUE(*played);
    EXPECT_EQ(told(game.result()), "blue commander");
    EXPECT_EQ(game.position().points(Color::Blue), 140U);
    // In a battle for ships it is nobody's business.
    Game sea(position_of(format_fen(position), Mode::Sea));
    const auto free = sea.play("f4f8");
    ASSERT_TRUE(free);
    EXPECT_FALSE(*free);
}

TEST(GamePlay, TakesTurnsAsValuesToo) {
    Game by_text(position_of(kStartFen)), by_turn(position_of(kStartFen));
    for (const std::string turn : {"c5c6", "c8c7", "e2e6", "e11e7"}) {
        const auto parsed = parse_turn(by_turn.position(), turn);
        ASSERT_TRUE(parsed) << turn << parsed.error().text;
        by_turn.play(parsed->turn);
        ASSERT_TRUE(by_text.play(turn));
        EXPECT_EQ(by_turn.keys(), by_text.keys());
        EXPECT_TRUE(by_turn.turns() == by_text.turns());
        EXPECT_EQ(format_fen(by_turn.position()), format_fen(by_text.position()));
    }
    EXPECT_EQ(by_text.keys().front(), position_of(kStartFen).key());
    EXPECT_EQ(format_fen(by_text.start()), std::string(kStartFen));
}

}  // namespace
}  // namespace tulenh::testing
