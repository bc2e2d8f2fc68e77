// What a player would say of pairs of positions, and the evaluation has to say too.
#include "eval/evaluate.h"
#include "tests/engine_support.h"

namespace tulenh::testing {
namespace {

/// The value for Red, whoever is to move.
int for_red(std::string_view fen, Mode mode) {
    const Position position = position_of(fen, mode);
    return position.side_to_move() == Color::Red ? evaluate(position) : -evaluate(position);
}

/// Two positions of which Red, all things considered, must prefer the first.
struct Preference {
    std::string_view why;
    Mode mode;
    std::string_view better, worse;
};

constexpr Preference kPreferences[]{
    {"the last ship is attacked, or not", Mode::Sea, "9c1/11/7a3/11/2n8/11/11/11/1N9/11/11/6C4 r",
     "9c1/11/11/11/2n8/11/11/11/1N1a7/11/11/6C4 r"},
    {"the last ship is attacked, or not", Mode::Standard, "9c1/5f5/7a3/11/2n8/11/11/11/1N9/6F4/6T4/6C4 r",
     "9c1/5f5/11/11/2n8/11/11/11/1N1a7/6F4/6T4/6C4 r"},
    {"the last aircraft is attacked, or not", Mode::Air, "9c1/5f5/7t3/11/11/11/11/11/11/6F4/11/6C4 r",
     "9c1/5f5/11/11/11/11/11/11/6t4/6F4/11/6C4 r"},
    {"the last aircraft is attacked, or not", Mode::Standard,
     "9c1/1n3f5/7t3/11/11/11/11/11/11/1N4F4/3T7/6C4 r", "9c1/1n3f5/11/11/11/11/11/11/6t4/1N4F4/3T7/6C4 r"},
    {"the last of the land branch is attacked, or not", Mode::Land,
     "9c1/5t5/9a1/11/11/11/11/11/11/6T4/11/6C4 r", "9c1/5t5/11/11/11/11/11/6a4/11/6T4/11/6C4 r"},
    {"one ship of two is lost", Mode::Sea, "9c1/1n9/2n8/11/11/11/11/11/2N8/1N9/11/6C4 r",
     "9c1/1n9/2n8/11/11/11/11/11/2N8/11/11/6C4 r"},
    {"a tank with infantry aboard stands beside enemy infantry that is to move", Mode::Raid,
     "9c1/11/11/11/7i3/11/7(TI)3/11/11/11/11/6C4 b", "9c1/11/11/11/11/7i3/7(TI)3/11/11/11/11/6C4 b"},
    {"a loaded ship within a gun's reach", Mode::Sea, "9c1/11/11/2n5a2/11/11/11/11/1(NFT)9/1N9/11/6C4 b",
     "9c1/11/11/2n8/11/11/11/3a7/1(NFT)9/1N9/11/6C4 b"},
    {"aircraft bear on a commander with or without a roof", Mode::Raid,
     "9c1/11/11/11/11/4f1f4/11/11/11/11/5G5/6C4 r", "9c1/11/11/11/11/4f1f4/11/11/11/11/2G8/6C4 r"},
    {"aircraft near a bare commander, or far", Mode::Total, "4f1f2c1/11/11/11/11/11/11/11/11/2I8/11/6C4 r",
     "9c1/11/11/11/11/11/11/4f1f4/11/2I8/11/6C4 r"},
    {"a tank is near the commander, or far", Mode::Raid, "9c1/11/5t5/11/11/11/11/11/11/4I6/11/6C4 r",
     "9c1/11/11/11/11/11/11/11/5t5/4I6/11/6C4 r"},
    {"artillery is near the commander, or far", Mode::Raid, "9c1/11/5a5/11/11/11/11/11/11/4I6/11/6C4 r",
     "9c1/11/11/11/11/11/11/11/5a5/4I6/11/6C4 r"},
    {"all near the enemy commander, or at home", Mode::Standard,
     "9c1/1n1f2i4/7A3/7T3/11/11/5A5/11/11/1N1F7/11/3C7 r",
     "9c1/1n1f2i4/11/11/11/11/11/11/11/1N1F1A5/6TA3/3C7 r"},
    {"a tank hangs, or is guarded", Mode::Raid, "9c1/11/11/11/11/11/5i5/5T5/5I5/11/11/6C4 b",
     "9c1/11/11/11/11/11/5i5/5T5/6I4/11/11/6C4 b"},
    {"one piece hangs, or two", Mode::Raid, "9c1/11/11/11/11/5i5/5T2i2/11/8A2/11/11/6C4 r",
     "9c1/11/11/11/11/5i5/5T2i2/8A2/11/11/11/6C4 r"},
    {"enemy pieces hang, or not", Mode::Land, "9c1/11/11/11/5t2a2/5I2I2/11/11/11/11/11/6C4 b",
     "9c1/11/11/5t2a2/11/5I2I2/11/11/11/11/11/6C4 b"},
    {"ahead in points as the counter runs out", Mode::Raid,
     "9c1/11/11/5t5/11/11/11/5T5/11/11/11/6C4 r - - 90 80 60-50",
     "9c1/11/11/5t5/11/11/11/5T5/11/11/11/6C4 r - - 90 80 50-60"},
    {"ahead in points as the counter runs out", Mode::Sea,
     "9c1/1n9/11/11/11/11/11/11/11/11/1N9/6C4 b - - 90 80 60-50",
     "9c1/1n9/11/11/11/11/11/11/11/11/1N9/6C4 b - - 90 80 50-60"},
    {"ahead in points: the later the better", Mode::Standard,
     "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 90 80 "
     "90-50",
     "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 20 80 "
     "90-50"},
    {"behind in points: the sooner it is late the worse", Mode::Air,
     "6c4/4f6/11/11/11/11/11/11/11/11/4F6/6C4 r - - 30 80 50-90",
     "6c4/4f6/11/11/11/11/11/11/11/11/4F6/6C4 r - - 95 80 50-90"},
    {"a heroic tank", Mode::Raid, "9c1/11/11/5t5/11/11/11/5+T5/11/11/11/6C4 r",
     "9c1/11/11/5t5/11/11/11/5T5/11/11/11/6C4 r"},
    {"heroic aircraft", Mode::Air, "9c1/5f5/11/11/11/11/11/5+F5/11/11/11/6C4 r",
     "9c1/5f5/11/11/11/11/11/5F5/11/11/11/6C4 r"},
    {"a heroic ship", Mode::Sea, "9c1/1n9/11/11/11/11/11/1+N9/11/11/11/6C4 r",
     "9c1/1n9/11/11/11/11/11/1N9/11/11/11/6C4 r"},
    {"heroic infantry", Mode::Land, "9c1/11/11/5t5/11/11/11/5+I5/11/11/11/6C4 r",
     "9c1/11/11/5t5/11/11/11/5I5/11/11/11/6C4 r"},
    {"heroic artillery", Mode::Total, "9c1/11/11/5t5/11/11/11/5+A5/11/11/11/6C4 r",
     "9c1/11/11/5t5/11/11/11/5A5/11/11/11/6C4 r"},
    {"the enemy's tank is heroic", Mode::Raid, "9c1/11/11/5t5/11/11/11/5T5/11/11/11/6C4 b",
     "9c1/11/11/5+t5/11/11/11/5T5/11/11/11/6C4 b"},
    {"three of the land branch are left, or two", Mode::Land,
     "9c1/11/4tt5/4ai5/11/11/11/11/4T1T4/4I6/11/6C4 r", "9c1/11/4tt5/4ai5/11/11/11/11/4T1T4/11/11/6C4 r"},
    {"having the turn", Mode::Standard,
     "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r",
     "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b"},
};

TEST(EvaluationSanity, Preferences) {
    EXPECT_GE(std::size(kPreferences), 28U);
    for (const Preference& p : kPreferences)
        EXPECT_GT(for_red(p.better, p.mode), for_red(p.worse, p.mode)) << name(p.mode) << ": " << p.why;
}

/// What the start position is worth to Red more than without one of its pieces.
int worth(char piece, Mode mode) {
    const Position start = position_of(kStartFen, mode);
    const Stack missing(Color::Red, Piece(*kind_from_letter(piece)));
    Position without(mode);
    bool found = false;
    start.occupied().for_each([&](Point p) {
        if (!found && start.at(p) == missing)
            found = true;
        else
            without.place(p, start.at(p));
    });
    EXPECT_TRUE(found) << piece;
    without.set_state(Color::Red, 0, 1, 0, 0);
    without.start();
    return evaluate(start) - evaluate(without);
}

TEST(EvaluationSanity, EveryPieceIsWorthSomethingInEveryMode) {
    for (const Mode mode : kModes)
        for (const char piece : std::string("NFTEAGSHIM"))
            EXPECT_GT(worth(piece, mode), 0) << name(mode) << ' ' << piece;
}

TEST(EvaluationSanity, WorthFollowsTheModeAndThePublishedPoints) {
    for (const Mode mode : {Mode::Standard, Mode::Raid, Mode::Total}) {
        EXPECT_GT(worth('N', mode), worth('T', mode)) << name(mode);
        EXPECT_GT(worth('F', mode), worth('I', mode)) << name(mode);
        EXPECT_GT(worth('A', mode), worth('M', mode)) << name(mode);
        EXPECT_GT(worth('T', mode), worth('M', mode)) << name(mode);
    }
    EXPECT_GT(worth('N', Mode::Sea), worth('N', Mode::Raid));
    EXPECT_GT(worth('N', Mode::Sea), 3 * worth('T', Mode::Sea));
    EXPECT_GT(worth('F', Mode::Air), worth('F', Mode::Raid));
    EXPECT_GT(worth('F', Mode::Air), worth('N', Mode::Air) / 2);
}

/// Ships, aircraft and the land branch are matters of life and death only where the mode says so.
TEST(EvaluationSanity, AnAttackOnTheLastOneIsAWorryWhereItDecides) {
    const std::string_view calm = "9c1/1n3f5/7a3/11/2n8/11/11/11/1N9/4F6/11/6C4 r",
                           attacked = "9c1/1n3f5/11/11/2n8/11/11/11/1N1a7/4F6/11/6C4 r";
    const auto worry = [&](Mode mode) { return for_red(calm, mode) - for_red(attacked, mode); };
    EXPECT_GT(worry(Mode::Sea), worry(Mode::Raid));
    EXPECT_GT(worry(Mode::Standard), worry(Mode::Total));
}

/// `total` is `raid` with another clock.
TEST(EvaluationSanity, RaidAndTotalAreOne) {
    for (const Preference& p : kPreferences)
        EXPECT_EQ(for_red(p.better, Mode::Raid), for_red(p.better, Mode::Total)) << p.why;
}

/// Without a condition on it the commander is worth its points: much, but not the battle.
TEST(EvaluationSanity, TheCommanderIsWorthItsPointsAtSeaAndInTheAir) {
    for (const Mode mode : {Mode::Sea, Mode::Air, Mode::Land}) {
        const int lost = worth('C', mode);
        EXPECT_GT(lost, 0) << name(mode);
        EXPECT_LT(lost, 2500) << name(mode);
    }
}

TEST(EvaluationSanity, TheStartIsEven) {
    for (const Mode mode : kModes) EXPECT_LT(std::abs(for_red(kStartFen, mode)), 100) << name(mode);
}

}  // namespace
}  // namespace tulenh::testing
