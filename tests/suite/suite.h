// The tactical suite: what a position asks, as a line of text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/part.h"
#include "engine/position.h"
#include "engine/text.h"

namespace tulenh {

/// What the side to move has to do.
enum class Task : std::uint8_t { Win1, Win2, Win3, Defence };
inline constexpr std::array<Task, 4> kTasks{Task::Win1, Task::Win2, Task::Win3, Task::Defence};
inline constexpr std::array<std::string_view, 4> kTaskNames{"win1", "win2", "win3", "defence"};
[[nodiscard]] constexpr std::size_t index(Task task) { return static_cast<std::size_t>(task); }
[[nodiscard]] constexpr std::string_view name(Task task) { return kTaskNames[index(task)]; }
[[nodiscard]] constexpr std::size_t index(Mode mode) { return static_cast<std::size_t>(mode); }

struct SuiteEntry {
    Position position;
    Task task{};
    std::vector<Turn> accepted;  ///< all turns that solve it, in their shortest form
    std::string id;              ///< without blanks and semicolons
};

/// `<fen>; <mode>; <task>; <turn> ...; <id>`
[[nodiscard]] std::string format_entry(const SuiteEntry& entry);
/// Reads such a line. The error says what is wrong.
Expected<SuiteEntry> parse_entry(std::string_view line);
/// Reads a file of such lines; empty ones and those that begin with `#` are skipped. The error names file and
/// line.
Expected<std::vector<SuiteEntry>> read_suite(const std::string& path);

/// Does a proof that gives up after so many turns made come to this task and these accepted turns?
[[nodiscard]] bool is_proven(const SuiteEntry& entry, std::uint64_t most_nodes);

}  // namespace tulenh
