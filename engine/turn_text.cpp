#include <string>
#include <vector>

#include "engine/attacks.h"
#include "engine/diagnose.h"
#include "engine/movegen.h"
#include "engine/text.h"
#include "engine/turns.h"

namespace tulenh {
namespace {

/// Are there a heroic and a plain piece of this kind in the stack, so that letters need the `+`?
bool needs_plus(Stack stack, Kind kind) {
    bool heroic = false, plain = false;
    for (std::size_t i = 0; i < stack.size(); ++i)
        if (stack.member(i).kind() == kind) (stack.member(i).heroic() ? heroic : plain) = true;
    return heroic && plain;
}

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

/// The text with anything unprintable or endless taken out, for messages.
std::string shown(std::string_view text) {
    constexpr std::size_t kEnough = 60;
    std::string clean;
    for (const char c : text.substr(0, kEnough)) clean += c > ' ' && c <= '~' ? c : '?';
    return "'" + clean + (text.size() > kEnough ? "…'" : "'");
}

/// Takes a point's name from the front of the text.
std::optional<Point> take_point(std::string_view& text) {
    std::size_t size = text.empty() ? 0 : 1;
    while (size < text.size() && size < 3 && text[size] >= '0' && text[size] <= '9') ++size;
    const std::optional<Point> p = point_from_name(text.substr(0, size));
    if (p) text.remove_prefix(size);
    return p;
}

struct LetteredPiece {
    Kind kind;
    bool plus;
};

/// A part as written. No letters: the whole stack.
struct PartText {
    std::vector<LetteredPiece> letters;
    Point to{};
    bool stays = false;
};

struct TurnText {
    Point origin{};
    bool burnt = false;
    std::vector<PartText> parts;
};

Expected<PartText> read_part(std::string_view text) {
    const std::string_view whole = text;
    PartText part;
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
Expected<TurnText> read_turn(std::string_view text, bool prefix) {
    const std::string_view whole = text;
    TurnText turn;
    const std::optional<Point> from = take_point(text);
    if (!from) return syntax_error("turn " + shown(whole) + ": it begins with no point of the board");
    turn.origin = *from;
    if (text.empty() && prefix) return turn;
    if (!text.empty() && text[0] == ':') {
        text.remove_prefix(1);
        for (;;) {
            const std::size_t comma = text.find(',');
            Expected<PartText> part = read_part(text.substr(0, comma));
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
    turn.parts.push_back({{}, *to, text == "s"});
    return turn;
}

/// Plays a turn as written, part by part.
class TurnPlayer {
  public:
    TurnPlayer(const Position& start, Point origin)
        : position(start), origin_(origin), began_(start.at(origin)) {}

    std::optional<Error> play(const PartText& text) {
        if (outcome != Outcome::UnderWay)
            return Error{"stack", "all pieces of " + name(origin_) + " have acted before " + name(text.to)};
        Expected<MemberMask> members = members_of(text);
        if (!members) return members.error();
        if (!began_.subset(*members).valid())
            return Error{"stack",
                         format_stack(began_.subset(*members)) + " is no stack that could move together"};
        PartList list;
        generate_detachment(position, origin_, *members, list);
        for (const Part part : list)
            if (part.to() == text.to && (part.action() == Action::Stay) == text.stays) {
                turn.push(part);
                outcome = position.play(part);
                if (outcome == Outcome::Stranded) return stranded(position);
                return std::nullopt;
            }
        return explain_refusal(position, origin_, *members, text.to, text.stays);
    }

    std::optional<Error> end() {
        if (outcome != Outcome::UnderWay) return std::nullopt;
        if (!position.can_end()) return stranded(position);
        outcome = position.play(Part::end(origin_));
        return std::nullopt;
    }

    Position position;
    Turn turn;
    Outcome outcome = Outcome::UnderWay;

  private:
    Error stranded(const Position& at) const {
        const Stack left = began_.subset(static_cast<MemberMask>(at.turn().waiting | at.turn().stayed));
        if (!left.valid())
            return {"stack", format_stack(left) + " left on " + name(origin_) + " would be no valid stack"};
        return {"terrain", format_stack(left) + " may not be left on " + name(origin_)};
    }

    /// The members that the letters name; of equal ones the lowest that wait.
    Expected<MemberMask> members_of(const PartText& text) const {
        if (text.letters.empty()) return began_.all();
        const TurnState& state = position.turn();
        const bool begun = position.under_way();
        const MemberMask waiting = begun ? state.waiting : began_.all();
        unsigned members = 0;
        for (const LetteredPiece lettered : text.letters) {
            const Kind kind = lettered.kind;
            std::string piece;
            if (lettered.plus) piece += '+';
            piece += letter(kind);
            bool known = false, found = false;
            for (std::size_t i = 0; i < began_.size() && !found; ++i) {
                const Piece member = began_.member(i);
                if (member.kind() != kind) continue;
                if (lettered.plus ? !member.heroic() : member.heroic() && needs_plus(began_, kind)) continue;
                known = true;
                const unsigned bit = 1U << i;
                const bool ready = (waiting & bit) != 0 || (i == 0 && begun && state.reloaded);
                found = ready && (members & bit) == 0;
                if (found) members |= bit;
            }
            if (!known)
                return Error{"no-piece",
                             "there is no " + piece + " in " + format_stack(began_) + " on " + name(origin_)};
            if (!found) return Error{"stack", piece + " of " + name(origin_) + " has acted already"};
        }
        return static_cast<MemberMask>(members);
    }

    Point origin_;
    Stack began_;
};

std::optional<Error> refuse_origin(const Position& position, Point origin) {
    const Stack stack = position.at(origin);
    if (stack.empty()) return Error{"no-piece", "there is nothing on " + name(origin)};
    if (stack.color() != position.side_to_move())
        return Error{"wrong-side",
                     format_stack(stack) + " on " + name(origin) + " is not of the side to move"};
    return std::nullopt;
}

Expected<ParsedTurn> play_burnt(const Position& position, const TurnText& text) {
    const Point to = text.parts[0].to;
    const std::string flight = name(text.origin) + name(to) + "b";
    const Stack stack = position.at(text.origin);
    if (stack.stacked() || stack.carrier().kind() != Kind::Aircraft)
        return Error{"stack", flight + ": only a lone aircraft can burn"};
    const std::optional<Line> line = line_between(text.origin, to);
    if (!line || line->length > reach(stack.carrier()).straight)
        return Error{"reach", flight + ": " + name(to) + " is out of its reach"};
    if (!is_burnt_flight(position, text.origin, to))
        return Error{"ring", flight + ": no air defence would shoot it down before it gains something"};
    ParsedTurn parsed{Turn::burnt_flight(text.origin, to), position};
    parsed.exposed = play_turn(parsed.after, parsed.turn) == Outcome::Exposed;
    return parsed;
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
    const Expected<TurnText> read = read_turn(text, false);
    if (!read) return read.error();
    if (!has_legal_turn(position))
        return Error{"over", "turn " + shown(text) + " comes after the end of the battle"};
    if (auto bad = refuse_origin(position, read->origin)) return *bad;
    if (read->burnt) return play_burnt(position, *read);
    TurnPlayer player(position, read->origin);
    for (const PartText& part : read->parts)
        if (auto bad = player.play(part)) return *bad;
    if (auto bad = player.end()) return *bad;
    return ParsedTurn{player.turn, player.position, player.outcome == Outcome::Exposed};
}

Expected<ParsedPrefix> parse_turn_prefix(const Position& position, std::string_view text) {
    const Expected<TurnText> read = read_turn(text, true);
    if (!read) return read.error();
    if (auto bad = refuse_origin(position, read->origin)) return *bad;
    TurnPlayer player(position, read->origin);
    for (const PartText& part : read->parts)
        if (auto bad = player.play(part)) return *bad;
    return ParsedPrefix{read->origin, player.position, player.outcome != Outcome::UnderWay};
}

}  // namespace tulenh
