#include "protocol/analysis_text.h"

#include <cstdlib>

#include "engine/turns.h"
#include "protocol/report.h"
#include "protocol/score_text.h"

namespace tulenh {
namespace {

/// Hundredths with two digits after the point.
std::string hundredths(int number) {
    return std::to_string(number / 100) + '.' + std::to_string(100 + number % 100).substr(1);
}

std::string score_text(Value score) {
    const ShownScore shown = shown_score(score);
    if (shown.unit == "mate") return "mate " + std::to_string(shown.number);
    return (shown.number < 0 ? "-" : "+") + hundredths(std::abs(shown.number));
}

std::string line_text(const Analysis::Line& line, const Position& root) {
    std::string text = "    " + score_text(line.score);
    Position position = root;
    for (const Turn& turn : line.pv) {
        text += (&turn == line.pv.data() ? "  " : " ") + format_turn(position, turn);
        play_turn(position, turn);
    }
    return text + '\n';
}

}  // namespace

std::string AnalysisText::add(const Analysis& analysis) {
    const AnalysisTask& task = analysis.task;
    std::string text = std::to_string(task.id) + ". ";
    if (!task.game) return text + "refused: " + task.game.error().text + '\n';
    const Position& position = task.game->position();
    text += format_fen(position);
    if (position.mode() != Mode::Standard) text.append(", ").append(name(position.mode()));
    text += '\n';
    if (analysis.result) text += "    " + format_result(*task.game) + '\n';
    for (const Analysis::Line& line : analysis.lines) text += line_text(line, position);
    if (task.played && analysis.loss) {
        const std::string_view mark = mark_of_loss(*analysis.loss);
        text += "    played " + format_turn(position, *task.played);
        if (!mark.empty()) text.append(" ").append(mark);
        text += "  loss " + hundredths(*analysis.loss) + '\n';
        count(position.side_to_move(), *analysis.loss);
    }
    return task.of_game && !task.played ? text + end_of_game() : text;
}

void AnalysisText::count(Color side, int loss) {
    Account& account = accounts_[index(side)];
    ++account.turns;
    account.loss += loss;
    const std::string_view sign = mark_of_loss(loss);
    for (std::size_t i = 0; i < kTurnMarks.size(); ++i)
        account.marks[i] += kTurnMarks[i].sign == sign ? 1 : 0;
}

std::string AnalysisText::end_of_game() {
    std::string text = "Summary of the game\n";
    for (const Color side : kColors) {
        const Account& account = accounts_[index(side)];
        text += side == Color::Red ? "    Red: " : "    Blue: ";
        text += std::to_string(account.turns) + " turns";
        if (account.turns != 0) text += ", average loss " + hundredths(account.loss / account.turns);
        for (std::size_t i = 0; i < kTurnMarks.size(); ++i)
            text.append(", ").append(std::to_string(account.marks[i])).append(" ").append(kTurnMarks[i].sign);
        text += '\n';
    }
    accounts_ = {};
    return text;
}

}  // namespace tulenh
