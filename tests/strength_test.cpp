// Weak players: the levels, what they make of the limits of a search, and how they play.
#include "search/strength.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "protocol/bench_positions.h"
#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"
#include "tests/protocol_harness.h"

namespace tulenh::testing {
namespace {

std::vector<Position> bench_positions() {
    std::vector<Position> positions;
    for (const BenchPosition& entry : kBenchPositions)
        positions.push_back(position_of(entry.fen, entry.mode));
    return positions;
}

Limits limits_of(int elo) {
    Limits limits;
    limit_strength(limits, elo);
    return limits;
}

/// A search looks at its limits where it enters a node: parts that are not legal pass by.
constexpr std::uint64_t kPartsBetweenLooks = 100;

struct Found {
    SearchResult result;
    SearchInfo info;
};

Found search_for(const Position& position, const Limits& limits, std::size_t threads = 1) {
    Search search(1);
    search.set_threads(threads);
    Found found;
    found.result = search.run(Game(position), limits, [&](const SearchInfo& info) { found.info = info; });
    return found;
}

/// An engine that has been told to play weakly.
class WeakEngine : public Engine {
  public:
    explicit WeakEngine(int elo) {
        EXPECT_EQ(send("setoption name UCI_LimitStrength value true"), Lines{});
        std::string command = "setoption name UCI_Elo value ";
        EXPECT_EQ(send(command += std::to_string(elo)), Lines{});
    }
};

/// The greatest depth that the answer of a `go` tells of.
int depth_of(const Lines& answer) {
    int depth = 0;
    for (const std::string& line : answer)
        if (line.rfind("info depth ", 0) == 0) depth = std::max(depth, std::stoi(line.substr(11)));
    return depth;
}

TEST(StrengthLevels, GrowBySixtyToNinetyPercent) {
    ASSERT_GE(kStrengthLevels.size(), 8U);
    EXPECT_EQ(kStrengthLevels[0].elo, 1000);
    EXPECT_EQ(kStrengthLevels[0].nodes, 0U);
    for (std::size_t i = 1; i < kStrengthLevels.size(); ++i) {
        EXPECT_GT(kStrengthLevels[i].nodes, kStrengthLevels[i - 1].nodes);
        const int step = kStrengthLevels[i].elo - kStrengthLevels[i - 1].elo;
        EXPECT_GE(step, 70) << i;   // 60 %
        EXPECT_LE(step, 382) << i;  // 90 %
    }
}

TEST(StrengthLevels, AreMetExactlyAndTheNodesGrowBetweenThem) {
    for (const StrengthLevel& level : kStrengthLevels)
        EXPECT_EQ(nodes_of_strength(level.elo), level.nodes) << level.elo;
    for (int elo = kWeakestElo; elo < kStrongestElo; ++elo)
        EXPECT_LE(nodes_of_strength(elo), nodes_of_strength(elo + 1)) << elo;
    // Half way by Elo is half way by the logarithm, not by the number.
    const StrengthLevel &low = kStrengthLevels[kStrengthLevels.size() - 2], &high = kStrengthLevels.back();
    const auto middle = static_cast<double>(nodes_of_strength((low.elo + high.elo) / 2));
    const double product = static_cast<double>(low.nodes) * static_cast<double>(high.nodes);
    EXPECT_NEAR(middle * middle / product, 1, 0.02);
}

TEST(StrengthLevels, UseNoMoreNodesThanTheirs) {
    std::vector<std::uint64_t> sums;
    for (const StrengthLevel& level : kStrengthLevels) {
        if (level.nodes > 5000) break;
        std::uint64_t sum = 0;
        for (const Position& position : bench_positions()) {
            const std::uint64_t first = search_for(position, limits_of(kWeakestElo)).result.nodes;
            const std::uint64_t nodes = search_for(position, limits_of(level.elo)).result.nodes;
            EXPECT_LE(nodes, first + level.nodes + kPartsBetweenLooks) << format_fen(position);
            sum += nodes;
        }
        sums.push_back(sum);
    }
    for (std::size_t i = 1; i < sums.size(); ++i) EXPECT_GT(sums[i], sums[i - 1] * 5 / 4) << i;
}

TEST(StrengthLevels, DoNotDependOnTheNumberOfThreads) {
    const Position position = position_of(kStartFen);
    for (const StrengthLevel& level : kStrengthLevels) {
        const SearchResult one = search_for(position, limits_of(level.elo), 1).result;
        const SearchResult four = search_for(position, limits_of(level.elo), 4).result;
        EXPECT_EQ(one.best, four.best) << level.elo;
        EXPECT_EQ(one.nodes, four.nodes) << level.elo;
    }
}

TEST(WeakPlayer, OfTheLowestLevelPlaysDepthOne) {
    Engine depth_one;
    WeakEngine weakest(kWeakestElo);
    for (const Mode mode : kModes) {
        const std::string set_mode = "setoption name Mode value " + std::string(name(mode));
        depth_one.send(set_mode);
        weakest.send(set_mode);
        std::vector<std::string> fens = walked_fens(41, 40, mode);
        for (const BenchPosition& entry : kBenchPositions) fens.emplace_back(entry.fen);
        for (const std::string& fen : fens) {
            depth_one.send("position fen " + fen);
            weakest.send("position fen " + fen);
            EXPECT_EQ(weakest.ask("go wtime 600000 btime 600000").back(), depth_one.ask("go depth 1").back())
                << fen;
        }
    }
}

TEST(WeakPlayer, KeepsTheLimitsOfTheFrontEnd) {
    WeakEngine strongest(kStrongestElo);
    EXPECT_EQ(depth_of(strongest.ask("go depth 2")), 2);
    const Found found = [] {
        Limits limits = limits_of(kStrongestElo);
        limits.nodes = 300;
        return search_for(position_of(kStartFen), limits);
    }();
    EXPECT_LE(found.result.nodes, 300 + kPartsBetweenLooks);
    const Lines answer = strongest.ask("go depth 9 searchmoves c5c6");
    EXPECT_EQ(answer.back().rfind("bestmove c5c6", 0), 0U) << answer.back();
}

TEST(WeakPlayer, IsOfTheFullStrengthUntilLimited) {
    Engine engine;
    engine.send("setoption name UCI_Elo value 1000");
    EXPECT_EQ(depth_of(engine.ask("go depth 3")), 3);
    engine.send("setoption name UCI_LimitStrength value true");
    EXPECT_EQ(depth_of(engine.ask("go depth 3")), 1);
    engine.send("setoption name UCI_LimitStrength value false");
    EXPECT_EQ(depth_of(engine.ask("go depth 3")), 3);
}

TEST(WeakPlayer, TellsTheTruthToWhoAnalyses) {
    WeakEngine engine(kWeakestElo);
    EXPECT_GT(depth_of(engine.ask("go mate 2 nodes 3000")), 1);
    engine.uci().execute("go infinite");
    Lines lines;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (depth_of(lines) < 3 && std::chrono::steady_clock::now() < end) {
        const Lines more = engine.send("isready");
        lines.insert(lines.end(), more.begin(), more.end());
    }
    engine.send("stop");
    EXPECT_GE(depth_of(lines), 3);
    engine.send("setoption name UCI_AnalyseMode value true");
    EXPECT_EQ(depth_of(engine.ask("go depth 3")), 3);
    engine.send("setoption name UCI_AnalyseMode value false");
    EXPECT_EQ(depth_of(engine.ask("go depth 3")), 1);
}

TEST(AnalyseMode, SearchesTheOnlyTurnThrough) {
    std::string only;
    for (const std::string& fen : crowded_fens(51, 3000)) {
        const Position position = position_of(fen);
        if (!position.decided() && position.halfmove() < 40 && legal_turns(position).size() == 1) only = fen;
    }
    ASSERT_NE(only, "");
    Engine engine;
    engine.send("position fen " + only);
    const std::string go = "go wtime 3000 btime 3000";
    EXPECT_EQ(depth_of(engine.ask(go)), 1);
    engine.send("setoption name UCI_AnalyseMode value true");
    EXPECT_GT(depth_of(engine.ask(go)), 1);
}

/// What a turn is worth by a deeper search; wins and losses count as the most there is.
Value judged(const Position& position, const Turn& turn) {
    constexpr Value kMost = 1000;
    Limits limits;
    limits.nodes = 8000;
    limits.turns = {turn};
    return std::clamp(search_for(position, limits).info.score, -kMost, kMost);
}

/// How a level plays in the positions of `bench`.
struct Play {
    Value lost = 0;    ///< against the best turn known, in all
    int captures = 0;  ///< positions in which depth 1 captures
    int missed = 0;    ///< of these: a turn half an infantry worse was played
};

TEST(WeakPlayer, LosesLessTheStrongerItIsAndMissesFewCaptures) {
    const std::array elos{kStrengthLevels[0].elo, kStrengthLevels[1].elo, kStrengthLevels[2].elo,
                          kStrengthLevels[4].elo};
    std::array<Play, elos.size()> plays;
    for (const Position& position : bench_positions()) {
        const Turn first = search_for(position, limits_of(kWeakestElo)).result.best;
        const bool captures =
            std::any_of(first.begin(), first.end(), [](Part part) { return part.captures(); });
        std::array<Value, elos.size()> values{};
        for (std::size_t i = 0; i < elos.size(); ++i)
            values[i] = judged(position, search_for(position, limits_of(elos[i])).result.best);
        Limits deep;
        deep.nodes = 16'000;
        const Value best = std::max(judged(position, search_for(position, deep).result.best),
                                    *std::max_element(values.begin(), values.end()));
        for (std::size_t i = 0; i < elos.size(); ++i) {
            plays[i].lost += best - values[i];
            plays[i].captures += captures;
            plays[i].missed += captures && values[i] <= values[0] - 50;
        }
    }
    for (std::size_t i = 1; i < plays.size(); ++i) {
        EXPECT_LT(plays[i].lost, plays[i - 1].lost) << elos[i];
        EXPECT_GE(plays[i].captures, 5);
        EXPECT_LT(plays[i].missed * 10, plays[i].captures) << elos[i];
    }
}

}  // namespace
}  // namespace tulenh::testing
