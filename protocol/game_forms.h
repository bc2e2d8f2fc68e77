// The text forms in which whole games are read.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string_view>

#include "protocol/game_file.h"

namespace tulenh {

/// Game files, the same with the official record, plain lists of turns.
enum class GameForm : std::uint8_t { Games, Record, Turns };
inline constexpr std::array<std::string_view, 3> kGameForms{"games", "record", "turns"};
[[nodiscard]] std::optional<GameForm> game_form_named(std::string_view word);

/// Gives one game after the other; none at the end.
using NextGame = std::function<std::optional<Expected<GameRecord>>()>;
[[nodiscard]] NextGame reader_of(std::istream& in, GameForm form, const GameStart& start);

}  // namespace tulenh
