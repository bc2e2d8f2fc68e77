#include "protocol/bench.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/game.h"
#include "engine/text.h"
#include "search/search.h"

namespace tulenh {
namespace {

struct BenchPosition {
    Mode mode;
    std::string_view fen;
};

constexpr std::size_t kBenchHash = 16;

/// All modes; openings, middle games and endings; few and many stacks, heroes, a counter near its end.
constexpr std::array kBenchPositions{
    BenchPosition{Mode::Standard, kStartFen},
    BenchPosition{Mode::Standard,
                  "9c1/5hfhf2/3a2s2a1/1nn1g3g2/2ie1tmt1ei/11/N10/2IE1FM2EI/1N2GT1TG2/5FS2A1/"
                  "5H1H3/3A2C4 r - - 10 6 0-0"},
    BenchPosition{Mode::Standard,
                  "7fc2/1nf1ah1h3/9ai/4gt1tg2/2ie5e1/6m4/4F4EI/nNE3M1G2/2N1G1TT3/6AS1A1/"
                  "5H1H3/8C2 b - - 6 16 20-50"},
    BenchPosition{Mode::Sea,
                  "8c2/2f1ah1h2i/n8a1/4gt2g2/2ie5e1/6m3f/7T1EI/6T3G/N3GMS4/1n4A1C2/5H1H3/10A b - - 20 "
                  "28 40-180"},
    BenchPosition{Mode::Total,
                  "8e1a/6+a+E2+g/7+t3/n2m7/3h1+seTA2/3n3S3/8+fc1/+N3i2+I3/1+N3C3+g1/4+A3+E2/8+t2/"
                  "3+T4H2 r - - 3 15 380-230"},
    BenchPosition{Mode::Land,
                  "2C1c+f5/5h1hs2/11/2+n4m2i/1+n1eg1t1g2/6a1G1e/7TA2/3E5E1/11/4A+a5/5H1H3/11 r - - 38 "
                  "50 70-320"},
    BenchPosition{Mode::Total,
                  "4c6/5h1h3/n4t3es/4g3a1A/3e6i/4M6/10A/2i3f1GEC/11/2a2S5/5H1H3/11 r - - 0 50 180-320"},
    BenchPosition{Mode::Raid, "11/11/11/10i/11/6c4/11/6T4/11/11/11/10C r - - 0 1 0-0"},
    BenchPosition{Mode::Raid,
                  "4c6/5hfh3/n4s5/4gm1(ft)ae1/3e2a3i/4M3t2/5T5/2iE4GEC/2A7A/6S4/5H1H3/11 b - - 3 37 "
                  "90-290"},
    BenchPosition{Mode::Air,
                  "3cs6/5h1h2a/1naf2(ft)4/2+n5ge1/2ieg1m3i/9t1/4C6/3EG3E2/1N1I1(FT)1(TM)G2/3FA1S4/"
                  "2N2H1H1A1/11 r - - 18 21 0-10"},
    BenchPosition{Mode::Standard,
                  "6c4/1n3h1hf2/3a2s2a1/2(nft)1g2tg2/2ie2m2ei/11/11/2IE2M2EI/2(NFT)1G2TG2/"
                  "3A2S2A1/1N3H1HF2/6C4 r - - 0 1 0-0"},
    BenchPosition{Mode::Standard, "9c1/11/11/11/11/11/11/11/2(NFT)8/11/11/10C r - - 0 1 0-0"},
    BenchPosition{Mode::Raid,
                  "11/11/2n2+a5/7+A2i/11/11/2IM5c1/8E2/6+T4/8G2/5H1HI2/5S1C3 r - - 15 75 330-310"},
    BenchPosition{Mode::Sea,
                  "3c7/4+Ah1h3/n3g6/3est1tag1/2i5efi/n3a6/11/4M4EI/N2G1T5/5S5/1NI1F(HC)1HG2/5F2A2 r - - "
                  "23 38 50-30"},
    BenchPosition{Mode::Sea,
                  "10c/5h1h2g/3i3+A3/3e4i1a/5s3e1/11/4S2I3/1Nn7I/4M5E/6F4/3F1HCH1G1/9A1 b - - 0 70 "
                  "250-140"},
    BenchPosition{Mode::Standard,
                  "(nc)10/3f1h1hf2/3a3s3/4gt1t1ai/n2e2+F1g2/2i6e1/11/N1I3M2EI/2E1GTS2GF/5A3A1/"
                  "1N3H1H3/6C4 r - - 7 18 10-20"},
};

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
