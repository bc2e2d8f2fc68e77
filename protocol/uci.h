// The command loop (PROTOCOL.md sections 2 to 4), one line at a time.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <span>
#include <string_view>

#include "engine/game.h"
#include "engine/text.h"
#include "protocol/diagram_text.h"
#include "protocol/job_runner.h"
#include "protocol/log.h"
#include "protocol/options.h"
#include "protocol/output.h"
#include "search/search.h"
#include "search/strength.h"

namespace tulenh {

/// Acts on lines and answers through a sink. Knows neither stdin nor stdout.
class Uci {
  public:
    explicit Uci(Sink& sink, Palette palette = Palette::Plain);
    /// Ends a search, its `bestmove` written.
    ~Uci() = default;
    Uci(const Uci&) = delete;
    Uci& operator=(const Uci&) = delete;

    /// Acts on one line; a search goes on after this returns. Returns false after `quit`.
    bool execute(std::string_view line);
    /// No more lines come: a search that would not end by itself is stopped.
    void end_of_input() { jobs_.stop_endless(); }
    /// Waits for the end of the search. Returns false when the time was too short.
    bool wait(std::chrono::milliseconds at_most) { return jobs_.wait(at_most); }
    /// Has there been an error line?
    [[nodiscard]] bool failed() const { return output_.failed(); }

  private:
    struct Command;

    [[nodiscard]] static std::span<const Command> commands();
    void add_options();
    void answer(const Expected<Lines>& lines);
    void refuse(const Command& command, const Error& error);

    // One for each command; `text` is what follows its name.
    void uci(std::string_view text);
    void ugi(std::string_view text);
    void is_ready(std::string_view text);
    void new_game(std::string_view text);
    void set_option(std::string_view text);
    void set_position(std::string_view text);
    void go(std::string_view text);
    void stop(std::string_view text);
    void ponderhit(std::string_view text);
    void debug(std::string_view text);
    void quit(std::string_view text);
    void show_board(std::string_view text);
    void show_moves(std::string_view text);
    void show_parts(std::string_view text);
    void show_turn(std::string_view text);
    void show_result(std::string_view text);
    void query(std::string_view text);
    void show_record(std::string_view text);
    void show_evaluation(std::string_view text);
    void flip(std::string_view text);
    void bench(std::string_view text);
    void help(std::string_view text);
    void version(std::string_view text);

    void introduce(std::string_view last_line);
    void refuse_position(const Error& error);
    void refuse_go(const Error& error);
    void start_search(const Limits& limits);
    void start_perft(int depth);

    Palette palette_;
    Log log_;
    Output output_;
    Options options_;
    Milliseconds overhead_{30};
    Game game_;
    std::optional<Error> refused_;           ///< why the last `position` was refused, until one is accepted
    std::atomic<bool> tells_ponder_ = true;  ///< read by the search's thread; not after `ugi`
    bool quit_ = false;
    std::size_t lines_ = 1;     ///< told of the best turns (MultiPV)
    bool shows_rates_ = false;  ///< of wins, draws and losses (UCI_ShowWDL)
    bool analyses_ = false;     ///< UCI_AnalyseMode
    bool is_weak_ = false;      ///< UCI_LimitStrength
    int elo_ = kStrongestElo;   ///< of a weak player (UCI_Elo)
    bool pondering_ = false;    ///< the search under way awaits `ponderhit`
    Search search_;
    JobRunner jobs_;  ///< last: its thread uses the others
};

}  // namespace tulenh
