#include "tuning/match.h"

#include <array>
#include <ctime>
#include <filesystem>
#include <sstream>
#include <thread>

namespace tulenh {
namespace {

std::vector<Book> load_books(const MatchConfig& config) {
    std::vector<Book> books;
    for (const Mode mode : config.modes)
        books.push_back(config.openings ? load_book(*config.openings, mode) : start_position_book(mode));
    return books;
}

std::vector<std::size_t> sizes(const std::vector<Book>& books) {
    std::vector<std::size_t> result;
    result.reserve(books.size());
    for (const Book& book : books) result.push_back(book.size());
    return result;
}

/// Has what -resume finds used, if there is anything. Throws `StateError`, which names the file.
template <typename Use>
void use_state(const MatchConfig& config, const Use& use) {
    if (config.state_file.empty() || !std::filesystem::exists(config.state_file)) return;
    try {
        use(read_json(config.state_file));
    } catch (const std::exception& error) {
        throw StateError(std::string("-resume ").append(config.state_file).append(": ").append(error.what()));
    }
}

/// A seed that was drawn is drawn once: a match goes on with the one that it began with.
MatchConfig with_seed(MatchConfig config) {
    if (!config.seed_given)
        use_state(config, [&](const Json& state) {
            config.seed = state.at("config").at("seed").get<std::uint64_t>();
        });
    return config;
}

/// Not for several threads at once.
std::string today() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 16> text{};
    std::strftime(text.data(), text.size(), "%Y.%m.%d", std::localtime(&now));
    return text.data();
}

/// A number for the course of a game, so that two games can be compared by it.
std::uint64_t course(const Game& game) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const std::uint64_t key : game.keys()) hash = (hash ^ key) * 0x100000001b3U;
    return hash;
}

}  // namespace

/// The two engines of one worker.
class Match::Player {
  public:
    Player(const MatchConfig& config, int worker, const WakeSignal& wake, MatchLog& log)
        : first_(config.engines[0], config.deadlines, label(config.engines[0], worker), wake, log,
                 config.log_file),
          second_(config.engines[1], config.deadlines, label(config.engines[1], worker), wake, log,
                  config.log_file) {}

    [[nodiscard]] std::array<UciClient*, 2> by_color(bool first_is_red) {
        if (first_is_red) return {&first_, &second_};
        return {&second_, &first_};
    }
    void quit() {
        first_.quit();
        second_.quit();
    }

  private:
    static std::string label(const EngineConfig& engine, int worker) {
        std::string text = engine.name;
        return text.append("#").append(std::to_string(worker + 1));
    }

    UciClient first_, second_;
};

Match::Match(MatchConfig config, WakeSignal& wake)
    : config_(with_seed(std::move(config))),
      wake_(wake),
      log_(config_.log_file),
      books_(load_books(config_)),
      schedule_(config_, sizes(books_)),
      state_(describe(config_, books_), schedule_, config_.paired(), config_.series) {
    check_programs();
    if (!config_.pgn_file.empty()) game_file_ = std::make_unique<AppendFile>(config_.pgn_file);
    load_state();
}

Match::~Match() = default;

void Match::check_programs() {
    for (EngineConfig& engine : config_.engines) {
        const std::string path = find_program(engine.command);
        if (path.empty()) {
            std::string message = "engine ";
            message.append(engine.name).append(": there is no program ").append(engine.command);
            throw SetupError(message);
        }
        engine.command = path;
        if (!engine.directory.empty() && !std::filesystem::is_directory(engine.directory)) {
            std::string message = "engine ";
            message.append(engine.name).append(": there is no directory ").append(engine.directory);
            throw SetupError(message);
        }
    }
}

void Match::load_state() {
    use_state(config_, [&](const Json& state) { state_.restore(state); });
    seconds_before_ = state_.seconds;
    if (game_file_ && state_.pgn_file != config_.pgn_file) {
        // Another file than before: what it holds is not of this match.
        state_.pgn_file = config_.pgn_file;
        state_.pgn_size = game_file_->size();
    } else if (game_file_) {
        if (game_file_->size() < state_.pgn_size)
            throw StateError(std::string("-resume: games are missing in ").append(config_.pgn_file));
        // A game that was written while the state was not is played again.
        game_file_->truncate(state_.pgn_size);
    }
    // From now on the state says how long the game file was before the first game.
    save_state();
}

void Match::run(const MatchListener& listener) {
    begun_ = SteadyClock::now();
    listener_ = listener;
    if (state_.games() != 0)
        listener_.message(
            std::string("going on after ").append(std::to_string(state_.games())).append(" games"));
    if (decided()) return;
    std::vector<std::thread> workers;
    workers.reserve(static_cast<std::size_t>(config_.concurrency));
    for (int i = 0; i < config_.concurrency; ++i) workers.emplace_back([this, i] { work(i); });
    for (std::thread& worker : workers) worker.join();
    if (failure_) std::rethrow_exception(failure_);
}

void Match::work(int worker) {
    if (config_.affinity) pin_to_processor(static_cast<std::size_t>(worker));
    Player player(config_, worker, wake_, log_);
    try {
        for (std::vector<GameSlot> slots = take_work(); !slots.empty(); slots = take_work())
            for (const GameSlot& slot : slots) play(slot, player);
    } catch (const Interrupted&) {
    } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!failure_) failure_ = std::current_exception();
        wake_.raise();
    }
    player.quit();
}

std::vector<GameSlot> Match::take_work() {
    const std::lock_guard lock(mutex_);
    std::vector<GameSlot> slots;
    while (slots.empty() && next_ < schedule_.size() && !wake_.raised()) {
        const std::size_t end = next_ + (config_.series ? schedule_.games_in_round() : 1);
        for (; next_ < end; ++next_)
            if (!state_.finished(next_)) slots.push_back(schedule_.at(next_));
    }
    return slots;
}

/// In a series the loser of a game has the first turn of the next; after a draw the other side has it.
bool Match::first_begins(const GameSlot& slot) const {
    if (!config_.series || slot.game == 0) return slot.first_begins;
    const std::lock_guard lock(mutex_);
    const GameOutcome last = state_.open_round(slot.round).back();
    return last.half_points == 1 ? !last.began : last.half_points == 0;
}

void Match::play(const GameSlot& slot, Player& player) {
    const Opening& opening = books_[slot.mode][slot.opening];
    const bool red_begins = opening.game.position().side_to_move() == Color::Red;
    const bool first_is_red = first_begins(slot) == red_begins;
    record(slot, first_is_red,
           play_game(config_, opening, config_.modes[slot.mode], player.by_color(first_is_red)));
}

void Match::record(const GameSlot& slot, bool first_is_red, PlayedGame game) {
    const GameEnd& end = game.end;
    GameOutcome outcome;
    outcome.color = first_is_red ? Color::Red : Color::Blue;
    outcome.half_points = !end.winner ? 1 : *end.winner == outcome.color ? 2 : 0;
    outcome.began = books_[slot.mode][slot.opening].game.position().side_to_move() == outcome.color;
    outcome.ending = end.ending;
    outcome.points = {end.points[index(outcome.color)], end.points[index(~outcome.color)]};
    outcome.turns = game.record.game.turns().size() - books_[slot.mode][slot.opening].turns.size();
    outcome.line = course(game.record.game);

    const std::lock_guard lock(mutex_);
    if (wake_.raised()) throw Interrupted{};  // the match has ended while the lock was waited for
    append_to_game_file(slot, first_is_red, game);
    state_.add(slot, outcome);
    save_state();

    if (is_forfeit(end.ending) && end.winner) {
        const bool first_lost = *end.winner != outcome.color;
        std::string line = "game ";
        line.append(std::to_string(slot.number + 1))
            .append(": ")
            .append(config_.engines[first_lost ? 0 : 1].name);
        line.append(" loses by ").append(name(end.ending));
        if (!end.detail.empty()) line.append(" (").append(end.detail).append(")");
        listener_.message(line);
        log_.note(line);
    }
    MatchSummary now;
    now.config = state_.config();
    now.tallies = state_.tallies();
    now.games = state_.games();
    now.planned = state_.planned();
    listener_.progress(now);
    if (decided()) wake_.raise();
}

bool Match::decided() const {
    return config_.sprt && sprt_status(*config_.sprt, state_.total(), config_.paired()).decision != 0;
}

void Match::append_to_game_file(const GameSlot& slot, bool first_is_red, PlayedGame& game) {
    if (!game_file_) return;
    GameRecord& record = game.record;
    const EngineConfig& red = config_.engines[first_is_red ? 0 : 1];
    const EngineConfig& blue = config_.engines[first_is_red ? 1 : 0];
    std::string round = std::to_string(slot.round + 1);
    if (config_.games > 1) round.append(".").append(std::to_string(slot.game + 1));
    record.set_tag("Event", config_.event);
    record.set_tag("Site", config_.site);
    record.set_tag("Date", today());
    record.set_tag("Round", round);
    record.set_tag("Red", red.name);
    record.set_tag("Blue", blue.name);
    record.set_tag("Points",
                   std::to_string(game.end.points[0]).append("-").append(std::to_string(game.end.points[1])));
    std::string control = format_limits(red.limits);
    if (red.limits != blue.limits) control.append(" : ").append(format_limits(blue.limits));
    record.set_tag("TimeControl", control);
    std::string termination(name(game.end.ending));
    if (!game.end.detail.empty()) termination.append(" (").append(game.end.detail).append(")");
    record.set_tag("Termination", termination);
    std::ostringstream text;
    write_game(text, record);
    game_file_->append(text.str());
    state_.pgn_size = game_file_->size();
}

void Match::save_state() {
    state_.seconds = seconds_before_ + std::chrono::duration<double>(SteadyClock::now() - begun_).count();
    if (!config_.state_file.empty()) replace_file(config_.state_file, state_.to_json().dump(1));
}

MatchSummary Match::summary() const {
    const std::lock_guard lock(mutex_);
    MatchSummary summary;
    summary.config = state_.config();
    summary.tallies = state_.tallies();
    summary.games = state_.games();
    summary.planned = state_.planned();
    summary.seconds = state_.seconds;
    const CpuTime cpu = cpu_time();
    summary.runner_cpu = cpu.own;
    summary.engines_cpu = cpu.children;
    return summary;
}

}  // namespace tulenh
