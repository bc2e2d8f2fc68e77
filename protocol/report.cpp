#include "protocol/report.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/attacks.h"
#include "engine/turns.h"
#include "protocol/words.h"

namespace tulenh {
namespace {

std::string hexadecimal(std::uint64_t number) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t i = text.size(); i-- > 0; number >>= 4) text[i] = kDigits[number & 15U];
    return text;
}

std::string format_score_of(const Position& position, const std::optional<Result>& result) {
    return std::to_string(final_points(position, result, Color::Red)) + '-' +
           std::to_string(final_points(position, result, Color::Blue));
}

std::string format_check(const Position& position) {
    const Color side = position.side_to_move();
    if (!in_check(position, side)) return "no";
    std::string text = "yes";
    attackers(position, position.commander(side), ~side).for_each([&](Point p) { text += ' ' + name(p); });
    return text;
}

std::string_view kind_of(Action action) {
    switch (action) {
        case Action::Move: return "move";
        case Action::Board: return "board";
        case Action::Replace: return "replace";
        case Action::Stay: return "stay";
        case Action::Exchange: return "exchange";
        case Action::End: break;
    }
    return "end";
}

/// A `part` line; the position is the one in which the part is played.
std::string format_part_line(const Position& position, Part part) {
    std::string line = "part " + format_part(position, part) + ' ' + std::string(kind_of(part.action()));
    if (part.captures()) line += ' ' + format_stack(position.at(part.to()));
    return line;
}

Lines sorted_and_counted(Lines lines, std::string_view what) {
    std::sort(lines.begin(), lines.end());
    lines.push_back(std::string(what) + ' ' + std::to_string(lines.size()));
    return lines;
}

using Board = std::array<Stack, kPointSpan>;

Board board_of(const Position& position) {
    Board board{};
    kBoard.for_each([&](Point p) { board[index(p)] = position.at(p); });
    return board;
}

void tell_pieces(Lines& lines, std::string_view what, Stack stack, Point p) {
    for (std::size_t i = 0; i < stack.size(); ++i)
        lines.push_back(std::string(what) + ' ' +
                        format_stack(stack.subset(static_cast<MemberMask>(1U << i))) + ' ' + name(p));
}

/// What the parts of a turn do, in their order, before its end promotes anybody.
class TurnStory {
  public:
    explicit TurnStory(const Position& position) : position_(position), board_(board_of(position)) {}

    void tell(const Turn& turn) {
        began_ = position_.at(turn.origin());
        here_ = began_.all();
        if (turn.burnt()) {
            parts_.push_back("part " + format_part(position_, turn[0]) + " burnt");
            lose(turn[0]);
        } else {
            for (const Part part : turn) tell_part(part);
        }
    }

    [[nodiscard]] Lines lines() const {
        Lines all = parts_;
        all.insert(all.end(), captured_.begin(), captured_.end());
        all.insert(all.end(), lost_.begin(), lost_.end());
        return all;
    }
    /// The board as the parts leave it.
    [[nodiscard]] const Board& board() const { return board_; }

  private:
    void tell_part(Part part) {
        parts_.push_back(format_part_line(position_, part));
        Stack& there = board_[index(part.to())];
        const Stack detachment = began_.subset(part.members());
        if (part.captures()) {
            tell_pieces(captured_, "captured", there, part.to());
            there = Stack{};
        }
        switch (part.action()) {
            case Action::Move:
            case Action::Replace:
            case Action::Board:
                there = there.empty() ? detachment : there.with(detachment);
                leave(part);
                break;
            case Action::Exchange: lose(part); break;
            case Action::Stay:
            case Action::End: break;
        }
        position_.play(part);
    }

    void leave(Part part) {
        here_ = static_cast<MemberMask>(here_ & ~part.members());
        board_[index(part.from())] = began_.subset(here_);
    }
    void lose(Part part) {
        tell_pieces(lost_, "lost", began_.subset(part.members()), part.from());
        leave(part);
    }

    Position position_;
    Board board_;
    Stack began_;
    MemberMask here_ = 0;  ///< members that have not left the point
    Lines parts_, captured_, lost_;
};

int heroes(Stack stack, Kind kind) {
    int count = 0;
    for (std::size_t i = 0; i < stack.size(); ++i)
        count += stack.member(i).kind() == kind && stack.member(i).heroic() ? 1 : 0;
    return count;
}

/// The pieces that the end of the turn made heroic.
void tell_promoted(Lines& lines, const Board& before, const Position& after) {
    kBoard.for_each([&](Point p) {
        const Stack stack = after.at(p);
        for (std::size_t i = 0; i < stack.size(); ++i) {
            const Kind kind = stack.member(i).kind();
            if (i > 0 && stack.member(i - 1).kind() == kind) continue;  // two of a kind: told with the first
            const Stack hero(stack.color(), Piece(kind, true));
            for (int n = heroes(stack, kind) - heroes(before[index(p)], kind); n > 0; --n)
                tell_pieces(lines, "promoted", hero, p);
        }
    });
}

}  // namespace

std::string format_result(const Game& game) {
    const std::optional<Result> result = game.result();
    if (!result) return "ongoing";
    const std::string_view winner = !result->winner ? "draw" : *result->winner == Color::Red ? "red" : "blue";
    return std::string(winner) + ' ' + std::string(name(result->reason)) + ' ' +
           format_score_of(game.position(), result);
}

Expected<Lines> answer_query(const Game& game, std::string_view question) {
    const auto response = [](std::string_view text) { return Lines{"response " + std::string(text)}; };
    const std::optional<Result> result = game.result();
    if (question == "p1turn")
        return response(game.position().side_to_move() == Color::Red ? "true" : "false");
    if (question == "gameover") return response(result ? "true" : "false");
    if (question == "result") {
        if (!result) return response("none");
        if (!result->winner) return response("draw");
        return response(*result->winner == Color::Red ? "p1win" : "p2win");
    }
    if (question.empty()) return Error{"syntax", "query: one of p1turn, gameover and result is missing"};
    return Error{"unknown", "query: " + in_quotes(question) + " is none of p1turn, gameover and result"};
}

Lines describe(const Game& game, Palette palette) {
    const Position& position = game.position();
    Lines lines = draw_board(position, palette);
    lines.push_back("Fen: " + format_fen(position));
    lines.push_back("Key: " + hexadecimal(position.key()));
    lines.push_back("Mode: " + std::string(name(position.mode())));
    lines.push_back("Points: " + format_score_of(position, std::nullopt));
    lines.push_back("Check: " + format_check(position));
    lines.push_back("Result: " + format_result(game));
    return lines;
}

Expected<Lines> list_moves(const Position& position, std::string_view point) {
    std::vector<LegalTurn> turns;
    if (point.empty()) {
        turns = legal_turns(position);
    } else {
        const std::optional<Point> origin = point_from_name(point);
        if (!origin) return Error{"syntax", "moves: " + in_quotes(point) + " is not a point of the board"};
        turns = legal_turns_from(position, *origin);
    }
    Lines lines;
    lines.reserve(turns.size() + 1);
    for (const LegalTurn& legal : turns) {
        Position after = position;
        play_turn(after, legal.turn);
        lines.push_back(format_turn(position, legal.turn) + ' ' + format_fen(after));
    }
    return sorted_and_counted(std::move(lines), "moves");
}

Expected<Lines> list_parts(const Position& position, std::string_view prefix) {
    Lines lines;
    if (prefix.empty()) {
        position.occupied(position.side_to_move()).for_each([&](Point p) {
            if (!next_parts(position, p).empty()) lines.push_back("point " + name(p));
        });
        return sorted_and_counted(std::move(lines), "parts");
    }
    const Expected<ParsedPrefix> parsed = parse_turn_prefix(position, prefix);
    if (!parsed) return Error{parsed.error().code, "parts: " + parsed.error().text};
    if (result(position)) return Error{"over", "parts: the battle is over"};
    bool may_end = false;
    if (parsed->over) {
        // The prefix is a whole turn.
        const Expected<ParsedTurn> turn = parse_turn(position, prefix);
        may_end = turn && !turn->exposed;
    } else {
        for (const Part part : next_parts(parsed->position, parsed->origin)) {
            if (part.ends_turn())
                may_end = true;
            else
                lines.push_back(format_part_line(parsed->position, part));
        }
    }
    lines = sorted_and_counted(std::move(lines), "parts");
    if (may_end) lines.insert(lines.end() - 1, "end");
    return lines;
}

Expected<Lines> explain_turn(const Game& game, std::string_view text) {
    if (text.empty()) return Error{"syntax", "turn: a turn is missing"};
    const Position& before = game.position();
    Game continued = game;
    const Expected<bool> exposed = continued.play(text);
    if (!exposed) return Error{exposed.error().code, "turn: " + exposed.error().text};
    const Position& after = continued.position();
    const Turn& turn = continued.turns().back();
    Lines lines{"turn " + format_turn(before, shortest_form(before, turn)) + ' ' + format_fen(after)};
    TurnStory story(before);
    story.tell(turn);
    const Lines parts = story.lines();
    lines.insert(lines.end(), parts.begin(), parts.end());
    tell_promoted(lines, story.board(), after);
    lines.push_back(in_check(after, after.side_to_move()) ? "check yes" : "check no");
    if (*exposed) lines.push_back("warning exposed");
    lines.push_back("result " + format_result(continued));
    return lines;
}

Lines list_record(const Game& game) {
    Lines lines;
    Position position = game.start();
    for (const Turn& played : game.turns()) {
        const Turn turn = shortest_form(position, played);
        lines.push_back(std::to_string(position.fullmove()) +
                        (position.side_to_move() == Color::Red ? " r " : " b ") +
                        format_turn(position, turn) + ' ' + format_record(position, turn));
        play_turn(position, turn);
    }
    lines.push_back("record " + std::to_string(lines.size()));
    return lines;
}

}  // namespace tulenh
