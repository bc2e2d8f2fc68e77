// The counts of reference/perft.txt and reference/speed.txt; the deepest are left to the benchmark.
#include <cstdint>

#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

constexpr std::uint64_t kEnoughForCi = 3'000'000;

TEST(Perft, CountsOfTheTable) {
    std::size_t checked = 0;
    for (const auto& fields : reference_lines("perft.txt")) {
        SCOPED_TRACE(fields.at(0) + " " + fields.at(1));
        const Position position = position_of(fields[0], mode_of(fields[1]));
        for (std::size_t i = 2; i < fields.size(); ++i) {
            const Count expected = count_of(fields[i]);
            if (expected.turns > kEnoughForCi) continue;
            EXPECT_EQ(perft(position, expected.depth), expected.turns) << "depth " << expected.depth;
            ++checked;
        }
    }
    EXPECT_GE(checked, 260U);
}

/// The list, counted without any short cut, and the counting of perft are different code.
TEST(Perft, DepthOneIsTheLengthOfTheList) {
    for (const auto& fields : reference_lines("perft.txt")) {
        SCOPED_TRACE(fields.at(0) + " " + fields.at(1));
        const Position position = position_of(fields[0], mode_of(fields[1]));
        EXPECT_EQ(perft(position, 1), legal_turns(position).size());
        EXPECT_EQ(perft(position, 0), 1U);
    }
}

TEST(Perft, SpeedPositionsAgreeWithThePlainGenerator) {
    const auto lines = reference_lines("speed.txt");
    ASSERT_EQ(lines.size(), 12U);
    for (const auto& fields : lines) {
        SCOPED_TRACE(fields.at(0));
        const Position position = position_of(fields.at(2), mode_of(fields.at(3)));
        const plain::Position slow = plain::read(fields[2], position.mode());
        const auto expected = plain::turn_fens(slow);
        const auto listed = turn_fens(position);
        EXPECT_TRUE(listed == expected) << difference(listed, expected);
        EXPECT_EQ(perft(position, 1), expected.size());
        const Count deep = count_of(fields.at(4));
        if (deep.turns > kEnoughForCi) continue;
        EXPECT_EQ(perft(position, deep.depth), deep.turns);
    }
}

TEST(Perft, StopsWhenTold) {
    const std::atomic<bool> stop{true};
    EXPECT_LT(perft(position_of(kStartFen), 3, &stop), 1'539'166U);
}

/// A turn can make an own gun, missile or ship heroic; its wider ring may then cover the own commander, and
/// an aircraft that was shot down on its way there before can now be exchanged for it (sections 6, 10, 11).
TEST(Perft, AHeroicRingMayExposeTheOwnCommander) {
    struct Line {
        std::string fen;
        std::size_t turns;
    };
    for (const Line& line : {
             Line{"4hh3mi/11/11/11/11/5f5/5SIc3/11/11/5C5/11/11 r - - 0 1", 11},          // the line opens
             Line{"11/11/11/11/11/11/11/11/1nE3(FC)4/4T1g4/11/2e3(tc)4 b - - 3 31", 39},  // attacks already
             Line{"11/11/11/11/1(NTC)f8/7F3/2(hc)4i3/1n9/1NF8/2E8/4h2H3/7g3 b - - 0 39", 7},
         }) {
        SCOPED_TRACE(line.fen);
        const Position position = position_of(line.fen, Mode::Raid);
        const auto expected = plain::turn_fens(plain::read(line.fen, Mode::Raid));
        const auto listed = turn_fens(position);
        EXPECT_TRUE(listed == expected) << difference(listed, expected);
        EXPECT_EQ(listed.size(), line.turns);
        EXPECT_EQ(perft(position, 1), line.turns);
    }
}

/// Counting judges most turns without playing them; the lists play every one.
TEST(Perft, CountsAreTheLengthsOfTheListsInManyPositions) {
    std::size_t number = 0;
    for (const Mode mode : kModes) {
        const auto seed = static_cast<std::uint64_t>(mode);
        std::vector<std::string> fens = crowded_fens(300 + seed, 700);
        const std::vector<std::string> scattered = scattered_fens(310 + seed, 60);
        fens.insert(fens.end(), scattered.begin(), scattered.end());
        for (const std::string& fen : fens) {
            const Position position = position_of(fen, mode);
            const std::vector<LegalTurn> turns = legal_turns(position);
            ASSERT_EQ(perft(position, 1), turns.size()) << fen << ' ' << name(mode);
            if (++number % 8 != 0 || turns.size() > 100) continue;
            std::size_t sum = 0;
            for (const LegalTurn& legal : turns) {
                Position after = position;
                play_turn(after, legal.turn);
                sum += legal_turns(after).size();
            }
            ASSERT_EQ(perft(position, 2), sum) << fen << ' ' << name(mode);
        }
    }
}

}  // namespace
}  // namespace tulenh::testing
