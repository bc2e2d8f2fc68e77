// The search with everything clever switched off, against a plain alpha-beta over whole turns with the same
// evaluation; and what must not change a score: the table, and null windows.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/evaluate.h"
#include "search/constants.h"
#include "search/search.h"
#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

constexpr Value kInfinite = kMate + 1;
constexpr int kDeepest = 3;
constexpr unsigned kLowCounter = 15;  ///< so low that the points and the counter count for nothing

/// Full width, whole turns, the static value at the horizon.
class PlainAlphaBeta {
  public:
    /// The value of the root, or none where that would take too long.
    std::optional<Value> value(const Position& root, int depth) {
        left_ = 20'000;
        const Value value = search(root, depth, 0, -kInfinite, kInfinite);
        return left_ > 0 ? std::optional(value) : std::nullopt;
    }

  private:
    Value search(const Position& position, int depth, int ply, Value alpha, Value beta) {
        // A turn that decides the battle both ways is the mover's victory.
        if (position.has_lost(position.side_to_move())) return mated_in(ply);
        if (position.has_lost(~position.side_to_move())) return mate_in(ply);
        if (depth == 0) return evaluate(position);
        std::vector<LegalTurn> turns = legal_turns(position);
        if (turns.empty()) return mated_in(ply);
        for (const LegalTurn& legal : turns) {
            if (--left_ <= 0) return 0;
            Position after = position;
            play_turn(after, legal.turn);
            alpha = std::max(alpha, -search(after, depth - 1, ply + 1, -beta, -alpha));
            if (alpha >= beta) break;
        }
        return alpha;
    }

    int left_ = 0;  ///< turns that may still be played
};

/// Leaves nothing out and shortens nothing, in windows without bounds at the root.
Constants full_width() {
    constexpr int kNever = 1 << 20;
    Constants all;
    all.razor_depth = all.reverse_futility_depth = all.late_depth = all.futility_depth = all.loss_depth = -1;
    all.null_depth = all.internal_depth = all.aspiration_depth = kNever;
    all.reduction_base = -kNever;
    all.delta_margin = kNever;
    all.repetition = false;
    return all;
}

struct Answer {
    Value score = 0;
    bool complete = false;
    friend bool operator==(const Answer&, const Answer&) = default;
};

/// The score at a depth, by a search that knows nothing before and may be too short.
Answer answer(const Position& position, int depth, const Constants& with, std::uint64_t nodes) {
    static Search search(1);
    constants = with;
    search.clear();
    Limits limits;
    limits.depth = depth;
    limits.nodes = nodes;
    Answer answer;
    const SearchResult result =
        search.run(Game(position), limits, [&](const SearchInfo& info) { answer.score = info.score; });
    answer.complete = result.nodes < nodes;
    return answer;
}

class SearchEquality : public ::testing::TestWithParam<Mode> {
  protected:
    void TearDown() override { constants = Constants{}; }

    /// Positions met in games and ones thrown on the board, the battle not over and all counters low.
    [[nodiscard]] static std::vector<Position> positions() {
        std::vector<std::string> fens = walked_fens(41, 12, GetParam());
        for (const auto& more : {scattered_fens(42, 8), crowded_fens(43, 16)})
            fens.insert(fens.end(), more.begin(), more.end());
        std::vector<Position> found;
        for (const std::string& fen : fens) {
            Position position = *parse_fen(fen, GetParam());
            if (position.decided() || position.exposed(~position.side_to_move())) continue;
            position.set_state(position.side_to_move(), position.halfmove() % kLowCounter,
                               position.fullmove(), position.points(Color::Red),
                               position.points(Color::Blue));
            found.push_back(position);
        }
        return found;
    }
    static bool has_stack(const Position& position) {
        bool any = false;
        position.occupied().for_each([&](Point p) { any = any || position.at(p).stacked(); });
        return any;
    }
};

TEST_P(SearchEquality, HasTheValueOfAPlainAlphaBeta) {
    constexpr std::uint64_t kNodes = 400'000;
    Constants plain_search = full_width();
    plain_search.quiescence = false;
    PlainAlphaBeta plain;
    std::array<int, kDeepest + 1> compared{}, with_stacks{};
    int decided = 0;
    for (const Position& position : positions())
        for (int depth = 1; depth <= kDeepest; ++depth) {
            const std::optional<Value> expected = plain.value(position, depth);
            if (!expected) break;
            const Answer found = answer(position, depth, plain_search, kNodes);
            if (!found.complete) break;
            EXPECT_EQ(found.score, *expected) << format_fen(position) << " at depth " << depth;
            const auto d = static_cast<std::size_t>(depth);
            ++compared[d];
            with_stacks[d] += has_stack(position);
            decided += is_mate(*expected);
        }
    // Commanders alone are hardly ever lost within so few turns.
    if (conditions(GetParam()) != conditions(Mode::Raid)) {
        EXPECT_GE(decided, 3);
    }
    for (std::size_t depth = 1; depth <= kDeepest; ++depth) {
        EXPECT_GE(compared[depth], 3) << "at depth " << depth;
        EXPECT_GE(with_stacks[depth], 1) << "at depth " << depth;
    }
}

TEST_P(SearchEquality, NeitherTableNorNullWindowsChangeAScore) {
    constexpr std::uint64_t kNodes = 20'000;
    Constants bare = full_width();
    bare.table = bare.null_windows = bare.deeper_cuts = false;
    Constants with_table = bare, with_null_windows = bare;
    with_table.table = true;
    with_null_windows.null_windows = true;
    std::array<int, kDeepest + 1> compared{};
    for (const Position& position : positions())
        for (int depth = 1; depth <= kDeepest; ++depth) {
            const Answer expected = answer(position, depth, bare, kNodes);
            if (!expected.complete) break;
            const std::string where = format_fen(position) + " at depth " + std::to_string(depth);
            EXPECT_EQ(answer(position, depth, with_table, 2 * kNodes), expected) << where;
            EXPECT_EQ(answer(position, depth, with_null_windows, 2 * kNodes), expected) << where;
            ++compared[static_cast<std::size_t>(depth)];
        }
    for (std::size_t depth = 1; depth <= kDeepest; ++depth)
        EXPECT_GE(compared[depth], 3) << "at depth " << depth;
}

/// Switching one kind of pruning off makes the same depth cost more.
TEST(Pruning, SparesNodes) {
    constexpr int kNever = 1 << 20;
    std::vector<std::string> fens = walked_fens(44, 10, Mode::Standard);
    const std::vector<std::string> crowded = crowded_fens(45, 30);
    fens.insert(fens.end(), crowded.begin(), crowded.end());
    const auto nodes_with = [&](const Constants& with) {
        std::uint64_t nodes = 0;
        for (const std::string& fen : fens) {
            const Position position = *parse_fen(fen, Mode::Standard);
            if (position.decided() || position.exposed(~position.side_to_move())) continue;
            constants = with;
            Search search(16);
            Limits limits;
            limits.depth = 5;
            nodes += search.run(Game(position), limits, [](const SearchInfo&) {}).nodes;
        }
        constants = Constants{};
        return nodes;
    };
    const std::uint64_t nodes = nodes_with(Constants{});
    const auto expect_more = [&](std::string_view without, int Constants::*constant, int off) {
        Constants with;
        with.*constant = off;
        EXPECT_GT(nodes_with(with), nodes) << without;
    };
    expect_more("reductions", &Constants::reduction_base, -kNever);
    expect_more("late pruning", &Constants::late_depth, -1);
    expect_more("late pruning within a turn under way", &Constants::late_under_way, 0);
    expect_more("futility", &Constants::futility_depth, -1);
    expect_more("exchange pruning", &Constants::loss_depth, -1);
    expect_more("reverse futility", &Constants::reverse_futility_depth, -1);
    expect_more("razoring", &Constants::razor_depth, -1);
    expect_more("null move", &Constants::null_depth, kNever);
}

INSTANTIATE_TEST_SUITE_P(Modes, SearchEquality, ::testing::ValuesIn(kModes),
                         [](const auto& mode) { return std::string(name(mode.param)); });

}  // namespace
}  // namespace tulenh::testing
