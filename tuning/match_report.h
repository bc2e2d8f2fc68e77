// The numbers of a match, as a table and as JSON.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "tuning/match_state.h"

namespace tulenh {

/// Everything that a report is made of. `config` is as by `describe`.
// Moving its JSON, which does not throw, comes across assertions that could.
struct MatchSummary {  // NOLINT(bugprone-exception-escape)
    Json config;
    std::vector<Tally> tallies;  ///< by mode
    std::size_t games = 0, planned = 0;
    double seconds = 0;
    std::optional<double> runner_cpu, engines_cpu;  ///< seconds

    /// Elo from pairs of games?
    [[nodiscard]] bool paired() const;
    [[nodiscard]] std::optional<Sprt> sprt() const;
};

/// How the test stands.
struct SprtStatus {
    double llr = 0;
    int decision = 0;  ///< −1: elo0 accepted, 1: elo1 accepted
};
[[nodiscard]] SprtStatus sprt_status(const Sprt& sprt, const Tally& total, bool paired);

/// From pairs where there are such, else from single games.
[[nodiscard]] EloEstimate estimate(const Tally& tally, bool paired);

/// How the match stands, in one line.
[[nodiscard]] std::string live_line(const MatchSummary& summary);
void write_table(std::ostream& out, const MatchSummary& summary);
/// With the sums themselves, so that `merge` can add them up.
[[nodiscard]] Json report_json(const MatchSummary& summary);

/// What a state file or a report says. Throws `StateError`.
[[nodiscard]] MatchSummary summary_from_json(const Json& json);
/// Adds up parts of one match. Throws `StateError` when they do not belong together or overlap.
[[nodiscard]] MatchSummary merge(const std::vector<MatchSummary>& parts,
                                 const std::vector<std::string>& names);

}  // namespace tulenh
