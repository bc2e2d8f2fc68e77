#include "protocol/analysis_input.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <streambuf>
#include <utility>

#include "engine/turns.h"
#include "protocol/subcommand.h"
#include "protocol/words.h"

namespace tulenh {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A stream's text, of which a part can be looked at before it is read.
class LookAhead final : public std::streambuf {
  public:
    explicit LookAhead(std::istream& in) : in_(in) {}

    /// The first line that is neither blank nor a comment. Before anything is read.
    std::string first_line() {
        std::string line;
        while (read_line(line)) {
            ahead_ += line;
            const std::string_view word = Words(line).next();
            if (!word.empty() && word.front() != '#' && word.front() != '%' && word.front() != ';')
                return line;
        }
        return {};
    }

  private:
    bool read_line(std::string& line) {
        if (!std::getline(in_, line)) return false;
        if (!in_.eof()) line += '\n';
        return true;
    }

    int_type underflow() override {
        text_ = std::exchange(ahead_, {});
        if (text_.empty() && !read_line(text_)) return traits_type::eof();
        setg(text_.data(), text_.data(), text_.data() + text_.size());
        return traits_type::to_int_type(text_.front());
    }

    std::istream& in_;
    std::string ahead_, text_;
};

/// Reads a position a line, as a game without turns.
class PositionReader {
  public:
    PositionReader(std::istream& in, Mode mode) : in_(in), mode_(mode) {}

    std::optional<Expected<GameRecord>> next() {
        for (std::string line; std::getline(in_, line);) {
            ++number_;
            const std::string_view first = Words(line).next();
            if (!first.empty() && first.front() != '#') return read(line);
        }
        return std::nullopt;
    }

  private:
    [[nodiscard]] Expected<GameRecord> read(std::string_view line) const {
        const Expected<Position> position = parse_fen(fen_of_line(line), mode_);
        if (position) return GameRecord(*position);
        return Error{position.error().code, "line " + std::to_string(number_) + ": " + position.error().text};
    }

    std::istream& in_;
    Mode mode_;
    std::size_t number_ = 0;  ///< of the line
};

/// Is this the first line of a game file? Else it is taken for a position.
bool begins_game(std::string_view line) {
    const std::string_view word = Words(line).next();
    if (word.empty() || word.find('/') != std::string_view::npos) return false;
    return word.front() == '[' || word.front() == '{' || is_digit(word.front());
}

}  // namespace

std::string_view fen_of_line(std::string_view line) {
    const std::size_t end = line.find(';');
    if (end == std::string_view::npos) return line;
    line = line.substr(0, end);
    Words words(line);
    words.next();
    words.next();
    for (std::string_view word = words.next(); !word.empty(); word = words.next())
        if (is_letter(word.front()))
            return line.substr(0, static_cast<std::size_t>(word.data() - line.data()));
    return line;
}

struct AnalysisInput::OpenFile {
    OpenFile(const std::string& path, const std::string& form, Mode mode)
        : name(path == "-" ? "standard input" : path) {
        if (path != "-") file = open_to_read(path);
        std::optional<GameForm> games = game_form_named(form);
        if (form == "auto" && begins_game(look_ahead.first_line())) games = GameForm::Games;
        of_games = games.has_value();
        if (games)
            next = reader_of(text, *games, {mode, std::string(kStartFen)});
        else
            next = [reader = PositionReader(text, mode)]() mutable { return reader.next(); };
    }

    std::string name;
    std::ifstream file;
    LookAhead look_ahead{name == "standard input" ? std::cin : file};
    std::istream text{&look_ahead};
    NextGame next;
    bool of_games = false;
};

AnalysisInput::AnalysisInput(AnalysisSource source) : source_(std::move(source)) {}
AnalysisInput::~AnalysisInput() = default;

std::optional<AnalysisTask> AnalysisInput::next() {
    for (;;) {
        if (so_far_) return next_of_game();
        if (!file_ && !open_next()) return std::nullopt;
        const std::optional<Expected<GameRecord>> game = file_->next();
        if (!game) {
            file_.reset();
        } else if (*game) {
            turns_ = (*game)->game.turns();
            so_far_.emplace((*game)->game.start());
        } else {
            const Error& error = game->error();
            return AnalysisTask{++last_id_, Error{error.code, file_->name + ": " + error.text}, false, {}};
        }
    }
}

bool AnalysisInput::open_next() {
    if (opened_ == source_.files.size()) return false;
    file_ = std::make_unique<OpenFile>(source_.files[opened_++], source_.form, source_.mode);
    return true;
}

AnalysisTask AnalysisInput::next_of_game() {
    AnalysisTask task{++last_id_, *so_far_, file_->of_games, {}};
    const std::size_t played = so_far_->turns().size();
    if (played == turns_.size()) {
        so_far_.reset();
    } else {
        task.played = shortest_form(so_far_->position(), turns_[played]);
        so_far_->play(turns_[played]);
    }
    return task;
}

}  // namespace tulenh
