#include "protocol/game_file.h"

#include <algorithm>
#include <array>
#include <istream>
#include <ostream>

#include "engine/turns.h"
#include "protocol/words.h"

namespace tulenh {
namespace {

constexpr std::array<std::string_view, 4> kResults{"*", "1-0", "0-1", "1/2-1/2"};
constexpr std::size_t kLineLength = 100;

std::optional<GameResult> result_from_text(std::string_view word) {
    const auto* const at = std::find(kResults.begin(), kResults.end(), word);
    return at == kResults.end() ? std::nullopt
                                : std::optional(static_cast<GameResult>(at - kResults.begin()));
}

void write_tag(std::ostream& out, std::string_view name, std::string_view value) {
    out << '[' << name << " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out << '\\';
        out << (static_cast<unsigned char>(c) < ' ' ? ' ' : c);
    }
    out << "\"]\n";
}

/// Fills lines with words.
class Paragraph {
  public:
    explicit Paragraph(std::ostream& out) : out_(out) {}
    void add(std::string_view word) {
        if (length_ != 0 && length_ + 1 + word.size() > kLineLength) {
            out_ << '\n';
            length_ = 0;
        }
        if (length_ != 0) {
            out_ << ' ';
            ++length_;
        }
        out_ << word;
        length_ += word.size();
    }

  private:
    std::ostream& out_;
    std::size_t length_ = 0;
};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool all_digits(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

FilePlace FilePlace::of(std::size_t line_number, std::string_view line, std::size_t byte) {
    const std::string_view before = line.substr(0, byte);
    const auto characters = std::count_if(before.begin(), before.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
    });
    return {line_number, static_cast<std::size_t>(characters) + 1};
}

Error FilePlace::error(std::string code, std::string_view what) const {
    std::string message = "line ";
    message.append(std::to_string(line)).append(", column ").append(std::to_string(column));
    return {std::move(code), message.append(": ").append(what)};
}

std::string_view text(GameResult result) { return kResults[static_cast<std::size_t>(result)]; }

std::string_view GameRecord::tag(std::string_view name) const {
    for (const auto& [key, value] : tags)
        if (key == name) return value;
    return {};
}

void GameRecord::set_tag(std::string_view name, std::string value) {
    for (auto& [key, old] : tags)
        if (key == name) {
            old = std::move(value);
            return;
        }
    tags.emplace_back(name, std::move(value));
}

void GameRecord::conclude() {
    const std::optional<Result> decided = game.result();
    if (decided)
        result = !decided->winner                 ? GameResult::Draw
                 : *decided->winner == Color::Red ? GameResult::RedWins
                                                  : GameResult::BlueWins;
}

void write_game(std::ostream& out, const GameRecord& record, Notation notation) {
    const Position& start = record.game.start();
    bool told = false;
    const auto tell_result = [&] {
        write_tag(out, "Result", text(record.result));
        write_tag(out, "Mode", name(start.mode()));
        if (const std::string fen = format_fen(start); fen != kStartFen) write_tag(out, "FEN", fen);
        told = true;
    };
    for (const auto& [name, value] : record.tags) {
        if (name == "Result" || name == "Mode" || name == "FEN" || name == "White" || name == "Black")
            continue;
        write_tag(out, name, value);
        if (name != "Blue") continue;
        write_tag(out, "White", record.tag("Red"));
        write_tag(out, "Black", value);
        tell_result();
    }
    if (!told) tell_result();
    out << '\n';

    Paragraph body(out);
    Position position = start;
    for (std::size_t i = 0; i < record.game.turns().size(); ++i) {
        const Turn turn = shortest_form(position, record.game.turns()[i]);
        const bool red = position.side_to_move() == Color::Red;
        if (red || i == 0) body.add(std::to_string(position.fullmove()).append(red ? "." : "..."));
        const bool official = notation == Notation::OfficialRecord;
        body.add(official ? format_record(position, turn) : format_turn(position, turn));
        if (i < record.comments.size() && !record.comments[i].empty()) {
            std::string comment = record.comments[i];
            std::replace(comment.begin(), comment.end(), '}', ')');
            std::replace(comment.begin(), comment.end(), '\n', ' ');
            body.add(official && is_judgement(comment) ? comment
                                                       : std::string("{").append(comment).append("}"));
        }
        play_turn(position, turn);
    }
    body.add(text(record.result));
    out << "\n\n";
}

struct GameReader::Token {
    enum class Kind { Word, Comment, Tag } kind;
    std::string text;
};

bool GameReader::read_line() {
    at_ = token_at_ = 0;
    ++number_;
    if (!std::getline(in_, line_)) {
        line_.clear();
        return false;
    }
    if (!line_.empty() && line_.back() == '\r') line_.pop_back();
    return true;
}

/// What ends a word: brackets are part of an official record.
std::string_view GameReader::word_ends() const {
    return notation_ == Notation::OfficialRecord ? " \t\r{};" : " \t\r{}();";
}

/// Comments and variations may go over several lines; all else ends with its line.
std::optional<GameReader::Token> GameReader::next_token() {
    int depth = 0;  // of variations
    for (;;) {
        while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
        if (at_ >= line_.size() || line_[at_] == ';' || (at_ == 0 && line_[at_] == '%')) {
            if (!read_line()) return std::nullopt;
            continue;
        }
        const char c = line_[at_];
        const bool brackets = notation_ == Notation::Turns;
        token_at_ = at_;
        if (c == '{') {
            Token token{Token::Kind::Comment, {}};
            ++at_;
            std::size_t end = line_.find('}', at_);
            while (end == std::string::npos) {
                token.text.append(line_, at_).append(" ");
                if (!read_line()) return std::nullopt;
                end = line_.find('}');
            }
            token.text.append(line_, at_, end - at_);
            at_ = end + 1;
            if (depth == 0) return token;
        } else if (c == '(' && brackets) {
            ++depth;
            ++at_;
        } else if (c == ')' && brackets) {
            depth = std::max(0, depth - 1);
            ++at_;
        } else if (c == '[' && depth == 0) {
            Token token{Token::Kind::Tag, line_.substr(at_)};
            at_ = line_.size();
            return token;
        } else {
            const std::size_t end = std::min(line_.find_first_of(word_ends(), at_), line_.size());
            Token token{Token::Kind::Word, line_.substr(at_, end - at_)};
            at_ = std::max(end, at_ + 1);
            if (depth == 0 && c != '}') return token;
        }
    }
}

namespace {

/// Takes `[Name "value"]` apart.
std::optional<std::pair<std::string, std::string>> parse_tag(std::string_view text) {
    const std::size_t name_end = text.find_first_of(" \t");
    const std::size_t open = text.find('"');
    if (name_end == std::string_view::npos || open == std::string_view::npos || name_end > open ||
        name_end < 2)
        return std::nullopt;
    std::string value;
    std::size_t i = open + 1;
    for (; i < text.size() && text[i] != '"'; ++i) {
        if (text[i] == '\\' && i + 1 < text.size()) ++i;
        value += text[i];
    }
    if (i == text.size() || text.find(']', i) == std::string_view::npos) return std::nullopt;
    return std::pair(std::string(text.substr(1, name_end - 1)), std::move(value));
}

void append_comment(std::string& comment, std::string_view more) {
    if (!comment.empty()) comment += ' ';
    comment += more;
}

std::optional<Error> play(Game& game, std::string_view word, Notation notation) {
    const Expected<ParsedTurn> turn = notation == Notation::OfficialRecord
                                          ? parse_record(game.position(), word)
                                          : parse_turn(game.position(), word);
    if (!turn) return turn.error();
    game.play(turn->turn);
    return std::nullopt;
}

}  // namespace

std::optional<Expected<GameRecord>> GameReader::read_game() {
    std::vector<std::pair<std::string, std::string>> tags;
    std::optional<GameRecord> record;
    std::string fen = start_.fen;
    Mode mode = start_.mode;
    FilePlace fen_place;
    std::optional<GameResult> tagged;
    bool begun = false;
    while (const std::optional<Token> token = next_token()) {
        if (token->kind == Token::Kind::Comment) {
            if (!record || record->game.turns().empty()) continue;
            record->comments.resize(record->game.turns().size());
            append_comment(record->comments.back(), token->text);
            continue;
        }
        begun = true;
        if (token->kind == Token::Kind::Tag) {
            if (record) {
                next_at_ = token_at_;
                return error("a tag among the turns: the game before it has no result");
            }
            auto tag = parse_tag(token->text);
            if (!tag) return error("a tag must be [Name \"value\"]");
            const auto& [name, value] = *tag;
            if (name == "FEN") {
                fen = value;
                fen_place = place();
            } else if (name == "Mode") {
                const std::optional<Mode> known = mode_from_name(value);
                if (!known) return error("unknown Mode");
                mode = *known;
            } else if (name == "Result") {
                tagged = result_from_text(value);
                if (!tagged) return error("unknown Result");
            } else {
                tags.push_back(std::move(*tag));
            }
            continue;
        }
        if (!record) {
            const Expected<Position> start = parse_fen(fen, mode);
            if (!start) return fen_place.error("fen", "FEN: " + start.error().text);
            record.emplace(*start);
            record->tags.swap(tags);
        }
        std::string_view word = token->text;
        if (const std::optional<GameResult> result = result_from_text(word)) {
            if (tagged && *tagged != *result)
                return error("the result after the turns is not that of the tag");
            record->result = *result;
            record->comments.resize(record->game.turns().size());
            return std::move(*record);
        }
        if (notation_ == Notation::OfficialRecord && is_judgement(word)) {
            if (record->game.turns().empty()) return error("a judgement before the first turn");
            record->comments.resize(record->game.turns().size());
            append_comment(record->comments.back(), word);
            continue;
        }
        if (word.front() == '$') continue;
        // Move numbers may stand before a turn without a blank.
        const std::size_t dot = word.find('.');
        if (dot != std::string_view::npos && all_digits(word.substr(0, dot))) {
            const std::size_t number = std::min(word.find_first_not_of('.', dot), word.size());
            word.remove_prefix(number);
            token_at_ += number;
        }
        if (word.empty() || all_digits(word)) continue;
        if (const std::optional<Error> bad = play(record->game, word, notation_)) {
            std::string what = "turn ";
            what.append(std::to_string(record->game.turns().size() + 1))
                .append(", ")
                .append(printable(word, 60));
            return place().error(bad->code, what.append(": ").append(bad->text));
        }
    }
    if (!begun) return std::nullopt;
    if (record && notation_ == Notation::OfficialRecord) {
        record->comments.resize(record->game.turns().size());
        if (tagged)
            record->result = *tagged;
        else
            record->conclude();
        return std::move(*record);
    }
    return error("the game ends without a result");
}

/// Goes on to the tag that was met too early, else to the next line with a tag that follows one without.
void GameReader::skip_game() {
    if (next_at_) {
        at_ = *std::exchange(next_at_, std::nullopt);
        return;
    }
    bool tag = !line_.empty() && line_.front() == '[';
    while (read_line()) {
        const bool before = std::exchange(tag, !line_.empty() && line_.front() == '[');
        if (tag && !before) return;
    }
}

std::optional<Expected<GameRecord>> GameReader::next() {
    std::optional<Expected<GameRecord>> game = read_game();
    if (game && !*game) skip_game();
    return game;
}

}  // namespace tulenh
