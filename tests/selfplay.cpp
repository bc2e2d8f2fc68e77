// Plays games of the search against itself, or against the plain search, and prints one JSON object a game:
//   tulenh_selfplay <games> <nodes a turn> <seed> [plain]
// Modes take turns; each game begins with some random turns. With `plain` the sides alternate, and the last
// line on stderr counts the search's wins, draws and losses.
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "engine/game.h"
#include "engine/text.h"
#include "engine/turns.h"
#include "search/search.h"
#include "tests/plain_search.h"

namespace {

using namespace tulenh;

constexpr std::size_t kLongestGame = 800;

struct Played {
    std::vector<std::string> turns, fens;
    std::optional<Result> result;
};

void play(Game& game, const Turn& turn, Played& played) {
    const std::string text = format_turn(game.position(), turn);
    const Expected<bool> done = game.play(text);
    if (!done || *done) {
        std::cerr << "illegal turn " << text << " in " << format_fen(game.position()) << '\n';
        std::exit(1);
    }
    played.turns.push_back(text);
    played.fens.push_back(format_fen(game.position()));
}

std::string strings(const std::vector<std::string>& list) {
    std::string text = "[";
    for (const std::string& item : list) text += (text.size() > 1 ? ",\"" : "\"") + item + "\"";
    return text + "]";
}

std::string json(Mode mode, const Played& played) {
    std::string result = "null";
    if (played.result) {
        const auto winner = played.result->winner;
        result = std::string("[\"") +
                 (!winner                 ? "draw"
                  : *winner == Color::Red ? "r"
                                          : "b") +
                 "\",\"" + std::string(name(played.result->reason)) + "\"]";
    }
    return "{\"mode\":\"" + std::string(name(mode)) + "\",\"start\":\"" + std::string(kStartFen) +
           "\",\"turns\":" + strings(played.turns) + ",\"fens\":" + strings(played.fens) +
           ",\"result\":" + result + "}";
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::cerr << "usage: tulenh_selfplay <games> <nodes a turn> <seed> [plain]\n";
        return 2;
    }
    const int games = std::atoi(argv[1]);
    const std::uint64_t nodes = std::strtoull(argv[2], nullptr, 10),
                        seed = std::strtoull(argv[3], nullptr, 10);
    const bool against_plain = argc > 4 && std::strcmp(argv[4], "plain") == 0;

    std::mt19937_64 random(seed);
    PlainSearch plain(seed);
    Search search(4);
    Limits limits;
    limits.nodes = nodes;
    int wins = 0, draws = 0, losses = 0;
    for (int number = 0; number < games; ++number) {
        const Mode mode = kModes[static_cast<std::size_t>(number) % kModes.size()];
        const Color searching = number / static_cast<int>(kModes.size()) % 2 == 0 ? Color::Red : Color::Blue;
        Game game(*parse_fen(kStartFen, mode));
        Played played;
        search.clear();
        const std::size_t opening = 2 + random() % 7;
        while (!(played.result = game.result()) && played.turns.size() < kLongestGame) {
            const Position& position = game.position();
            Turn turn;
            if (played.turns.size() < opening) {
                const std::vector<LegalTurn> turns = legal_turns(position);
                turn = turns[random() % turns.size()].turn;
            } else if (against_plain && position.side_to_move() != searching) {
                turn = plain.best_turn(position, 2);
            } else {
                search.prepare();
                turn = search.run(game, limits, [](const SearchInfo&) {}).best;
            }
            play(game, turn, played);
        }
        std::cout << json(mode, played) << std::endl;
        const auto winner = played.result ? played.result->winner : std::nullopt;
        ++(!winner ? draws : *winner == searching ? wins : losses);
        std::cerr << name(mode) << ' ' << played.turns.size() << " turns, "
                  << (played.result ? name(played.result->reason) : "unfinished") << ", +" << wins << " ="
                  << draws << " -" << losses << '\n';
    }
}
