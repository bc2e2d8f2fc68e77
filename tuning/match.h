// A whole match: who plays what when, on how many processors, and what is kept of it.
#pragma once

#include <condition_variable>
#include <exception>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <vector>

#include "tuning/game_runner.h"
#include "tuning/match_log.h"
#include "tuning/match_report.h"
#include "tuning/match_state.h"
#include "tuning/posix.h"
#include "protocol/progress_bar.h"
#include "tuning/schedule.h"

namespace tulenh {

class Match {
  public:
    /// Loads the books and what has been played already. Throws what its parts throw.
    Match(MatchConfig config, WakeSignal& wake);
    ~Match();

    /// Plays until all is played, a test is decided or the wake signal is raised; then all engines are gone.
    /// How things go is told on `live`. Throws what stopped the match, after everything else has ended.
    void run(std::ostream& live);

    [[nodiscard]] MatchSummary summary() const;

  private:
    class Player;

    void load_state();
    void check_programs();
    void work(int worker);
    /// The next games for one worker: one, or what is left of a series. Empty: none are left.
    std::vector<GameSlot> take_work();
    void play(const GameSlot& slot, Player& player);
    void record(const GameSlot& slot, bool first_is_red, PlayedGame game);
    [[nodiscard]] bool first_begins(const GameSlot& slot) const;
    void append_to_game_file(const GameSlot& slot, bool first_is_red, PlayedGame& game);
    void save_state();
    /// Has the sequential test come to an end?
    [[nodiscard]] bool decided() const;

    MatchConfig config_;
    WakeSignal& wake_;
    MatchLog log_;
    std::vector<Book> books_;
    Schedule schedule_;
    std::unique_ptr<AppendFile> game_file_;

    mutable std::mutex mutex_;  ///< guards all below
    MatchState state_;
    std::size_t next_ = 0;  ///< slots before it have been taken
    std::unique_ptr<ProgressBar> progress_;
    std::exception_ptr failure_;
    SteadyTime begun_ = SteadyClock::now();
    double seconds_before_ = 0;
};

}  // namespace tulenh
