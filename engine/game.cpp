#include "engine/game.h"

#include <algorithm>
#include <array>

#include "engine/turns.h"

namespace tulenh {

std::string_view name(Reason reason) {
    constexpr std::array<std::string_view, 7> kNames{"commander", "sea",        "air",       "land",
                                                     "no-move",   "repetition", "no-capture"};
    return kNames[static_cast<std::size_t>(reason)];
}

std::optional<Result> result(const Position& position) {
    // If both sides have lost, the side that has just moved wins (RULES.md section 12).
    for (const Color loser : {position.side_to_move(), ~position.side_to_move()})
        for (std::size_t c = 0; c < kConditionCount; ++c)
            if (position.has_lost(loser, static_cast<Condition>(c)))
                return Result{~loser, static_cast<Reason>(c)};
    const bool counted_out = position.halfmove() >= kNoCaptureLimit;
    if (!has_turn_ignoring_counter(position)) return Result{~position.side_to_move(), Reason::NoMove};
    if (!counted_out) return std::nullopt;
    const unsigned red = position.points(Color::Red), blue = position.points(Color::Blue);
    if (red == blue) return Result{std::nullopt, Reason::NoCapture};
    return Result{red > blue ? Color::Red : Color::Blue, Reason::NoCapture};
}

unsigned final_points(const Position& position, const std::optional<Result>& result, Color color) {
    constexpr unsigned kVictory = 100;
    const bool won = result && result->winner == color && result->reason != Reason::NoCapture;
    return position.points(color) + (won ? kVictory : 0);
}

Expected<bool> Game::play(std::string_view text) {
    const Expected<ParsedTurn> parsed = parse_turn(current_, text);
    if (!parsed) return parsed.error();
    turns_.push_back(parsed->turn);
    current_ = parsed->after;
    keys_.push_back(current_.key());
    return parsed->exposed;
}

void Game::play(const Turn& turn) {
    play_turn(current_, turn);
    turns_.push_back(turn);
    keys_.push_back(current_.key());
}

int Game::repetitions() const {
    return static_cast<int>(std::count(keys_.begin(), keys_.end(), current_.key()));
}

std::optional<Result> Game::result() const {
    const std::optional<Result> by_itself = tulenh::result(current_);
    if (repetitions() >= 3 && (!by_itself || by_itself->reason == Reason::NoCapture))
        return Result{std::nullopt, Reason::Repetition};
    return by_itself;
}

}  // namespace tulenh
