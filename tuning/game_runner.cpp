#include "tuning/game_runner.h"

#include <array>
#include <cstdio>

#include "protocol/words.h"

namespace tulenh {
namespace {

std::int64_t milliseconds(Duration duration) {
    return std::chrono::duration_cast<Milliseconds>(duration).count();
}

/// `+0.34/12 0.52s`: score for the side that moved, depth, time.
std::string format_comment(const SearchReport& report, Duration used) {
    std::string text;
    if (report.score)
        text.append(report.score->text()).append("/").append(std::to_string(report.depth)).append(" ");
    std::array<char, 32> time{};
    std::snprintf(time.data(), time.size(), "%.2fs", std::chrono::duration<double>(used).count());
    return text.append(time.data());
}

GameEnd decided(std::optional<Color> winner, Ending ending, std::string detail = {}) {
    return {winner, ending, std::move(detail), {}};
}

GameEnd by_points(const Position& position, Ending ending) {
    const unsigned red = position.points(Color::Red), blue = position.points(Color::Blue);
    if (red == blue) return decided(std::nullopt, ending);
    return decided(red > blue ? Color::Red : Color::Blue, ending);
}

/// The final score: what was captured, and the 100 of RULES.md section 12 for a battle that was won otherwise
/// than by points, a forfeit or resignation included.
std::array<unsigned, 2> final_score(const Position& position, const GameEnd& end) {
    const bool on_points =
        end.ending == Ending::NoCapture || end.ending == Ending::GameTime || end.ending == Ending::MaxMoves;
    std::array<unsigned, 2> points{};
    for (const Color color : kColors) {
        const std::optional<Result> won =
            on_points ? std::nullopt : std::optional(Result{end.winner, Reason::NoMove});
        points[index(color)] = final_points(position, won, color);
    }
    return points;
}

class GameRunner {
  public:
    GameRunner(const MatchConfig& config, const Opening& opening, Mode mode,
               const std::array<UciClient*, 2>& players)
        : config_(config),
          players_(players),
          mode_(mode),
          record_(opening.game.start()),
          battle_(config.battle_time(mode)),
          adjudicator_(config.resign, config.draw) {
        const std::string fen = format_fen(opening.game.start());
        position_line_ = "position ";
        if (fen == kStartFen)
            position_line_ += "startpos";
        else
            position_line_.append("fen ").append(fen);
        for (const std::string& turn : opening.turns) {
            add_to_line(turn);
            record_.comments.emplace_back("book");
        }
        record_.game = opening.game;
        for (const Color color : kColors)
            if (const auto& clock = player(color).config().limits.clock)
                clocks_[index(color)].emplace(*clock);
    }

    PlayedGame run() {
        GameEnd end = play();
        end.points = final_score(record_.game.position(), end);
        record_.result = result_of(end);
        return {std::move(record_), std::move(end)};
    }

  private:
    [[nodiscard]] UciClient& player(Color color) const { return *players_[index(color)]; }

    GameEnd play() {
        for (const Color color : kColors) {
            try {
                player(color).new_game(mode_);
            } catch (const EngineFailure& failure) {
                return decided(~color, failure.ending, failure.detail);
            }
        }
        for (int turns = 0;; ++turns) {
            if (const auto result = record_.game.result())
                return decided(result->winner, ending_of(result->reason));
            if (config_.max_moves != 0 && turns >= 2 * config_.max_moves)
                return by_points(record_.game.position(), Ending::MaxMoves);
            if (const auto end = play_turn(turns)) return *end;
        }
    }

    /// One turn. Returns the end that it brings, results by the rules excepted.
    std::optional<GameEnd> play_turn(int turns) {
        const Color mover = record_.game.position().side_to_move();
        TurnAnswer answer;
        try {
            answer =
                player(mover).play({position_line_, go_line(mover), allowed_time(mover), battle_.left()});
        } catch (const EngineFailure& failure) {
            return decided(~mover, failure.ending, failure.detail);
        }
        battle_.finish_turn(answer.used);
        if (answer.kind == TurnAnswer::Kind::TimeUp) {
            player(mover).kill();
            return decided(~mover, Ending::Time, time_detail(mover, answer.used));
        }
        if (answer.kind == TurnAnswer::Kind::BattleOver || battle_.has_run_out())
            return by_points(record_.game.position(), Ending::GameTime);
        if (auto& clock = clocks_[index(mover)]) clock->finish_turn(answer.used);

        const unsigned no_capture = record_.game.position().halfmove();
        if (auto end = accept(mover, answer)) {
            player(mover).kill();
            return end;
        }
        add_to_line(answer.turn);
        if (!config_.pgn_file.empty()) record_.comments.push_back(format_comment(answer.report, answer.used));
        const bool captured = record_.game.position().halfmove() <= no_capture;
        return adjudicator_.after_turn(mover, answer.report.score, captured, turns / 2 + 1);
    }

    /// Plays the turn of the answer, if it is one.
    std::optional<GameEnd> accept(Color mover, const TurnAnswer& answer) {
        const Position& position = record_.game.position();
        if (answer.turn == "0000" || answer.turn == "(none)")
            return refuse(mover, answer, Ending::IllegalTurn, "it plays no turn though there are some");
        const Expected<ParsedTurn> parsed = parse_turn(position, answer.turn);
        if (!parsed) {
            const bool no_turn = parsed.error().code == "syntax";
            return refuse(mover, answer, no_turn ? Ending::Garbage : Ending::IllegalTurn,
                          parsed.error().text);
        }
        // A flight into fire may expose the commander (RULES.md section 6), other turns may not (section 11).
        if (parsed->exposed && !parsed->turn.burnt())
            return refuse(mover, answer, Ending::IllegalTurn, "it leaves the own commander to be taken");
        record_.game.play(parsed->turn);
        return std::nullopt;
    }

    [[nodiscard]] GameEnd refuse(Color mover, const TurnAnswer& answer, Ending ending,
                                 const std::string& why) const {
        std::string detail = "bestmove ";
        detail.append(printable(answer.turn, 60)).append(" in ");
        detail.append(format_fen(record_.game.position())).append(": ").append(why);
        if (!answer.complaint.empty()) detail.append("; it said: ").append(answer.complaint);
        return decided(~mover, ending, detail);
    }

    void add_to_line(const std::string& turn) {
        if (!has_turns_) position_line_ += " moves";
        has_turns_ = true;
        position_line_ += ' ';
        position_line_ += turn;
    }

    [[nodiscard]] Duration allowed_time(Color mover) const {
        const EngineConfig& engine = player(mover).config();
        if (const auto& clock = clocks_[index(mover)]) return clock->left() + engine.margin;
        if (engine.limits.movetime) return *engine.limits.movetime + engine.margin;
        return config_.deadlines.move;
    }

    [[nodiscard]] std::string time_detail(Color mover, Duration used) const {
        std::array<char, 96> text{};
        const EngineConfig& engine = player(mover).config();
        std::snprintf(text.data(), text.size(), "%.3f s used, %.3f s allowed",
                      std::chrono::duration<double>(used).count(),
                      std::chrono::duration<double>(allowed_time(mover)).count());
        std::string detail = text.data();
        if (clocks_[index(mover)] || engine.limits.movetime) detail.append(", the margin included");
        return detail;
    }

    [[nodiscard]] std::string go_line(Color mover) const {
        const EngineConfig& engine = player(mover).config();
        const bool uci = engine.protocol == EngineProtocol::Uci;
        std::string line = "go";
        const auto add = [&](std::string_view word, std::int64_t value) {
            line.append(" ").append(word).append(" ").append(std::to_string(value));
        };
        if (clocks_[index(mover)]) {
            constexpr std::array<std::string_view, 2> kTimeUci{"wtime", "btime"},
                kTimeUgi{"p1time", "p2time"}, kIncUci{"winc", "binc"}, kIncUgi{"p1inc", "p2inc"};
            for (const Color color : kColors)
                if (const auto& clock = clocks_[index(color)])
                    add((uci ? kTimeUci : kTimeUgi)[index(color)], milliseconds(clock->left()));
            for (const Color color : kColors)
                if (const auto& clock = clocks_[index(color)])
                    add((uci ? kIncUci : kIncUgi)[index(color)], clock->increment().count());
            if (const int turns = clocks_[index(mover)]->turns_to_go(); turns != 0) add("movestogo", turns);
        }
        if (engine.limits.movetime) add("movetime", engine.limits.movetime->count());
        if (engine.limits.nodes) add("nodes", static_cast<std::int64_t>(*engine.limits.nodes));
        if (engine.limits.depth) add("depth", *engine.limits.depth);
        if (const auto left = battle_.left()) add("gametime", milliseconds(*left));
        return line;
    }

    const MatchConfig& config_;
    std::array<UciClient*, 2> players_;
    Mode mode_;
    GameRecord record_;
    std::string position_line_;
    bool has_turns_ = false;
    std::array<std::optional<PlayerClock>, 2> clocks_;
    BattleClock battle_;
    Adjudicator adjudicator_;
};

}  // namespace

std::optional<GameEnd> Adjudicator::after_turn(Color mover, const std::optional<EngineScore>& score,
                                               bool captured, int fullmove) {
    const std::size_t own = index(mover), other = index(~mover);
    if (resign_) {
        const int value = score ? score->hundredths() : 0;
        losing_[own] = score && value <= -resign_->score ? losing_[own] + 1 : 0;
        winning_[own] = score && value >= resign_->score ? winning_[own] + 1 : 0;
        for (const auto& [loser, color] : {std::pair(own, mover), std::pair(other, ~mover)})
            if (losing_[loser] >= resign_->turns &&
                (!resign_->two_sided || winning_[1 - loser] >= resign_->turns))
                return decided(~color, Ending::Resign);
    }
    if (draw_) {
        const bool level = score && !score->mate && std::abs(score->value) <= draw_->score;
        level_ = level && !captured && fullmove >= draw_->number ? level_ + 1 : 0;
        if (level_ >= 2 * draw_->turns) return decided(std::nullopt, Ending::DrawAgreed);
    }
    return std::nullopt;
}

PlayedGame play_game(const MatchConfig& config, const Opening& opening, Mode mode,
                     const std::array<UciClient*, 2>& players) {
    return GameRunner(config, opening, mode, players).run();
}

GameResult result_of(const GameEnd& end) {
    if (!end.winner) return GameResult::Draw;
    return *end.winner == Color::Red ? GameResult::RedWins : GameResult::BlueWins;
}

}  // namespace tulenh
