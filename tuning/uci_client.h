// An engine as a player: handshake, options, new games, turns (UCI, or UGI).
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tuning/engine_process.h"
#include "tuning/match_config.h"

namespace tulenh {

/// The match cannot be played as configured: an engine lacks an option, or cannot be started at all.
class SetupError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A score as in `info`, for the side to move.
struct EngineScore {
    bool mate = false;
    int value = 0;  ///< hundredths, or own turns until the end; negative: lost

    /// For comparisons with bounds: a mate is beyond any of them.
    [[nodiscard]] int hundredths() const;
    /// `+0.34`, `-M5`.
    [[nodiscard]] std::string text() const;
};

/// What an engine said of its turn: the last `info` with an exact score.
struct SearchReport {
    std::optional<EngineScore> score;
    int depth = 0;
};

/// Takes what it knows from the words of an `info` line.
void read_info(std::string_view line, SearchReport& report);

/// A turn to be played.
struct TurnRequest {
    std::string_view position;            ///< the `position` line
    std::string go;                       ///< the `go` line
    Duration allowed;                     ///< then the own time is up, margin included
    std::optional<Duration> battle_left;  ///< then the battle is over
};

struct TurnAnswer {
    enum class Kind { Turn, TimeUp, BattleOver };
    Kind kind = Kind::Turn;
    std::string turn;
    Duration used{};
    SearchReport report;
    std::string complaint;  ///< the last error line, if any
};

/// Starts the process when it is first needed and anew after each failure.
class UciClient {
  public:
    UciClient(const EngineConfig& config, const Deadlines& deadlines, std::string label,
              const WakeSignal& wake, MatchLog& log, std::string stderr_file);
    ~UciClient();
    UciClient(const UciClient&) = delete;
    UciClient& operator=(const UciClient&) = delete;

    // All throw `EngineFailure`, after which the process is gone, and `Interrupted`.

    /// Ready for a game in this mode. Throws `SetupError` too.
    void new_game(Mode mode);
    TurnAnswer play(const TurnRequest& request);
    /// Ends the process: kindly, or at once.
    void quit();
    void kill() { process_.reset(); }

    [[nodiscard]] const EngineConfig& config() const { return config_; }

  private:
    void start();
    void set_options();
    void set_option(const std::string& name, const std::string& value);
    void wait_ready(std::string_view stage);
    /// Reads lines until `take(line)` returns true; a failure tells at which stage.
    template <typename Take>
    bool read_until(SteadyTime deadline, Take&& take);
    [[noreturn]] void fail_unanswered(std::string_view stage, Milliseconds patience);
    [[noreturn]] void fail_setup(const std::string& what) const;

    EngineConfig config_;
    Deadlines deadlines_;
    std::string label_;
    const WakeSignal& wake_;
    MatchLog& log_;
    std::string stderr_file_;
    std::unique_ptr<EngineProcess> process_;
    std::set<std::string> known_options_;  ///< in lower case
    std::optional<Mode> mode_;
    bool heard_ = false;      ///< it has written something since it was asked
    bool was_ready_ = false;  ///< it has been ready for a game at least once
};

}  // namespace tulenh
