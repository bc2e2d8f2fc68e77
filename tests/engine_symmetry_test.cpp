// The game is the same for both sides: ranks mirrored, colours swapped (PROTOCOL.md section 3, `flip`).
#include <cstdint>

#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

/// Origin and FEN after each turn. The texts may differ: of several forms the first in ASCII order is
/// written, and mirrored ranks sort otherwise.
std::set<std::pair<Point, std::string>> outcomes(const Position& position, bool flip) {
    std::set<std::pair<Point, std::string>> found;
    for (const LegalTurn& legal : legal_turns(position)) {
        Position after = position;
        play_turn(after, legal.turn);
        const Point from = legal.turn.origin();
        found.emplace(flip ? flipped(from) : from, format_fen(flip ? after.flipped() : after));
    }
    return found;
}

/// Blue's turns count up the full move, Red's do not: of the two FENs that number is left out.
std::string without_fullmove(const std::string& fen) {
    std::vector<std::string> fields = words(fen);
    return fields.at(0) + fields.at(1) + fields.at(4) + fields.at(6);
}

void check_symmetry(const std::string& fen, Mode mode, int depth) {
    SCOPED_TRACE(fen + " " + std::string(name(mode)));
    const Position position = position_of(fen, mode), mirrored = position.flipped();
    EXPECT_EQ(format_fen(mirrored.flipped()), format_fen(position));
    EXPECT_EQ(mirrored.flipped().key(), position.key());
    EXPECT_EQ(mirrored.key(), mirrored.computed_key());
    EXPECT_NE(mirrored.side_to_move(), position.side_to_move());
    EXPECT_EQ(mirrored.points(Color::Red), position.points(Color::Blue));
    EXPECT_EQ(mirrored.material(Color::Red), position.material(Color::Blue));
    for (const Color color : kColors) {
        EXPECT_EQ(in_check(mirrored, ~color), in_check(position, color));
        for (const plain::Square s : plain::all_squares())
            EXPECT_EQ(mirrored.at(flipped(point_of(s))), position.at(point_of(s)).recolored());
    }
    EXPECT_EQ(perft(mirrored, depth), perft(position, depth));

    std::set<std::pair<Point, std::string>> there, here;
    for (const auto& [from, after] : outcomes(position, true)) there.emplace(from, without_fullmove(after));
    for (const auto& [from, after] : outcomes(mirrored, false)) here.emplace(from, without_fullmove(after));
    EXPECT_TRUE(there == here);

    const auto here_result = result(position), there_result = result(mirrored);
    ASSERT_EQ(here_result.has_value(), there_result.has_value());
    if (!here_result) return;
    EXPECT_EQ(here_result->reason, there_result->reason);
    ASSERT_EQ(here_result->winner.has_value(), there_result->winner.has_value());
    if (here_result->winner) {
        EXPECT_EQ(*here_result->winner, ~*there_result->winner);
    }
}

TEST(Symmetry, TheStartPositionIsItsOwnMirror) {
    const Position start = position_of(kStartFen), mirrored = start.flipped();
    EXPECT_EQ(words(format_fen(mirrored))[0], words(format_fen(start))[0]);
    EXPECT_EQ(words(format_fen(mirrored))[1], "b");
    EXPECT_EQ(perft(mirrored, 2), perft(start, 2));
}

TEST(Symmetry, TablePositions) {
    for (const auto& fields : reference_lines("perft.txt"))
        check_symmetry(fields.at(0), mode_of(fields.at(1)), fields.size() > 3 ? 2 : 1);
}

TEST(Symmetry, RandomPositions) {
    for (const Mode mode : kModes) {
        const auto seed = static_cast<std::uint64_t>(mode);
        for (const std::string& fen : crowded_fens(80 + seed, 150)) check_symmetry(fen, mode, 1);
        for (const std::string& fen : scattered_fens(90 + seed, 15)) check_symmetry(fen, mode, 1);
    }
}

/// What a side had at the start goes along.
TEST(Symmetry, ConditionsAreMirroredToo) {
    Game game(position_of("9c1/11/11/10i/11/6f4/11/6F4/11/11/11/10C r - - 0 1"));
    ASSERT_TRUE(game.play("g5g7"));
    const Position after = game.position(), mirrored = after.flipped();
    EXPECT_TRUE(after.has_lost(Color::Blue, Condition::Air));
    EXPECT_TRUE(mirrored.has_lost(Color::Red, Condition::Air));
    EXPECT_FALSE(mirrored.has_lost(Color::Blue));
    EXPECT_FALSE(mirrored.has_lost(Color::Red, Condition::Sea)) << "had no ship at the start";
    EXPECT_EQ(told(result(mirrored)), "blue air");
    EXPECT_FALSE(position_of(format_fen(after)).has_lost(Color::Blue)) << "a new start";
}

}  // namespace
}  // namespace tulenh::testing
