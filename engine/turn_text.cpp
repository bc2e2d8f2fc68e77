#include <string>

#include "engine/text.h"
#include "engine/turn_script.h"

namespace tulenh {
namespace {

std::string format_part_of(Stack began, Part part) {
    std::string text;
    const Stack detachment = began.subset(part.members());
    for (std::size_t i = 0; i < detachment.size(); ++i) {
        const Piece piece = detachment.member(i);
        if (piece.heroic() && needs_plus(began, piece.kind())) text += '+';
        text += letter(piece.kind());
    }
    return text + name(part.to()) + (part.action() == Action::Stay ? "s" : "");
}

Error syntax_error(std::string text) { return {"syntax", std::move(text)}; }

/// Takes a point's name from the front of the text.
std::optional<Point> take_point(std::string_view& text) {
    std::size_t size = text.empty() ? 0 : 1;
    while (size < text.size() && size < 3 && text[size] >= '0' && text[size] <= '9') ++size;
    const std::optional<Point> p = point_from_name(text.substr(0, size));
    if (p) text.remove_prefix(size);
    return p;
}

Expected<PartScript> read_part(std::string_view text) {
    const std::string_view whole = text;
    PartScript part;
    while (!text.empty() && (text[0] == '+' || (text[0] >= 'A' && text[0] <= 'Z'))) {
        const bool plus = text[0] == '+';
        if (plus) text.remove_prefix(1);
        const std::optional<Kind> kind = text.empty() ? std::nullopt : kind_from_letter(text[0]);
        if (!kind) return syntax_error("part " + shown(whole) + ": no piece letter where one is needed");
        if (part.letters.size() == Stack::kMaxSize)
            return syntax_error("part " + shown(whole) + ": more than three pieces");
        part.letters.push_back({*kind, plus});
        text.remove_prefix(1);
    }
    if (part.letters.empty())
        return syntax_error("part " + shown(whole) + ": it begins with no piece letter");
    const std::optional<Point> to = take_point(text);
    if (!to) return syntax_error("part " + shown(whole) + ": no point after the letters");
    part.to = *to;
    part.stays = text == "s";
    if (!text.empty() && !part.stays)
        return syntax_error("part " + shown(whole) + ": " + shown(text) + " after it");
    return part;
}

/// Reads `<from><to>[s|b]`, `<from>:<part>,...` or, for a prefix of a turn, `<from>` alone.
Expected<TurnScript> read_turn(std::string_view text, bool prefix) {
    const std::string_view whole = text;
    TurnScript turn;
    const std::optional<Point> from = take_point(text);
    if (!from) return syntax_error("turn " + shown(whole) + ": it begins with no point of the board");
    turn.origin = *from;
    if (text.empty() && prefix) return turn;
    if (!text.empty() && text[0] == ':') {
        text.remove_prefix(1);
        for (;;) {
            const std::size_t comma = text.find(',');
            Expected<PartScript> part = read_part(text.substr(0, comma));
            if (!part) return part.error();
            if (turn.parts.size() == Turn::kMaxTurnParts)
                return syntax_error("turn " + shown(whole) + ": more than four parts");
            turn.parts.push_back(std::move(*part));
            if (comma == std::string_view::npos) return turn;
            text.remove_prefix(comma + 1);
        }
    }
    const std::optional<Point> to = prefix ? std::nullopt : take_point(text);
    if (!to) return syntax_error("turn " + shown(whole) + ": no point or ':' after " + name(*from));
    if (!text.empty() && text != "s" && text != "b")
        return syntax_error("turn " + shown(whole) + ": " + shown(text) + " after the point");
    turn.burnt = text == "b";
    turn.parts.push_back({{}, *to, text == "s", {}});
    return turn;
}

}  // namespace

std::string format_part(const Position& position, Part part) {
    return format_part_of(position.under_way() ? position.turn().began : position.at(part.from()), part);
}

std::string format_turn(const Position& position, const Turn& turn) {
    const Point from = turn.origin();
    const Stack began = position.at(from);
    if (turn.burnt()) return name(from) + name(turn[0].to()) + "b";
    if (turn.size() == 1 && turn[0].members() == began.all())
        return name(from) + name(turn[0].to()) + (turn[0].action() == Action::Stay ? "s" : "");
    std::string text = name(from);
    for (std::size_t i = 0; i < turn.size(); ++i) {
        text += i == 0 ? ':' : ',';
        text += format_part_of(began, turn[i]);
    }
    return text;
}

Expected<ParsedTurn> parse_turn(const Position& position, std::string_view text) {
    const Expected<TurnScript> read = read_turn(text, false);
    if (!read) return read.error();
    return play_script(position, *read, text);
}

Expected<ParsedPrefix> parse_turn_prefix(const Position& position, std::string_view text) {
    const Expected<TurnScript> read = read_turn(text, true);
    if (!read) return read.error();
    return play_prefix(position, *read);
}

}  // namespace tulenh
