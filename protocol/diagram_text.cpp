#include "protocol/diagram_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "engine/text.h"

namespace tulenh {
namespace {

constexpr char kSea = '~', kShoreMark = ':', kLand = '.', kReef = '#';

std::string right(std::string_view text, std::size_t width, char fill = ' ') {
    return std::string(width - std::min(width, text.size()), fill) + std::string(text);
}

std::string cell(const Position& position, Point p) {
    if (!position.at(p).empty()) return format_stack(position.at(p));
    return {kOpenSea.contains(p) ? kSea : kShore.contains(p) ? kShoreMark : kLand};
}

std::string file_names(std::size_t width) {
    std::string line = "  ";
    for (int file = 0; file < kFiles; ++file)
        line += right(std::string(1, static_cast<char>('a' + file)), width);
    return line;
}

/// The river between ranks 6 and 7, with the reefs (RULES.md section 1).
std::string river(std::size_t width) {
    std::string line = "  ";
    for (int file = 0; file < kFiles; ++file) {
        const Point bank = point(file, 5);
        if (!kBanks.contains(bank))
            line += right("", width);
        else if (crosses_deep_water(bank, Direction::North))
            line += right("", width, kSea);
        else
            line += right(std::string(1, kReef), width, kSea);
    }
    return line;
}

}  // namespace

Lines draw_board(const Position& position) {
    std::size_t width = 4;
    position.occupied().for_each([&](Point p) { width = std::max(width, cell(position, p).size() + 1); });
    Lines lines{file_names(width)};
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        std::string line = right(std::to_string(rank + 1), 2);
        for (int file = 0; file < kFiles; ++file) line += right(cell(position, point(file, rank)), width);
        lines.push_back(line + "  " + std::to_string(rank + 1));
        if (rank == 6) lines.push_back(river(width));
    }
    lines.push_back(file_names(width));
    lines.emplace_back("~ open sea and river  : shore  . land  # reef  + heroic  ( ) stack  upper case Red");
    return lines;
}

}  // namespace tulenh
