// Random and mutated lines: no crash, no hang, no change by what is refused (PROTOCOL.md section 4).
// TULENH_MUTATION_LINES and TULENH_MUTATION_SEED in the environment set how many and which.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "engine/turns.h"
#include "protocol/words.h"
#include "tests/protocol_harness.h"

namespace tulenh {
namespace {

constexpr std::array<std::string_view, 39> kSeeds{
    "uci",
    "isready",
    "ucinewgame",
    "debug off",
    "setoption name Mode value standard",
    "setoption name Mode value sea",
    "setoption name Mode value raid",
    "setoption name Mode value air",
    "setoption name Move Overhead value 100",
    "setoption name Clear Hash",
    "position startpos",
    "position startpos moves c5c6 c8c7 c6c5",
    "position startpos moves f2f8b c8c7",
    "position fen 11/11/2n2+a5/7+A2i/11/11/2IM5c1/8E2/6+T4/8G2/5H1HI2/5S1C3 r - - 15 75 330-310",
    "position fen 2n1c6/11/2(NFT)8/11/11/11/11/11/11/11/11/6C4 r - - 0 1 moves c10:Fe10,Td10",
    "position fen 4c6/5hfh3/n4s5/4gm1(ft)ae1/3e2a3i/4M3t2/5T5/2iE4GEC/2A7A/6S4/5H1H3/11 b - - 3 37 90-290",
    "position fen 9c1/n3t6/11/2N8/11/11/11/11/11/11/11/10C r - - 99 40 10-20 moves c9:Ne11s,Na11",
    "go depth 1",
    "go nodes 20",
    "go movetime 1",
    "go wtime 10 btime 10 winc 1 binc 1 movestogo 5",
    "go p1time 10 p2time 10 p1inc 1 p2inc 1",
    "go perft 1",
    "stop",
    "d",
    "moves",
    "moves c5",
    "parts",
    "parts c10:Fe10",
    "turn c5c6",
    "turn c10:Fe10,Td10",
    "result",
    "ugi",
    "uginewgame",
    "query p1turn",
    "query gameover",
    "query result",
    "flip",
    "help",
};

constexpr std::array<std::string_view, 30> kPieces{" ",
                                                   "moves",
                                                   "fen",
                                                   "startpos",
                                                   "c5c6",
                                                   "c10:",
                                                   ",",
                                                   "+",
                                                   "(",
                                                   ")",
                                                   "/",
                                                   "11",
                                                   "0",
                                                   "-1",
                                                   "65536",
                                                   ":",
                                                   "s",
                                                   "b",
                                                   "value",
                                                   "name",
                                                   "k12",
                                                   "l13",
                                                   "infinite",
                                                   "99999999999999999999",
                                                   "\t",
                                                   "\r",
                                                   "r - - 0 1",
                                                   "N",
                                                   "\xe1\xbb\x9d",
                                                   "+C"};

class Mutator {
  public:
    explicit Mutator(std::uint64_t seed) : random_(seed) {}

    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
    template <typename List>
    const auto& one_of(const List& list) {
        return list[below(list.size())];
    }

    std::string line(Engine& engine) {
        std::string text;
        switch (below(12)) {
            case 0: return noise();
            case 1: text = turn_of(engine); break;
            default: text = one_of(kSeeds); break;
        }
        for (std::size_t n = below(4); n > 0; --n) mutate(text);
        return text;
    }

  private:
    char any_byte() {
        const char byte = static_cast<char>(below(256));
        return byte == '\n' ? '\0' : byte;
    }

    std::string noise() {
        std::string text(below(3) == 0 ? below(3000) : below(40), ' ');
        for (char& c : text) c = below(2) == 0 ? any_byte() : static_cast<char>(' ' + below(95));
        return text;
    }

    /// A question about or a game with a turn that is possible here.
    std::string turn_of(Engine& engine) {
        const Lines lines = engine.send("moves");
        std::string turn(Words(one_of(lines)).next());
        switch (below(3)) {
            case 0: return "turn " + turn;
            case 1: return "position fen " + engine.fen() + " moves " + turn;
            default: return "parts " + turn.substr(0, turn.find_last_of(",:"));
        }
    }

    void mutate(std::string& text) {
        const std::size_t at = below(text.size() + 1), length = below(text.size() - at + 1);
        switch (below(8)) {
            case 0: text.insert(at, 1, any_byte()); break;
            case 1:
                if (at < text.size()) text[at] = any_byte();
                break;
            case 2: text.erase(at, 1 + below(3)); break;
            case 3: text.erase(at, length); break;
            case 4: text.insert(at, text.substr(at, length)); break;
            case 5: text.insert(at, one_of(kPieces)); break;
            case 6: text += ' ' + std::string(one_of(kPieces)); break;
            default: text.insert(at, one_of(kSeeds)); break;
        }
        if (text.size() > 20000) text.resize(20000);
    }

    std::mt19937_64 random_;
};

/// What no refused line may change.
std::string state(Engine& engine) {
    const Lines lines = engine.send("d");
    std::string text;
    for (auto line = lines.end() - 6; line != lines.end(); ++line) text += *line + '\n';
    return text;
}

std::uint64_t number_from(const char* variable, std::uint64_t otherwise) {
    const char* const text = std::getenv(variable);
    return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(ProtocolMutation, NoLineDoesHarm) {
    Mutator mutator(number_from("TULENH_MUTATION_SEED", 1));
    Engine engine;
    std::string before = state(engine);
    bool refused = false;  // the last `position`
    std::uint64_t accepted = 0, errors = 0;
    for (std::uint64_t n = number_from("TULENH_MUTATION_LINES", 3000); n > 0; --n) {
        const std::string line = mutator.line(engine);
        if (is_out_of_bounds(line)) continue;
        SCOPED_TRACE("line: " + testing::PrintToString(line));
        const std::string first(Words(line).next());
        const bool searching = mutator.below(10) == 0 && !refused;
        if (searching) engine.send("go infinite");
        engine.uci().execute(line);
        Lines answer = engine.send("isready");
        for (std::string& more : engine.send("stop")) answer.push_back(std::move(more));

        std::size_t bestmoves = 0;
        bool error = false;
        for (const std::string& answered : answer) {
            ASSERT_TRUE(is_line_of_protocol(answered)) << testing::PrintToString(answered);
            error = error || is_error(answered);
            bestmoves += answered.rfind("bestmove ", 0) == 0;
        }
        const bool perft = first == "go" && line.find("perft") != line.npos;
        if (searching) {
            ASSERT_EQ(bestmoves, 1U);
        } else if (!perft) {
            ASSERT_EQ(bestmoves, first == "go" ? 1U : 0U);
        }
        if (first == "position" && !searching) refused = error;
        const std::string after = state(engine);
        if (error || searching) {
            ASSERT_EQ(after, before);
        }
        before = after;
        ++(error ? errors : accepted);
    }
    // Both kinds have to be met.
    EXPECT_GT(errors, 0U);
    EXPECT_GT(accepted, 0U);
}

}  // namespace
}  // namespace tulenh
