#include "engine/turn_script.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/attacks.h"
#include "engine/diagnose.h"
#include "engine/movegen.h"
#include "engine/turns.h"

namespace tulenh {
namespace {

/// Plays a turn as told, part by part.
class TurnPlayer {
  public:
    TurnPlayer(const Position& start, Point origin)
        : position(start), origin_(origin), began_(start.at(origin)) {}

    std::optional<Error> play(const PartScript& text) {
        if (outcome != Outcome::UnderWay)
            return Error{"stack", "all pieces of " + name(origin_) + " have acted before " + name(text.to)};
        Expected<MemberMask> members = members_of(text);
        if (!members) return members.error();
        if (!began_.subset(*members).valid())
            return Error{"stack",
                         format_stack(began_.subset(*members)) + " is no stack that could move together"};
        if (auto untrue = check_target(text)) return untrue;
        PartList list;
        generate_detachment(position, origin_, *members, list);
        for (const Part part : list)
            if (part.to() == text.to && (part.action() == Action::Stay) == text.stays) {
                if (auto untrue = check_exchange(text, part)) return untrue;
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

    /// Does the claim say what stands on the target's point?
    std::optional<Error> check_target(const PartScript& text) const {
        if (!text.claim) return std::nullopt;
        const Stack there = position.at(text.to);
        const bool enemy = !there.empty() && there.color() != began_.color();
        if (text.claim->sign == Claim::Sign::Move) {
            if (!enemy) return std::nullopt;
            return Error{"syntax", format_stack(there) + " on " + name(text.to) +
                                       " would be captured, but the turn says that it is moved there"};
        }
        if (enemy && names_all(there, text.claim->target)) return std::nullopt;
        return Error{"no-piece", "what is said to be captured is not on " + name(text.to) +
                                     (there.empty() ? "" : ", but " + format_stack(there))};
    }
    /// Does the claim tell a capture from an exchange?
    static std::optional<Error> check_exchange(const PartScript& text, Part part) {
        if (!text.claim) return std::nullopt;
        const bool exchanged = part.action() == Action::Exchange;
        if (exchanged == (text.claim->sign == Claim::Sign::Exchange)) return std::nullopt;
        return Error{"ring", "the capture on " + name(part.to()) +
                                 (exchanged ? " is an exchange" : " is no exchange")};
    }

    /// The members that the letters name; of equal ones the lowest that wait.
    Expected<MemberMask> members_of(const PartScript& text) const {
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

Expected<ParsedTurn> play_burnt(const Position& position, const TurnScript& text) {
    const Point to = text.parts[0].to;
    const std::string flight = name(text.origin) + name(to) + "b";
    const Stack stack = position.at(text.origin);
    const LetteredPieces& letters = text.parts[0].letters;
    if (!letters.empty() && !names_all(stack, letters))
        return Error{"no-piece", flight + ": the piece it names is not on " + name(text.origin)};
    if (stack.stacked() || stack.carrier().kind() != Kind::Aircraft)
        return Error{"stack", flight + ": only a lone aircraft can burn"};
    const std::optional<Line> line = line_between(text.origin, to);
    if (!line || line->length > reach(stack.carrier()).straight)
        return Error{"reach", flight + ": " + name(to) + " is out of its reach"};
    if (!is_burnt_flight(position, text.origin, to))
        return Error{"ring", flight + ": no air defence would shoot it down before it gains something"};
    if (const auto& claim = text.parts[0].claim; claim && !names_all(position.at(to), claim->target))
        return Error{"no-piece", flight + ": what is said to be on " + name(to) + " is not there"};
    ParsedTurn parsed{Turn::burnt_flight(text.origin, to), position};
    parsed.exposed = play_turn(parsed.after, parsed.turn) == Outcome::Exposed;
    return parsed;
}

}  // namespace

bool needs_plus(Stack stack, Kind kind) {
    bool heroic = false, plain = false;
    for (std::size_t i = 0; i < stack.size(); ++i)
        if (stack.member(i).kind() == kind) (stack.member(i).heroic() ? heroic : plain) = true;
    return heroic && plain;
}

bool names_all(Stack stack, const LetteredPieces& letters) {
    if (stack.size() != letters.size()) return false;
    std::array<int, kKindCount> left{}, heroes{};
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const Piece piece = stack.member(i);
        ++left[index(piece.kind())];
        heroes[index(piece.kind())] += piece.heroic() ? 1 : 0;
    }
    return std::all_of(letters.begin(), letters.end(), [&](LetteredPiece lettered) {
        const std::size_t kind = index(lettered.kind);
        return left[kind]-- > 0 && (!lettered.plus || heroes[kind]-- > 0);
    });
}

std::string shown(std::string_view text) {
    constexpr std::size_t kEnough = 60;
    std::string clean;
    for (const char c : text.substr(0, kEnough)) clean += c > ' ' && c <= '~' ? c : '?';
    return "'" + clean + (text.size() > kEnough ? "…'" : "'");
}

Expected<ParsedTurn> play_script(const Position& position, const TurnScript& script, std::string_view text) {
    if (!has_legal_turn(position))
        return Error{"over", "turn " + shown(text) + " comes after the end of the battle"};
    if (auto bad = refuse_origin(position, script.origin)) return *bad;
    if (script.burnt) return play_burnt(position, script);
    TurnPlayer player(position, script.origin);
    for (const PartScript& part : script.parts)
        if (auto bad = player.play(part)) return *bad;
    if (auto bad = player.end()) return *bad;
    return ParsedTurn{player.turn, player.position, player.outcome == Outcome::Exposed};
}

Expected<ParsedPrefix> play_prefix(const Position& position, const TurnScript& script) {
    if (auto bad = refuse_origin(position, script.origin)) return *bad;
    TurnPlayer player(position, script.origin);
    for (const PartScript& part : script.parts)
        if (auto bad = player.play(part)) return *bad;
    return ParsedPrefix{script.origin, player.position, player.outcome != Outcome::UnderWay};
}

}  // namespace tulenh
