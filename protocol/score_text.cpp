#include "protocol/score_text.h"

#include <algorithm>
#include <string_view>

#include "engine/text.h"
#include "engine/turns.h"
#include "search/win_rate.h"

namespace tulenh {
namespace {

std::string_view bound_text(Bound bound) {
    switch (bound) {
        case Bound::Exact: return "";
        case Bound::Lower: return " lowerbound";
        case Bound::Upper: return " upperbound";
    }
    return "";
}

std::string format_rates(const WinDrawLoss& rates) {
    return " wdl " + std::to_string(rates.win) + ' ' + std::to_string(rates.draw) + ' ' +
           std::to_string(rates.loss);
}

}  // namespace

ShownScore shown_score(Value score) {
    if (!is_mate(score)) return {"cp", score};
    // The own turns among the turns of both sides. Who loses by the own next turn loses at the opponent's
    // first one at the latest.
    const int turns = mate_distance(score);
    if (score > 0) return {"mate", (turns + 1) / 2};
    return {"mate", turns == 0 ? 0 : -std::max(turns / 2, 1)};
}

std::string format_score(Value score) {
    const ShownScore shown = shown_score(score);
    return std::string(shown.unit) + ' ' + std::to_string(shown.number);
}

std::string format_info(const Position& root, const SearchInfo& info, bool with_rates) {
    const auto milliseconds = static_cast<std::uint64_t>(std::max<Milliseconds::rep>(info.time.count(), 0));
    const std::uint64_t speed = info.nodes * 1000 / std::max<std::uint64_t>(milliseconds, 1);
    std::string line = "info depth " + std::to_string(info.depth) + " seldepth " +
                       std::to_string(info.selective_depth) + " multipv " + std::to_string(info.line) +
                       " score " + format_score(info.score);
    line += bound_text(info.bound);
    if (with_rates) line += format_rates(win_draw_loss(info.score, root));
    line += " nodes " + std::to_string(info.nodes) + " nps " + std::to_string(speed) + " hashfull " +
            std::to_string(info.hashfull) + " time " + std::to_string(milliseconds);
    if (info.pv.empty()) return line;
    line += " pv";
    Position position = root;
    for (const Turn& turn : info.pv) {
        line += ' ';
        line += format_turn(position, turn);
        play_turn(position, turn);
    }
    return line;
}

std::string format_current(const Position& root, const CurrentTurn& current) {
    return "info depth " + std::to_string(current.depth) + " currmove " + format_turn(root, current.turn) +
           " currmovenumber " + std::to_string(current.number);
}

std::string format_decided_info(const Position& root, const Result& result) {
    std::string score = "mate 0";
    if (!result.winner)
        score = "cp 0";
    else if (result.reason == Reason::NoCapture)
        score = format_score(*result.winner == root.side_to_move() ? kPointsWin : -kPointsWin);
    return "info depth 0 score " + score;
}

}  // namespace tulenh
