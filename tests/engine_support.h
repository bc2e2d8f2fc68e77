// What the engine suites share: reading the case files and asking the engine in terms of text.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/attacks.h"
#include "engine/game.h"
#include "engine/movegen.h"
#include "engine/text.h"
#include "engine/turns.h"
#include "tests/plain/plain.h"

namespace tulenh::testing {

/// The lines of a file of tests/reference, comments left out, each split at `;` and trimmed.
inline std::vector<std::vector<std::string>> reference_lines(const std::string& file) {
    std::ifstream in(std::string(TULENH_TEST_DATA) + "/reference/" + file);
    std::vector<std::vector<std::string>> lines;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::vector<std::string> fields;
        std::istringstream rest(line);
        for (std::string field; std::getline(rest, field, ';');) {
            const std::size_t first = field.find_first_not_of(' '), last = field.find_last_not_of(' ');
            fields.push_back(first == std::string::npos ? "" : field.substr(first, last - first + 1));
        }
        lines.push_back(std::move(fields));
    }
    return lines;
}

inline std::vector<std::string> words(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> found;
    for (std::string word; in >> word;) found.push_back(word);
    return found;
}

inline Mode mode_of(const std::string& name) {
    const std::optional<Mode> mode = mode_from_name(name);
    if (!mode) throw std::invalid_argument("no mode " + name);
    return *mode;
}

/// The position of a FEN that must be a good one.
inline Position position_of(std::string_view fen, Mode mode = Mode::Standard) {
    const Expected<Position> position = parse_fen(fen, mode);
    if (!position) throw std::invalid_argument(std::string(fen) + ": " + position.error().text);
    return *position;
}

/// The legal turns with the FEN after each.
inline std::map<std::string, std::string> turn_fens(const Position& position) {
    std::map<std::string, std::string> found;
    for (const LegalTurn& legal : legal_turns(position)) {
        Position after = position;
        EXPECT_EQ(play_turn(after, legal.turn), Outcome::Over) << format_turn(position, legal.turn);
        const auto [at, fresh] = found.emplace(format_turn(position, legal.turn), format_fen(after));
        EXPECT_TRUE(fresh) << at->first << " is listed twice";
    }
    return found;
}

/// What one map has and the other has not, for messages.
inline std::string difference(const std::map<std::string, std::string>& engine,
                              const std::map<std::string, std::string>& plain) {
    constexpr int kShown = 5;
    std::string text;
    int shown = 0;
    const auto add = [&](std::string_view who, const auto& mine, const auto& theirs) {
        for (const auto& [turn, fen] : mine) {
            const auto at = theirs.find(turn);
            if ((at == theirs.end() || at->second != fen) && ++shown <= kShown)
                text += "\n  " + std::string(who) + ": " + turn + " -> " + fen;
        }
    };
    add("engine", engine, plain);
    add("plain", plain, engine);
    return text;
}

inline plain::Square square_of(Point p) { return {file_of(p), rank_of(p)}; }
inline Point point_of(plain::Square s) { return point(s.file, s.rank); }

/// Both kinds of results as text: "ongoing", "red sea", "draw repetition".
inline std::string told(const std::optional<Result>& result) {
    if (!result) return "ongoing";
    const std::string winner = !result->winner ? "draw" : *result->winner == Color::Red ? "red" : "blue";
    return winner + " " + std::string(name(result->reason));
}
inline std::string told(const std::optional<plain::Result>& result) {
    if (!result) return "ongoing";
    const std::string winner = !result->winner ? "draw" : *result->winner == Color::Red ? "red" : "blue";
    return winner + " " + result->reason;
}

}  // namespace tulenh::testing
