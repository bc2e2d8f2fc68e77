// What has been played so far: sums, and what is needed to go on. Kept in a file after each game.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tuning/ending.h"
#include "tuning/match_config.h"
#include "tuning/schedule.h"
#include "tuning/statistics.h"

namespace tulenh {

using Json = nlohmann::ordered_json;

/// A finished game as far as it counts.
struct GameOutcome {
    int half_points = 0;  ///< of the first engine: 0, 1, 2
    Color color{};        ///< of the first engine
    bool began = false;   ///< the first engine had the first turn
    Ending ending = Ending::Commander;
    std::array<unsigned, 2> points{};  ///< battle points won, by engine
    std::uint64_t turns = 0;
    std::uint64_t line = 0;  ///< tells courses of games apart
};

/// Sums over games.
struct Tally {
    std::array<Wdl, 2> by_color;  ///< of the first engine, by its colour
    Pentanomial pairs;
    Wdl series;  ///< of the first engine
    std::array<Wdl, kEndingNames.size()> endings;
    std::array<std::uint64_t, 2> battle_points{};  ///< by engine
    std::uint64_t turns = 0;

    [[nodiscard]] Wdl games() const;
    void add(const GameOutcome& outcome);
    void add_pair(const GameOutcome& one, const GameOutcome& other);
    void add_series(const std::vector<GameOutcome>& games);
    Tally& operator+=(const Tally& other);
    [[nodiscard]] bool operator==(const Tally&) const = default;
};

/// A set of numbers that mostly come in order, as ranges.
class NumberSet {
  public:
    void insert(std::size_t number);
    [[nodiscard]] bool contains(std::size_t number) const;
    [[nodiscard]] std::size_t size() const { return size_; }
    /// First number and number after the last of each range.
    [[nodiscard]] const std::map<std::size_t, std::size_t>& ranges() const { return ranges_; }

  private:
    std::map<std::size_t, std::size_t> ranges_;
    std::size_t size_ = 0;
};

/// A state file that cannot be used; says why.
class StateError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

class MatchState {
  public:
    /// `config` as by `describe`.
    MatchState(Json config, const Schedule& schedule, bool paired, bool series);

    /// Counts a finished game.
    void add(const GameSlot& slot, const GameOutcome& outcome);
    [[nodiscard]] bool finished(std::size_t number) const { return finished_.contains(number); }
    [[nodiscard]] std::size_t games() const { return finished_.size(); }
    [[nodiscard]] std::size_t planned() const { return planned_; }
    [[nodiscard]] const Json& config() const { return config_; }
    /// The finished games of a round that is not finished, in the order of its games.
    [[nodiscard]] std::vector<GameOutcome> open_round(std::size_t round) const;
    /// By the index of the mode.
    [[nodiscard]] const std::vector<Tally>& tallies() const { return tallies_; }
    [[nodiscard]] Tally total() const;

    std::string pgn_file;        ///< empty: none
    std::uint64_t pgn_size = 0;  ///< how long the game file is with all finished games in it
    double seconds = 0;          ///< how long the match has run

    [[nodiscard]] Json to_json() const;
    /// Goes on from a file's contents. Its configuration must be the same, or no game finished in it: then it
    /// is ignored.
    void restore(const Json& json);

  private:
    Json config_;
    std::size_t games_in_round_, planned_;
    bool paired_, series_;
    NumberSet finished_;
    std::map<std::size_t, std::map<int, GameOutcome>> open_;
    std::vector<Tally> tallies_;
};

/// What decides which games are played and how, with all that results depend on.
[[nodiscard]] Json describe(const MatchConfig& config, const std::vector<Book>& books);

/// The first difference between two descriptions, as `engines/0/limits: a instead of b`; empty if there is
/// none. What the name of a file or a machine's directories are is not looked at when `places` is false.
[[nodiscard]] std::string first_difference(const Json& expected, const Json& found, bool places,
                                           const std::string& path = {});

[[nodiscard]] Json to_json(const Tally& tally);
[[nodiscard]] Tally tally_from_json(const Json& json);

/// Of all files that `read_json` reads.
inline constexpr int kStateVersion = 1;
/// Reads a file of `program`, tulenh-match or another that keeps such files. Throws `StateError`.
[[nodiscard]] Json read_json(const std::string& file, std::string_view program = "tulenh-match");

}  // namespace tulenh
