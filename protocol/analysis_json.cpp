#include "protocol/analysis_json.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/turns.h"
#include "protocol/report.h"
#include "protocol/score_text.h"
#include "protocol/subcommand.h"
#include "search/win_rate.h"

namespace tulenh {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Analysis::Line& line, const Position& root) {
    const ShownScore score = shown_score(line.score);
    const WinDrawLoss wdl = win_draw_loss(line.score, root);
    Json pv = Json::array();
    std::string fen;
    Position position = root;
    for (const Turn& turn : line.pv) {
        pv.push_back(format_turn(position, turn));
        play_turn(position, turn);
        if (fen.empty()) fen = format_fen(position);
    }
    return {{std::string(score.unit), score.number},
            {"wdl", {wdl.win, wdl.draw, wdl.loss}},
            {"pv", std::move(pv)},
            {"fen", std::move(fen)}};
}

/// What identifies the position of a line.
void add_position(Json& json, const AnalysisTask& task) {
    const Position& position = task.game->position();
    json["fen"] = format_fen(position);
    json["mode"] = std::string(name(position.mode()));
}

Json json_of(const Analysis& analysis) {
    const AnalysisTask& task = analysis.task;
    Json json{{"id", task.id}};
    if (!task.game) {
        const Error& error = task.game.error();
        json["error"] = {{"code", error.code}, {"text", error.text}};
        return json;
    }
    const Position& position = task.game->position();
    add_position(json, task);
    json["turn"] = analysis.lines.empty() ? "0000" : format_turn(position, analysis.lines.front().pv.front());
    json["result"] = format_result(*task.game);
    json["depth"] = analysis.depth;
    json["nodes"] = analysis.nodes;
    json["time_ms"] = analysis.time.count();
    json["lines"] = Json::array();
    for (const Analysis::Line& line : analysis.lines) json["lines"].push_back(json_of(line, position));
    if (!task.of_game) return json;
    json["played"] = nullptr;
    json["loss"] = nullptr;
    if (task.played) json["played"] = format_turn(position, *task.played);
    if (analysis.loss) json["loss"] = *analysis.loss;
    json["mark"] = std::string(analysis.loss ? mark_of_loss(*analysis.loss) : "");
    return json;
}

Json parse(std::string_view line) { return Json::parse(line, nullptr, false); }

}  // namespace

std::string json_line(const Analysis& analysis) {
    return json_of(analysis).dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

void check_line_is_of(std::string_view line, const AnalysisTask& task, const std::string& where) {
    const Json found = parse(line);
    if (!found.is_object() || !found.contains("id"))
        throw SubcommandError(where + ": not a line of an analysis");
    Json expected{{"id", task.id}};
    if (task.game)
        add_position(expected, task);
    else
        expected["error"] = found.value("error", Json::object());
    for (const auto& [key, value] : expected.items())
        if (!found.contains(key) || found[key] != value)
            throw SubcommandError(std::string(where)
                                      .append(": \"")
                                      .append(key)
                                      .append("\" is not that of position ")
                                      .append(std::to_string(task.id))
                                      .append(" of the input: the file belongs to another one"));
}

bool is_searched(std::string_view line) {
    const Json found = parse(line);
    return found.contains("lines") && !found["lines"].empty();
}

bool agree(std::string_view line, std::string_view other, bool exact) {
    Json first = parse(line), second = parse(other);
    for (Json* const json : {&first, &second}) {
        json->erase("time_ms");
        if (exact) continue;
        for (const char* const searched : {"turn", "depth", "nodes", "lines", "loss", "mark"})
            json->erase(searched);
    }
    return first == second;
}

}  // namespace tulenh
