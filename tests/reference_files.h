// Reading the files of tests/reference.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text.h"

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

/// So many legal turns so deep.
struct Count {
    int depth;
    std::uint64_t turns;
};
/// "D3 1539166"
inline Count count_of(const std::string& field) {
    const std::vector<std::string> parts = words(field);
    return {std::stoi(parts.at(0).substr(1)), std::stoull(parts.at(1))};
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

}  // namespace tulenh::testing
