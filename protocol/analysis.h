// What `tulenh analyse` finds out about a position, and about the turns of a game.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "search/search.h"

namespace tulenh {

/// A position to be analysed.
struct AnalysisTask {
    std::size_t id = 0;          ///< from 1, in the order of the input
    Expected<Game> game;         ///< what has led to the position, or why it was refused
    bool of_game = false;        ///< does it come from a game, and not alone?
    std::optional<Turn> played;  ///< what follows in that game, in its shortest form; none at its end
};

/// What is known of a position.
struct Analysis {
    struct Line {
        Value score = 0;       ///< for the side to move
        std::vector<Turn> pv;  ///< whole turns in their shortest form
    };

    AnalysisTask task;
    std::optional<Result> result;  ///< then nothing is searched
    Value value = 0;               ///< of the best line or the result, for the side to move
    int depth = 0;
    std::uint64_t nodes = 0;
    Milliseconds time{};
    std::vector<Line> lines;  ///< best first
    std::optional<int> loss;  ///< of the turn played (see `loss_of_turn`)
};

/// Searches the position as if the search had never run before.
[[nodiscard]] Analysis analyse(AnalysisTask task, Search& search, const Limits& limits);

/// Scores beyond this one, and decided battles, count as much when turns are judged.
inline constexpr Value kMostJudged = 2000;
/// What a turn gave away, never less than 0: the best that the side had before it, and what it has after it.
[[nodiscard]] int loss_of_turn(const Analysis& before, const Analysis& after);

/// A sign for bad turns, and the loss from which on a turn gets it.
struct TurnMark {
    std::string_view sign;
    int loss;
};
inline constexpr std::array kTurnMarks{TurnMark{"?!", 50}, TurnMark{"?", 100}, TurnMark{"??", 300}};
/// The sign of a turn with this loss; empty for a good one.
[[nodiscard]] std::string_view mark_of_loss(int loss);

/// Gives one analysis after the other; none at the end.
using NextAnalysis = std::function<std::optional<Analysis>()>;

/// Fills in the losses of the turns of games: each is known once the position after it is analysed.
class TurnJudge {
  public:
    explicit TurnJudge(NextAnalysis next) : next_(std::move(next)) {}
    [[nodiscard]] std::optional<Analysis> next();

  private:
    NextAnalysis next_;
    std::optional<Analysis> after_;  ///< analysed already, for the turn before it
};

}  // namespace tulenh
