#include "protocol/bench.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

#include "engine/game.h"
#include "engine/text.h"
#include "protocol/bench_positions.h"
#include "search/search.h"

namespace tulenh {
namespace {

constexpr std::size_t kBenchHash = 16;

}  // namespace

void run_bench(int depth, Output& output) {
    using Timer = std::chrono::steady_clock;
    Search search(kBenchHash);
    Limits limits;
    limits.depth = depth;
    std::uint64_t nodes = 0;
    std::size_t number = 0;
    const Timer::time_point start = Timer::now();
    for (const BenchPosition& entry : kBenchPositions) {
        const Game game(*parse_fen(entry.fen, entry.mode));
        search.prepare();
        const SearchResult found = search.run(game, limits, [](const SearchInfo&) {});
        nodes += found.nodes;
        output.write("bench " + std::to_string(++number) + '/' + std::to_string(kBenchPositions.size()) +
                     ' ' + std::string(name(entry.mode)) + ' ' + std::to_string(found.nodes) +
                     " nodes, best " +
                     (found.best.exists() ? format_turn(game.position(), found.best) : "0000"));
    }
    const auto time = std::chrono::duration_cast<Milliseconds>(Timer::now() - start).count();
    const std::uint64_t speed = nodes * 1000 / static_cast<std::uint64_t>(std::max<std::int64_t>(time, 1));
    output.write(std::to_string(nodes) + " nodes " + std::to_string(speed) + " nps");
}

}  // namespace tulenh
