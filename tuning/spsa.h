// Simultaneous perturbation stochastic approximation (SPSA): tunes many constants at once by games alone.
//
// In each iteration all constants are moved at random up or down by their c_k, and the values so found play
// against those on the other side of the present ones. These then move towards the winner. The gains are
// those of Spall ("Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization",
// 1998),
//     a_k = a / (A + k)^0.602     c_k = c / k^0.101     k = 1, 2, ... N     A = N / 10,
// and a and c follow, as in fishtest, from what users can picture: c_N = c_end, and a_N = r_end * c_end^2.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tuning/match_state.h"
#include "tuning/statistics.h"

namespace tulenh {

/// A constant of the engine, which is an option of it.
struct SpsaParameter {
    std::string name;
    int start = 0, low = 0, high = 0;
    double c_end = 1;  ///< how far from the present value the last iteration tries
};

struct SpsaSettings {
    std::vector<SpsaParameter> parameters;
    std::int64_t iterations = 1000;  ///< the N of the formulas
    double r_end = 0.002;            ///< how far a game that was won moves in the last iteration, in c_end
    std::uint64_t seed = 1;
};

/// What an iteration plays, in the order of the parameters.
struct SpsaTrial {
    std::int64_t number = 0;  ///< of the iteration, from 1
    std::vector<int> signs;   ///< 1: `plus` has the higher value, -1: the lower
    std::vector<int> plus, minus;
};

class Spsa {
  public:
    /// `games` describes how the games are played: a state of other games is refused.
    Spsa(SpsaSettings settings, const Json& games);

    [[nodiscard]] const SpsaSettings& settings() const { return settings_; }
    [[nodiscard]] std::int64_t finished() const { return static_cast<std::int64_t>(results_.size()); }
    [[nodiscard]] bool done() const { return finished() == settings_.iterations; }
    /// The present values, in the order of the parameters.
    [[nodiscard]] const std::vector<double>& values() const { return values_; }
    /// All results so far, seen from the trials' `plus`.
    [[nodiscard]] Wdl total() const;

    // The gains of iteration k, from 1.
    [[nodiscard]] double a(const SpsaParameter& parameter, std::int64_t k) const;
    [[nodiscard]] double c(const SpsaParameter& parameter, std::int64_t k) const;

    /// The next iteration. It follows from seed, number and present values alone.
    [[nodiscard]] SpsaTrial trial() const;
    /// Ends it with the result of its `plus`.
    void update(const SpsaTrial& trial, const Wdl& result);

    [[nodiscard]] Json to_json() const;
    /// Goes on from a state: plays its results again. Throws `StateError` if it is of another run and has
    /// some.
    void restore(const Json& json);

  private:
    SpsaSettings settings_;
    Json config_;
    std::vector<double> values_;
    std::vector<Wdl> results_;
};

/// A value as an engine can have it: the whole number below or above, at random so that their mean is the
/// value. To the nearest one would make both sides of a trial the same where c_k is small. `random` is from 0
/// to below 1; with the same one for both sides of a trial these never change places.
[[nodiscard]] int round_at_random(double value, double random);

/// Plays a trial; none when it was interrupted.
using PlayTrial = std::function<std::optional<Wdl>(const SpsaTrial&)>;

/// Goes on from the state file, if it is there. Throws `StateError`, which names the file.
void load_state(Spsa& spsa, const std::string& state_file);

/// Plays until all is done or `play` returns none. The state file, if it has a name, is replaced at once
/// and after each iteration; then `watch` is called.
void run_spsa(Spsa& spsa, const std::string& state_file, const PlayTrial& play,
              const std::function<void()>& watch);

/// `NAME=START,LOW,HIGH[,C_END]`, or the name of a constant of search/constants.h alone. Without C_END it is
/// a twentieth of the range. Throws `OptionError`.
[[nodiscard]] SpsaParameter parse_spsa_parameter(const std::string& text);
/// All constants of search/constants.h.
[[nodiscard]] std::vector<SpsaParameter> all_search_constants();

/// Start and tuned values, and the declarations of those that search/constants.h has.
void write_tuned(std::ostream& out, const Spsa& spsa);

}  // namespace tulenh
