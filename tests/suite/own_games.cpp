#include "tests/suite/own_games.h"

#include "engine/text.h"
#include "engine/turns.h"

namespace tulenh {

Turn random_turn(const Position& position, testing::Random& random, unsigned boarding) {
    const std::vector<LegalTurn> turns = legal_turns(position);
    std::vector<Turn> boardings;
    for (const LegalTurn& legal : turns)
        if (legal.turn[0].action() == Action::Board) boardings.push_back(legal.turn);
    if (!boardings.empty() && random.percent(boarding)) return random.of(boardings);
    return random.of(turns).turn;
}

OwnGame play_own_game(Mode mode, Search& search, testing::Random& random) {
    constexpr std::size_t kLongest = 300;
    constexpr unsigned kBoarding = 50;
    Game game(*parse_fen(kStartFen, mode));
    search.clear();
    Limits limits;
    limits.nodes = 200 + random.below(1500);
    const std::size_t opening = 4 + random.below(9);
    const auto blunders = static_cast<unsigned>(random.below(8));
    OwnGame played{{game.position()}, std::nullopt};
    while (!(played.result = game.result()) && game.turns().size() < kLongest) {
        const bool at_random = game.turns().size() < opening || random.percent(blunders);
        search.prepare();
        game.play(at_random ? random_turn(game.position(), random, kBoarding)
                            : search.run(game, limits, [](const SearchInfo&) {}).best);
        played.positions.push_back(game.position());
    }
    return played;
}

Position as_start(const Position& position) { return *parse_fen(format_fen(position), position.mode()); }

}  // namespace tulenh
