#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/text.h"

namespace tulenh {
namespace {

constexpr unsigned kMaxNumber = 65535;

Error fen_error(std::string text) { return {"fen", std::move(text)}; }

std::string quoted(char c) {
    if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
    constexpr std::string_view kHex = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    return std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    for (std::size_t from = 0;;) {
        const std::size_t to = text.find(separator, from);
        pieces.push_back(text.substr(from, to - from));
        if (to == std::string_view::npos) return pieces;
        from = to + 1;
    }
}

/// The fields between blanks, at most one more than a FEN has.
std::vector<std::string_view> fields_of(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n\v\f";
    constexpr std::size_t kEnough = 8;
    std::vector<std::string_view> fields;
    for (std::size_t at = text.find_first_not_of(kBlanks);
         at != std::string_view::npos && fields.size() < kEnough;) {
        const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
        fields.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(kBlanks, end);
    }
    return fields;
}

/// A decimal number in a range, or the reason why the text is none.
Expected<unsigned> parse_number(std::string_view text, std::string_view what, unsigned low) {
    unsigned value = 0;
    if (text.empty()) return fen_error(std::string(what) + ": a number is missing");
    for (const char c : text) {
        if (!is_digit(c)) return fen_error(std::string(what) + ": " + quoted(c) + " is not a digit");
        value = std::min(10 * value + static_cast<unsigned>(c - '0'), kMaxNumber + 1);
    }
    if (value < low || value > kMaxNumber)
        return fen_error(std::string(what) + ": not in " + std::to_string(low) + ".." +
                         std::to_string(kMaxNumber));
    return value;
}

/// Reads one rank of the board after the other and places what it finds.
class BoardReader {
  public:
    explicit BoardReader(Position& position) : position_(position) {}

    std::optional<Error> read(std::string_view board) {
        const std::vector<std::string_view> ranks = split(board, '/');
        if (ranks.size() != static_cast<std::size_t>(kRanks))
            return fen_error("board: " + std::to_string(ranks.size()) + " ranks instead of " +
                             std::to_string(kRanks));
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            rank_ = kRanks - 1 - static_cast<int>(i);
            if (auto error = read_rank(ranks[i])) return error;
        }
        return std::nullopt;
    }

  private:
    std::string here() const {
        return "rank " + std::to_string(rank_ + 1) + (file_ < kFiles ? ", " + name(point(file_, rank_)) : "");
    }
    Error error(const std::string& what) const { return fen_error(here() + ": " + what); }

    std::optional<Error> read_rank(std::string_view text) {
        file_ = 0;
        for (std::size_t at = 0; at < text.size();) {
            if (is_digit(text[at])) {
                if (auto bad = read_count(text, at)) return bad;
                continue;
            }
            if (file_ >= kFiles) return error("more than " + std::to_string(kFiles) + " files");
            if (auto bad = read_stack(text, at)) return bad;
            ++file_;
        }
        if (file_ != kFiles)
            return fen_error("rank " + std::to_string(rank_ + 1) + ": " + std::to_string(file_) +
                             " files instead of " + std::to_string(kFiles));
        return std::nullopt;
    }

    std::optional<Error> read_count(std::string_view text, std::size_t& at) {
        if (text[at] == '0') return error("a count of empty points begins with 0");
        int count = 0;
        for (; at < text.size() && is_digit(text[at]); ++at)
            count = std::min(10 * count + (text[at] - '0'), 100);
        if (file_ + count > kFiles) return error("more than " + std::to_string(kFiles) + " files");
        file_ += count;
        return std::nullopt;
    }

    /// A piece, or a stack in brackets.
    std::optional<Error> read_stack(std::string_view text, std::size_t& at) {
        const bool bracket = text[at] == '(';
        if (bracket) ++at;
        Stack stack;
        do {
            if (at < text.size() && text[at] == ')' && bracket) break;
            if (auto bad = read_piece(text, at, stack)) return bad;
        } while (bracket);
        if (bracket) {
            ++at;
            if (stack.size() < 2) return error("brackets around fewer than two pieces");
            if (!stack.valid()) return error("no piece of " + format_stack(stack) + " can carry the others");
        }
        const Point p = point(file_, rank_);
        if (!may_stand(stack, p)) return error(format_stack(stack) + " may not stand there");
        for (std::size_t i = 0; i < stack.size(); ++i) {
            const Kind kind = stack.member(i).kind();
            int& count = counts_[index(stack.color())][index(kind)];
            if (++count > kKindLimit[index(kind)])
                return error(std::string("more than ") + std::to_string(kKindLimit[index(kind)]) + " of " +
                             format_stack(Stack(stack.color(), Piece(kind))));
        }
        position_.place(p, stack);
        return std::nullopt;
    }

    std::optional<Error> read_piece(std::string_view text, std::size_t& at, Stack& stack) {
        if (at >= text.size()) return error("a bracket is not closed");
        const bool heroic = text[at] == '+';
        if (heroic && ++at >= text.size()) return error("'+' without a piece");
        const char c = text[at];
        const bool blue = c >= 'a' && c <= 'z';
        const std::optional<Kind> kind = kind_from_letter(blue ? static_cast<char>(c - 'a' + 'A') : c);
        if (!kind) return error(quoted(c) + " is not a piece");
        if (heroic && *kind == Kind::Commander) return error("a commander is never heroic");
        const Color color = blue ? Color::Blue : Color::Red;
        if (!stack.empty() && stack.color() != color) return error("a stack of both sides");
        if (stack.size() == Stack::kMaxSize) return error("more than three pieces on one point");
        const Piece piece(*kind, heroic);
        stack = stack.empty() ? Stack(color, piece) : stack.with(piece);
        ++at;
        return std::nullopt;
    }

    Position& position_;
    int rank_ = 0, file_ = 0;
    std::array<std::array<int, kKindCount>, 2> counts_{};
};

}  // namespace

Expected<Position> parse_fen(std::string_view text, Mode mode) {
    const std::vector<std::string_view> fields = fields_of(text);
    if (fields.empty()) return fen_error("board: missing");
    Position position(mode);
    if (auto bad = BoardReader(position).read(fields[0])) return *bad;
    if (fields.size() < 2) return fen_error("turn: missing, r or b expected");
    if (fields[1] != "r" && fields[1] != "b") return fen_error("turn: neither r nor b");
    for (std::size_t i = 2; i < 4; ++i)
        if (fields.size() > i && fields[i] != "-")
            return fen_error("field " + std::to_string(i + 1) + ": always -");
    unsigned halfmove = 0, fullmove = 1, red = 0, blue = 0;
    if (fields.size() > 4) {
        const auto number = parse_number(fields[4], "halfmove", 0);
        if (!number) return number.error();
        halfmove = *number;
    }
    if (fields.size() > 5) {
        const auto number = parse_number(fields[5], "fullmove", 1);
        if (!number) return number.error();
        fullmove = *number;
    }
    if (fields.size() > 6) {
        const std::vector<std::string_view> scores = split(fields[6], '-');
        if (scores.size() != 2) return fen_error("points: not of the form <red>-<blue>");
        const auto red_number = parse_number(scores[0], "red points", 0);
        if (!red_number) return red_number.error();
        const auto blue_number = parse_number(scores[1], "blue points", 0);
        if (!blue_number) return blue_number.error();
        red = *red_number;
        blue = *blue_number;
    }
    if (fields.size() > 7) return fen_error("more than seven fields");
    position.set_state(fields[1] == "r" ? Color::Red : Color::Blue, halfmove, fullmove, red, blue);
    position.start();
    return position;
}

std::string format_piece(Piece piece) {
    std::string text;
    if (piece.heroic()) text += '+';
    return text += letter(piece.kind());
}

std::string format_stack(Stack stack) {
    std::string text;
    for (std::size_t i = 0; i < stack.size(); ++i) text += format_piece(stack.member(i));
    if (stack.color() == Color::Blue)
        for (char& c : text)
            if (c != '+') c = static_cast<char>(c - 'A' + 'a');
    return stack.stacked() ? "(" + text + ")" : text;
}

std::string format_fen(const Position& position) {
    std::string text;
    for (int rank = kRanks - 1; rank >= 0; --rank) {
        int empty = 0;
        const auto flush = [&] {
            if (empty != 0) text += std::to_string(empty);
            empty = 0;
        };
        for (int file = 0; file < kFiles; ++file) {
            const Stack stack = position.at(point(file, rank));
            if (stack.empty()) {
                ++empty;
                continue;
            }
            flush();
            text += format_stack(stack);
        }
        flush();
        if (rank != 0) text += '/';
    }
    text += position.side_to_move() == Color::Red ? " r - - " : " b - - ";
    text += std::to_string(position.halfmove()) + ' ' + std::to_string(position.fullmove()) + ' ';
    return text + std::to_string(position.points(Color::Red)) + '-' +
           std::to_string(position.points(Color::Blue));
}

}  // namespace tulenh
