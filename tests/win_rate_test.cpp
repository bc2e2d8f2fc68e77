// What scores mean: shares of wins, draws and losses.
#include "search/win_rate.h"

#include <cmath>
#include <cstdlib>

#include "eval/evaluate.h"
#include "tests/engine_support.h"

namespace tulenh::testing {
namespace {

/// Positions of all modes from the start position down to a few pieces.
std::vector<Position> positions_of_all_stages() {
    std::vector<Position> positions;
    for (const Mode mode : kModes)
        for (const char* fen :
             {"6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/3e2m2ei/2i8/2I8/3E2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r",
              "6c4/1n2f2hf2/3a5a1/4gt5/8ei1/11/2I8/3E6I/4GT5/3A5A1/1N2F2HF2/6C4 r",
              "6c4/1n2f6/3a7/5t4i/11/11/2I8/3E7/5T5/3A7/1N2F6/6C4 b",
              "6c4/1n9/3a7/11/11/11/2I8/11/11/3A7/1N9/6C4 r"})
            positions.push_back(position_of(fen, mode));
    return positions;
}

TEST(WinRates, AddUpAndAreSymmetricAndGrowWithTheScore) {
    for (const Position& position : positions_of_all_stages()) {
        int win = 0;
        for (Value score = -kMaxEval; score <= kMaxEval; ++score) {
            const WinDrawLoss rates = win_draw_loss(score, position), other = win_draw_loss(-score, position);
            ASSERT_EQ(rates.win + rates.draw + rates.loss, 1000);
            ASSERT_TRUE(rates.win >= 0 && rates.draw >= 0 && rates.loss >= 0) << score;
            ASSERT_EQ(rates, (WinDrawLoss{other.loss, other.draw, other.win}));
            ASSERT_GE(rates.win, win) << score;
            win = rates.win;
        }
        EXPECT_GE(win, 990) << format_fen(position);
    }
}

TEST(WinRates, AWinInSightIsAWin) {
    const Position start = position_of(kStartFen, Mode::Standard);
    for (const Value score : {mate_in(1), mate_in(kMaxTurnPly), kPointsWin, kPointsWin - kMaxTurnPly}) {
        EXPECT_EQ(win_draw_loss(score, start), (WinDrawLoss{1000, 0, 0}));
        EXPECT_EQ(win_draw_loss(-score, start), (WinDrawLoss{0, 0, 1000}));
    }
}

/// The table of whole numbers is the logistic function.
TEST(WinRates, FollowALogisticCurve) {
    for (const Position& position : positions_of_all_stages()) {
        const auto log_odds = [&](Value score) {
            const double win = win_draw_loss(score, position).win / 1000.0;
            return std::log(win / (1 - win));
        };
        const double slope = (log_odds(200) - log_odds(-200)) / 400;
        EXPECT_GT(slope, 0);
        for (const Value score : {-600, -300, -100, 100, 300, 600})
            EXPECT_NEAR(win_draw_loss(score, position).win,
                        1000 / (1 + std::exp(-log_odds(0) - slope * score)), 6)
                << score << " in " << format_fen(position);
    }
}

/// Fixed figures: all machines agree.
TEST(WinRates, AreTheSameOnEveryMachine) {
    const Position start = position_of(kStartFen, Mode::Standard);
    EXPECT_EQ(win_draw_loss(0, start), (WinDrawLoss{396, 208, 396}));
    EXPECT_EQ(win_draw_loss(100, start), (WinDrawLoss{416, 206, 378}));
    EXPECT_EQ(win_draw_loss(-1000, start), (WinDrawLoss{228, 179, 593}));
}

}  // namespace
}  // namespace tulenh::testing
