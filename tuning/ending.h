// How games end.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/game.h"

namespace tulenh {

/// By the rules, by a limit of the match, or because an engine failed.
enum class Ending : std::uint8_t {
    Commander,
    Sea,
    Air,
    Land,
    NoMove,
    Repetition,
    NoCapture,
    GameTime,     ///< the battle's clock ran out: decided by points
    MaxMoves,     ///< decided by points
    Resign,       ///< by the engine's own scores
    DrawAgreed,   ///< by both engines' scores
    Time,         ///< the side's own clock ran out
    IllegalTurn,  ///< or `bestmove 0000` while there are turns
    Garbage,      ///< output that means nothing where an answer is due
    Hang,         ///< no answer at all
    Crash,
    ClosedPipe,
    Flood  ///< more output than anybody needs, or a line without end
};

inline constexpr std::array<std::string_view, 18> kEndingNames{
    "commander",    "sea",       "air",       "land",   "no-move",     "repetition",
    "no-capture",   "game-time", "max-moves", "resign", "agreed",      "time",
    "illegal-turn", "garbage",   "hang",      "crash",  "closed-pipe", "flood"};

[[nodiscard]] constexpr std::size_t index(Ending ending) { return static_cast<std::size_t>(ending); }
[[nodiscard]] constexpr std::string_view name(Ending ending) { return kEndingNames[index(ending)]; }
[[nodiscard]] constexpr std::optional<Ending> ending_from_name(std::string_view text) {
    for (std::size_t i = 0; i < kEndingNames.size(); ++i)
        if (kEndingNames[i] == text) return static_cast<Ending>(i);
    return std::nullopt;
}
/// Did an engine break the match's rules, not only lose?
[[nodiscard]] constexpr bool is_forfeit(Ending ending) { return ending >= Ending::Time; }

[[nodiscard]] constexpr Ending ending_of(Reason reason) {
    static_assert(index(Ending::NoCapture) == static_cast<std::size_t>(Reason::NoCapture));
    return static_cast<Ending>(reason);
}

}  // namespace tulenh
