#include "tuning/match_report.h"

#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <ostream>

namespace tulenh {
namespace {

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...) {
    std::array<char, 512> text{};
    va_list arguments;
    va_start(arguments, pattern);
    std::vsnprintf(text.data(), text.size(), pattern, arguments);
    va_end(arguments);
    return text.data();
}

double share(double part, double whole) { return whole == 0 ? 0 : part / whole; }
double share(std::int64_t part, std::int64_t whole) {
    return share(static_cast<double>(part), static_cast<double>(whole));
}

std::string engine_name(const MatchSummary& summary, std::size_t i) {
    return summary.config.at("engines").at(i).at("name").get<std::string>();
}

Wdl reversed(const Wdl& wdl) { return {wdl.losses, wdl.draws, wdl.wins}; }

/// A group of games that the report tells the result of.
struct Scope {
    std::string name;
    Wdl wdl;
    EloEstimate elo;
    std::optional<Pentanomial> pairs;
    std::optional<double> llr;
};

Scope scope_of_games(std::string name, const Wdl& wdl) {
    return {std::move(name), wdl, estimate(wdl), std::nullopt, std::nullopt};
}

/// Each mode, if there are several, and all games.
std::vector<Scope> mode_scopes(const MatchSummary& summary, const Tally& total) {
    std::vector<Scope> scopes;
    const std::optional<Sprt> sprt = summary.sprt();
    const auto add = [&](std::string name, const Tally& tally) {
        Scope scope = scope_of_games(std::move(name), tally.games());
        scope.elo = estimate(tally, summary.paired());
        if (summary.paired()) scope.pairs = tally.pairs;
        if (sprt) scope.llr = sprt_status(*sprt, tally, summary.paired()).llr;
        scopes.push_back(std::move(scope));
    };
    for (std::size_t i = 0; i < summary.tallies.size() && summary.tallies.size() > 1; ++i)
        add(summary.config.at("modes").at(i).get<std::string>(), summary.tallies[i]);
    add("all", total);
    return scopes;
}

std::vector<Scope> colour_scopes(const MatchSummary& summary, const Tally& total) {
    std::string as_red = engine_name(summary, 0), as_blue = as_red;
    Wdl red = total.by_color[0];
    red += reversed(total.by_color[1]);
    return {scope_of_games(as_red.append(" as Red"), total.by_color[0]),
            scope_of_games(as_blue.append(" as Blue"), total.by_color[1]),
            scope_of_games("Red, either engine", red)};
}

Json to_json(const Scope& scope) {
    const Wdl& wdl = scope.wdl;
    Json json{
        {"games", wdl.games()},
        {"wins", wdl.wins},
        {"draws", wdl.draws},
        {"losses", wdl.losses},
        {"score", wdl.games() == 0 ? Json(nullptr) : Json(wdl.points() / static_cast<double>(wdl.games()))},
        {"elo", scope.elo.elo},
        {"elo_error", scope.elo.error},
        {"normalized_elo", scope.elo.normalized},
        {"normalized_elo_error", scope.elo.normalized_error},
        {"los", scope.elo.los},
        {"draw_ratio", share(wdl.draws, wdl.games())}};
    if (scope.pairs) json["pairs"] = scope.pairs->counts;
    if (scope.llr) json["llr"] = *scope.llr;
    return json;
}

std::string number(double value) {
    return std::isfinite(value) ? format("%.1f", value) : value > 0 ? "inf" : "-inf";
}

void write_scope(std::ostream& out, const Scope& scope) {
    const Wdl& wdl = scope.wdl;
    out << format("%-22s %6lld %6lld %6lld %6lld", scope.name.c_str(), static_cast<long long>(wdl.games()),
                  static_cast<long long>(wdl.wins), static_cast<long long>(wdl.draws),
                  static_cast<long long>(wdl.losses));
    if (wdl.games() != 0)
        out << format(" %6.2f %% %8s %7s %6.1f %% %6.1f %%",
                      100 * wdl.points() / static_cast<double>(wdl.games()), number(scope.elo.elo).c_str(),
                      number(scope.elo.error).c_str(), 100 * scope.elo.los,
                      100 * share(wdl.draws, wdl.games()));
    if (wdl.games() != 0 && scope.llr) out << format(" %7.2f", *scope.llr);
    out << '\n';
}

/// `name 12 (5 3 4)` for each ending that happened.
std::string endings_text(const Tally& total, bool forfeits) {
    std::string text;
    for (std::size_t i = 0; i < total.endings.size(); ++i) {
        const Wdl& wdl = total.endings[i];
        if (wdl.games() == 0 || is_forfeit(static_cast<Ending>(i)) != forfeits) continue;
        if (!text.empty()) text += ", ";
        text += format("%s %lld (+%lld =%lld -%lld)", std::string(kEndingNames[i]).c_str(),
                       static_cast<long long>(wdl.games()), static_cast<long long>(wdl.wins),
                       static_cast<long long>(wdl.draws), static_cast<long long>(wdl.losses));
    }
    return text.empty() ? "none" : text;
}

std::string limits_text(const MatchSummary& summary) {
    std::string one = summary.config.at("engines").at(0).at("limits").get<std::string>();
    const std::string other = summary.config.at("engines").at(1).at("limits").get<std::string>();
    return one == other ? one : one.append(" against ").append(other);
}

std::string decision_text(int decision) {
    return decision > 0 ? "elo1 accepted" : decision < 0 ? "elo0 accepted" : "undecided";
}

std::string pairs_text(const Pentanomial& pairs) {
    std::string text = "[";
    for (const std::int64_t count : pairs.counts) {
        if (text.size() > 1) text += ' ';
        text += std::to_string(count);
    }
    return text += ']';
}

}  // namespace

bool MatchSummary::paired() const {
    return config.at("repeat").get<bool>() && config.at("games").get<int>() == 2 &&
           !config.at("series").get<bool>();
}

std::optional<Sprt> MatchSummary::sprt() const {
    const Json& json = config.at("sprt");
    if (json.is_null()) return std::nullopt;
    Sprt sprt;
    sprt.elo0 = json.at("elo0").get<double>();
    sprt.elo1 = json.at("elo1").get<double>();
    sprt.alpha = json.at("alpha").get<double>();
    sprt.beta = json.at("beta").get<double>();
    sprt.model = json.at("model").get<std::string>() == name(SprtModel::Normalized) ? SprtModel::Normalized
                                                                                    : SprtModel::Logistic;
    return sprt;
}

EloEstimate estimate(const Tally& tally, bool paired) {
    return paired ? estimate(tally.pairs) : estimate(tally.games());
}

SprtStatus sprt_status(const Sprt& sprt, const Tally& total, bool paired) {
    SprtStatus status;
    status.llr = paired ? log_likelihood_ratio(sprt, total.pairs) : log_likelihood_ratio(sprt, total.games());
    status.decision = status.llr >= sprt.upper_bound() ? 1 : status.llr <= sprt.lower_bound() ? -1 : 0;
    return status;
}

std::string live_line(const MatchSummary& summary) {
    Tally total;
    for (const Tally& tally : summary.tallies) total += tally;
    const Wdl wdl = total.games();
    const EloEstimate elo = estimate(total, summary.paired());
    std::string line = engine_name(summary, 0);
    line += format(" +%lld =%lld -%lld, Elo %s +- %s", static_cast<long long>(wdl.wins),
                   static_cast<long long>(wdl.draws), static_cast<long long>(wdl.losses),
                   number(elo.elo).c_str(), number(elo.error).c_str());
    if (const std::optional<Sprt> sprt = summary.sprt())
        line += format(", LLR %.2f (%.2f %.2f)", sprt_status(*sprt, total, summary.paired()).llr,
                       sprt->lower_bound(), sprt->upper_bound());
    return line;
}

void write_table(std::ostream& out, const MatchSummary& summary) {
    Tally total;
    for (const Tally& tally : summary.tallies) total += tally;
    const Wdl games = total.games();
    const std::string first = engine_name(summary, 0), second = engine_name(summary, 1);

    out << '\n'
        << first << " against " << second << ": " << limits_text(summary) << ", seed "
        << summary.config.at("seed") << ", " << summary.games << " of " << summary.planned << " games, "
        << format("%.0f s", summary.seconds) << "\n\n";
    out << format("%-22s %6s %6s %6s %6s %8s %8s %7s %8s %8s %7s\n", "", "games", "+", "=", "-", "score",
                  "Elo", "+-", "LOS", "draws", summary.sprt() ? "LLR" : "");
    for (const Scope& scope : mode_scopes(summary, total)) write_scope(out, scope);
    out << '\n';
    for (const Scope& scope : colour_scopes(summary, total)) write_scope(out, scope);
    out << '\n';
    if (summary.config.at("series").get<bool>()) {
        out << "Series, by the sum of points:\n";
        write_scope(out, scope_of_games(first, total.series));
        out << '\n';
    }
    const EloEstimate elo = estimate(total, summary.paired());
    out << "Normalized Elo: " << number(elo.normalized) << " +- " << number(elo.normalized_error) << '\n';
    if (summary.paired()) {
        const Pentanomial& pairs = total.pairs;
        out << "Pairs by points 0, 1/2, 1, 3/2, 2: " << pairs_text(pairs) << "; exactly even "
            << pairs.counts[2] << " of " << pairs.pairs();
        if (pairs.pairs() != 0 && pairs.counts[2] == pairs.pairs()) out << " (every pair)";
        out << ", both games alike turn by turn " << pairs.identical << '\n';
    }
    if (const std::optional<Sprt> sprt = summary.sprt()) {
        const SprtStatus status = sprt_status(*sprt, total, summary.paired());
        out << "SPRT of Elo " << sprt->elo0 << " against " << sprt->elo1 << " (" << name(sprt->model)
            << ", alpha " << sprt->alpha << ", beta " << sprt->beta << "): "
            << format("LLR %.2f in (%.2f, %.2f), ", status.llr, sprt->lower_bound(), sprt->upper_bound())
            << decision_text(status.decision) << '\n';
    }
    out << "Endings: " << endings_text(total, false) << '\n';
    out << "Forfeits: " << endings_text(total, true) << '\n';
    const auto count = static_cast<double>(games.games());
    out << "Battle points: " << first << ' ' << total.battle_points[0] << ", " << second << ' '
        << total.battle_points[1]
        << format(" (a game %.1f and %.1f)", share(static_cast<double>(total.battle_points[0]), count),
                  share(static_cast<double>(total.battle_points[1]), count))
        << format("; turns a game %.1f", share(static_cast<double>(total.turns), count)) << '\n';
    if (summary.runner_cpu && summary.engines_cpu) {
        const double cpu = *summary.runner_cpu + *summary.engines_cpu;
        out << format("Processor time: engines %.1f s, runner %.1f s (%.1f %%)\n", *summary.engines_cpu,
                      *summary.runner_cpu, 100 * share(*summary.runner_cpu, cpu));
    }
    out.flush();
}

Json report_json(const MatchSummary& summary) {
    Tally total;
    for (const Tally& tally : summary.tallies) total += tally;
    Json json{{"format", "tulenh-match"}, {"version", 1}, {"config", summary.config}};
    Json tallies = Json::array();
    for (const Tally& tally : summary.tallies) tallies.push_back(to_json(tally));
    json["games"] = summary.games;
    json["planned"] = summary.planned;
    json["seconds"] = summary.seconds;
    json["tallies"] = std::move(tallies);

    Json report;
    for (const Scope& scope : mode_scopes(summary, total)) report["results"][scope.name] = to_json(scope);
    for (const Scope& scope : colour_scopes(summary, total)) report["colours"][scope.name] = to_json(scope);
    if (summary.config.at("series").get<bool>())
        report["series"] = to_json(scope_of_games("series", total.series));
    if (summary.paired())
        report["pairs"] = {{"counts", total.pairs.counts},
                           {"even", total.pairs.counts[2]},
                           {"alike", total.pairs.identical},
                           {"pairs", total.pairs.pairs()}};
    if (const std::optional<Sprt> sprt = summary.sprt()) {
        const SprtStatus status = sprt_status(*sprt, total, summary.paired());
        report["sprt"] = {{"llr", status.llr},
                          {"lower", sprt->lower_bound()},
                          {"upper", sprt->upper_bound()},
                          {"decision", decision_text(status.decision)}};
    }
    Json endings = Json::object();
    std::int64_t forfeits = 0;
    for (std::size_t i = 0; i < total.endings.size(); ++i) {
        const Wdl& wdl = total.endings[i];
        if (wdl.games() == 0) continue;
        endings[std::string(kEndingNames[i])] = {
            {"wins", wdl.wins}, {"draws", wdl.draws}, {"losses", wdl.losses}};
        if (is_forfeit(static_cast<Ending>(i))) forfeits += wdl.games();
    }
    report["endings"] = std::move(endings);
    report["forfeits"] = forfeits;
    report["battle_points"] = total.battle_points;
    report["turns"] = total.turns;
    if (summary.runner_cpu && summary.engines_cpu)
        report["cpu_seconds"] = {{"engines", *summary.engines_cpu}, {"runner", *summary.runner_cpu}};
    json["report"] = std::move(report);
    return json;
}

MatchSummary summary_from_json(const Json& json) {
    try {
        MatchSummary summary;
        summary.config = json.at("config");
        for (const Json& tally : json.at("tallies")) summary.tallies.push_back(tally_from_json(tally));
        for (const Tally& tally : summary.tallies)
            summary.games += static_cast<std::size_t>(tally.games().games());
        summary.planned = json.at("planned").get<std::size_t>();
        summary.seconds = json.at("seconds").get<double>();
        if (summary.tallies.size() != summary.config.at("modes").size())
            throw StateError("as many sums as modes are needed");
        return summary;
    } catch (const Json::exception& error) {
        throw StateError(error.what());
    }
}

MatchSummary merge(const std::vector<MatchSummary>& parts, const std::vector<std::string>& names) {
    MatchSummary sum = parts.at(0);
    std::set<int> seen;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const MatchSummary& part = parts[i];
        std::string where = names[i];
        if (const std::string difference = first_difference(sum.config, part.config, false);
            !difference.empty())
            throw StateError(
                where.append(" is of another match than ").append(names[0]).append(": ").append(difference));
        for (const Json& number : part.config.at("shard").at("parts"))
            if (!seen.insert(number.get<int>()).second)
                throw StateError(where.append(": part ")
                                     .append(std::to_string(number.get<int>()))
                                     .append(" is there twice"));
        if (i == 0) continue;
        for (std::size_t mode = 0; mode < sum.tallies.size(); ++mode) sum.tallies[mode] += part.tallies[mode];
        sum.games += part.games;
        sum.planned += part.planned;
        sum.seconds += part.seconds;
    }
    sum.config["shard"]["parts"] = seen;
    return sum;
}

}  // namespace tulenh
