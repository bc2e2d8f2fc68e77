// The speed of the engine's parts: counting turns of the positions of reference/speed.txt, and what search
// asks most in positions near them. A wrong count fails the run.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "engine/attacks.h"
#include "engine/exchange.h"
#include "engine/legality.h"
#include "engine/movegen.h"
#include "engine/turns.h"
#include "tests/plain/random_positions.h"
#include "tests/reference_files.h"

namespace tulenh::testing {
namespace {

using benchmark::Counter;
using benchmark::DoNotOptimize;
using benchmark::State;

/// A line of reference/speed.txt.
struct SpeedPosition {
    std::string name, group;
    Position position;
    Count count;
};

std::vector<SpeedPosition> speed_positions() {
    std::vector<SpeedPosition> positions;
    for (const auto& fields : reference_lines("speed.txt"))
        positions.push_back({fields.at(0), fields.at(1), position_of(fields.at(2), mode_of(fields.at(3))),
                             count_of(fields.at(4))});
    if (positions.empty()) throw std::runtime_error("reference/speed.txt cannot be read");
    return positions;
}

bool failed = false;

bool is_right(State& state, std::uint64_t count, std::uint64_t expected) {
    if (count == expected) return true;
    failed = true;
    const std::string text = std::to_string(count) + " turns instead of " + std::to_string(expected);
    state.SkipWithError(text.c_str());
    return false;
}

/// The rate of something that was done so often in each iteration.
Counter rate(std::uint64_t times) { return {static_cast<double>(times), Counter::kIsIterationInvariantRate}; }

std::string label(const Count& count) {
    return "D" + std::to_string(count.depth) + " " + std::to_string(count.turns);
}

// ------------------------------------------------------------------------------------------ counting

/// Counting as `go perft` does it, the turns of the last ply in bulk.
void count_in_bulk(State& state, const SpeedPosition& speed) {
    for (auto _ : state)
        if (!is_right(state, perft(speed.position, speed.count.depth), speed.count.turns)) return;
    state.counters["leaves_per_second"] = rate(speed.count.turns);
    state.SetLabel(label(speed.count));
}

/// A set of keys that is emptied at no cost.
class KeySet {
  public:
    KeySet() : slots_(std::size_t{1} << 10) {}

    /// Returns whether the key is new.
    bool insert(std::uint64_t key) {
        if (2 * size_ >= slots_.size()) grow();
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = key & mask;
        for (; slots_[i].round == round_; i = (i + 1) & mask)
            if (slots_[i].key == key) return false;
        slots_[i] = {key, round_};
        ++size_;
        return true;
    }
    void clear() {
        ++round_;
        size_ = 0;
    }

  private:
    struct Slot {
        std::uint64_t key = 0, round = 0;
    };

    void grow() {
        const std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(2 * slots_.size()));
        size_ = 0;
        for (const Slot& slot : old)
            if (slot.round == round_) insert(slot.key);
    }

    std::vector<Slot> slots_;
    std::uint64_t round_ = 1;
    std::size_t size_ = 0;
};

/// Counts as the search goes: all parts, those of turns under way included, are generated into a list and
/// each is played on a copy of the position. Equal results of one stack are told apart by key.
class PlayedCount {
  public:
    explicit PlayedCount(int depth) : seen_(static_cast<std::size_t>(depth) + 1) {}

    std::uint64_t turns(const Position& position, int depth) {
        if (position.decided()) return 0;
        std::uint64_t count = 0;
        PartList list;
        generate(position, list);
        const LegalityGate legality(position);
        const CheckGate checks(position);
        Point origin = kNoPoint;
        for (const Part part : list) {
            if (is_plain_move(position, legality, checks, part)) {
                ++parts_;
                Position after = position;
                after.play_plain_move(part);
                count += depth == 1 ? 1 : turns(after, depth - 1);
                continue;
            }
            if (part.from() != origin) {
                origin = part.from();
                seen_[static_cast<std::size_t>(depth)].clear();
            }
            count += after_part(position, part, depth, position.at(origin).stacked());
        }
        return count;
    }
    /// How many parts have been played.
    [[nodiscard]] std::uint64_t parts() const { return parts_; }

  private:
    std::uint64_t after_part(const Position& position, Part part, int depth, bool several_ways) {
        ++parts_;
        Position after = position;
        const Outcome outcome = after.play(part);
        if (outcome == Outcome::UnderWay) {
            std::uint64_t count = 0;
            PartList list;
            generate(after, list);
            for (const Part next : list) count += after_part(after, next, depth, several_ways);
            return count;
        }
        if (outcome != Outcome::Over) return 0;
        if (several_ways && !seen_[static_cast<std::size_t>(depth)].insert(result_key(after))) return 0;
        return depth == 1 ? 1 : turns(after, depth - 1);
    }

    /// Turns that collect different points are different.
    static std::uint64_t result_key(const Position& after) {
        const std::uint64_t red = after.points(Color::Red), blue = after.points(Color::Blue);
        return after.key() ^ (red << 40 ^ blue << 16 ^ after.halfmove()) * 0x9e3779b97f4a7c15U;
    }

    std::vector<KeySet> seen_;  ///< by depth
    std::uint64_t parts_ = 0;
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// The same turns counted by playing, and in bulk, one after the other. The times are those of playing.
void count_by_playing(State& state, const SpeedPosition& speed) {
    constexpr std::uint64_t kEnough = 100'000'000;
    Count count = speed.count;
    if (count.turns > kEnough) count = {count.depth - 1, perft(speed.position, count.depth - 1)};

    double bulk_time = 0, played_time = 0;
    std::uint64_t parts = 0;
    for (auto _ : state) {
        const double begin = cpu_seconds();
        if (!is_right(state, perft(speed.position, count.depth), count.turns)) return;
        const double middle = cpu_seconds();
        PlayedCount played(count.depth);
        if (!is_right(state, played.turns(speed.position, count.depth), count.turns)) return;
        const double end = cpu_seconds();
        parts = played.parts();
        bulk_time += middle - begin;
        played_time += end - middle;
        state.SetIterationTime(end - middle);
    }
    state.counters["leaves_per_second"] = rate(count.turns);
    state.counters["parts_per_second"] = rate(parts);
    state.counters["of_bulk"] = bulk_time / played_time;
    state.SetLabel(label(count));
}

// ------------------------------------------------------------------------------- what the search asks

struct Sample {
    Position position;
    std::vector<Part> parts;  ///< what `generate` offers
};
using Samples = std::vector<Sample>;

/// Plays a random legal turn, if it finds one soon.
bool play_random_turn(Position& position, Random& random) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        Position after = position;
        Outcome outcome = Outcome::UnderWay;
        while (outcome == Outcome::UnderWay) {
            PartList list;
            generate(after, list);
            if (list.empty()) break;
            outcome = after.play(list[random.below(list.size())]);
        }
        if (outcome != Outcome::Over) continue;
        position = after;
        return true;
    }
    return false;
}

/// Undecided positions up to six turns from a position.
void add_samples(Samples& samples, const Position& start, Random& random) {
    constexpr std::size_t kWalks = 40, kLongest = 6;
    for (std::size_t walk = 0; walk < kWalks; ++walk) {
        Position position = start;
        for (std::size_t turns = walk % (kLongest + 1); turns > 0; --turns) {
            Position next = position;
            if (!play_random_turn(next, random) || next.decided()) break;
            position = next;
        }
        PartList list;
        generate(position, list);
        samples.push_back({position, {list.begin(), list.end()}});
    }
}

/// By the classes of positions, in the order of the file.
using Groups = std::vector<std::pair<std::string, Samples>>;

Groups samples_by_group(const std::vector<SpeedPosition>& positions) {
    Groups groups;
    Random random(1);
    for (const SpeedPosition& speed : positions) {
        if (groups.empty() || groups.back().first != speed.group) groups.emplace_back(speed.group, Samples{});
        add_samples(groups.back().second, speed.position, random);
    }
    return groups;
}

template <Wanted kWanted>
void generate_parts(State& state, const Samples& samples) {
    std::uint64_t parts = 0;
    PartList list;
    for (auto _ : state) {
        parts = 0;
        for (const Sample& sample : samples) {
            list.clear();
            generate(sample.position, list, kWanted);
            parts += list.size();
            benchmark::ClobberMemory();
        }
        DoNotOptimize(parts);
    }
    state.counters["positions_per_second"] = rate(samples.size());
    state.counters["parts_per_second"] = rate(parts);
}

/// Asks something of each position; `ask(sample)` returns a number of which the sum is of no interest.
template <typename Ask>
void ask_positions(State& state, const Samples& samples, Ask&& ask) {
    for (auto _ : state) {
        std::uint64_t sum = 0;
        for (const Sample& sample : samples) sum += static_cast<std::uint64_t>(ask(sample));
        DoNotOptimize(sum);
    }
    state.counters["positions_per_second"] = rate(samples.size());
}

/// Asks something of each part of each position; `ask(sample, part)`.
template <typename Ask>
void ask_parts(State& state, const Samples& samples, Ask&& ask) {
    std::uint64_t parts = 0;
    for (const Sample& sample : samples) parts += sample.parts.size();
    for (auto _ : state) {
        std::uint64_t sum = 0;
        for (const Sample& sample : samples)
            for (const Part part : sample.parts) sum += static_cast<std::uint64_t>(ask(sample, part));
        DoNotOptimize(sum);
    }
    state.counters["parts_per_second"] = rate(parts);
}

/// Asks something of each stack that the side to move could attack; `ask(position, point)`.
template <typename Ask>
void ask_targets(State& state, const Samples& samples, Ask&& ask) {
    std::vector<std::pair<const Position*, Point>> targets;
    for (const Sample& sample : samples) {
        const Position& position = sample.position;
        position.occupied(~position.side_to_move()).for_each([&](Point p) {
            targets.emplace_back(&position, p);
        });
    }
    for (auto _ : state) {
        std::uint64_t sum = 0;
        for (const auto& [position, p] : targets) sum += static_cast<std::uint64_t>(ask(*position, p));
        DoNotOptimize(sum);
    }
    state.counters["points_per_second"] = rate(targets.size());
}

void make(State& state, const Samples& samples) {
    ask_parts(state, samples, [](const Sample& sample, Part part) {
        Position after = sample.position;
        const Outcome outcome = after.play(part);
        DoNotOptimize(after);
        return outcome == Outcome::Over;
    });
}

void is_attacked_by_side(State& state, const Samples& samples) {
    ask_targets(state, samples, [](const Position& position, Point p) {
        return is_attacked(position, p, position.side_to_move());
    });
}

void attackers_of_point(State& state, const Samples& samples) {
    ask_targets(state, samples, [](const Position& position, Point p) {
        return attackers(position, p, position.side_to_move()).count();
    });
}

void in_check_of_both(State& state, const Samples& samples) {
    ask_positions(state, samples, [](const Sample& sample) {
        return in_check(sample.position, Color::Red) + in_check(sample.position, Color::Blue);
    });
}

void make_legality_gate(State& state, const Samples& samples) {
    ask_positions(state, samples, [](const Sample& sample) {
        const LegalityGate gate(sample.position);
        DoNotOptimize(gate);
        return 0;
    });
}

void make_check_gate(State& state, const Samples& samples) {
    ask_positions(state, samples, [](const Sample& sample) {
        const CheckGate gate(sample.position);
        DoNotOptimize(gate);
        return 0;
    });
}

/// One gate a position, asked about its parts. The share of answers "yes" is told too.
template <typename Gate, typename Ask>
void ask_gates(State& state, const Samples& samples, Ask&& ask) {
    std::vector<Gate> gates;
    gates.reserve(samples.size());
    for (const Sample& sample : samples) gates.emplace_back(sample.position);
    const auto answer = [&](const Sample& sample, Part part) {
        const auto number = static_cast<std::size_t>(&sample - samples.data());
        return ask(gates[number], sample.position, part);
    };
    std::uint64_t parts = 0, yes = 0;
    for (const Sample& sample : samples)
        for (const Part part : sample.parts) {
            ++parts;
            yes += answer(sample, part);
        }
    ask_parts(state, samples, answer);
    state.counters["yes"] = static_cast<double>(yes) / static_cast<double>(parts);
}

void ask_legality_gate(State& state, const Samples& samples) {
    ask_gates<LegalityGate>(state, samples, [](const LegalityGate& gate, const Position&, Part part) {
        return gate.surely_legal(part);
    });
}

void ask_check_gate(State& state, const Samples& samples) {
    ask_gates<CheckGate>(state, samples, [](const CheckGate& gate, const Position& position, Part part) {
        return gate.surely_quiet(part, position.at(part.from()).subset(part.members()));
    });
}

void gives_check_by_part(State& state, const Samples& samples) {
    ask_gates<CheckGate>(state, samples, [](const CheckGate& gate, const Position& position, Part part) {
        return gives_check(position, gate, part);
    });
}

void exchange_value_of_captures(State& state, const Samples& samples) {
    Samples captures = samples;
    for (Sample& sample : captures) std::erase_if(sample.parts, [](Part part) { return !part.captures(); });
    ask_parts(state, captures,
              [](const Sample& sample, Part part) { return exchange_value(sample.position, part); });
}

void key(State& state, const Samples& samples) {
    ask_positions(state, samples, [](const Sample& sample) { return sample.position.key(); });
}

void computed_key(State& state, const Samples& samples) {
    ask_positions(state, samples, [](const Sample& sample) { return sample.position.computed_key(); });
}

void key_after_last(State& state, const Samples& samples) {
    ask_parts(state, samples,
              [](const Sample& sample, Part part) { return sample.position.key_after_last(part); });
}

// ------------------------------------------------------------------------------------------ the suite

std::string in_one_word(std::string text) {
    for (char& c : text)
        if (c == ' ') c = '_';
    return text;
}

using Question = void (*)(State&, const Samples&);
constexpr std::array<std::pair<const char*, Question>, 15> kQuestions{{
    {"generate_all", generate_parts<Wanted::All>},
    {"generate_captures", generate_parts<Wanted::Captures>},
    {"make", make},
    {"is_attacked", is_attacked_by_side},
    {"attackers", attackers_of_point},
    {"in_check", in_check_of_both},
    {"legality_gate", make_legality_gate},
    {"check_gate", make_check_gate},
    {"surely_legal", ask_legality_gate},
    {"surely_quiet", ask_check_gate},
    {"gives_check", gives_check_by_part},
    {"exchange_value", exchange_value_of_captures},
    {"key", key},
    {"computed_key", computed_key},
    {"key_after_last", key_after_last},
}};

void register_all(const std::vector<SpeedPosition>& positions, const Groups& groups) {
    for (const SpeedPosition& speed : positions)
        benchmark::RegisterBenchmark(("perft/" + speed.name).c_str(), [&speed](State& state) {
            count_in_bulk(state, speed);
        })->Unit(benchmark::kMillisecond);
    for (const SpeedPosition& speed : positions)
        benchmark::RegisterBenchmark(("perft_played/" + speed.name).c_str(),
                                     [&speed](State& state) { count_by_playing(state, speed); })
            ->Unit(benchmark::kMillisecond)
            ->UseManualTime();
    for (const auto& [name, question] : kQuestions)
        for (const auto& [group, samples] : groups) {
            const auto run = [ask = question, &of = samples](State& state) { ask(state, of); };
            benchmark::RegisterBenchmark((std::string(name) + "/" + in_one_word(group)).c_str(), run)
                ->Unit(benchmark::kMicrosecond);
        }
}

int run(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    const std::vector<SpeedPosition> positions = speed_positions();
    const Groups groups = samples_by_group(positions);
    register_all(positions, groups);
    const std::size_t matched = benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return matched == 0 || failed ? 1 : 0;
}

}  // namespace
}  // namespace tulenh::testing

int main(int argc, char** argv) {
    try {
        return tulenh::testing::run(argc, argv);
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 2;
    }
}
