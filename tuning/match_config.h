// What a match is to be: everything its command line says, checked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/types.h"
#include "tuning/clock.h"
#include "tuning/statistics.h"

namespace tulenh {

enum class EngineProtocol : std::uint8_t { Uci, Ugi };

/// What an engine may use for a turn.
struct EngineLimits {
    std::optional<TimeControl> clock;
    std::optional<Milliseconds> movetime;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;

    [[nodiscard]] bool any() const { return clock || movetime || nodes || depth; }
    [[nodiscard]] bool operator==(const EngineLimits&) const = default;
};

struct EngineConfig {
    std::string command;
    std::vector<std::string> arguments;
    std::string directory;  ///< empty: the runner's own
    std::string name;
    EngineProtocol protocol = EngineProtocol::Uci;
    std::vector<std::pair<std::string, std::string>> options;
    EngineLimits limits;
    bool restart = false;  ///< start it anew for each game
    Milliseconds margin{50};
};

enum class BookFormat : std::uint8_t { Epd, Pgn };

struct OpeningsConfig {
    std::string file;  ///< `{mode}` in it stands for the mode's name
    BookFormat format = BookFormat::Epd;
    bool random = false;
    std::size_t start = 1;     ///< the first opening used, counted from 1
    std::optional<int> plies;  ///< PGN: so many turns of each game

    [[nodiscard]] std::string file_for(Mode mode) const;
};

/// An engine whose score is at or below −`score` for `turns` own turns in a row has lost.
struct ResignRule {
    int turns = 1;
    int score = 0;
    bool two_sided = false;  ///< the other must think so too
};

/// The battle is drawn when from turn `number` on both scores are within ±`score` for `turns` turns of each.
struct DrawRule {
    int number = 0;
    int turns = 1;
    int score = 0;
};

/// How long an engine may take where no clock of the game runs.
struct Deadlines {
    Milliseconds startup{10000};  ///< from its start to `uciok`
    Milliseconds ready{10000};    ///< for `readyok`, and for `bestmove` after `stop`
    Milliseconds move{60000};     ///< for a turn at fixed nodes or depth
    Milliseconds quit{2000};      ///< to end after `quit`
};

/// Part `number` of `of` parts of a match.
struct Shard {
    int number = 1;
    int of = 1;
};

struct MatchConfig {
    std::array<EngineConfig, 2> engines;
    std::vector<Mode> modes{Mode::Standard};
    int rounds = 1;
    int games = 1;  ///< in a round: 1 or 2, or the length of the series
    bool repeat = false;
    bool series = false;
    std::optional<OpeningsConfig> openings;
    std::uint64_t seed = 0;
    bool seed_given = false;  ///< else it was drawn
    int concurrency = 1;
    bool affinity = false;  ///< each game stays on one processor
    std::optional<Sprt> sprt;
    int max_moves = 0;  ///< turns of each side; 0: no limit
    /// `-gametime`: not given, off (zero) or a time.
    std::optional<Milliseconds> game_time;
    std::optional<ResignRule> resign;
    std::optional<DrawRule> draw;
    Deadlines deadlines;
    Shard shard;
    std::string event = "Tulenh match", site = "?";
    std::string pgn_file, log_file, state_file;
    bool json = false;
    std::string json_file;  ///< empty: stdout

    /// The battle's clock in a mode, if it runs.
    [[nodiscard]] std::optional<Milliseconds> battle_time(Mode mode) const;
    /// Are the games of a round played from one opening with colours reversed?
    [[nodiscard]] bool paired() const { return repeat && games == 2 && !series; }
};

/// A time in seconds without superfluous zeros: `0.08`.
[[nodiscard]] std::string format_seconds(Milliseconds time);
/// `8+0.08`, `0.1/move`, `2000 nodes`, `depth 6`, joined by commas where several hold.
[[nodiscard]] std::string format_limits(const EngineLimits& limits);

}  // namespace tulenh
