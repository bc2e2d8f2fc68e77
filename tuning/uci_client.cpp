#include "tuning/uci_client.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "protocol/words.h"

namespace tulenh {
namespace {

constexpr std::size_t kShown = 200;

std::optional<int> to_int(std::string_view word) {
    int value = 0;
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc{} && end == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

bool starts_with(std::string_view line, std::string_view word) {
    return line.substr(0, word.size()) == word &&
           (line.size() == word.size() || line[word.size()] == ' ' || line[word.size()] == '\t');
}

/// The name in `option name <name> type ...`.
std::string option_name(std::string_view line) {
    const std::size_t name = line.find(" name "), type = line.find(" type ");
    if (name == std::string_view::npos || type == std::string_view::npos || type < name + 6) return {};
    return lower_case(line.substr(name + 6, type - name - 6));
}

std::string stage_text(std::string_view stage, const std::string& detail) {
    std::string text(stage);
    return text.append(": ").append(detail);
}

}  // namespace

int EngineScore::hundredths() const {
    constexpr int kBeyond = 1000000;
    if (!mate) return value;
    return value > 0 ? kBeyond - value : -kBeyond - value;
}

std::string EngineScore::text() const {
    std::array<char, 32> text{};
    if (mate)
        std::snprintf(text.data(), text.size(), "%cM%d", value > 0 ? '+' : '-', std::abs(value));
    else
        std::snprintf(text.data(), text.size(), "%+.2f", value / 100.0);
    return text.data();
}

void read_info(std::string_view line, SearchReport& report) {
    Words words(line);
    words.next();
    std::optional<EngineScore> score;
    int depth = 0;
    for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
        if (word == "string" || word == "pv") break;
        if (word == "lowerbound" || word == "upperbound") return;
        if (word == "depth") {
            depth = to_int(words.next()).value_or(0);
        } else if (word == "multipv") {
            if (words.next() != "1") return;
        } else if (word == "score") {
            const std::string_view kind = words.next();
            const std::optional<int> value = to_int(words.next());
            if (value && (kind == "cp" || kind == "mate")) score = EngineScore{kind == "mate", *value};
        }
    }
    if (!score) return;
    report.score = score;
    report.depth = depth;
}

UciClient::UciClient(const EngineConfig& config, const Deadlines& deadlines, std::string label,
                     const WakeSignal& wake, MatchLog& log, std::string stderr_file)
    : config_(config),
      deadlines_(deadlines),
      label_(std::move(label)),
      wake_(wake),
      log_(log),
      stderr_file_(std::move(stderr_file)) {}

UciClient::~UciClient() = default;

template <typename Take>
bool UciClient::read_until(SteadyTime deadline, Take&& take) {
    while (const auto line = process_->next_line(deadline)) {
        heard_ = true;
        if (take(*line)) return true;
    }
    return false;
}

void UciClient::fail_unanswered(std::string_view stage, Milliseconds patience) {
    std::string detail(stage);
    detail.append(heard_ ? ": nothing of use in " : ": no answer in ");
    detail.append(format_seconds(patience)).append(" s");
    throw EngineFailure{heard_ ? Ending::Garbage : Ending::Hang, detail};
}

/// What the user has to mend, unless the engine has been ready before: then it is the engine's fault.
void UciClient::fail_setup(const std::string& what) const {
    if (was_ready_) throw EngineFailure{Ending::Garbage, what};
    std::string message = "engine ";
    throw SetupError(message.append(config_.name).append(" ").append(what));
}

void UciClient::start() {
    try {
        process_ = std::make_unique<EngineProcess>(
            ChildProcess::Program{config_.command, config_.arguments, config_.directory, stderr_file_},
            label_, wake_, log_);
    } catch (const std::system_error& error) {
        std::string message = "engine ";
        message.append(config_.name).append(" cannot be started: ").append(error.what());
        throw SetupError(message);
    }
    mode_.reset();
    known_options_.clear();
    heard_ = false;
    const bool uci = config_.protocol == EngineProtocol::Uci;
    const SteadyTime deadline = SteadyClock::now() + deadlines_.startup;
    process_->send(uci ? "uci\n" : "ugi\n", deadline);
    const bool answered = read_until(deadline, [&](std::string_view line) {
        if (starts_with(line, "option")) known_options_.insert(option_name(line));
        return starts_with(line, uci ? "uciok" : "ugiok");
    });
    if (!answered) fail_unanswered(uci ? "uciok" : "ugiok", deadlines_.startup);
}

void UciClient::set_option(const std::string& name, const std::string& value) {
    if (known_options_.count(lower_case(name)) == 0) fail_setup(std::string("has no option ").append(name));
    std::string line = "setoption name ";
    line.append(name);
    if (!value.empty()) line.append(" value ").append(value);
    process_->send(line.append("\n"), SteadyClock::now() + deadlines_.ready);
}

void UciClient::set_options() {
    for (const auto& [name, value] : config_.options) set_option(name, value);
}

void UciClient::wait_ready(std::string_view stage) {
    const SteadyTime deadline = SteadyClock::now() + deadlines_.ready;
    heard_ = false;
    process_->send("isready\n", deadline);
    const bool answered = read_until(deadline, [&](std::string_view line) {
        if (starts_with(line, "info string error"))
            fail_setup(std::string("does not accept its options: ").append(printable(line, kShown)));
        return starts_with(line, "readyok");
    });
    if (!answered) fail_unanswered(stage, deadlines_.ready);
    was_ready_ = true;
}

void UciClient::new_game(Mode mode) {
    if (process_ && config_.restart) quit();
    std::string_view stage = "at its start";
    try {
        if (!process_) {
            start();
            set_options();
        } else {
            process_->begin_request();
        }
        stage = "at the start of a game";
        // An engine that knows no modes can play the standard one.
        if (mode_ != mode && (mode != Mode::Standard || known_options_.count("mode") != 0))
            set_option("Mode", std::string(name(mode)));
        mode_ = mode;
        process_->send(config_.protocol == EngineProtocol::Uci ? "ucinewgame\n" : "uginewgame\n",
                       SteadyClock::now() + deadlines_.ready);
        wait_ready("readyok");
    } catch (EngineFailure& failure) {
        process_.reset();
        throw EngineFailure{failure.ending, stage_text(stage, failure.detail)};
    }
}

TurnAnswer UciClient::play(const TurnRequest& request) {
    TurnAnswer answer;
    const auto read_line = [&](std::string_view line) {
        if (starts_with(line, "info")) {
            if (starts_with(line, "info string error"))
                answer.complaint = printable(line.substr(12), kShown);
            else
                read_info(line, answer.report);
            return false;
        }
        if (!starts_with(line, "bestmove")) return false;
        Words words(line);
        words.next();
        answer.turn = words.next();
        return true;
    };
    try {
        process_->begin_request();
        heard_ = false;
        std::string lines(request.position);
        lines.append("\n").append(request.go).append("\n");
        const SteadyTime start = SteadyClock::now();
        const bool battle_first = request.battle_left && *request.battle_left <= request.allowed;
        const Duration longest = battle_first ? *request.battle_left : request.allowed;
        process_->send(lines, start + longest);
        const bool answered = read_until(start + longest, read_line);
        answer.used = SteadyClock::now() - start;
        if (answered && answer.used <= longest) return answer;
        answer.kind = battle_first ? TurnAnswer::Kind::BattleOver : TurnAnswer::Kind::TimeUp;
        if (!answered) {
            const SteadyTime deadline = SteadyClock::now() + deadlines_.ready;
            heard_ = false;
            process_->send("stop\n", deadline);
            if (!read_until(deadline, read_line)) fail_unanswered("bestmove after stop", deadlines_.ready);
        }
        return answer;
    } catch (const EngineFailure&) {
        process_.reset();
        if (answer.kind != TurnAnswer::Kind::BattleOver) throw;
        return answer;  // it failed after the end of the battle; it is started anew for the next
    }
}

void UciClient::quit() {
    if (process_) process_->quit(deadlines_.quit);
    process_.reset();
}

}  // namespace tulenh
