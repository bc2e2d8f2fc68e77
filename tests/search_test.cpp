// The search against a plain full-width search over whole turns.
#include "search/search.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "search/time.h"
#include "search/worker.h"
#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"
#include "tests/plain_search.h"

namespace tulenh::testing {
namespace {

struct Found {
    Turn best;
    SearchInfo info;
};

Found search_for(const Position& position, const Limits& limits) {
    Search search(1);
    Found found;
    found.best = search.run(Game(position), limits, [&](const SearchInfo& info) { found.info = info; }).best;
    return found;
}

Found search_to(const Position& position, int depth) {
    Limits limits;
    limits.depth = depth;
    return search_for(position, limits);
}

constexpr int kWon = PlainSearch::kWin;

/// Does the side to move win within so many turns of both sides, whatever the other does?
bool plainly_won(const Position& position, int depth) {
    return PlainSearch::value_of(position, depth, kWon - 1, kWon) >= kWon;
}

/// Positions with few enough turns for the plain search, stacks and heroes among them.
std::vector<Position> small_positions(Mode mode, std::uint64_t seed, std::size_t most_turns) {
    std::vector<Position> positions;
    for (const std::string& fen : crowded_fens(seed, 3000)) {
        const Position position = position_of(fen, mode);
        if (position.decided() || position.halfmove() > 40) continue;
        const std::size_t turns = legal_turns(position).size();
        if (turns > 0 && turns <= most_turns) positions.push_back(position);
    }
    return positions;
}

class SearchInMode : public ::testing::TestWithParam<Mode> {};

TEST_P(SearchInMode, FindsWinsInOneAndTwoTurns) {
    std::size_t in_one = 0, in_two = 0;
    for (const Position& position : small_positions(GetParam(), 31, 60)) {
        if (in_two >= 5) break;
        const bool one = plainly_won(position, 1);
        const bool two = !one && plainly_won(position, 3);
        if (!one && !two) continue;
        ++(one ? in_one : in_two);
        const Found found = search_to(position, one ? 2 : 4);
        EXPECT_EQ(found.info.score, mate_in(one ? 1 : 3)) << format_fen(position);
    }
    EXPECT_GE(in_one, 5U);
    EXPECT_GE(in_two, 5U);
}

TEST_P(SearchInMode, AvoidsALossOnTheNextTurn) {
    std::size_t tried = 0;
    for (const Position& position : small_positions(GetParam(), 32, 100)) {
        if (tried >= 40) break;
        std::size_t losing = 0;
        const std::vector<LegalTurn> turns = legal_turns(position);
        const auto loses = [&](const Turn& turn) {
            Position after = position;
            play_turn(after, turn);
            return plainly_won(after, 1);
        };
        for (const LegalTurn& legal : turns) losing += loses(legal.turn);
        if (losing == 0 || losing == turns.size()) continue;
        ++tried;
        EXPECT_FALSE(loses(search_to(position, 3).best)) << format_fen(position);
    }
    // Where the commander decides, a turn that loses it is not legal, and only lack of turns is left to
    // avoid.
    EXPECT_GE(tried, conditions(GetParam()) == conditions(Mode::Raid) ? 3U : 20U);
}

TEST_P(SearchInMode, ReportsALineThatCanBePlayed) {
    for (const std::string& fen : walked_fens(33, 30, GetParam())) {
        const Position start = position_of(fen, GetParam());
        if (start.decided()) continue;
        Limits limits;
        limits.nodes = 3000;
        const Found found = search_for(start, limits);
        ASSERT_FALSE(found.info.pv.empty()) << fen;
        EXPECT_EQ(found.info.pv.front(), found.best) << fen;
        EXPECT_EQ(found.info.bound, Bound::Exact);
        Position position = start;
        for (const Turn& turn : found.info.pv) {
            ASSERT_TRUE(is_legal(position, turn)) << fen << ' ' << format_turn(position, turn);
            EXPECT_EQ(shortest_form(position, turn), turn) << fen;
            play_turn(position, turn);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Modes, SearchInMode, ::testing::ValuesIn(kModes),
                         [](const auto& mode) { return std::string(name(mode.param)); });

TEST(SearchLimits, NodesAreKept) {
    for (const std::uint64_t nodes : {1U, 100U, 5000U, 50000U}) {
        Limits limits;
        limits.nodes = nodes;
        const Found found = search_for(position_of(kStartFen), limits);
        EXPECT_TRUE(found.best.exists());
        EXPECT_LE(found.info.nodes, nodes + nodes / 100 + 1);
    }
}

TEST(SearchLimits, DepthIsReached) {
    const Found found = search_to(position_of(kStartFen), 3);
    EXPECT_EQ(found.info.depth, 3);
}

TEST(SearchLimits, StopBeforeTheStartStillGivesATurn) {
    Search search(1);
    search.stop();
    Limits limits;
    limits.infinite = true;
    std::size_t lines = 0;
    const SearchResult result = search.run(Game(position_of(kStartFen)), limits,
                                           [&](const SearchInfo& info) { lines += !info.pv.empty(); });
    EXPECT_TRUE(is_legal(position_of(kStartFen), result.best));
    EXPECT_EQ(lines, 1U);
}

TEST(SearchLimits, TheClockOfTheSideToMoveDecides) {
    Limits limits;
    EXPECT_TRUE(limits.endless(Color::Red));
    limits.clocks[index(Color::Blue)] = Clock{Milliseconds(1000), {}};
    EXPECT_TRUE(limits.endless(Color::Red));
    EXPECT_FALSE(limits.endless(Color::Blue));
}

Limits on_the_clock(int left, int increment = 0) {
    Limits limits;
    limits.clocks[index(Color::Red)] = Clock{Milliseconds(left), Milliseconds(increment)};
    return limits;
}

TEST(Time, OnlyWhatLimitsIsAllotted) {
    Limits limits;
    EXPECT_FALSE(allot(limits, Color::Red).hard);
    limits.movetime = Milliseconds(700);
    EXPECT_EQ(allot(limits, Color::Red).hard, Milliseconds(700));
    EXPECT_FALSE(allot(limits, Color::Red).soft);
    limits.clocks[index(Color::Blue)] = Clock{Milliseconds(100), {}};
    EXPECT_EQ(allot(limits, Color::Red).hard, Milliseconds(700));
    EXPECT_LT(allot(limits, Color::Blue).hard, Milliseconds(100));
    limits.infinite = true;
    EXPECT_FALSE(allot(limits, Color::Blue).hard);
}

TEST(Time, TheOverheadIsLeft) {
    for (const int left : {40, 100, 1000, 60'000, 3'600'000})
        for (const int increment : {0, 20, 5000})
            for (const int turns : {0, 1, 2, 40}) {
                Limits limits = on_the_clock(left, increment);
                if (turns != 0) limits.turns_to_go = turns;
                const Allotment allotment = allot(limits, Color::Red);
                EXPECT_LE(*allotment.hard, Milliseconds(left) - limits.overhead) << left << ' ' << turns;
                EXPECT_LE(*allotment.soft, *allotment.hard) << left << ' ' << turns;
                EXPECT_GE(*allotment.hard, Milliseconds(1)) << left << ' ' << turns;
            }
}

TEST(Time, AClockIsNotLostInALongBattle) {
    for (const int increment : {0, 20, 1000}) {
        Limits limits = on_the_clock(1000, increment);
        Milliseconds& left = limits.clocks[index(Color::Red)]->left;
        // Without an increment no clock lasts for ever.
        for (int turn = 0; turn < (increment == 0 ? 10 : 1000); ++turn) {
            left -= *allot(limits, Color::Red).hard + Milliseconds(5);
            ASSERT_GT(left, Milliseconds(0)) << increment << " in turn " << turn;
            left += Milliseconds(increment);
        }
    }
}

TEST(Time, IncrementsAndNearControlsGiveMore) {
    const Milliseconds bare = *allot(on_the_clock(60'000), Color::Red).soft;
    EXPECT_GT(*allot(on_the_clock(60'000, 1000), Color::Red).soft, bare);
    Limits limits = on_the_clock(60'000);
    limits.turns_to_go = 5;
    EXPECT_GT(*allot(limits, Color::Red).soft, bare);
    limits.turns_to_go = 1;
    EXPECT_EQ(*allot(limits, Color::Red).hard, Milliseconds(60'000) - limits.overhead);
}

TEST(Time, HalfOfTheBattlesClockIsTheOwnOne) {
    Limits limits;
    limits.gametime = Milliseconds(20'000);
    EXPECT_EQ(allot(limits, Color::Blue).hard, allot(on_the_clock(10'000), Color::Red).hard);
    limits.clocks[index(Color::Red)] = Clock{Milliseconds(60'000), {}};
    EXPECT_EQ(allot(limits, Color::Red).hard, allot(on_the_clock(10'000), Color::Red).hard);
    limits.clocks[index(Color::Red)] = Clock{Milliseconds(6'000), {}};
    EXPECT_EQ(allot(limits, Color::Red).hard, allot(on_the_clock(6'000), Color::Red).hard);
}

TEST(Time, PatienceFollowsTheSearch) {
    const Iterations open{.stable = 1, .fall = 0, .share_permille = 400};
    const int usual = patience(open);
    EXPECT_LT(patience({.stable = 5, .fall = 0, .share_permille = 400}), usual);
    EXPECT_LT(patience({.stable = 1, .fall = 0, .share_permille = 900}), usual);
    EXPECT_GT(patience({.stable = 1, .fall = 60, .share_permille = 400}), usual);
    EXPECT_EQ(patience({.stable = 1, .fall = -60, .share_permille = 400}), usual);
}

TEST(Search, TheCounterIsRunDownByTheLeaderAndPreventedByTheOther) {
    const std::string fen = "9c1/11/11/11/11/11/2i8/2I8/11/11/11/10C r - - 99 90 ";
    const Found leads = search_to(position_of(fen + "100-0", Mode::Raid), 4);
    EXPECT_EQ(leads.info.score, kPointsWin - 1);
    const Position behind = position_of(fen + "0-100", Mode::Raid);
    const Found other = search_to(behind, 4);
    EXPECT_EQ(format_turn(behind, other.best), "c5c6");
    EXPECT_LT(std::abs(other.info.score), kMaxEval);
}

TEST(Search, SameNodesAfterClear) {
    Search search(1);
    Limits limits;
    limits.depth = 4;
    const Game game(position_of(kStartFen));
    const std::uint64_t first = search.run(game, limits, [](const SearchInfo&) {}).nodes;
    search.clear();
    EXPECT_EQ(search.run(game, limits, [](const SearchInfo&) {}).nodes, first);
}

TEST(Search, TellsSeveralLinesInOrder) {
    Search search(1);
    Limits limits;
    limits.depth = 4;
    limits.lines = 3;
    std::vector<SearchInfo> last;
    const Position start = position_of(kStartFen);
    const SearchResult result = search.run(Game(start), limits, [&](const SearchInfo& info) {
        if (info.line == 1) last.clear();
        last.push_back(info);
    });
    ASSERT_EQ(last.size(), 3U);
    EXPECT_EQ(last[0].pv.front(), result.best);
    for (std::size_t i = 0; i < last.size(); ++i) {
        EXPECT_EQ(last[i].line, i + 1);
        EXPECT_EQ(last[i].depth, 4);
        EXPECT_TRUE(is_legal(start, last[i].pv.front()));
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_NE(last[j].pv.front(), last[i].pv.front());
            EXPECT_GE(last[j].score, last[i].score);
        }
    }
}

TEST(Search, LooksAtTheTurnsNamedOnly) {
    const Position start = position_of(kStartFen);
    Limits limits;
    limits.depth = 3;
    limits.turns = {parse_turn(start, "j5j6")->turn};
    EXPECT_EQ(search_for(start, limits).best, limits.turns.front());
    // Alone or among others, the best turn has the same name.
    const Turn best = search_to(start, 3).best;
    limits.turns = {best};
    EXPECT_EQ(search_for(start, limits).best, best);
}

TEST(Search, MateEndsWithAWinOfThatLength) {
    for (const Position& position : small_positions(Mode::Raid, 31, 60)) {
        if (!plainly_won(position, 1)) continue;
        Limits limits;
        limits.mate = 1;
        const Found found = search_for(position, limits);
        EXPECT_EQ(found.info.score, mate_in(1));
        EXPECT_LE(found.info.depth, 2);
        return;
    }
    FAIL() << "no position with a win in one turn";
}

TEST(Search, PonderingUsesNoTime) {
    Search search(1);
    search.prepare();
    Limits limits;
    limits.ponder = true;
    limits.movetime = Milliseconds(1);
    std::atomic<bool> hit{false};
    std::uint64_t nodes = 0;
    std::thread thinking([&] {
        nodes = search
                    .run(Game(position_of(kStartFen)), limits,
                         [&](const SearchInfo& info) {
                             if (info.depth == 4) {
                                 EXPECT_FALSE(hit);
                                 hit = true;
                                 search.ponderhit();
                             }
                         })
                    .nodes;
    });
    thinking.join();
    EXPECT_TRUE(hit);
    EXPECT_GT(nodes, 1000U);
}

TEST(Search, SeveralThreadsFindALegalTurnAndCountTheirNodes) {
    for (const std::size_t threads : {2U, 8U}) {
        Search search(4);
        search.set_threads(threads);
        Limits limits;
        limits.nodes = 30'000;
        SearchInfo last;
        const Position start = position_of(kStartFen);
        const SearchResult result =
            search.run(Game(start), limits, [&](const SearchInfo& info) { last = info; });
        EXPECT_TRUE(is_legal(start, result.best));
        EXPECT_EQ(last.pv.front(), result.best);
        EXPECT_GE(result.nodes, 30'000U);
    }
}

TEST(Search, NodesAreKeptExactly) {
    for (const std::uint64_t nodes : {1000U, 20'000U}) {
        Limits limits;
        limits.nodes = nodes;
        Search search(1);
        const SearchResult result =
            search.run(Game(position_of(kStartFen)), limits, [](const SearchInfo&) {});
        EXPECT_GE(result.nodes, nodes);
        EXPECT_LE(result.nodes, nodes + nodes / 100);
    }
}

TEST(Search, DecidedRootsHaveNoTurn) {
    const char* const counted_out = "4h4c1/11/11/8i2/11/11/11/11/11/4T6/11/4H5C r - - 100 60 40-20";
    const Found ahead = search_to(position_of(counted_out, Mode::Raid), 3);
    EXPECT_FALSE(ahead.best.exists());
    EXPECT_EQ(ahead.info.score, kPointsWin);
    const char* const no_turn = "11/11/11/11/11/11/11/11/3C7/4+M6/2c8/11 b - - 0 1";
    const Found lost = search_to(position_of(no_turn, Mode::Raid), 3);
    EXPECT_FALSE(lost.best.exists());
    EXPECT_EQ(lost.info.score, mated_in(0));
}

TEST(Search, AThirdRepetitionIsADraw) {
    // Blue is behind and to move; going back to i9 repeats the first position for the third time.
    Game game(position_of("4h4c1/11/11/8i2/11/11/11/11/11/4T6/11/4H5C r - - 0 1", Mode::Raid));
    for (const char* turn : {"e3e4", "i9i10", "e4e3", "i10i9", "e3e4", "i9i10", "e4e3"})
        ASSERT_TRUE(game.play(turn));
    Limits limits;
    limits.depth = 2;
    Search search(1);
    Value score = 1;
    const SearchResult result = search.run(game, limits, [&](const SearchInfo& info) { score = info.score; });
    EXPECT_EQ(score, 0);
    EXPECT_EQ(format_turn(game.position(), result.best), "i10i9");
}

TEST(Search, SurvivesCorruptTableEntries) {
    Random random(17);
    const auto corrupt = [&random] {
        TableEntry entry;
        entry.part = Part::from_bits(static_cast<std::uint32_t>(random.bits() & ((1U << 20) - 1)));
        entry.value = static_cast<Value>(random.below(2 * kMate + 1)) - kMate;
        entry.depth = static_cast<int>(random.below(4));
        entry.bound = static_cast<Bound>(random.below(3));
        return entry;
    };
    Limits limits;
    limits.depth = 3;
    limits.nodes = 20'000;
    for (const Mode mode : kModes)
        for (const std::string& fen : walked_fens(16, 6, mode)) {
            const Position root = position_of(fen, mode);
            if (root.decided() || root.exposed(~root.side_to_move())) continue;
            Shared shared;
            ASSERT_TRUE(shared.table.resize(1));
            PartList list;
            generate(root, list);
            for (const Part part : list) {
                Position after = root;
                if (after.play(part) == Outcome::Stranded) continue;
                shared.table.store(after.key(), corrupt());
                PartList next;
                generate(after, next);
                for (const Part answer : next) {
                    Position later = after;
                    if (later.play(answer) != Outcome::Stranded) shared.table.store(later.key(), corrupt());
                }
            }
            Worker worker(shared, 0);
            SearchInfo last;
            const Reporter reporter{[&last](const SearchInfo& info) { last = info; }};
            worker.run(Game(root), limits, &reporter);
            ASSERT_FALSE(last.pv.empty()) << fen;
            EXPECT_EQ(last.pv.front(), worker.finding().best) << fen;
            Game game(root);
            for (const Turn& turn : last.pv) {
                const Expected<ParsedTurn> parsed =
                    parse_turn(game.position(), format_turn(game.position(), turn));
                ASSERT_TRUE(parsed) << fen << ": " << parsed.error().text;
                EXPECT_FALSE(parsed->exposed) << fen;
                game.play(turn);
            }
        }
}

TEST(Search, BeatsThePlainSearch) {
    constexpr int kGames = 12;
    std::mt19937_64 random(5);
    PlainSearch plain(5);
    Search search(1);
    Limits limits;
    limits.nodes = 2000;
    int wins = 0;
    for (int number = 0; number < kGames; ++number) {
        Game game(position_of(kStartFen, kModes[static_cast<std::size_t>(number) % kModes.size()]));
        const Color searching = number % 2 == 0 ? Color::Red : Color::Blue;
        std::size_t length = 0;
        while (!game.result() && length < 400) {
            const Position& position = game.position();
            if (length < 4) {
                const std::vector<LegalTurn> turns = legal_turns(position);
                game.play(turns[random() % turns.size()].turn);
            } else if (position.side_to_move() == searching) {
                game.play(search.run(game, limits, [](const SearchInfo&) {}).best);
            } else {
                game.play(plain.best_turn(position, 2));
            }
            ++length;
        }
        wins += game.result() && game.result()->winner == searching;
    }
    EXPECT_GE(wins, 9) << "of " << kGames;
}

}  // namespace
}  // namespace tulenh::testing
