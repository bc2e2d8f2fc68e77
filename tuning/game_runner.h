// One game between two engines.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "protocol/game_file.h"
#include "tuning/ending.h"
#include "tuning/openings.h"
#include "tuning/uci_client.h"

namespace tulenh {

/// How a game ended.
struct GameEnd {
    std::optional<Color> winner;
    Ending ending = Ending::Commander;
    std::string detail;                ///< of a forfeit
    std::array<unsigned, 2> points{};  ///< the final score, by colour
};

struct PlayedGame {
    GameRecord record;  ///< with the turns, comments and result, without tags
    GameEnd end;
};

/// Watches the scores that the engines tell (`-resign`, `-draw`).
class Adjudicator {
  public:
    Adjudicator(const std::optional<ResignRule>& resign, const std::optional<DrawRule>& draw)
        : resign_(resign), draw_(draw) {}

    /// After a turn of `mover`; `fullmove` counts from the opening on. Returns how the game is to end.
    std::optional<GameEnd> after_turn(Color mover, const std::optional<EngineScore>& score, bool captured,
                                      int fullmove);

  private:
    std::optional<ResignRule> resign_;
    std::optional<DrawRule> draw_;
    std::array<int, 2> losing_{}, winning_{};  ///< turns in a row, by colour
    int level_ = 0;                            ///< turns in a row, of both
};

/// Plays a game to its end; `players` by colour. Throws `Interrupted` and `SetupError`.
PlayedGame play_game(const MatchConfig& config, const Opening& opening, Mode mode,
                     const std::array<UciClient*, 2>& players);

/// The result as the file has it.
[[nodiscard]] GameResult result_of(const GameEnd& end);

}  // namespace tulenh
