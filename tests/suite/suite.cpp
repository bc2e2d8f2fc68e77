#include "tests/suite/suite.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "engine/turns.h"
#include "tests/suite/proof.h"

namespace tulenh {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> fields;
    for (std::size_t semicolon; (semicolon = line.find(';')) != std::string_view::npos;
         line.remove_prefix(semicolon + 1))
        fields.push_back(trimmed(line.substr(0, semicolon)));
    fields.push_back(trimmed(line));
    return fields;
}

/// The same turns, in whatever order?
bool same_turns(const std::vector<Turn>& a, const std::vector<Turn>& b) {
    return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

Error bad(std::string text) { return {"syntax", std::move(text)}; }

}  // namespace

std::string format_entry(const SuiteEntry& entry) {
    std::ostringstream line;
    line << format_fen(entry.position) << "; " << name(entry.position.mode()) << "; " << name(entry.task)
         << ';';
    for (const Turn& turn : entry.accepted) line << ' ' << format_turn(entry.position, turn);
    line << "; " << entry.id;
    return line.str();
}

Expected<SuiteEntry> parse_entry(std::string_view line) {
    const std::vector<std::string_view> fields = split(line);
    if (fields.size() != 5) return bad("5 fields expected, found " + std::to_string(fields.size()));
    const std::optional<Mode> mode = mode_from_name(fields[1]);
    if (!mode) return bad("unknown mode " + std::string(fields[1]));
    const Expected<Position> position = parse_fen(fields[0], *mode);
    if (!position) return position.error();
    const auto task = std::find(kTaskNames.begin(), kTaskNames.end(), fields[2]);
    if (task == kTaskNames.end()) return bad("unknown task " + std::string(fields[2]));
    SuiteEntry entry{*position, kTasks[static_cast<std::size_t>(task - kTaskNames.begin())], {}, ""};
    std::istringstream turns{std::string(fields[3])};
    for (std::string text; turns >> text;) {
        const Expected<ParsedTurn> turn = parse_turn(*position, text);
        if (!turn) return Error{turn.error().code, text + ": " + turn.error().text};
        if (!is_legal(*position, turn->turn)) return bad(text + " is not a legal turn");
        entry.accepted.push_back(shortest_form(*position, turn->turn));
    }
    if (entry.accepted.empty()) return bad("no turn is accepted");
    entry.id = fields[4];
    if (entry.id.empty()) return bad("no id");
    return entry;
}

Expected<std::vector<SuiteEntry>> read_suite(const std::string& path) {
    std::ifstream in(path);
    if (!in) return Error{"file", path + " cannot be read"};
    std::vector<SuiteEntry> entries;
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        const Expected<SuiteEntry> entry = parse_entry(line);
        if (!entry)
            return Error{entry.error().code, path + ':' + std::to_string(number) + ": " + entry.error().text};
        entries.push_back(*entry);
    }
    return entries;
}

bool is_proven(const SuiteEntry& entry, std::uint64_t most_nodes) {
    const bool defends = entry.task == Task::Defence;
    const int most_turns = defends ? kDefenceHorizon : static_cast<int>(index(entry.task)) + 1;
    const std::optional<ProvenWin> win = prove_win(entry.position, most_turns, most_nodes);
    if (!win) return false;
    if (!defends) return win->turns == most_turns && same_turns(win->winning, entry.accepted);
    const std::optional<std::vector<Turn>> defence = prove_only_defence(entry.position, most_nodes);
    return win->winning.empty() && defence && same_turns(*defence, entry.accepted);
}

}  // namespace tulenh
