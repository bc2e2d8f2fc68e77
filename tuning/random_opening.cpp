#include "tuning/random_opening.h"

#include <vector>

#include "engine/movegen.h"
#include "engine/text.h"
#include "engine/turns.h"

namespace tulenh {
namespace {

/// A legal turn of one part that captures nothing: first a stack or piece is drawn, then what it does, so
/// that pieces of many turns are not preferred. None when the draws do not find one.
std::optional<Turn> random_turn(const Position& position, std::mt19937_64& random) {
    constexpr int kDraws = 100;
    std::vector<Point> origins;
    position.occupied(position.side_to_move()).for_each([&](Point p) { origins.push_back(p); });
    for (int i = 0; i < kDraws; ++i) {
        PartList parts;
        generate_from(position, origins[below(random, origins.size())], parts);
        if (parts.empty()) continue;
        const Part part = parts[below(random, parts.size())];
        if (!part.captures() && is_legal(position, Turn(part))) return Turn(part);
    }
    return std::nullopt;
}

}  // namespace

std::optional<Game> random_opening(Mode mode, int turns, std::mt19937_64& random) {
    Game game(*parse_fen(kStartFen, mode));
    for (int i = 0; i < turns; ++i) {
        const std::optional<Turn> turn = random_turn(game.position(), random);
        if (!turn) return std::nullopt;
        game.play(*turn);
        if (game.result()) return std::nullopt;
    }
    return game;
}

}  // namespace tulenh
