// The gates of legality.h against playing: "surely" must never be wrong, and is said often enough to matter.
// Counting in bulk, which lives on them, against listing.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "engine/legality.h"
#include "engine/movegen.h"
#include "engine/turns.h"
#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

int heroes(const Position& position) {
    int count = 0;
    position.occupied().for_each([&](Point p) {
        for (std::size_t i = 0; i < position.at(p).size(); ++i) count += position.at(p).member(i).heroic();
    });
    return count;
}

int heroes(Stack stack) {
    int count = 0;
    for (std::size_t i = 0; i < stack.size(); ++i) count += stack.member(i).heroic();
    return count;
}

struct Tally {
    std::uint64_t turns = 0, legal = 0, quiet = 0, illegal = 0, plain = 0;
};

class GateCheck {
  public:
    GateCheck(const Position& start, Tally& tally)
        : start_(start),
          legality_(start),
          checks_(start),
          attacked_(start.commander(~start.side_to_move()) != kNoPoint &&
                    is_attacked(start, start.commander(~start.side_to_move()), start.side_to_move())),
          tally_(tally) {}

    void all() {
        start_.occupied(start_.side_to_move()).for_each([&](Point origin) {
            continue_turn(start_, origin, true, true, heroes(start_));
        });
    }

  private:
    /// `heroes_left`: how many heroes there would be if nothing were promoted.
    void continue_turn(const Position& position, Point origin, bool legal, bool quiet, int heroes_left) {
        PartList list;
        generate_from(position, origin, list);
        const Stack began = start_.at(origin);
        for (const Part part : list) {
            bool still_legal = legal, still_quiet = quiet;
            int left = heroes_left;
            if (!part.ends_turn()) {
                const Stack detachment = began.subset(part.members());
                still_legal = legal && legality_.surely_legal(part);
                still_quiet = quiet && checks_.surely_promotes_nothing(part, detachment);
                if (part.action() == Action::Move) {
                    EXPECT_TRUE(!legality_.free_to_leave(origin) || legality_.surely_legal(part));
                }
                if (part.captures()) left -= heroes(position.at(part.to()));
                if (part.action() == Action::Exchange) left -= heroes(detachment);
            }
            Position after = position;
            const Outcome outcome = after.play(part);
            if (!part.ends_turn() && !position.under_way() &&
                is_plain_move(position, legality_, checks_, part)) {
                Position same = position;
                same.play_plain_move(part);
                EXPECT_EQ(outcome, Outcome::Over);
                EXPECT_EQ(same, after) << format_fen(start_) << ' ' << name(origin) << name(part.to());
                ++tally_.plain;
            }
            if (outcome == Outcome::UnderWay) {
                continue_turn(after, origin, still_legal, still_quiet, left);
                continue;
            }
            if (outcome == Outcome::Stranded) continue;
            ++tally_.turns;
            tally_.legal += still_legal;
            tally_.quiet += still_quiet;
            const std::string where = format_fen(start_) + " " + std::string(name(start_.mode())) + " " +
                                      name(origin) + " last to " + name(part.to());
            if (!part.ends_turn() && !position.under_way() && legality_.surely_illegal(part)) {
                EXPECT_EQ(outcome, Outcome::Exposed) << where;
                ++tally_.illegal;
            }
            if (still_legal) {
                EXPECT_EQ(outcome, Outcome::Over) << where;
            }
            const bool check = in_check(after, after.side_to_move());
            if (!part.ends_turn() && !position.under_way()) {
                EXPECT_EQ(gives_check(position, checks_, part), check) << where;
            }
            if (still_quiet) {
                EXPECT_TRUE(attacked_ || !check) << where;
                EXPECT_EQ(heroes(after), left) << where;
                EXPECT_EQ(position.key_after_last(part), after.key()) << where;
            }
        }
    }

    const Position& start_;
    LegalityGate legality_;
    CheckGate checks_;
    bool attacked_;  ///< already before the turn
    Tally& tally_;
};

void check(const std::vector<std::string>& fens, Mode mode, Tally& tally) {
    for (const std::string& fen : fens) {
        const Position position = position_of(fen, mode);
        if (position.decided()) continue;
        GateCheck(position, tally).all();
        EXPECT_EQ(perft(position, 1), legal_turns(position).size()) << fen;
    }
}

class Gates : public ::testing::TestWithParam<Mode> {};

TEST_P(Gates, AreNeverWrong) {
    const auto seed = static_cast<std::uint64_t>(GetParam()) + 1;
    Tally walked, scattered, crowded;
    check(walked_fens(seed, 60, GetParam()), GetParam(), walked);
    check(scattered_fens(seed, 30), GetParam(), scattered);
    check(crowded_fens(seed, 1500), GetParam(), crowded);
    for (const Tally& tally : {walked, scattered, crowded}) {
        EXPECT_GT(tally.turns, 1000U);
        EXPECT_GT(tally.plain, 100U);
    }
    if (commander_decides(GetParam())) {
        EXPECT_GT(walked.illegal + scattered.illegal, 100U);
    }
    EXPECT_GT(10 * walked.legal, 5 * walked.turns);
    EXPECT_GT(10 * walked.quiet, 5 * walked.turns);
}

INSTANTIATE_TEST_SUITE_P(Modes, Gates, ::testing::ValuesIn(kModes),
                         [](const auto& mode) { return std::string(name(mode.param)); });

}  // namespace
}  // namespace tulenh::testing
