#include "protocol/go.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "engine/turns.h"
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
    Mate,
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
    NumberWord{"mate", Number::Mate, 1, kMaxTurnPly},
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
        case Number::Mate: limits.mate = static_cast<int>(value); break;
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
    if (!limits.depth && !limits.nodes && !limits.movetime && !limits.mate && !own) limits.infinite = true;
}

/// Takes a turn after `searchmoves`, if it is legal.
void name_turn(GoRequest& request, const Position& position, std::string_view word) {
    const auto refuse = [&](const std::string& code, const std::string& why) {
        request.skipped.push_back({code, "go: searchmoves: " + in_quotes(word) + ": " + why});
    };
    const Expected<ParsedTurn> parsed = parse_turn(position, word);
    if (!parsed) return refuse(parsed.error().code, parsed.error().text);
    if (parsed->turn.burnt()) return refuse("ring", "a burnt flight is not searched");
    if (parsed->exposed) return refuse("exposed", "the own commander could be taken");
    const Turn turn = shortest_form(position, parsed->turn);
    std::vector<Turn>& turns = request.limits.turns;
    if (std::find(turns.begin(), turns.end(), turn) == turns.end()) turns.push_back(turn);
}

}  // namespace

GoRequest parse_go(std::string_view text, const Position& position) {
    GoRequest request;
    ClockNumbers clocks;
    Words words(text);
    std::string unknown;
    bool names_turns = false, any_turn_named = false;
    const auto tell_unknown = [&] {
        if (!unknown.empty()) request.skipped.push_back({"unknown", "go: skipped " + in_quotes(unknown)});
        unknown.clear();
    };
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        const NumberWord* const number_word = find_number(word);
        if (number_word == nullptr && word != "infinite" && word != "ponder" && word != "searchmoves") {
            if (names_turns) {
                any_turn_named = true;
                name_turn(request, position, word);
            } else if (unknown.size() < 200) {
                if (!unknown.empty()) unknown += ' ';
                unknown += word.substr(0, 200);
            }
            continue;
        }
        tell_unknown();
        names_turns = word == "searchmoves";
        if (word == "infinite") request.limits.infinite = true;
        if (word == "ponder") request.limits.ponder = true;
        if (number_word == nullptr) continue;
        const Expected<std::int64_t> number = parse_number(words.next(), number_word->low, number_word->high);
        if (!number) {
            request.malformed =
                Error{number.error().code, "go: " + std::string(word) + ": " + number.error().text};
            return request;
        }
        take(request, clocks, number_word->number, *number);
    }
    tell_unknown();
    complete(request.limits, clocks, position.side_to_move());
    if (any_turn_named && request.limits.turns.empty())
        request.malformed = Error{request.skipped.back().code, "go: searchmoves: no turn is left"};
    return request;
}

}  // namespace tulenh
