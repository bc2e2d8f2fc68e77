#include "tests/plain/plain.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <stdexcept>

namespace tulenh::plain {

namespace {

constexpr int kFileCount = 11, kRankCount = 12;
constexpr std::string_view kOrder = "NFTEAGSHIMC";

std::size_t side(Color color) { return color == Color::Red ? 0 : 1; }
Color other(Color color) { return color == Color::Red ? Color::Blue : Color::Red; }

// ------------------------------------------------------------------------------------- terrain
bool inside(Square s) { return s.file >= 0 && s.file < kFileCount && s.rank >= 0 && s.rank < kRankCount; }
bool open_sea(Square s) { return s.file == 0 || s.file == 1; }
bool shore(Square s) {
    constexpr Square kD6{3, 5}, kE6{4, 5}, kD7{3, 6}, kE7{4, 6};
    return s.file == 2 || s == kD6 || s == kE6 || s == kD7 || s == kE7;
}
bool navigable(Square s) { return open_sea(s) || shore(s); }
bool walkable(Square s) { return !open_sea(s); }
bool bank(Square s) { return walkable(s) && (s.rank == 5 || s.rank == 6); }
bool ship_step(Square a, Square b) {
    if (!navigable(a) || !navigable(b)) return false;
    constexpr Square kC5{2, 4}, kD6{3, 5}, kC8{2, 7}, kD7{3, 6};
    const auto joins = [&](Square c, Square d) { return (a == c && b == d) || (a == d && b == c); };
    return !joins(kC5, kD6) && !joins(kC8, kD7);
}
bool over_deep_water(Square a, Square b) {
    const bool crosses = (a.rank == 5 && b.rank == 6) || (a.rank == 6 && b.rank == 5);
    const bool along_reef = a.file == b.file && (a.file == 5 || a.file == 7);
    return crosses && !along_reef;
}

/// The points after `from` up to `to`, or none when they are not on one line.
std::vector<Square> path(Square from, Square to) {
    const int dx = to.file - from.file, dy = to.rank - from.rank;
    if ((dx == 0 && dy == 0) || (dx != 0 && dy != 0 && std::abs(dx) != std::abs(dy))) return {};
    const int sx = (dx > 0) - (dx < 0), sy = (dy > 0) - (dy < 0);
    std::vector<Square> points;
    for (Square s = from; s != to;) {
        s = {s.file + sx, s.rank + sy};
        points.push_back(s);
    }
    return points;
}
int distance(Square a, Square b) { return std::max(std::abs(a.file - b.file), std::abs(a.rank - b.rank)); }
bool diagonal(Square a, Square b) { return a.file != b.file && a.rank != b.rank; }

// -------------------------------------------------------------------------------------- pieces
struct Kindred {
    int straight, diagonal;
    unsigned points;
    int most;
};
Kindred kindred(char letter) {
    switch (letter) {
        case 'C': return {99, 0, 100, 1};
        case 'H': return {0, 0, 10, 2};
        case 'I': return {1, 0, 10, 2};
        case 'M': return {1, 1, 10, 1};
        case 'E': return {1, 0, 10, 2};
        case 'G': return {1, 0, 10, 2};
        case 'T': return {2, 0, 20, 2};
        case 'S': return {2, 1, 20, 1};
        case 'A': return {3, 3, 30, 2};
        case 'F': return {4, 4, 40, 2};
        case 'N': return {4, 4, 80, 2};
        default: throw std::invalid_argument("no such piece");
    }
}
bool heavy(char letter) { return letter == 'A' || letter == 'G' || letter == 'S'; }
/// How far a unit goes in this direction (sections 2 and 10).
int range(Unit unit, bool diagonally) {
    const Kindred k = kindred(unit.letter);
    if (!unit.heroic) return diagonally ? k.diagonal : k.straight;
    if (unit.letter == 'S') return diagonally ? 2 : 3;
    return k.straight + 1;
}
std::string_view takes_aboard(char carrier) {
    switch (carrier) {
        case 'N': return "FTEIMC";
        case 'F': return "TIMC";
        case 'T': return "IMC";
        case 'E': return "AGS";
        case 'H': return "C";
        default: return "";
    }
}
std::size_t room(char carrier) {
    return carrier == 'N' || carrier == 'F' || carrier == 'T' ? 2 : carrier == 'E' || carrier == 'H' ? 1 : 0;
}
unsigned points_of(const Group& group) {
    unsigned sum = 0;
    for (std::size_t i = 0; i < group.size; ++i) sum += plain::points_of(group.units[i]);
    return sum;
}
bool has(const Group& group, char letter) {
    for (std::size_t i = 0; i < group.size; ++i)
        if (group.units[i].letter == letter) return true;
    return false;
}
int count(const Position& position, Color color, std::string_view letters) {
    int found = 0;
    for (const Square s : all_squares()) {
        const Group& group = position.at(s);
        if (group.color != color) continue;
        for (std::size_t i = 0; i < group.size; ++i)
            if (letters.find(group.units[i].letter) != std::string_view::npos) ++found;
    }
    return found;
}
bool may_join(const Group& a, const Group& b, Square s) {
    if (a.size + b.size > 3) return false;
    Group both = a;
    for (std::size_t i = 0; i < b.size; ++i) both.add(b.units[i]);
    return valid(both) && may_stand(both, s);
}
Group single(Color color, Unit unit) {
    Group group;
    group.color = color;
    group.add(unit);
    return group;
}

// ------------------------------------------------------------------------- what a detachment may do
struct Errand {
    const Position& position;
    Square from;
    const Group& detachment;
    bool began_alone;
    Square to;
    std::vector<Square> way;  ///< after the start, the end included

    [[nodiscard]] const Group& target() const { return position.at(to); }
    [[nodiscard]] bool friendly() const { return !target().empty() && target().color == detachment.color; }
    [[nodiscard]] bool enemy() const { return !target().empty() && target().color != detachment.color; }
    [[nodiscard]] bool alone() const { return detachment.size == 1; }
    [[nodiscard]] int length() const { return distance(from, to); }
    [[nodiscard]] std::vector<Square> between() const { return {way.begin(), way.end() - 1}; }
    [[nodiscard]] bool in_range(int longer = 0) const {
        return length() <= range(detachment.units[0], diagonal(from, to)) + longer;
    }
};

bool land_path_obstructed(const Errand& errand) {
    for (const Square s : errand.between()) {
        const Group& group = errand.position.at(s);
        const bool ship_in_the_water = group.carrier() == 'N' && shore(s);
        if (!group.empty() && !ship_in_the_water) return true;
    }
    return false;
}

std::vector<Act> land_acts(const Errand& errand) {
    const char letter = errand.detachment.carrier();
    const bool obstructed = land_path_obstructed(errand);
    if (letter == 'E' && !errand.alone())
        if (errand.length() != 1 || !bank(errand.from) || !bank(errand.to) ||
            errand.from.rank == errand.to.rank)
            return {};
    if (errand.enemy()) {
        if (!errand.in_range() || (letter == 'C' && errand.length() > 1)) return {};
        if (obstructed && letter != 'A') return {};
        if (walkable(errand.to)) return {Act::Replace};
        return errand.alone() ? std::vector{Act::Stay} : std::vector<Act>{};
    }
    if (!errand.in_range() || obstructed) return {};
    if (heavy(letter)) {
        Square before = errand.from;
        for (const Square s : errand.way) {
            if (over_deep_water(before, s)) return {};
            before = s;
        }
    }
    if (letter == 'C')
        for (const Square s : errand.between())
            if (in_sight(errand.position, other(errand.detachment.color), s)) return {};
    if (errand.friendly())
        return may_join(errand.detachment, errand.target(), errand.to) ? std::vector{Act::Board}
                                                                       : std::vector<Act>{};
    return may_stand(errand.detachment, errand.to) ? std::vector{Act::Move} : std::vector<Act>{};
}

std::vector<Act> commander_acts(const Errand& errand) {
    if (errand.enemy() && errand.length() > 1) {
        // Facing (section 8): both on foot, on one straight line, nothing in between.
        if (!errand.began_alone || errand.target().carrier() != 'C' || diagonal(errand.from, errand.to))
            return {};
        for (const Square s : errand.between())
            if (!errand.position.at(s).empty()) return {};
        return {Act::Replace};
    }
    return land_acts(errand);
}

std::vector<Act> ship_acts(const Errand& errand) {
    if (!errand.in_range()) return {};
    bool water_all_the_way = true, ship_between = false, land_piece_between = false;
    Square before = errand.from;
    for (const Square s : errand.way) {
        water_all_the_way = water_all_the_way && ship_step(before, s);
        before = s;
        if (s == errand.to || errand.position.at(s).empty()) continue;
        if (errand.position.at(s).carrier() == 'N') ship_between = true;
        if (!navigable(s)) land_piece_between = true;
    }
    const bool could_sail = water_all_the_way && !ship_between;
    if (errand.target().empty()) return could_sail ? std::vector{Act::Move} : std::vector<Act>{};
    if (errand.friendly())
        return could_sail && may_join(errand.detachment, errand.target(), errand.to) ? std::vector{Act::Board}
                                                                                     : std::vector<Act>{};
    const bool missile = errand.target().carrier() == 'N';
    if (!missile && !errand.in_range(-1)) return {};
    if (could_sail) return {Act::Replace};
    if (!errand.alone()) return {};
    if (missile && (water_all_the_way || ship_between || land_piece_between)) return {};
    return {Act::Stay};
}

std::vector<Act> air_acts(const Errand& errand) {
    if (!errand.in_range()) return {};
    bool met = false, target_inside_all = true;
    if (!errand.detachment.units[0].heroic)
        for (const Ring& ring : rings(errand.position, other(errand.detachment.color)))
            for (const Square s : errand.way)
                if (ring.contains(s)) {
                    met = true;
                    target_inside_all = target_inside_all && ring.contains(errand.to);
                }
    if (met) return {errand.enemy() && target_inside_all ? Act::Exchange : Act::Burnt};
    std::vector<Act> found;
    if (errand.enemy()) {
        if (walkable(errand.to)) found.push_back(Act::Replace);
        if (errand.alone() && errand.target().carrier() != 'F') found.push_back(Act::Stay);
    } else if (errand.friendly()) {
        if (may_join(errand.detachment, errand.target(), errand.to)) found.push_back(Act::Board);
    } else if (walkable(errand.to)) {
        found.push_back(Act::Move);
    }
    return found;
}

// --------------------------------------------------------------------------------- ending a turn
void promote(Position& position, Square square, const std::set<std::size_t>& members) {
    Group changed;
    const Group& group = position.at(square);
    changed.color = group.color;
    for (std::size_t i = 0; i < group.size; ++i) {
        Unit unit = group.units[i];
        if (members.count(i) != 0 && unit.letter != 'C') unit.heroic = true;
        changed.add(unit);
    }
    position.at(square) = changed;
}

void promote_those_giving_check(Position& position) {
    const std::optional<Square> target = commander(position, other(position.turn));
    if (!target) return;
    std::map<Square, std::set<std::size_t>> members;
    for (const auto& [square, member] : attackers(position, *target, position.turn))
        members[square].insert(member);
    for (const auto& [square, who] : members) promote(position, square, who);
}

void promote_last_guard(Position& position, Color color) {
    std::size_t pieces = 0;
    bool commanded = false;
    for (const Square s : all_squares()) {
        if (position.at(s).color != color) continue;
        pieces += position.at(s).size;
        commanded = commanded || has(position.at(s), 'C');
        if (pieces > 2) return;
    }
    if (pieces != 2 || !commanded) return;
    for (const Square s : all_squares())
        if (position.at(s).color == color && !position.at(s).empty()) promote(position, s, {0, 1});
}

/// Everything that happens when a turn is over; returns whether it was legal (section 11).
bool finish(Position& position, bool captured) {
    const Color us = position.turn, them = other(us);
    promote_those_giving_check(position);
    promote_last_guard(position, Color::Red);
    promote_last_guard(position, Color::Blue);
    position.halfmove = captured ? 0 : position.halfmove + 1;
    if (us == Color::Blue) ++position.fullmove;
    position.turn = them;

    if (!knows(position.mode, 0) || !position.had[side(us)][0]) return true;
    for (std::size_t condition = 0; condition < 4; ++condition)
        if (has_lost(position, them, condition)) return true;
    return commander(position, us).has_value() && !in_check(position, us);
}

Position after_burnt(const Position& position, Square from) {
    Position next = position;
    next.points[side(other(position.turn))] += points_of(next.at(from));
    next.at(from) = {};
    finish(next, true);
    return next;
}

unsigned number(std::string_view text) {
    if (text.empty()) throw std::invalid_argument("number");
    unsigned value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') throw std::invalid_argument("number");
        value = 10 * value + static_cast<unsigned>(c - '0');
        if (value > 65535) throw std::invalid_argument("number");
    }
    return value;
}

std::vector<std::string> split(std::string_view text, char at) {
    std::vector<std::string> fields(1);
    for (const char c : text)
        if (c == at)
            fields.emplace_back();
        else
            fields.back() += c;
    return fields;
}

void read_rank(Position& position, const std::string& text, int rank) {
    int file = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (std::isdigit(static_cast<unsigned char>(text[i])) != 0) {
            std::string digits;
            for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0; ++i)
                digits += text[i];
            if (digits[0] == '0') throw std::invalid_argument("empty points");
            file += static_cast<int>(number(digits));
            continue;
        }
        std::string units;
        const bool bracket = text[i] == '(';
        if (bracket) {
            const std::size_t close = text.find(')', i);
            if (close == std::string::npos) throw std::invalid_argument("bracket");
            units = text.substr(i + 1, close - i - 1);
            i = close + 1;
        } else {
            if (text[i] == '+') units += text[i++];
            if (i < text.size()) units += text[i++];
        }
        Group group;
        bool hero = false;
        for (const char c : units) {
            if (c == '+') {
                if (hero) throw std::invalid_argument("two heroes");
                hero = true;
                continue;
            }
            const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
            if (kOrder.find(letter) == std::string_view::npos || (hero && letter == 'C') || group.size == 3)
                throw std::invalid_argument("piece");
            const Color color = c == letter ? Color::Red : Color::Blue;
            if (!group.empty() && group.color != color) throw std::invalid_argument("two colours");
            group.color = color;
            group.add({letter, hero});
            hero = false;
        }
        const Square here{file, rank};
        if (hero || bracket != (group.size > 1) || !inside(here) || !valid(group) || !may_stand(group, here))
            throw std::invalid_argument("stack");
        position.at(here) = group;
        ++file;
    }
    if (file != kFileCount) throw std::invalid_argument("eleven files");
}

}  // namespace

// --------------------------------------------------------------------------------------- the parts
std::string name(Square square) {
    return std::string(1, static_cast<char>('a' + square.file)) + std::to_string(square.rank + 1);
}

const std::vector<Square>& all_squares() {
    static const std::vector<Square> kSquares = [] {
        std::vector<Square> squares;
        for (int file = 0; file < kFileCount; ++file)
            for (int rank = 0; rank < kRankCount; ++rank) squares.push_back({file, rank});
        return squares;
    }();
    return kSquares;
}

unsigned points_of(Unit unit) { return kindred(unit.letter).points + (unit.heroic ? 10U : 0U); }

bool Group::operator==(const Group& other) const {
    return size == other.size && units == other.units && (size == 0 || color == other.color);
}

void Group::add(Unit unit) {
    const auto place = [](Unit u) { return 2 * kOrder.find(u.letter) + (u.heroic ? 0 : 1); };
    std::size_t at = size;
    for (; at > 0 && place(unit) < place(units[at - 1]); --at) units[at] = units[at - 1];
    units[at] = unit;
    ++size;
}

bool valid(const Group& group) {
    if (group.size < 2) return group.size == 1;
    if (group.size - 1 > room(group.carrier())) return false;
    for (std::size_t i = 1; i < group.size; ++i)
        if (takes_aboard(group.carrier()).find(group.units[i].letter) == std::string_view::npos) return false;
    return true;
}

bool may_stand(const Group& group, Square square) {
    if (group.carrier() == 'N') return navigable(square);
    if (group.carrier() == 'E' && group.size > 1) return bank(square);
    return walkable(square);
}

std::string text(const Group& group) {
    std::string out;
    for (std::size_t i = 0; i < group.size; ++i) {
        if (group.units[i].heroic) out += '+';
        const char letter = group.units[i].letter;
        out += group.color == Color::Red
                   ? letter
                   : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    }
    return group.size > 1 ? "(" + out + ")" : out;
}

Position read(std::string_view fen, Mode mode) {
    std::vector<std::string> fields = split(fen, ' ');
    const std::vector<std::string> defaults{"", "", "-", "-", "0", "1", "0-0"};
    if (fields.size() < 2 || fields.size() > 7) throw std::invalid_argument("fields");
    fields.insert(fields.end(), defaults.begin() + static_cast<std::ptrdiff_t>(fields.size()),
                  defaults.end());
    Position position;
    position.mode = mode;
    const std::vector<std::string> ranks = split(fields[0], '/');
    if (ranks.size() != kRankCount) throw std::invalid_argument("twelve ranks");
    for (int rank = 0; rank < kRankCount; ++rank)
        read_rank(position, ranks[static_cast<std::size_t>(kRankCount - 1 - rank)], rank);
    if (fields[1] != "r" && fields[1] != "b") throw std::invalid_argument("turn");
    if (fields[2] != "-" || fields[3] != "-") throw std::invalid_argument("fixed fields");
    position.turn = fields[1] == "r" ? Color::Red : Color::Blue;
    position.halfmove = number(fields[4]);
    position.fullmove = number(fields[5]);
    const std::vector<std::string> points = split(fields[6], '-');
    if (points.size() != 2 || position.fullmove == 0) throw std::invalid_argument("numbers");
    position.points = {number(points[0]), number(points[1])};
    for (const Color color : {Color::Red, Color::Blue}) {
        for (const char letter : kOrder)
            if (count(position, color, {&letter, 1}) > kindred(letter).most)
                throw std::invalid_argument("too many pieces");
        position.had[side(color)] = {count(position, color, "C") > 0, count(position, color, "N") > 0,
                                     count(position, color, "F") > 0, count(position, color, "ITA") > 0};
    }
    return position;
}

std::string write(const Position& position) {
    std::string out;
    for (int rank = kRankCount - 1; rank >= 0; --rank) {
        int gap = 0;
        for (int file = 0; file < kFileCount; ++file) {
            const Group& group = position.at({file, rank});
            if (group.empty()) {
                ++gap;
                continue;
            }
            if (gap > 0) out += std::to_string(gap);
            gap = 0;
            out += text(group);
        }
        if (gap > 0) out += std::to_string(gap);
        if (rank > 0) out += '/';
    }
    return out + (position.turn == Color::Red ? " r" : " b") + " - - " + std::to_string(position.halfmove) +
           ' ' + std::to_string(position.fullmove) + ' ' + std::to_string(position.points[0]) + '-' +
           std::to_string(position.points[1]);
}

bool is_capture(Act act) { return act == Act::Replace || act == Act::Stay || act == Act::Exchange; }

std::string_view name(Act act) {
    constexpr std::array<std::string_view, 6> kNames{"move", "board", "replace", "stay", "exchange", "burnt"};
    return kNames[static_cast<std::size_t>(act)];
}

std::vector<Act> acts(const Position& position, Square from, const Group& detachment, bool began_alone,
                      Square to) {
    std::vector<Square> way = path(from, to);
    if (way.empty()) return {};
    const Errand errand{position, from, detachment, began_alone, to, std::move(way)};
    switch (detachment.carrier()) {
        case 'N': return ship_acts(errand);
        case 'F': return air_acts(errand);
        case 'C': return commander_acts(errand);
        default: return land_acts(errand);
    }
}

std::vector<std::pair<Square, std::size_t>> attackers(const Position& position, Square target, Color by) {
    std::vector<std::pair<Square, std::size_t>> found;
    for (const Square s : all_squares()) {
        const Group& group = position.at(s);
        if (group.color != by) continue;
        for (std::size_t i = 0; i < group.size; ++i)
            for (const Act act : acts(position, s, single(by, group.units[i]), group.size == 1, target))
                if (is_capture(act)) {
                    found.emplace_back(s, i);
                    break;
                }
    }
    return found;
}

std::optional<Square> commander(const Position& position, Color color) {
    for (const Square s : all_squares())
        if (position.at(s).color == color && has(position.at(s), 'C')) return s;
    return std::nullopt;
}

bool in_check(const Position& position, Color color) {
    const std::optional<Square> square = commander(position, color);
    return square && !attackers(position, *square, other(color)).empty();
}

bool in_sight(const Position& position, Color color, Square square) {
    const std::optional<Square> eye = commander(position, color);
    if (!eye || position.at(*eye).carrier() != 'C' || *eye == square || diagonal(*eye, square)) return false;
    for (const Square s : path(*eye, square))
        if (s != square && !position.at(s).empty()) return false;
    return true;
}

bool Ring::contains(Square square) const {
    const int dx = square.file - center.file, dy = square.rank - center.rank;
    return dx * dx + dy * dy <= radius * radius;
}

std::vector<Ring> rings(const Position& position, Color color) {
    std::vector<Ring> found;
    for (const Square s : all_squares()) {
        const Group& group = position.at(s);
        if (group.empty() || group.color != color) continue;
        const int hero = group.units[0].heroic ? 1 : 0;
        if (group.carrier() == 'G' || group.carrier() == 'N') found.push_back({s, 1 + hero});
        if (group.carrier() == 'S') found.push_back({s, 2 + hero});
    }
    return found;
}

// ----------------------------------------------------------------------------------------- turns
Acting::Acting(const Position& position, Square origin)
    : position_(position), origin_(origin), began_(position.at(origin)) {
    waiting_ = (1U << began_.size) - 1U;
}

Group Acting::group(unsigned members) const {
    Group found;
    found.color = began_.color;
    for (std::size_t i = 0; i < began_.size; ++i)
        if ((members >> i & 1U) != 0) found.add(began_.units[i]);
    return found;
}

std::string Acting::letters(unsigned members) const {
    std::string out;
    for (std::size_t i = 0; i < began_.size; ++i) {
        if ((members >> i & 1U) == 0) continue;
        bool both = false;
        for (const Unit& unit : began_.units)
            both = both || (unit.letter == began_.units[i].letter && unit.heroic != began_.units[i].heroic);
        if (both && began_.units[i].heroic) out += '+';
        out += began_.units[i].letter;
    }
    return out;
}

std::vector<Step> Acting::options() const {
    std::map<std::string, Step> found;
    const auto offer = [&](unsigned members, bool missile) {
        const Group detachment = group(members);
        if (!valid(detachment)) return;
        for (const Square to : all_squares())
            for (const Act act : acts(position_, origin_, detachment, began_.size == 1, to)) {
                if (act == Act::Burnt) continue;
                if (missile && (!plain::is_capture(act) || position_.at(to).carrier() != 'N')) continue;
                Step step{members, to, act, missile, {}};
                step.text = letters(members) + name(to) + (act == Act::Stay ? "s" : "");
                found.try_emplace(step.text, step);
            }
    };
    for (unsigned members = 1; members < 8; ++members)
        if ((members & ~waiting_) == 0) offer(members, false);
    if (reloaded_)
        for (unsigned members = 0; members < 8; ++members)
            if ((members & ~waiting_) == 0) offer(members | 1U, true);
    std::vector<Step> steps;
    for (const auto& [key, step] : found) steps.push_back(step);
    return steps;
}

Acting Acting::after(const Step& step) const {
    Acting next = *this;
    Position& p = next.position_;
    const Group detachment = group(step.members), target = p.at(step.to);
    next.steps_.push_back(step);
    next.waiting_ &= ~step.members;
    next.stayed_ &= ~step.members;
    if (step.missile) next.reloaded_ = false;
    if (is_capture(step.act)) {
        next.captured_ = true;
        p.points[side(p.turn)] += points_of(target);
        p.at(step.to) = {};
    }
    switch (step.act) {
        case Act::Move:
        case Act::Replace: p.at(step.to) = detachment; break;
        case Act::Board:
            for (std::size_t i = 0; i < detachment.size; ++i) p.at(step.to).add(detachment.units[i]);
            break;
        case Act::Stay:
            next.stayed_ |= step.members;
            if (detachment.carrier() == 'N' && target.carrier() != 'N') next.reloaded_ = true;
            break;
        case Act::Exchange: p.points[side(other(p.turn))] += points_of(detachment); break;
        case Act::Burnt: break;
    }
    p.at(origin_) = next.group(next.waiting_ | next.stayed_);
    return next;
}

bool Acting::may_end() const {
    if (steps_.empty()) return false;
    const Group& left = position_.at(origin_);
    return left.empty() || (valid(left) && may_stand(left, origin_));
}

std::pair<Position, bool> Acting::end() const {
    Position next = position_;
    const bool legal = finish(next, captured_);
    return {next, legal};
}

std::string Acting::text() const {
    if (steps_.size() == 1 && steps_[0].members == (1U << began_.size) - 1U)
        return name(origin_) + name(steps_[0].to) + (steps_[0].act == Act::Stay ? "s" : "");
    return long_text();
}

std::string Acting::long_text() const {
    std::string out = name(origin_);
    for (std::size_t i = 0; i < steps_.size(); ++i) out += (i == 0 ? ":" : ",") + steps_[i].text;
    return out;
}

namespace {

using Named = std::map<std::string, std::pair<Acting, Position>>;  // by the FEN after

void collect(const Acting& acting, Named& best) {
    for (const Step& step : acting.options()) {
        const Acting next = acting.after(step);
        if (next.may_end()) {
            auto [position, legal] = next.end();
            if (legal) {
                const auto [at, fresh] = best.try_emplace(write(position), next, position);
                const Acting& known = at->second.first;
                if (!fresh && std::pair(next.steps().size(), next.text()) <
                                  std::pair(known.steps().size(), known.text()))
                    at->second.first = next;
            }
        }
        collect(next, best);
    }
}

/// The turns whatever the counter without captures says.
std::map<std::string, Position> turns_regardless(const Position& position) {
    std::map<std::string, Position> found;
    for (const Square s : all_squares()) {
        if (position.at(s).empty() || position.at(s).color != position.turn) continue;
        Named best;
        collect(Acting(position, s), best);
        for (const auto& [fen, named] : best) found.emplace(named.first.text(), named.second);
    }
    return found;
}

bool can_end_legally(const Acting& acting) {
    for (const Step& step : acting.options()) {
        const Acting next = acting.after(step);
        if ((next.may_end() && next.end().second) || can_end_legally(next)) return true;
    }
    return false;
}

std::optional<Result> lost_by_condition(const Position& position) {
    // Should both have lost, the side that has just moved wins: ask the other one first.
    for (const Color loser : {position.turn, other(position.turn)})
        for (std::size_t condition = 0; condition < 4; ++condition)
            if (has_lost(position, loser, condition))
                return Result{other(loser), std::string(kConditionNames[condition])};
    return std::nullopt;
}

bool no_turn(const Position& position) {
    for (const Square s : all_squares())
        if (!position.at(s).empty() && position.at(s).color == position.turn &&
            can_end_legally(Acting(position, s)))
            return false;
    return true;
}

std::optional<Result> counter_result(const Position& position) {
    if (position.halfmove < 100) return std::nullopt;
    const auto [red, blue] = position.points;
    if (red == blue) return Result{std::nullopt, "no-capture"};
    return Result{red > blue ? Color::Red : Color::Blue, "no-capture"};
}

}  // namespace

std::map<std::string, Position> turns(const Position& position) {
    return decided(position) ? std::map<std::string, Position>{} : turns_regardless(position);
}

std::map<std::string, std::string> turn_fens(const Position& position) {
    std::map<std::string, std::string> found;
    for (const auto& [text, after] : turns(position)) found.emplace(text, write(after));
    return found;
}

std::optional<std::pair<Position, bool>> play(const Position& position, const std::string& text) {
    for (const Square s : all_squares()) {
        const Group& group = position.at(s);
        if (group.empty() || group.color != position.turn) continue;
        const std::string from = name(s);
        const bool in_parts = text.compare(0, from.size() + 1, from + ':') == 0;
        if (!in_parts) {
            const Acting acting(position, s);
            for (const Step& step : acting.options()) {
                const Acting next = acting.after(step);
                if (next.text() == text && text != next.long_text() && next.may_end()) return next.end();
            }
            continue;
        }
        Acting acting(position, s);
        for (const std::string& part : split(std::string_view(text).substr(from.size() + 1), ',')) {
            const std::vector<Step> options = acting.options();
            const auto step = std::find_if(options.begin(), options.end(),
                                           [&](const Step& option) { return option.text == part; });
            if (step == options.end()) return std::nullopt;
            acting = acting.after(*step);
        }
        if (!acting.may_end()) return std::nullopt;
        return acting.end();
    }
    const auto burnt = burnt_flights(position);
    if (const auto at = burnt.find(text); at != burnt.end()) return std::pair(at->second, true);
    return std::nullopt;
}

std::map<std::string, Position> burnt_flights(const Position& position) {
    std::map<std::string, Position> found;
    for (const Square s : all_squares()) {
        const Group& group = position.at(s);
        if (group.size != 1 || group.color != position.turn || group.carrier() != 'F') continue;
        for (const Square to : all_squares())
            for (const Act act : acts(position, s, group, true, to))
                if (act == Act::Burnt) found.emplace(name(s) + name(to) + 'b', after_burnt(position, s));
    }
    return found;
}

// ---------------------------------------------------------------------------------------- results
bool knows(Mode mode, std::size_t condition) {
    switch (mode) {
        case Mode::Standard: return true;
        case Mode::Sea: return condition == 1;
        case Mode::Air: return condition == 2;
        case Mode::Land: return condition == 3;
        case Mode::Raid:
        case Mode::Total: return condition == 0;
    }
    return false;
}

bool has_lost(const Position& position, Color color, std::size_t condition) {
    constexpr std::array<std::string_view, 4> kLetters{"C", "N", "F", "ITA"};
    return knows(position.mode, condition) && position.had[side(color)][condition] &&
           count(position, color, kLetters[condition]) == 0;
}

bool decided(const Position& position) {
    return lost_by_condition(position).has_value() || position.halfmove >= 100;
}

std::optional<Result> result(const Position& position) {
    if (const auto lost = lost_by_condition(position)) return lost;
    if (no_turn(position)) return Result{other(position.turn), "no-move"};
    return counter_result(position);
}

std::optional<Result> result(const std::vector<Position>& battle) {
    const Position& now = battle.back();
    if (const auto lost = lost_by_condition(now)) return lost;
    if (no_turn(now)) return Result{other(now.turn), "no-move"};
    int met = 0;
    for (const Position& then : battle) met += then.board == now.board && then.turn == now.turn ? 1 : 0;
    if (met >= 3) return Result{std::nullopt, "repetition"};
    return counter_result(now);
}

}  // namespace tulenh::plain
