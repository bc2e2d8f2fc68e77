// The search, in which a part is a ply, against a plain alpha-beta over whole turns with the same evaluation.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
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

/// Full width, whole turns, no quiescence. Like the search, it goes on within the last of its turns only
/// where the turn cannot end yet: what else could follow is a matter for quiescence. Exact only where nothing
/// can be captured within the horizon and no commander is in check, so that quiescence has nothing to do; it
/// notices when that is not so. Repetition cannot occur within three turns.
class PlainAlphaBeta {
  public:
    /// The value of the root, or none where the position is not that calm.
    std::optional<Value> value(const Position& root, int depth) {
        calm_ = true;
        const Value value = search(root, depth, 0, -kInfinite, kInfinite);
        return calm_ && !is_mate(value) ? std::optional(value) : std::nullopt;
    }

  private:
    Value search(const Position& position, int depth, int ply, Value alpha, Value beta) {
        if (depth == 0) {
            PartList captures;
            generate(position, captures, Wanted::Captures);
            calm_ = calm_ && captures.empty() && !in_check(position, position.side_to_move()) &&
                    has_legal_turn(position);
            return evaluate(position);
        }
        const auto next = [&](const Position& after) {
            calm_ = calm_ && !after.decided() && after.halfmove() != 0;
            if (calm_) alpha = std::max(alpha, -search(after, depth - 1, ply + 1, -beta, -alpha));
            return !calm_ || alpha >= beta;
        };
        if (depth == 1 && ply > 0) {
            any_last_turn(position, next);
            return alpha;
        }
        for (const LegalTurn& legal : legal_turns(position)) {
            Position after = position;
            play_turn(after, legal.turn);
            if (next(after)) break;
        }
        return alpha;
    }

    /// Calls `visit(after)` for each legal turn that ends as soon as it can, until a call returns true.
    template <typename Visit>
    static bool any_last_turn(const Position& position, const Visit& visit) {
        if (position.under_way() && position.can_end()) {
            Position after = position;
            if (after.play(Part::end(position.turn().origin)) == Outcome::Over) return visit(after);
        }
        PartList parts;
        generate(position, parts);
        for (const Part part : parts) {
            if (part.ends_turn()) continue;
            Position after = position;
            const Outcome outcome = after.play(part);
            if (outcome == Outcome::UnderWay ? any_last_turn(after, visit)
                                             : outcome == Outcome::Over && visit(after))
                return true;
        }
        return false;
    }

    bool calm_ = true;
};

/// A side's first or last two ranks get a loaded tank and some single pieces of short reach.
void place_side(Position& position, Color color, Random& random) {
    constexpr std::array kSingles{Kind::Infantry, Kind::Engineer, Kind::Gun, Kind::Missile,
                                  Kind::Headquarters};
    const auto put = [&](Stack stack) {
        for (;;) {
            const Point near =
                point(2 + static_cast<int>(random.below(9)), static_cast<int>(random.below(2)));
            const Point p = color == Color::Red ? near : flipped(near);
            if (!position.at(p).empty()) continue;
            position.place(p, stack);
            return;
        }
    };
    Stack tank(color, Piece(Kind::Tank));
    // Where the commander may be left to be taken it walks into captures, so those modes do without.
    const bool commander = commander_decides(position.mode()), carries_it = commander && random.percent(30);
    tank = tank.with(Piece(Kind::Infantry, random.percent(20)));
    if (random.percent(60) || carries_it)
        tank = tank.with(Piece(carries_it ? Kind::Commander : Kind::Militia));
    put(tank);
    if (commander && !carries_it) put(Stack(color, Piece(Kind::Commander)));
    for (const Kind kind : kSingles)
        if (random.percent(40)) put(Stack(color, Piece(kind)));
}

Position distant_armies(Mode mode, Random& random) {
    Position position(mode);
    for (const Color color : kColors) place_side(position, color, random);
    position.set_state(random.percent(50) ? Color::Red : Color::Blue, 0, 1, 0, 0);
    position.start();
    return position;
}

/// Leaves nothing out and shortens nothing, in windows without bounds.
Constants full_width() {
    constexpr int kNever = 1 << 20;
    Constants all;
    all.razor_depth = all.reverse_futility_depth = all.late_depth = all.futility_depth = all.loss_depth = 0;
    all.null_depth = all.internal_depth = all.aspiration_depth = kNever;
    all.reduction_base = -kNever;
    all.delta_margin = kNever;
    return all;
}

class SearchEquality : public ::testing::TestWithParam<Mode> {
  protected:
    void SetUp() override { constants = full_width(); }
    void TearDown() override { constants = Constants{}; }
};

TEST_P(SearchEquality, HasTheValueOfAPlainAlphaBeta) {
    constexpr std::size_t kWanted = 6, kMostTurns = 300;
    Random random(41);
    PlainAlphaBeta plain;
    std::array<std::size_t, kDeepest + 1> compared{};
    for (int i = 0; i < 2000 && compared[kDeepest] < kWanted; ++i) {
        const Position position = distant_armies(GetParam(), random);
        if (position.exposed(~position.side_to_move()) || legal_turns(position).size() > kMostTurns) continue;
        Search search(1);
        for (int depth = 1; depth <= kDeepest; ++depth) {
            const std::optional<Value> expected = plain.value(position, depth);
            if (!expected) break;
            ++compared[static_cast<std::size_t>(depth)];
            Limits limits;
            limits.depth = depth;
            search.clear();
            Value found = kInfinite;
            search.run(Game(position), limits, [&](const SearchInfo& info) { found = info.score; });
            EXPECT_EQ(found, *expected) << format_fen(position) << " at depth " << depth;
        }
    }
    for (int depth = 1; depth <= kDeepest; ++depth)
        EXPECT_GE(compared[static_cast<std::size_t>(depth)], kWanted) << "at depth " << depth;
}

INSTANTIATE_TEST_SUITE_P(Modes, SearchEquality, ::testing::ValuesIn(kModes),
                         [](const auto& mode) { return std::string(name(mode.param)); });

}  // namespace
}  // namespace tulenh::testing
