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

/// Text in a colour of the terminal ("select graphic rendition" of ECMA-48).
std::string painted(const std::string& text, std::string_view code, Palette palette) {
    if (palette == Palette::Plain) return text;
    return "\x1b[" + std::string(code) + "m" + text + "\x1b[0m";
}

std::string_view color_code(const Position& position, Point p) {
    constexpr std::string_view kRed = "1;91", kBlue = "1;94", kWaterCode = "36", kShoreCode = "32",
                               kLandCode = "33";
    const Stack stack = position.at(p);
    if (!stack.empty()) return stack.color() == Color::Red ? kRed : kBlue;
    return kOpenSea.contains(p) ? kWaterCode : kShore.contains(p) ? kShoreCode : kLandCode;
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

Lines draw_board(const Position& position, Palette palette) {
    std::size_t width = 4;
    position.occupied().for_each([&](Point p) { width = std::max(width, cell(position, p).size() + 1); });
    Lines lines{file_names(width)};
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        std::string line = right(std::to_string(rank + 1), 2);
        for (int file = 0; file < kFiles; ++file) {
            const Point p = point(file, rank);
            line += painted(right(cell(position, p), width), color_code(position, p), palette);
        }
        lines.push_back(line + "  " + std::to_string(rank + 1));
        if (rank == 6) lines.push_back(painted(river(width), "36", palette));
    }
    lines.push_back(file_names(width));
    lines.emplace_back("~ open sea and river  : shore  . land  # reef  + heroic  ( ) stack  upper case Red");
    return lines;
}

}  // namespace tulenh
