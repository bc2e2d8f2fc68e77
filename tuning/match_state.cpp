#include "tuning/match_state.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace tulenh {
namespace {

constexpr std::string_view kFormat = "tulenh-match";

Json to_json(const Wdl& wdl) { return Json::array({wdl.wins, wdl.draws, wdl.losses}); }

Wdl wdl_from_json(const Json& json) {
    return {json.at(0).get<std::int64_t>(), json.at(1).get<std::int64_t>(), json.at(2).get<std::int64_t>()};
}

Json outcome_to_json(const GameOutcome& outcome) {
    return {{"half_points", outcome.half_points},
            {"blue", outcome.color == Color::Blue},
            {"began", outcome.began},
            {"ending", name(outcome.ending)},
            {"points", outcome.points},
            {"turns", outcome.turns},
            {"line", outcome.line}};
}

Ending ending_from_json(const Json& json) {
    const std::optional<Ending> ending = ending_from_name(json.get<std::string>());
    if (!ending) throw StateError(std::string("unknown ending ").append(json.get<std::string>()));
    return *ending;
}

GameOutcome outcome_from_json(const Json& json) {
    GameOutcome outcome;
    outcome.half_points = json.at("half_points").get<int>();
    outcome.color = json.at("blue").get<bool>() ? Color::Blue : Color::Red;
    outcome.began = json.at("began").get<bool>();
    outcome.ending = ending_from_json(json.at("ending"));
    outcome.points = json.at("points").get<std::array<unsigned, 2>>();
    outcome.turns = json.at("turns").get<std::uint64_t>();
    outcome.line = json.at("line").get<std::uint64_t>();
    return outcome;
}

Json describe(const EngineConfig& engine) {
    Json options = Json::object();
    for (const auto& [name, value] : engine.options) options[name] = value;
    return {{"name", engine.name},
            {"cmd", engine.command},
            {"args", engine.arguments},
            {"dir", engine.directory},
            {"proto", engine.protocol == EngineProtocol::Uci ? "uci" : "ugi"},
            {"options", options},
            {"limits", format_limits(engine.limits)},
            {"margin_ms", engine.margin.count()},
            {"restart", engine.restart}};
}

template <typename Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
}

}  // namespace

Wdl Tally::games() const {
    Wdl sum = by_color[0];
    return sum += by_color[1];
}

void Tally::add(const GameOutcome& outcome) {
    by_color[index(outcome.color)].add(outcome.half_points);
    endings[index(outcome.ending)].add(outcome.half_points);
    for (std::size_t i = 0; i < 2; ++i) battle_points[i] += outcome.points[i];
    turns += outcome.turns;
}

void Tally::add_pair(const GameOutcome& one, const GameOutcome& other) {
    ++pairs.counts[static_cast<std::size_t>(one.half_points + other.half_points)];
    pairs.identical += one.line == other.line;
}

void Tally::add_series(const std::vector<GameOutcome>& games) {
    std::array<unsigned, 2> sum{};
    for (const GameOutcome& game : games)
        for (std::size_t i = 0; i < 2; ++i) sum[i] += game.points[i];
    series.add(sum[0] > sum[1] ? 2 : sum[0] == sum[1] ? 1 : 0);
}

Tally& Tally::operator+=(const Tally& other) {
    for (std::size_t i = 0; i < 2; ++i) {
        by_color[i] += other.by_color[i];
        battle_points[i] += other.battle_points[i];
    }
    pairs += other.pairs;
    series += other.series;
    for (std::size_t i = 0; i < endings.size(); ++i) endings[i] += other.endings[i];
    turns += other.turns;
    return *this;
}

void NumberSet::insert(std::size_t number) {
    if (contains(number)) return;
    ++size_;
    std::size_t first = number, after = number + 1;
    if (const auto next = ranges_.find(after); next != ranges_.end()) {
        after = next->second;
        ranges_.erase(next);
    }
    if (auto at = ranges_.upper_bound(number); at != ranges_.begin() && std::prev(at)->second == number)
        first = std::prev(at)->first;
    ranges_[first] = after;
}

bool NumberSet::contains(std::size_t number) const {
    const auto after = ranges_.upper_bound(number);
    return after != ranges_.begin() && std::prev(after)->second > number;
}

MatchState::MatchState(Json config, const Schedule& schedule, bool paired, bool series)
    : config_(std::move(config)),
      games_in_round_(schedule.games_in_round()),
      planned_(schedule.size()),
      paired_(paired),
      series_(series),
      tallies_(config_.at("modes").size()) {}

void MatchState::add(const GameSlot& slot, const GameOutcome& outcome) {
    finished_.insert(slot.number);
    Tally& tally = tallies_[slot.mode];
    tally.add(outcome);
    if (!paired_ && !series_) return;
    std::map<int, GameOutcome>& games = open_[slot.round];
    games[slot.game] = outcome;
    if (games.size() < games_in_round_) return;
    if (paired_)
        tally.add_pair(games.at(0), games.at(1));
    else
        tally.add_series(open_round(slot.round));
    open_.erase(slot.round);
}

std::vector<GameOutcome> MatchState::open_round(std::size_t round) const {
    std::vector<GameOutcome> games;
    if (const auto at = open_.find(round); at != open_.end())
        for (const auto& [game, outcome] : at->second) games.push_back(outcome);
    return games;
}

Tally MatchState::total() const {
    Tally sum;
    for (const Tally& tally : tallies_) sum += tally;
    return sum;
}

Json MatchState::to_json() const {
    Json json{{"format", kFormat}, {"version", kStateVersion}, {"config", config_}};
    Json finished = Json::array(), open = Json::array(), tallies = Json::array();
    for (const auto& [first, after] : finished_.ranges()) finished.push_back(Json::array({first, after}));
    for (const auto& [round, games] : open_)
        for (const auto& [game, outcome] : games)
            open.push_back({{"round", round}, {"game", game}, {"outcome", outcome_to_json(outcome)}});
    for (const Tally& tally : tallies_) tallies.push_back(tulenh::to_json(tally));
    json["finished"] = std::move(finished);
    json["open"] = std::move(open);
    json["tallies"] = std::move(tallies);
    json["planned"] = planned_;
    json["pgn_file"] = pgn_file;
    json["pgn_size"] = pgn_size;
    json["seconds"] = seconds;
    return json;
}

void MatchState::restore(const Json& json) {
    try {
        if (const std::string difference = first_difference(config_, json.at("config"), true);
            !difference.empty()) {
            if (json.at("finished").empty()) return;  // nothing is lost
            throw StateError(std::string("the file is of another match: ").append(difference));
        }
        for (const Json& range : json.at("finished"))
            for (auto n = range.at(0).get<std::size_t>(); n < range.at(1).get<std::size_t>(); ++n)
                finished_.insert(n);
        for (const Json& item : json.at("open"))
            open_[item.at("round").get<std::size_t>()][item.at("game").get<int>()] =
                outcome_from_json(item.at("outcome"));
        if (json.at("tallies").size() != tallies_.size()) throw StateError("wrong number of tallies");
        for (std::size_t i = 0; i < tallies_.size(); ++i)
            tallies_[i] = tally_from_json(json.at("tallies")[i]);
        pgn_file = json.value("pgn_file", std::string());
        pgn_size = json.at("pgn_size").get<std::uint64_t>();
        seconds = json.at("seconds").get<double>();
    } catch (const Json::exception& error) {
        throw StateError(error.what());
    }
}

Json to_json(const Tally& tally) {
    Json endings = Json::object();
    for (std::size_t i = 0; i < tally.endings.size(); ++i)
        if (tally.endings[i].games() != 0) endings[std::string(kEndingNames[i])] = to_json(tally.endings[i]);
    return {{"red", to_json(tally.by_color[0])},    {"blue", to_json(tally.by_color[1])},
            {"pairs", tally.pairs.counts},          {"identical_pairs", tally.pairs.identical},
            {"series", to_json(tally.series)},      {"endings", endings},
            {"battle_points", tally.battle_points}, {"turns", tally.turns}};
}

Tally tally_from_json(const Json& json) {
    Tally tally;
    tally.by_color = {wdl_from_json(json.at("red")), wdl_from_json(json.at("blue"))};
    tally.pairs.counts = json.at("pairs").get<std::array<std::int64_t, 5>>();
    tally.pairs.identical = json.at("identical_pairs").get<std::int64_t>();
    tally.series = wdl_from_json(json.at("series"));
    for (const auto& [ending, wdl] : json.at("endings").items())
        tally.endings[index(ending_from_json(ending))] = wdl_from_json(wdl);
    tally.battle_points = json.at("battle_points").get<std::array<std::uint64_t, 2>>();
    tally.turns = json.at("turns").get<std::uint64_t>();
    return tally;
}

Json describe(const MatchConfig& config, const std::vector<Book>& books) {
    Json json;
    json["engines"] = Json::array({describe(config.engines[0]), describe(config.engines[1])});
    for (const Mode mode : config.modes) json["modes"].push_back(name(mode));
    json["rounds"] = config.rounds;
    json["games"] = config.games;
    json["repeat"] = config.repeat;
    json["series"] = config.series;
    json["seed"] = config.seed;
    Json openings{{"file", nullptr}};
    if (const auto& given = config.openings)
        openings = {{"file", given->file},
                    {"order", given->random ? "random" : "sequential"},
                    {"start", given->start},
                    {"plies", or_null(given->plies)}};
    for (std::size_t i = 0; i < books.size(); ++i)
        openings["books"].push_back({{"mode", name(config.modes[i])},
                                     {"openings", books[i].size()},
                                     {"fingerprint", fingerprint(books[i])}});
    json["openings"] = std::move(openings);
    json["sprt"] = nullptr;
    if (const auto& sprt = config.sprt)
        json["sprt"] = {{"elo0", sprt->elo0},
                        {"elo1", sprt->elo1},
                        {"alpha", sprt->alpha},
                        {"beta", sprt->beta},
                        {"model", name(sprt->model)}};
    json["maxmoves"] = config.max_moves;
    json["gametime_ms"] = config.game_time ? Json(config.game_time->count()) : Json(nullptr);
    json["resign"] = nullptr;
    if (const auto& rule = config.resign)
        json["resign"] = {{"movecount", rule->turns}, {"score", rule->score}, {"twosided", rule->two_sided}};
    json["draw"] = nullptr;
    if (const auto& rule = config.draw)
        json["draw"] = {{"movenumber", rule->number}, {"movecount", rule->turns}, {"score", rule->score}};
    json["shard"] = {{"of", config.shard.of}, {"parts", Json::array({config.shard.number})}};
    return json;
}

std::string first_difference(const Json& expected, const Json& found, bool places, const std::string& path) {
    if (expected.type() == found.type() && expected.is_structured()) {
        std::set<std::string> keys;
        if (expected.is_array() && expected.size() != found.size())
            return std::string(path).append(" has another length");
        std::string difference;
        const auto look = [&](const std::string& key, const Json* one, const Json* other) {
            if (!difference.empty()) return;
            const bool place = key == "cmd" || key == "dir" || key == "file" || key == "parts";
            if (place && !places) return;
            const std::string inner = path.empty() ? key : std::string(path).append("/").append(key);
            static const Json kNothing;
            difference = first_difference(one != nullptr ? *one : kNothing,
                                          other != nullptr ? *other : kNothing, places, inner);
        };
        if (expected.is_array()) {
            for (std::size_t i = 0; i < expected.size(); ++i)
                look(std::to_string(i), &expected[i], &found[i]);
            return difference;
        }
        for (const auto& [key, value] : expected.items())
            look(key, &value, found.contains(key) ? &found[key] : nullptr);
        for (const auto& [key, value] : found.items())
            if (!expected.contains(key)) look(key, nullptr, &value);
        return difference;
    }
    if (expected == found) return {};
    return std::string(path)
        .append(" is ")
        .append(found.dump())
        .append(" there and ")
        .append(expected.dump())
        .append(" here");
}

Json read_json(const std::string& file, std::string_view program) {
    std::ifstream in(file);
    if (!in) throw StateError(std::string("cannot read ").append(file));
    try {
        Json json = Json::parse(in);
        if (json.value("format", "") != program || json.value("version", 0) != kStateVersion)
            throw StateError(std::string(file).append(" is no file of this version of ").append(program));
        return json;
    } catch (const Json::exception& error) {
        throw StateError(std::string(file).append(": ").append(error.what()));
    }
}

}  // namespace tulenh
