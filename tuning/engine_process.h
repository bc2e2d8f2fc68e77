// An engine as a process that reads and writes lines, trusted in nothing.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tuning/ending.h"
#include "tuning/match_log.h"
#include "tuning/posix.h"

namespace tulenh {

/// An engine did what loses it the game.
struct EngineFailure {
    Ending ending;
    std::string detail;
};

/// The match is to end; the game at hand does not count.
struct Interrupted {};

class EngineProcess {
  public:
    /// Throws `std::system_error` when it cannot be started. `label` names it in the log.
    EngineProcess(const ChildProcess::Program& program, std::string label, const WakeSignal& wake,
                  MatchLog& log);

    /// Sends lines, each with its end. Throws `EngineFailure` and `Interrupted`.
    void send(std::string_view lines, SteadyTime deadline);
    /// The next line without its end, valid until the next call; none when the deadline has passed. Throws
    /// `EngineFailure` when the engine has ended, closed its output or writes too much, and `Interrupted`.
    std::optional<std::string_view> next_line(SteadyTime deadline);
    /// Forgets what it has written unasked, and begins anew to count how much it writes.
    void begin_request();

    /// Asks it to end, gives it so long, then kills it.
    void quit(Milliseconds patience);

  private:
    [[nodiscard]] std::optional<std::string_view> take_line();
    void check_flood() const;
    [[noreturn]] void fail_closed();

    std::string label_;
    MatchLog& log_;
    ChildProcess child_;
    std::string buffer_;
    std::size_t begin_ = 0;     ///< where the next line begins
    std::size_t searched_ = 0;  ///< up to here there is no end of line
    std::size_t received_ = 0;  ///< bytes since the request began
    SteadyTime asked_ = SteadyClock::now();
    bool closed_ = false;
};

}  // namespace tulenh
