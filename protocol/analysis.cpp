#include "protocol/analysis.h"

#include <algorithm>
#include <chrono>

namespace tulenh {
namespace {

/// The value of a battle that is over, for the side to move.
Value value_of(const Result& result, Color side) {
    if (!result.winner) return 0;
    const Value won = result.reason == Reason::NoCapture ? kPointsWin : kMate;
    return *result.winner == side ? won : -won;
}

int judged(Value value) { return std::clamp(value, -kMostJudged, kMostJudged); }

}  // namespace

Analysis analyse(AnalysisTask task, Search& search, const Limits& limits) {
    Analysis found{std::move(task), {}, 0, 0, 0, {}, {}, {}};
    if (!found.task.game) return found;
    const Game& game = *found.task.game;
    found.result = game.result();
    if (found.result) {
        found.value = value_of(*found.result, game.position().side_to_move());
        return found;
    }
    const auto begun = std::chrono::steady_clock::now();
    search.clear();
    const SearchResult searched = search.run(game, limits, [&](const SearchInfo& info) {
        if (info.bound != Bound::Exact) return;
        if (info.line == 1) {
            found.lines.clear();
            found.depth = info.depth;
        }
        found.lines.push_back({info.score, info.pv});
    });
    found.value = found.lines.front().score;
    found.nodes = searched.nodes;
    found.time = std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - begun);
    return found;
}

int loss_of_turn(const Analysis& before, const Analysis& after) {
    const bool best = !before.lines.empty() && before.lines.front().pv.front() == before.task.played;
    return best ? 0 : std::max(0, judged(before.value) + judged(after.value));
}

std::string_view mark_of_loss(int loss) {
    std::string_view sign;
    for (const TurnMark& mark : kTurnMarks)
        if (loss >= mark.loss) sign = mark.sign;
    return sign;
}

std::optional<Analysis> TurnJudge::next() {
    std::optional<Analysis> current = after_ ? std::exchange(after_, std::nullopt) : next_();
    if (!current || !current->task.played) return current;
    after_ = next_();
    if (!after_) return std::nullopt;
    current->loss = loss_of_turn(*current, *after_);
    return current;
}

}  // namespace tulenh
