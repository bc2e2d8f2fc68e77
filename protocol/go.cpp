#include "protocol/go.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "protocol/words.h"
#include "search/score.h"

namespace tulenh {
namespace {

constexpr std::int64_t kMaxNumber = std::numeric_limits<std::int64_t>::max();
/// Longer times are as good as this one (a hundred days) and would overflow somewhere.
constexpr std::int64_t kLongTime = 10'000'000'000;
constexpr int kMaxPerftDepth = 100;

/// Words that have a number after them, in the order of `kNumbers`.
enum class Number : std::uint8_t {
    Depth,
    Nodes,
    Movetime,
    RedTime,
    BlueTime,
    RedIncrement,
    BlueIncrement,
    MovesToGo,
    Gametime,
    Perft
};

struct NumberWord {
    std::string_view word;
    Number number;
    std::int64_t low, high;
};

// However short a limit is, a legal turn is found: 0 is allowed. Clocks may have run out (section 2).
constexpr std::array kNumbers{
    NumberWord{"depth", Number::Depth, 0, kMaxNumber},
    NumberWord{"nodes", Number::Nodes, 0, kMaxNumber},
    NumberWord{"movetime", Number::Movetime, 0, kMaxNumber},
    NumberWord{"wtime", Number::RedTime, -kMaxNumber, kMaxNumber},
    NumberWord{"rtime", Number::RedTime, -kMaxNumber, kMaxNumber},
    NumberWord{"p1time", Number::RedTime, -kMaxNumber, kMaxNumber},
    NumberWord{"btime", Number::BlueTime, -kMaxNumber, kMaxNumber},
    NumberWord{"p2time", Number::BlueTime, -kMaxNumber, kMaxNumber},
    NumberWord{"winc", Number::RedIncrement, 0, kMaxNumber},
    NumberWord{"rinc", Number::RedIncrement, 0, kMaxNumber},
    NumberWord{"p1inc", Number::RedIncrement, 0, kMaxNumber},
    NumberWord{"binc", Number::BlueIncrement, 0, kMaxNumber},
    NumberWord{"p2inc", Number::BlueIncrement, 0, kMaxNumber},
    NumberWord{"movestogo", Number::MovesToGo, 0, kMaxNumber},
    NumberWord{"gametime", Number::Gametime, -kMaxNumber, kMaxNumber},
    NumberWord{"perft", Number::Perft, 1, kMaxPerftDepth},
};

const NumberWord* find_number(std::string_view word) {
    const auto* const at =
        std::find_if(kNumbers.begin(), kNumbers.end(), [&](const NumberWord& n) { return n.word == word; });
    return at == kNumbers.end() ? nullptr : at;
}

Milliseconds time(std::int64_t number, std::int64_t least) {
    return Milliseconds(std::clamp(number, least, kLongTime));
}

/// The numbers of the clocks, until it is known which go together.
struct ClockNumbers {
    std::array<std::optional<Milliseconds>, 2> left;
    std::array<Milliseconds, 2> increment{};
};

void take(GoRequest& request, ClockNumbers& clocks, Number number, std::int64_t value) {
    Limits& limits = request.limits;
    switch (number) {
        case Number::Depth:
            limits.depth = static_cast<int>(std::clamp<std::int64_t>(value, 1, kMaxTurnPly));
            break;
        case Number::Nodes:
            limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(value, 1));
            break;
        case Number::Movetime: limits.movetime = time(value, 1); break;
        case Number::RedTime: clocks.left[index(Color::Red)] = time(value, 1); break;
        case Number::BlueTime: clocks.left[index(Color::Blue)] = time(value, 1); break;
        case Number::RedIncrement: clocks.increment[index(Color::Red)] = time(value, 0); break;
        case Number::BlueIncrement: clocks.increment[index(Color::Blue)] = time(value, 0); break;
        case Number::MovesToGo:
            // Front-ends write 0 when the clocks are not set again.
            limits.turns_to_go.reset();
            if (value > 0) limits.turns_to_go = static_cast<int>(std::min<std::int64_t>(value, 10'000));
            break;
        case Number::Gametime: limits.gametime = time(value, 1); break;
        case Number::Perft: request.perft = static_cast<int>(value); break;
    }
}

/// Puts the clocks together and decides whether there is any limit at all.
void complete(Limits& limits, const ClockNumbers& clocks, Color side) {
    for (const Color color : kColors)
        if (const std::optional<Milliseconds> left = clocks.left[index(color)])
            limits.clocks[index(color)] = Clock{*left, clocks.increment[index(color)]};
    std::optional<Clock>& own = limits.clocks[index(side)];
    if (limits.gametime && !own)
        own = Clock{std::max(*limits.gametime / 2, Milliseconds(1)), clocks.increment[index(side)]};
    if (!limits.depth && !limits.nodes && !limits.movetime && !own) limits.infinite = true;
}

}  // namespace

GoRequest parse_go(std::string_view text, Color side) {
    GoRequest request;
    ClockNumbers clocks;
    Words words(text);
    std::string unknown;
    const auto tell_unknown = [&] {
        if (!unknown.empty()) request.skipped.push_back({"unknown", "go: skipped " + in_quotes(unknown)});
        unknown.clear();
    };
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (word == "infinite") {
            tell_unknown();
            request.limits.infinite = true;
        } else if (const NumberWord* known = find_number(word)) {
            tell_unknown();
            const Expected<std::int64_t> number = parse_number(words.next(), known->low, known->high);
            if (!number) {
                request.malformed =
                    Error{number.error().code, "go: " + std::string(word) + ": " + number.error().text};
                return request;
            }
            take(request, clocks, known->number, *number);
        } else if (unknown.size() < 200) {
            if (!unknown.empty()) unknown += ' ';
            unknown += word.substr(0, 200);
        }
    }
    tell_unknown();
    complete(request.limits, clocks, side);
    return request;
}

}  // namespace tulenh
