// What the engine suites share: asking the engine in terms of text.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
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
#include "tests/reference_files.h"

namespace tulenh::testing {

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
