#include "protocol/uci.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "build_info.h"
#include "engine/turns.h"
#include "eval/evaluate.h"
#include "protocol/bench.h"
#include "protocol/eval_text.h"
#include "protocol/go.h"
#include "protocol/info_filter.h"
#include "protocol/lines.h"
#include "protocol/report.h"
#include "protocol/score_text.h"
#include "protocol/version.h"
#include "protocol/words.h"
#include "search/constants.h"

namespace tulenh {
namespace {

constexpr std::string_view kNoTurn = "bestmove 0000";
constexpr std::size_t kInitialHash = 16;

std::string bestmove_line(const Position& root, const SearchResult& found, bool with_ponder) {
    if (!found.best.exists()) return std::string(kNoTurn);
    std::string line = "bestmove " + format_turn(root, found.best);
    if (!with_ponder || !found.ponder.exists()) return line;
    Position after = root;
    play_turn(after, found.best);
    return line + " ponder " + format_turn(after, found.ponder);
}

/// Counts turn by turn. When it is stopped the lines are of the turns counted up to then.
Lines count_turns(const Position& position, int depth, const std::atomic<bool>& stopped) {
    Lines lines;
    std::uint64_t total = 0;
    for (const LegalTurn& legal : legal_turns(position)) {
        Position after = position;
        play_turn(after, legal.turn);
        // Depth 1 counts turns that decide the battle too.
        const std::uint64_t count = depth == 1 ? 1 : perft(after, depth - 1, &stopped);
        if (stopped) break;
        total += count;
        lines.push_back(format_turn(position, legal.turn) + ": " + std::to_string(count));
    }
    std::sort(lines.begin(), lines.end());
    if (stopped) lines.emplace_back("info string stopped before the count was complete");
    lines.push_back("Nodes searched: " + std::to_string(total));
    return lines;
}

}  // namespace

struct Uci::Command {
    std::string_view name;
    bool during_search;  ///< is it answered while a search runs?
    void (Uci::*run)(std::string_view text);
    std::string_view arguments, purpose;
};

std::span<const Uci::Command> Uci::commands() {
    static constexpr std::array kCommands{
        Command{"uci", true, &Uci::uci, "", "name, author and options"},
        Command{"ugi", true, &Uci::ugi, "", "the same for UGI; from then on bestmove has no ponder"},
        Command{"isready", true, &Uci::is_ready, "", "answers readyok"},
        Command{"ucinewgame", false, &Uci::new_game, "", "forgets what was learnt from searches"},
        Command{"uginewgame", false, &Uci::new_game, "", "the same for UGI"},
        Command{"setoption", false, &Uci::set_option, "name <name> [value <value>]", "sets an option"},
        Command{"position", false, &Uci::set_position, "startpos|fen <fen> [moves <turn>...]",
                "sets the position"},
        Command{"go", false, &Uci::go,
                "[depth <n>] [nodes <n>] [movetime <ms>] [wtime <ms>] [btime <ms>] [winc <ms>] [binc <ms>] "
                "[movestogo <n>] [gametime <ms>] [infinite] [ponder] [mate <n>] [searchmoves <turn>...] "
                "[perft <n>]",
                "searches, or counts turns; rtime, rinc, p1time, p1inc, p2time and p2inc are other words for "
                "the clocks of Red and Blue"},
        Command{"stop", true, &Uci::stop, "", "ends the search"},
        Command{"ponderhit", true, &Uci::ponderhit, "", "the turn pondered on has been played"},
        Command{"debug", true, &Uci::debug, "on|off", "more notes in the log"},
        Command{"quit", true, &Uci::quit, "", "ends the program"},
        Command{"d", true, &Uci::show_board, "", "the board and what is known of the position"},
        Command{"moves", true, &Uci::show_moves, "[<point>]", "legal turns and the positions after them"},
        Command{"parts", true, &Uci::show_parts, "[<point>[:<part>,...]]",
                "what may come next in a turn under way"},
        Command{"turn", true, &Uci::show_turn, "<turn>", "what a turn brings about"},
        Command{"result", true, &Uci::show_result, "", "the result of the battle"},
        Command{"query", true, &Uci::query, "p1turn|gameover|result",
                "is it Red's turn, is the battle over, who has won (UGI)"},
        Command{"record", true, &Uci::show_record, "", "the turns played, each with its official record"},
        Command{"eval", true, &Uci::show_evaluation, "", "the static evaluation, term by term"},
        Command{"flip", false, &Uci::flip, "", "changes the position to what the other side sees"},
        Command{"bench", false, &Uci::bench, "[depth]", "searches a fixed set of positions"},
        Command{"help", true, &Uci::help, "", "this list"},
        Command{"version", true, &Uci::version, "", "how this program was built"},
    };
    return kCommands;
}

/// Makes options of the search's constants.
template <typename Values>
void add_constants(Options& options, Values& values) {
    for (const ConstantEntry& entry : kConstantTable)
        options.add_spin(std::string(entry.name), values.*entry.value, entry.low, entry.high,
                         [&values, &entry](const Option::Value& value) {
                             values.*entry.value = static_cast<int>(value.number);
                             return std::nullopt;
                         });
}

#ifdef TULENH_TUNING
/// Makes an option of the mode that positions are evaluated in.
void add_evaluated_mode(Options& options) {
    constexpr std::string_view kOwn = "own";
    std::vector<std::string> choices{std::string(kOwn)};
    choices.insert(choices.end(), kModeNames.begin(), kModeNames.end());
    options.add_combo("EvalMode", choices.front(), choices, [](const Option::Value& value) {
        evaluated_mode = mode_from_name(value.text);  // none for the mode of its own
        return std::nullopt;
    });
}
#endif

Uci::Uci(Sink& sink, Palette palette)
    : palette_(palette),
      output_(sink, log_),
      game_(*parse_fen(kStartFen)),
      search_(kInitialHash),
      jobs_(output_) {
    add_options();
}

void Uci::add_options() {
    options_.add_spin(
        "Hash", kInitialHash, 1, 65536, [this](const Option::Value& value) -> std::optional<Error> {
            if (search_.resize(static_cast<std::size_t>(value.number))) return std::nullopt;
            return Error{"range", "not enough memory for " + std::to_string(value.number) + " MiB"};
        });
    options_.add_spin("Threads", 1, 1, 256, [this](const Option::Value& value) {
        search_.set_threads(static_cast<std::size_t>(value.number));
        return std::nullopt;
    });
    options_.add_spin("MultiPV", 1, 1, 256, [this](const Option::Value& value) {
        lines_ = static_cast<std::size_t>(value.number);
        return std::nullopt;
    });
    // Says only that the front-end may ponder; time is planned the same way.
    options_.add_check("Ponder", false, [](const Option::Value&) { return std::nullopt; });
    options_.add_spin("Move Overhead", overhead_.count(), 0, 5000, [this](const Option::Value& value) {
        overhead_ = Milliseconds(value.number);
        return std::nullopt;
    });
    options_.add_button("Clear Hash", [this](const Option::Value&) {
        search_.clear();
        return std::nullopt;
    });
    options_.add_combo("Mode", std::string(kModeNames[0]), {kModeNames.begin(), kModeNames.end()},
                       [this](const Option::Value& value) {
                           game_ = Game(game_.position().with_mode(*mode_from_name(value.text)));
                           search_.clear();
                           return std::nullopt;
                       });
    options_.add_check("UCI_ShowWDL", false, [this](const Option::Value& value) {
        shows_rates_ = value.text == "true";
        return std::nullopt;
    });
    options_.add_check("UCI_AnalyseMode", analyses_, [this](const Option::Value& value) {
        analyses_ = value.text == "true";
        return std::nullopt;
    });
    options_.add_check("UCI_LimitStrength", is_weak_, [this](const Option::Value& value) {
        is_weak_ = value.text == "true";
        return std::nullopt;
    });
    options_.add_spin("UCI_Elo", elo_, kWeakestElo, kStrongestElo, [this](const Option::Value& value) {
        elo_ = static_cast<int>(value.number);
        return std::nullopt;
    });
    options_.add_string("Debug Log File", [this](const Option::Value& value) -> std::optional<Error> {
        const std::string problem = log_.open(value.text);
        if (problem.empty()) return std::nullopt;
        return Error{"range", problem};
    });
    if constexpr (kTuningBuild) add_constants(options_, constants);
#ifdef TULENH_TUNING
    add_evaluated_mode(options_);
#endif
}

bool Uci::execute(std::string_view line) {
    log_.received(line);
    Words words(line);
    const std::string_view name = words.next();
    if (name.empty()) return true;
    const std::span<const Command> all = commands();
    const auto command =
        std::find_if(all.begin(), all.end(), [&](const Command& c) { return c.name == name; });
    if (command == all.end())
        output_.error({"unknown", "command " + in_quotes(name)});
    else if (!command->during_search && jobs_.busy())
        output_.error({"busy", std::string(name) + " while a search runs"});
    else if (line.size() > kMaxLineLength)
        refuse(*command, {"range", std::string(name) + ": the line is longer than " +
                                       std::to_string(kMaxLineLength) + " bytes"});
    else
        (this->*command->run)(words.rest());
    return !quit_;
}

void Uci::answer(const Expected<Lines>& lines) {
    if (lines)
        output_.write(*lines);
    else
        output_.error(lines.error());
}

/// Refuses a command as this command does it itself.
void Uci::refuse(const Command& command, const Error& error) {
    if (command.run == &Uci::set_position)
        refuse_position(error);
    else if (command.run == &Uci::go)
        refuse_go(error);
    else
        output_.error(error);
}

void Uci::uci(std::string_view) {
    tells_ponder_ = true;
    introduce("uciok");
}

void Uci::ugi(std::string_view) {
    tells_ponder_ = false;
    introduce("ugiok");
}

/// Name, author and options.
void Uci::introduce(std::string_view last_line) {
    Lines lines{"id name Tulenh " + std::string(kVersion), "id author the Tulenh authors"};
    const Lines options = options_.describe();
    lines.insert(lines.end(), options.begin(), options.end());
    lines.emplace_back(last_line);
    output_.write(lines);
}

void Uci::is_ready(std::string_view) { output_.write("readyok"); }

void Uci::new_game(std::string_view) { search_.clear(); }

void Uci::set_option(std::string_view text) {
    if (const std::optional<Error> error = options_.set(text)) output_.error(*error);
}

void Uci::set_position(std::string_view text) {
    Words words(text);
    const std::string_view kind = words.next();
    std::string fen;
    std::string_view word;
    if (kind == "startpos") {
        fen = kStartFen;
        word = words.next();
    } else if (kind == "fen") {
        for (word = words.next(); !word.empty() && word != "moves"; word = words.next())
            fen.append(fen.empty() ? "" : " ").append(word);
    } else {
        return refuse_position({"syntax", "position: neither startpos nor fen"});
    }
    if (!word.empty() && word != "moves")
        return refuse_position(
            {"unknown", "position: " + in_quotes(word) + " where only 'moves' may follow"});

    const Expected<Position> start = parse_fen(fen, game_.position().mode());
    if (!start) return refuse_position({start.error().code, "position: " + start.error().text});
    Game game(*start);
    Lines warnings;
    for (word = words.next(); !word.empty(); word = words.next()) {
        const Expected<bool> exposed = game.play(word);
        const std::string where = "position: turn " + std::to_string(game.turns().size() + (exposed ? 0 : 1));
        if (!exposed)
            return refuse_position(
                {exposed.error().code, where + ", " + in_quotes(word) + ": " + exposed.error().text});
        if (*exposed)
            warnings.push_back("info string warning exposed: " + where + ", " + in_quotes(word) +
                               ": the own commander can be taken");
    }
    game_ = std::move(game);
    refused_.reset();
    if (!warnings.empty()) output_.write(warnings);
    log_.note("position " + format_fen(game_.position()));
}

/// The position stays, but no turn of it may be taken for one of the position that was meant (section 4).
void Uci::refuse_position(const Error& error) {
    refused_ = error;
    output_.error(error);
}

void Uci::go(std::string_view text) {
    if (refused_) return refuse_go({refused_->code, "go: the position was refused: " + refused_->text});
    const GoRequest request = parse_go(text, game_.position());
    for (const Error& skipped : request.skipped) output_.error(skipped);
    if (request.malformed)
        refuse_go(*request.malformed);
    else if (request.perft)
        start_perft(*request.perft);
    else
        start_search(request.limits);
}

void Uci::refuse_go(const Error& error) {
    output_.error(error);
    output_.write(kNoTurn);
}

void Uci::start_search(const Limits& asked) {
    Limits limits = asked;
    limits.overhead = overhead_;
    limits.lines = lines_;
    limits.analysis = analyses_;
    // Who analyses or asks for a proof wants the truth.
    if (is_weak_ && !analyses_ && !limits.infinite && !limits.mate) limit_strength(limits, elo_);
    pondering_ = limits.ponder && !limits.infinite;
    search_.prepare();
    Job job;
    job.endless = limits.infinite || limits.ponder;
    job.interrupt = [this] { search_.stop(); };
    job.run = [this, limits, game = game_]() -> Lines {
        const Position& root = game.position();
        if (const std::optional<Result> decided = result(root)) {
            output_.write(format_decided_info(root, *decided));
            return {std::string(kNoTurn)};
        }
        InfoFilter filter;
        const auto tell = [&](const SearchInfo& info) {
            output_.write(format_info(root, info, shows_rates_));
        };
        const SearchResult found = search_.run(
            game, limits,
            Reporter{[&](const SearchInfo& info) {
                         if (filter.passes(info)) tell(info);
                     },
                     [&](const CurrentTurn& current) { output_.write(format_current(root, current)); }});
        for (const SearchInfo& info : filter.rest()) tell(info);
        return {bestmove_line(root, found, tells_ponder_)};
    };
    jobs_.start(std::move(job));
}

void Uci::start_perft(int depth) {
    const auto stopped = std::make_shared<std::atomic<bool>>(false);
    Job job;
    job.interrupt = [stopped] { *stopped = true; };
    job.run = [stopped, depth, position = game_.position()] {
        return count_turns(position, depth, *stopped);
    };
    jobs_.start(std::move(job));
}

void Uci::stop(std::string_view) { jobs_.stop(); }

void Uci::ponderhit(std::string_view) {
    if (!pondering_ || !jobs_.busy()) return;
    pondering_ = false;
    search_.ponderhit();
    jobs_.release();
}

void Uci::debug(std::string_view text) {
    const std::string_view word = Words(text).next();
    if (word != "on" && word != "off") return output_.error({"syntax", "debug: neither on nor off"});
    log_.set_verbose(word == "on");
    log_.note("debug on");
}

void Uci::quit(std::string_view) {
    jobs_.stop();
    quit_ = true;
}

void Uci::show_board(std::string_view) { output_.write(describe(game_, palette_)); }

void Uci::show_moves(std::string_view text) { answer(list_moves(game_.position(), Words(text).next())); }

void Uci::show_parts(std::string_view text) { answer(list_parts(game_.position(), Words(text).next())); }

void Uci::show_turn(std::string_view text) { answer(explain_turn(game_, Words(text).next())); }

void Uci::show_result(std::string_view) { output_.write("result " + format_result(game_)); }

void Uci::query(std::string_view text) { answer(answer_query(game_, Words(text).next())); }
void Uci::show_record(std::string_view) { output_.write(list_record(game_)); }
void Uci::show_evaluation(std::string_view) { output_.write(describe_evaluation(game_.position())); }

void Uci::flip(std::string_view) { game_ = Game(game_.position().flipped()); }

void Uci::bench(std::string_view text) {
    const std::string_view word = Words(text).next();
    const Expected<std::int64_t> depth =
        word.empty() ? Expected<std::int64_t>(kBenchDepth) : parse_number(word, 1, kMaxTurnPly);
    if (!depth) return output_.error({depth.error().code, "bench: " + depth.error().text});
    run_bench(static_cast<int>(*depth), output_);
}

void Uci::help(std::string_view) {
    Lines lines;
    for (const Command& command : commands()) {
        std::string line = "help " + std::string(command.name);
        if (!command.arguments.empty()) line += ' ' + std::string(command.arguments);
        lines.push_back(line + ": " + std::string(command.purpose));
    }
    output_.write(lines);
}

void Uci::version(std::string_view) { output_.write(version_text()); }

}  // namespace tulenh
