#include "protocol/diagram_svg.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/text.h"

namespace tulenh {
namespace {

// Lengths are in hundredths of the distance between two points; the origin is the point a12.
constexpr int kCell = 100;
constexpr int kRight = kCell * (kFiles - 1), kBottom = kCell * (kRanks - 1);
constexpr int kRim = 58;    ///< from the outer points to the edge of the board
constexpr int kFrame = 50;  ///< from there to the edge of the picture: room for the coordinates
constexpr int kFoot = 58;   ///< room for the line below the board

struct Spot {
    double x, y;
};

Spot spot_of(Point p) {
    return {static_cast<double>(kCell * file_of(p)), static_cast<double>(kCell * (kRanks - 1 - rank_of(p)))};
}

/// A number with at most one decimal, the same in every locale.
std::string number(double value) {
    const long tenths = std::lround(value * 10);
    const long size = std::labs(tenths);
    std::string text = tenths < 0 ? "-" : "";
    text += std::to_string(size / 10);
    if (size % 10 != 0) text += '.' + std::to_string(size % 10);
    return text;
}

std::string number(int value) { return std::to_string(value); }

// ------------------------------------------------------------------------------------------ symbols

/// The points of a star or a cog around the middle, outer and inner radius in turn.
std::string star_path(int rays, double outer, double inner, double outer_share) {
    std::string path;
    const double step = 2 * std::numbers::pi / rays;
    const auto add = [&](double angle, double radius) {
        path += path.empty() ? "M" : "L";
        path += number(radius * std::sin(angle)) + ' ' + number(-radius * std::cos(angle));
    };
    for (int i = 0; i < rays; ++i) {
        const double middle = i * step;
        if (outer_share == 0) {
            add(middle, outer);
            add(middle + step / 2, inner);
        } else {
            const double half = outer_share * step / 2;
            add(middle - half, outer);
            add(middle + half, outer);
            add(middle + half * 1.35, inner);
            add(middle + step - half * 1.35, inner);
        }
    }
    return path + "Z";
}

/// Each kind as a white shape within 50 of the middle; holes show the colour of the disc below.
std::string symbol_of(Kind kind) {
    constexpr std::string_view kShoulders =
        "<path d='M-34 42V33C-34 22-26 17-14 15L0 24 14 15C26 17 34 22 34 33V42Z'/>";
    switch (kind) {
        case Kind::Warship:
            return "<path d='M-46 12H-22V0H-12V-12H-5V-36H-1V-30H12V-26H-1V-12H8V0H18V12H46L36 32H-38Z'/>"
                   "<path d='M20 9V1H27L44-5V-1L31 4V9Z'/>"
                   "<path d='M-44 41Q-33 33-22 41T0 41 22 41 44 41' fill='none' stroke='#fff' "
                   "stroke-width='5'/>";
        case Kind::Aircraft:
            return "<path d='M0-48C5-42 6-32 6-20L45 11V21L6 9 4 27 18 38V45L0 39-18 45V38L-4 27-6 9-45 21V11"
                   "L-6-20C-6-32-5-42 0-48Z'/>";
        case Kind::Tank:
            return "<path d='M-44 4H-20L-15-16H10L15-10H46V-4H16L19 4H40L45 12H-45Z'/>"
                   "<path fill-rule='evenodd' d='M-36 14H36A10 10 0 0 1 36 34H-36A10 10 0 0 1-36 14Z"
                   "M-33 19A5 5 0 1 0-33 29 5 5 0 1 0-33 19ZM-11 19A5 5 0 1 0-11 29 5 5 0 1 0-11 19Z"
                   "M11 19A5 5 0 1 0 11 29 5 5 0 1 0 11 19ZM33 19A5 5 0 1 0 33 29 5 5 0 1 0 33 19Z'/>";
        case Kind::Engineer: {
            const std::string cog = star_path(8, 42, 31, 0.42);
            return "<path fill-rule='evenodd' d='" + cog + "M0-15A15 15 0 1 0 0 15 15 15 0 1 0 0-15Z'/>";
        }
        case Kind::Artillery:
            return "<path d='M-20 3L40-33 45-25-8 8-6 16-44 36-47 30-22 15Z'/>"
                   "<path fill-rule='evenodd' d='M-2-4A21 21 0 1 0-2 38 21 21 0 1 0-2-4Z"
                   "M-2 3A14 14 0 1 1-2 31 14 14 0 1 1-2 3Z'/><circle cx='-2' cy='17' r='6'/>";
        case Kind::Gun:
            return "<g transform='rotate(30)'><path d='M-13-50H-3V-43H-5V0H-11V-43H-13Z'/>"
                   "<path d='M3-50H13V-43H11V0H5V-43H3Z'/><path d='M-17-6H17V16H-17Z'/></g>"
                   "<path d='M-12 12H8L14 28H32V38H-36V28H-18Z'/>";
        case Kind::Missile:
            return "<g transform='translate(4 -8) rotate(45)'><path d='M0-50C8-42 10-34 "
                   "10-26V22H-10V-26C-10-34-8-42"
                   " 0-50Z'/><path d='M-13 2V22L-23 30V16ZM13 2V22L23 30V16ZM-7 25H7V33H-7Z'/></g>"
                   "<path d='M-42 32H42V42H-42ZM2 32L12 6 22 14 20 32Z'/>";
        case Kind::Headquarters:
            return "<path fill-rule='evenodd' d='M-38 40L-5-10V-46H-1L26-36-1-26V-14L38 40ZM-10 40H10L0 "
                   "16Z'/>";
        case Kind::Infantry:
            return "<path d='M-27-12C-25-34-12-43 0-43S25-34 27-12Z'/><path d='M-17-7H17C17 8 9 16 0 16S-17 "
                   "8-17-7Z'/>" +
                   std::string(kShoulders);
        case Kind::Militia:
            return "<path d='M0-46L40-10C20 0-20 0-40-10Z'/><path d='M-17 1Q0 5 17 1C15 12 8 17 0 17S-15 "
                   "12-17 1Z'/>" +
                   std::string(kShoulders);
        case Kind::Commander: return "<path d='" + star_path(5, 48, 19, 0) + "'/>";
    }
    return {};
}

std::string symbol_name(Kind kind) { return std::string("piece-") + letter(kind); }

// ------------------------------------------------------------------------------------------ terrain

// The coast goes through the points of the shore, the banks of the mouth through d6, e6, d7 and e7: there
// both ships and land pieces stand (RULES.md section 1).
constexpr std::string_view kWater =
    "M-58-58H204C190-25 208-10 200 0S192 66 200 100 210 160 200 200 190 262 200 300 208 366 200 400 196 452 "
    "206 468"
    "Q220 494 300 500T400 500C450 502 455 526 500 526S600 520 650 526 750 530 800 524 900 528 1000 524 1030 "
    "525 1058 526"
    "V576C1030 577 1050 572 1000 576S900 580 850 575 750 572 700 577 600 572 550 576 455 598 400 600T300 600"
    "Q220 606 206 632C196 648 192 666 200 700S210 760 200 800 190 862 200 900 208 966 200 1000 192 1066 200 "
    "1100 196 1130"
    " 204 1158H-58Z";

/// A reef: rocks from bank to bank.
std::string reef(int x) {
    struct Rock {
        int dx, y, rx, ry;
    };
    constexpr std::array<Rock, 7> kRocks{{{-9, 529, 13, 9},
                                          {10, 533, 12, 9},
                                          {-3, 545, 14, 9},
                                          {13, 553, 10, 8},
                                          {-14, 556, 11, 8},
                                          {1, 564, 13, 9},
                                          {-10, 574, 11, 8}}};
    std::string text;
    for (const Rock& rock : kRocks)
        text += "<ellipse cx='" + number(x + rock.dx) + "' cy='" + number(rock.y) + "' rx='" +
                number(rock.rx) + "' ry='" + number(rock.ry) + "'/>";
    return text;
}

std::string grid() {
    std::string land, water;
    const auto line = [](std::string& path, int x1, int y1, int x2, int y2) {
        path += 'M' + number(x1) + ' ' + number(y1) + 'L' + number(x2) + ' ' + number(y2);
    };
    constexpr int kShoreX = 2 * kCell, kBankAbove = 5 * kCell, kBankBelow = 6 * kCell;
    for (int file = 0; file < kFiles; ++file) {
        const int x = kCell * file;
        if (x < kShoreX) {
            line(water, x, 0, x, kBottom);
            continue;
        }
        line(land, x, 0, x, kBankAbove);
        line(land, x, kBankBelow, x, kBottom);
        const bool is_reef = !crosses_deep_water(point(file, 5), Direction::North);
        line(is_reef ? land : water, x, kBankAbove, x, kBankBelow);
    }
    for (int rank = 0; rank < kRanks; ++rank) {
        const int y = kCell * rank;
        line(water, 0, y, kShoreX, y);
        line(land, kShoreX, y, kRight, y);
    }
    return "<path d='" + water + "' stroke='#fff' stroke-opacity='.55'/>\n<path d='" + land +
           "' stroke='#6b5a33' stroke-opacity='.6'/>\n";
}

std::string board() {
    const std::string rect = "x='" + number(-kRim) + "' y='" + number(-kRim) + "' width='" +
                             number(kRight + 2 * kRim) + "' height='" + number(kBottom + 2 * kRim) + "'";
    std::string text = "<rect " + rect + " fill='#ecdfb8'/>\n";
    text += "<g clip-path='url(#board)'>\n<path d='" + std::string(kWater) +
            "' fill='#8fc1df' stroke='#d9c48c' stroke-width='22'/>\n";
    text += "<path d='" + std::string(kWater) + "' fill='#8fc1df' stroke='#bfe0ee' stroke-width='8'/>\n";
    text += "<path d='M-58-58H118V1158H-58Z' fill='url(#deep)'/>\n</g>\n";
    text += "<g fill='#a99a78' stroke='#6f6248' stroke-width='2'>";
    for (int file = 0; file < kFiles; ++file) {
        const Point bank = point(file, 5);
        if (kBanks.contains(bank) && !crosses_deep_water(bank, Direction::North)) text += reef(kCell * file);
    }
    text += "</g>\n<g fill='none' stroke-width='2.5'>\n" + grid() + "</g>\n";
    return text + "<rect " + rect + " fill='none' stroke='#4d4024' stroke-width='5'/>\n";
}

std::string coordinates() {
    std::string text =
        "<g fill='#4d4024' font-family='DejaVu Sans, Verdana, sans-serif' font-size='27' "
        "font-weight='bold' "
        "text-anchor='middle'>\n";
    const auto add = [&](int x, int y, const std::string& what) {
        text += "<text x='" + number(x) + "' y='" + number(y + 10) + "'>" + what + "</text>";
    };
    constexpr int kOff = kRim + kFrame / 2;
    for (int file = 0; file < kFiles; ++file)
        for (const int y : {-kOff, kBottom + kOff})
            add(kCell * file, y, std::string(1, static_cast<char>('a' + file)));
    for (int rank = 0; rank < kRanks; ++rank)
        for (const int x : {-kOff, kRight + kOff})
            add(x, kCell * (kRanks - 1 - rank), std::to_string(rank + 1));
    return text + "\n</g>\n";
}

// ------------------------------------------------------------------------------------------ pieces

/// A disc with the symbol of a piece; a gold ring and a star mark a hero.
std::string token(Piece piece, Color color, Spot at, double radius) {
    std::string text = "<g transform='translate(" + number(at.x) + ' ' + number(at.y) + ") scale(";
    const long percent = std::lround(100 * radius / 40);
    text += percent == 100 ? "1" : "." + std::string(percent < 10 ? "0" : "") + std::to_string(percent);
    text += ")'><use href='#";
    text += color == Color::Red ? "red" : "blue";
    text += piece.heroic() ? "-hero'/>" : "-disc'/>";
    text += "<use href='#" + symbol_name(piece.kind()) + "'/>";
    if (piece.heroic()) text += "<use href='#hero'/>";
    return text + "</g>\n";
}

struct Place {
    double dx, dy, radius;
};

/// Where the members of a stack stand: the carrier behind and larger, all symbols free to be seen.
const Place& place_of(std::size_t size, std::size_t i) {
    static constexpr std::array<std::array<Place, 3>, 3> kPlaces{
        {{{{0, 0, 40}, {}, {}}},
         {{{-12, -14, 32}, {22, 22, 24}, {}}},
         {{{0, -20, 29}, {-24, 24, 22}, {24, 24, 22}}}}};
    return kPlaces[size - 1][i];
}

std::string stack(Stack pieces, Point p) {
    std::string text;
    const Spot at = spot_of(p);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Place& place = place_of(pieces.size(), i);
        text += token(pieces.member(i), pieces.color(), {at.x + place.dx, at.y + place.dy}, place.radius);
    }
    return "<g id='" + name(p) + "'>" + text + "</g>\n";
}

/// The discs of a side, for plain pieces and heroes.
std::string discs(const std::string& side, const std::string& light, const std::string& dark,
                  const std::string& rim) {
    const std::string disc =
        "<circle r='40' fill='url(#" + side + ")' stroke='" + rim + "' stroke-width='3'/>";
    return "<radialGradient id='" + side + "' cx='.4' cy='.35' r='.75'><stop offset='0' stop-color='" +
           light + "'/><stop offset='1' stop-color='" + dark + "'/></radialGradient>\n<g id='" + side +
           "-disc'><circle r='43' fill='#fffdf4'/>" + disc + "</g>\n<g id='" + side +
           "-hero'><circle r='46' fill='#8a6300'/><circle r='44.5' fill='#ffc928'/>" + disc + "</g>\n";
}

std::string definitions() {
    std::string text = "<defs>\n<clipPath id='board'><path d='M-58-58H1058V1158H-58Z'/></clipPath>\n";
    text +=
        "<linearGradient id='deep'><stop offset='0' stop-color='#4f90bd'/><stop offset='.6' "
        "stop-color='#6aa6cd'/><stop offset='1' stop-color='#8fc1df' "
        "stop-opacity='0'/></linearGradient>\n";
    text += discs("red", "#dd4b3e", "#b01f1f", "#6d0f0f") + discs("blue", "#3b69bd", "#1f4491", "#0d2454");
    for (std::size_t i = 0; i < kKindCount; ++i)
        text += "<g id='" + symbol_name(kind_at(i)) + "' fill='#fff' transform='scale(.67)'>" +
                symbol_of(kind_at(i)) + "</g>\n";
    text += "<path id='hero' transform='translate(31 -31)' d='" + star_path(5, 18, 8, 0) +
            "' fill='#ffd94a' stroke='#5f4400' stroke-width='2.5' stroke-linejoin='round'/>\n";
    text +=
        "<marker id='head' viewBox='0 0 10 10' refX='6' refY='5' markerWidth='3.2' "
        "markerHeight='3.2' "
        "orient='auto'><path d='M0 0L10 5 0 10 2.5 5Z' fill='#f08a00'/></marker>\n";
    return text + "</defs>\n";
}

// ------------------------------------------------------------------------------------------ the last turn

/// A line from one point to another that leaves both free to be seen.
std::string arrow(Point from, Point to, bool dashed) {
    constexpr double kFromMiddle = 30, kToMiddle = 52;
    const Spot a = spot_of(from), b = spot_of(to);
    const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
    const auto on_line = [&](double along) {
        return Spot{a.x + dx * along / length, a.y + dy * along / length};
    };
    const Spot begin = on_line(kFromMiddle), end = on_line(length - kToMiddle);
    return "<path d='M" + number(begin.x) + ' ' + number(begin.y) + 'L' + number(end.x) + ' ' +
           number(end.y) + "' marker-end='url(#head)'" + (dashed ? " stroke-dasharray='8 18'" : "") + "/>\n";
}

std::string cross(Point p) {
    const Spot at = spot_of(p);
    return "<path d='M" + number(at.x - 17) + ' ' + number(at.y - 17) + "l34 34m0-34l-34 34'/>\n";
}

/// Moves as arrows; dashed where the piece did not arrive: it stayed, was exchanged or burnt. A cross marks
/// the points that such a part left empty.
std::string last_turn(const Turn& last, const Position& after) {
    std::string text =
        "<g fill='none' stroke='#f08a00' stroke-width='10' stroke-linecap='round' opacity='.9'>\n";
    const Spot origin = spot_of(last.origin());
    if (after.at(last.origin()).empty())
        text +=
            "<circle cx='" + number(origin.x) + "' cy='" + number(origin.y) + "' r='24' stroke-width='6'/>\n";
    for (const Part part : last) {
        const bool arrives =
            !last.burnt() && part.action() != Action::Stay && part.action() != Action::Exchange;
        text += arrow(part.from(), part.to(), !arrives);
        if (!arrives && after.at(part.to()).empty()) text += cross(part.to());
    }
    return text + "</g>\n";
}

std::string foot(const Position& position) {
    const bool red = position.side_to_move() == Color::Red;
    const int y = kBottom + kRim + kFrame + kFoot / 2;
    std::string text = "<circle cx='-40' cy='" + number(y - 6) + "' r='15' fill='url(#" +
                       (red ? "red" : "blue") + ")' stroke='#fffdf4' stroke-width='3'/>\n";
    text += "<g fill='#4d4024' font-family='DejaVu Sans, Verdana, sans-serif' font-size='27'>";
    text += "<text x='-12' y='" + number(y + 4) + "'>" + (red ? "Red" : "Blue") + " to move</text>";
    text += "<text x='" + number(kRight + kRim) + "' y='" + number(y + 4) + "' text-anchor='end'>" +
            std::to_string(position.points(Color::Red)) + " – " +
            std::to_string(position.points(Color::Blue)) + "</text></g>\n";
    return text;
}

}  // namespace

std::string draw_svg(const Position& position, const std::optional<Turn>& last, int width) {
    constexpr int kLeft = -kRim - kFrame, kWide = kRight + 2 * (kRim + kFrame),
                  kHigh = kBottom + 2 * (kRim + kFrame) + kFoot;
    const std::string box = number(kLeft) + ' ' + number(kLeft) + ' ' + number(kWide) + ' ' + number(kHigh);
    std::string text = "<svg xmlns='http://www.w3.org/2000/svg' width='" + number(width) + "' height='" +
                       std::to_string(std::lround(static_cast<double>(width) * kHigh / kWide)) +
                       "' viewBox='" + box + "'>\n<title>" + format_fen(position) + "</title>\n" +
                       definitions();
    text += "<rect x='" + number(kLeft) + "' y='" + number(kLeft) + "' width='" + number(kWide) +
            "' height='" + number(kHigh) + "' fill='#f7f0da'/>\n";
    text += board() + coordinates();
    position.occupied().for_each([&](Point p) { text += stack(position.at(p), p); });
    if (last) text += last_turn(*last, position);
    return text + foot(position) + "</svg>\n";
}

}  // namespace tulenh
