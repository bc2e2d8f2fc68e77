// The official record: turns as players write them down (PROTOCOL.md section 1).
#include <algorithm>
#include <array>
#include <string>

#include "engine/attacks.h"
#include "engine/game.h"
#include "engine/text.h"
#include "engine/turn_script.h"
#include "engine/turns.h"

namespace tulenh {
namespace {

/// The letters of the Vietnamese record, in the order of `Kind`.
constexpr std::string_view kRecordLetters = "HKTCPFLSBD*";
static_assert(kRecordLetters.size() == kKindCount);

constexpr std::array<std::string_view, 8> kJudgements{"+", "++", "-", "--", "?", "$", "=", "!!"};

// ------------------------------------------------------------------------------------------ writing

std::string format_point(Point p) { return std::to_string(rank_of(p)) + ',' + std::to_string(file_of(p)); }

std::string format_pieces(Stack stack) {
    std::string text;
    for (std::size_t i = 0; i < stack.size(); ++i) {
        if (stack.member(i).heroic()) text += '+';
        text += kRecordLetters[index(stack.member(i).kind())];
    }
    return stack.stacked() ? "(" + text + ")" : text;
}

std::string format_target(Stack stack, Point p) { return format_pieces(stack) + format_point(p); }

/// What follows the pieces and their point; `target` is what stands on the point that is acted on.
std::string format_action(Part part, Stack target) {
    switch (part.action()) {
        case Action::Replace: return "@" + format_target(target, part.to());
        case Action::Stay: return "@." + format_target(target, part.to());
        case Action::Exchange: return "><" + format_target(target, part.to());
        case Action::Move:
        case Action::Board:
        case Action::End: break;
    }
    return "_" + format_point(part.to());
}

bool is_decisive(const Position& after) {
    const std::optional<Result> decided = result(after);
    return decided && decided->winner;
}

std::string format_end(const Position& after) {
    if (is_decisive(after)) return "^";
    return in_check(after, after.side_to_move()) ? ">" : "";
}

// ------------------------------------------------------------------------------------------ reading

struct PlacedPieces {
    LetteredPieces pieces;
    Point at;
};

/// What a recorded turn says of its end.
struct EndSign {
    enum class Kind { None, Check, Decisive } kind = Kind::None;
    std::optional<PlacedPieces> attacker;  ///< of a check told with pieces and points
    Point commander{};
};

struct RecordedTurn {
    TurnScript script;
    LetteredPieces stack;  ///< named before the parts; empty: not named
    EndSign end;
};

/// Reads from left to right. Errors tell what is missing at which character.
class RecordReader {
  public:
    explicit RecordReader(std::string_view text) : whole_(text), rest_(text) {}

    Expected<RecordedTurn> read() {
        std::optional<Error> bad = read_part(true);
        while (!bad && turn_.end.kind == EndSign::Kind::None && take('/')) bad = read_part(false);
        if (!bad && turn_.end.kind == EndSign::Kind::None) {
            if (take('>'))
                turn_.end.kind = EndSign::Kind::Check;
            else if (take('^'))
                turn_.end.kind = EndSign::Kind::Decisive;
        }
        if (bad) return *bad;
        if (!rest_.empty()) return missing("the end of the turn");
        return turn_;
    }

  private:
    bool take(char c) {
        if (rest_.empty() || rest_[0] != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool at_digit() const { return !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; }

    Error missing(std::string_view what) const {
        std::string text = "turn " + shown(whole_) + ": " + std::string(what) + " is expected ";
        text += rest_.empty() ? "at its end"
                              : "at character " + std::to_string(whole_.size() - rest_.size() + 1) + ", " +
                                    shown(rest_.substr(0, 1));
        return {"syntax", std::move(text)};
    }

    std::optional<Error> read_number(int limit, int& number) {
        const std::string_view before = rest_;
        number = 0;
        while (at_digit() && number < limit) {
            number = 10 * number + (rest_[0] - '0');
            rest_.remove_prefix(1);
        }
        const std::size_t digits = before.size() - rest_.size();
        if (digits != 0 && number < limit && (digits == 1 || before[0] != '0') && !at_digit())
            return std::nullopt;
        rest_ = before;
        return missing("a number below " + std::to_string(limit));
    }

    std::optional<Error> read_point(Point& p) {
        int row = 0, column = 0;
        if (auto bad = read_number(kRanks, row)) return bad;
        if (!take(',') && !take('.')) return missing("','");
        if (auto bad = read_number(kFiles, column)) return bad;
        p = point(column, row);
        return std::nullopt;
    }

    std::optional<Error> read_piece(LetteredPieces& pieces) {
        if (pieces.size() == Stack::kMaxSize) return missing("')' after three pieces");
        const bool plus = take('+');
        const std::size_t kind = rest_.empty() ? std::string_view::npos : kRecordLetters.find(rest_[0]);
        if (kind == std::string_view::npos) return missing("a piece");
        rest_.remove_prefix(1);
        pieces.push_back({kind_at(kind), plus});
        return std::nullopt;
    }

    /// A piece, or a stack in brackets.
    std::optional<Error> read_pieces(LetteredPieces& pieces) {
        pieces.clear();
        if (!take('(')) return read_piece(pieces);
        do {
            if (auto bad = read_piece(pieces)) return bad;
        } while (!take(')'));
        if (pieces.size() < 2) return missing("a second piece in the brackets");
        return std::nullopt;
    }

    std::optional<Error> read_placed(PlacedPieces& placed) {
        if (auto bad = read_pieces(placed.pieces)) return bad;
        return read_point(placed.at);
    }

    std::optional<Error> read_part(bool first) {
        PlacedPieces actor{};
        if (auto bad = read_pieces(actor.pieces)) return bad;
        if (first && !at_digit()) {
            turn_.stack = actor.pieces;
            if (auto bad = read_pieces(actor.pieces)) return bad;
        }
        const Error elsewhere = missing("the point where the turn began");
        if (auto bad = read_point(actor.at)) return bad;
        if (!first && !rest_.empty() && rest_[0] == '>' && rest_.substr(0, 2) != "><")
            return read_check(actor);
        if (first)
            turn_.script.origin = actor.at;
        else if (actor.at != turn_.script.origin)
            return elsewhere;
        return read_action(actor.pieces);
    }

    /// `>*11,4` after the piece that gives the check.
    std::optional<Error> read_check(const PlacedPieces& attacker) {
        take('>');
        PlacedPieces commander{};
        if (auto bad = read_placed(commander)) return bad;
        turn_.end = {EndSign::Kind::Check, attacker, commander.at};
        return std::nullopt;
    }

    std::optional<Error> push(const LetteredPieces& pieces, Point to, bool stays, Claim claim) {
        if (turn_.script.burnt && !turn_.script.parts.empty())
            return missing("no other part beside a burnt flight");
        if (turn_.script.parts.size() == Turn::kMaxTurnParts) return missing("the end after four parts");
        turn_.script.parts.push_back({pieces, to, stays, std::move(claim)});
        return std::nullopt;
    }

    std::optional<Error> read_action(const LetteredPieces& pieces) {
        if (take('_')) {
            Point to{};
            if (auto bad = read_point(to)) return bad;
            return push(pieces, to, false, {Claim::Sign::Move, {}});
        }
        PlacedPieces target{};
        if (rest_.substr(0, 2) == "><") {
            rest_.remove_prefix(2);
            if (auto bad = read_placed(target)) return bad;
            return push(pieces, target.at, false, {Claim::Sign::Exchange, target.pieces});
        }
        if (!take('@')) return missing("'_', '@' or '><'");
        if (take('"')) {
            turn_.script.burnt = true;
            if (!at_digit())
                if (auto bad = read_pieces(target.pieces)) return bad;
            if (auto bad = read_point(target.at)) return bad;
            return push(pieces, target.at, false, {Claim::Sign::Capture, target.pieces});
        }
        const bool stays = take('.');
        if (auto bad = read_placed(target)) return bad;
        if (take('&')) {
            // A broadside: told first is the missile, which is fired last (RULES.md section 5).
            PlacedPieces gunned{};
            if (auto bad = read_placed(gunned)) return bad;
            if (auto bad = push(pieces, gunned.at, true, {Claim::Sign::Capture, gunned.pieces})) return bad;
        }
        return push(pieces, target.at, stays, {Claim::Sign::Capture, target.pieces});
    }

    std::string_view whole_, rest_;
    RecordedTurn turn_;
};

std::optional<Error> check_end(const EndSign& end, const Position& after) {
    const auto untrue = [](std::string text) { return Error{"syntax", std::move(text)}; };
    const Color checked = after.side_to_move();
    if (end.kind == EndSign::Kind::Decisive && !is_decisive(after))
        return untrue("'^' after a turn that does not decide the battle");
    if (end.kind != EndSign::Kind::Check) return std::nullopt;
    if (!in_check(after, checked)) return untrue("'>' after a turn that gives no check");
    if (!end.attacker) return std::nullopt;
    if (end.commander != after.commander(checked))
        return untrue("'>': the commander is not on " + name(end.commander));
    const Point from = end.attacker->at;
    const Stack attacker = after.at(from);
    const bool named = std::all_of(end.attacker->pieces.begin(), end.attacker->pieces.end(),
                                   [&](LetteredPiece piece) { return attacker.has(piece.kind); });
    if (!named || !attackers(after, end.commander, ~checked).contains(from))
        return untrue("'>': it is no such piece on " + name(from) + " that gives the check");
    return std::nullopt;
}

}  // namespace

std::string format_record(const Position& position, const Turn& turn) {
    const Point from = turn.origin();
    const Stack began = position.at(from);
    Position now = position;
    std::string text;
    if (turn.burnt()) {
        text = format_target(began, from) + "@\"" + format_target(position.at(turn[0].to()), turn[0].to());
        play_turn(now, turn);
        return text + format_end(now);
    }
    if (!began.stacked() && turn.size() == 2) {
        // A ship's broadside.
        const Part gun = turn[0], missile = turn[1];
        text = format_target(began, from) + format_action(missile, position.at(missile.to())) + '&' +
               format_target(position.at(gun.to()), gun.to());
        play_turn(now, turn);
        return text + format_end(now);
    }
    if (began.stacked() && (turn.size() > 1 || turn[0].members() != began.all())) text = format_pieces(began);
    Outcome outcome = Outcome::UnderWay;
    for (std::size_t i = 0; i < turn.size(); ++i) {
        if (i != 0) text += '/';
        text += format_target(began.subset(turn[i].members()), from) +
                format_action(turn[i], now.at(turn[i].to()));
        outcome = now.play(turn[i]);
    }
    if (outcome == Outcome::UnderWay) now.play(Part::end(from));
    return text + format_end(now);
}

Expected<ParsedTurn> parse_record(const Position& position, std::string_view text) {
    const Expected<RecordedTurn> read = RecordReader(text).read();
    if (!read) return read.error();
    const TurnScript& script = read->script;
    if (!read->stack.empty() && !names_all(position.at(script.origin), read->stack))
        return Error{"no-piece",
                     "turn " + shown(text) + ": the stack it names is not on " + name(script.origin)};
    Expected<ParsedTurn> parsed = play_script(position, script, text);
    if (!parsed) return parsed;
    if (auto bad = check_end(read->end, parsed->after))
        return Error{bad->code, "turn " + shown(text) + ": " + bad->text};
    return parsed;
}

bool is_judgement(std::string_view word) {
    return std::find(kJudgements.begin(), kJudgements.end(), word) != kJudgements.end();
}

}  // namespace tulenh
