#include "tuning/options.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <filesystem>
#include <random>
#include <set>

#include "tuning/key_values.h"

namespace tulenh {
namespace {

namespace po = boost::program_options;

using Strings = std::vector<std::string>;

constexpr std::string_view kHelp =
    R"(tulenh-match: a match of two engines at Co Tu Lenh

  tulenh-match -engine cmd=./new name=new -engine cmd=./old name=old \
               -each tc=8+0.08 option.Hash=16 -rounds 100 -games 2 -repeat \
               -openings file=tuning/openings/standard.epd order=random -srand 42 \
               -concurrency 2 -sprt elo0=0 elo1=10 -pgnout file=games.pgn -resume file=match.json

Results are told from the first engine's side. Words after an option marked ... are key=value.

Engines
  -engine ...       one of the two engines; give it twice
      cmd=PROGRAM       path, or a name to be found in PATH
      name=NAME         default: the program's file name
      args="A B"        its command line
      dir=DIRECTORY     where it runs
      proto=uci|ugi     the protocol it speaks; default uci
      option.NAME=VALUE an option of the engine
      tc=[N/]TIME[+INC] clock: seconds or minutes:seconds for the game or for N turns, INC seconds a turn
      st=SECONDS        time for each turn
      nodes=N depth=N   limits for each turn; alone or with a clock
      timemargin=MS     how much too late is not yet lost; default 50
      restart=on|off    start it anew for each game; default off
  -each ...         the same keys for both; an engine's own value comes first

Games
  -mode MODE        standard sea air land raid total, or all: the modes take turns, round by round
  -rounds N         default 1
  -games 1|2        games in a round, colours alternate; default 1, with -repeat 2
  -repeat           both games of a round have the same opening: results are counted in pairs
  -series N         a round is a series of N games from one opening: the loser of a game has the first
                    turn of the next, the sum of the points decides the series
  -openings ...     file=FILE format=epd|pgn order=sequential|random start=N plies=N
                    {mode} in the file's name stands for the mode; without a book: the start position
  -srand N          seed of the random order; default: one is drawn, which -resume keeps
  -concurrency N    games at a time; default 1
  -use-affinity     keep each game, engines and all, on one processor: steadier and cheaper on a machine
                    that does nothing else, with engines of one thread
  -sprt ...         elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized|logistic: stop when decided

Ends of games, besides the rules
  -maxmoves N       after N turns of each side the points decide
  -gametime SECONDS the battle's clock, for both sides' thinking together; then the points decide.
                    Default with clocks 900, in total 1800; else off. off: never
  -resign ...       movecount=N score=S [twosided=true]: lost at -S or worse for N own turns in a row
  -draw ...         movenumber=N movecount=M score=S: drawn when from turn N on both scores were within
                    S of 0 for M turns of each, and nothing was captured
  -deadline ...     startup=10 ready=10 move=60 quit=2: seconds until an engine counts as hanging: until
                    uciok, until readyok, for a turn without any clock, to end after quit

Files
  -pgnout file=F    games are added to F
  -log file=F       everything read from and written to the engines, and what they write to stderr
  -resume file=F    after each game all results are kept in F; if F is there, the match goes on from it
  -json [file=F]    the final numbers as JSON, on stdout (the table then goes to stderr) or in F
  -event T -site T  tags for the game file

More than one machine
  -shard I/N        play part I of N of the rounds; needs -srand. Give -resume or -json file= too
  tulenh-match merge A.json B.json ... [-json [file=F]]
                    add up parts: prints what one run of the whole would have printed

Ctrl-C, SIGTERM and SIGHUP end the match: the table is printed, and a line on stderr names the signal. A
match that ends by itself has exit status 0, one that was interrupted 130, faults 1, a faulty command line 2.
)";

Strings split_arguments(const std::string& text) { return po::split_unix(text); }

std::string hyphened(const std::string& name) { return std::string("-").append(name); }

/// Keys of -engine and -each. What is not given stays as it is in `engine`.
void read_engine(KeyValues& values, EngineConfig& engine) {
    if (auto v = values.text("cmd")) engine.command = *v;
    if (auto v = values.text("name")) engine.name = *v;
    if (auto v = values.text("args")) engine.arguments = split_arguments(*v);
    if (auto v = values.text("dir")) engine.directory = *v;
    if (auto v = values.choice("proto", {"uci", "ugi"}))
        engine.protocol = *v == 0 ? EngineProtocol::Uci : EngineProtocol::Ugi;
    if (auto v = values.choice("restart", {"on", "off"})) engine.restart = *v == 0;
    if (auto v = values.number("timemargin", 0, 1000000)) engine.margin = Milliseconds(*v);
    const std::optional<std::string> tc = values.text("tc");
    const std::optional<Milliseconds> st = values.seconds("st");
    if (tc && st) throw OptionError(values.where("tc").append(" and st= exclude each other"));
    if (tc) {
        engine.limits.clock = parse_time_control(*tc, values.where("tc"));
        engine.limits.movetime.reset();
    }
    if (st) {
        if (*st == Milliseconds::zero()) throw OptionError(values.where("st").append(": no time at all"));
        engine.limits.movetime = st;
        engine.limits.clock.reset();
    }
    if (auto v = values.number("nodes", 1, std::int64_t{1} << 60))
        engine.limits.nodes = static_cast<std::uint64_t>(*v);
    if (auto v = values.number("depth", 1, 1000)) engine.limits.depth = static_cast<int>(*v);
    for (auto& given : values.with_prefix("option.")) {
        const auto known = std::find_if(engine.options.begin(), engine.options.end(),
                                        [&](const auto& option) { return option.first == given.first; });
        if (known != engine.options.end())
            known->second = given.second;
        else
            engine.options.push_back(given);
    }
    values.finish();
}

OpeningsConfig read_openings(KeyValues values) {
    OpeningsConfig openings;
    openings.file = values.required_text("file");
    if (auto v = values.choice("format", {"epd", "pgn"}))
        openings.format = *v == 0 ? BookFormat::Epd : BookFormat::Pgn;
    if (auto v = values.choice("order", {"sequential", "random"})) openings.random = *v == 1;
    if (auto v = values.number("start", 1, 1000000000)) openings.start = static_cast<std::size_t>(*v);
    if (auto v = values.number("plies", 0, 100000)) openings.plies = static_cast<int>(*v);
    values.finish();
    if (openings.plies && openings.format != BookFormat::Pgn)
        throw OptionError(values.where("plies").append(" goes with format=pgn only"));
    return openings;
}

Sprt read_sprt(KeyValues values) {
    Sprt sprt;
    constexpr double kMaxElo = 2000;
    if (auto v = values.real("elo0", -kMaxElo, kMaxElo)) sprt.elo0 = *v;
    if (auto v = values.real("elo1", -kMaxElo, kMaxElo)) sprt.elo1 = *v;
    if (auto v = values.real("alpha", 1e-9, 0.5)) sprt.alpha = *v;
    if (auto v = values.real("beta", 1e-9, 0.5)) sprt.beta = *v;
    if (auto v = values.choice("model", {"normalized", "logistic"}))
        sprt.model = *v == 0 ? SprtModel::Normalized : SprtModel::Logistic;
    values.finish();
    if (sprt.elo0 >= sprt.elo1) throw OptionError("-sprt: elo0 must be less than elo1");
    if (sprt.alpha + sprt.beta >= 1) throw OptionError("-sprt: alpha and beta together must be less than 1");
    return sprt;
}

constexpr std::int64_t kMostMoves = 100000, kHighestScore = 100000;

ResignRule read_resign(KeyValues values) {
    ResignRule rule;
    rule.turns = static_cast<int>(
        parse_integer(values.required_text("movecount"), 1, kMostMoves, values.where("movecount")));
    rule.score = static_cast<int>(
        parse_integer(values.required_text("score"), 1, kHighestScore, values.where("score")));
    if (auto v = values.choice("twosided", {"false", "true"})) rule.two_sided = *v == 1;
    values.finish();
    return rule;
}

DrawRule read_draw(KeyValues values) {
    DrawRule rule;
    if (auto v = values.number("movenumber", 0, kMostMoves)) rule.number = static_cast<int>(*v);
    rule.turns = static_cast<int>(
        parse_integer(values.required_text("movecount"), 1, kMostMoves, values.where("movecount")));
    rule.score = static_cast<int>(
        parse_integer(values.required_text("score"), 0, kHighestScore, values.where("score")));
    values.finish();
    return rule;
}

Deadlines read_deadlines(KeyValues values) {
    Deadlines deadlines;
    if (auto v = values.seconds("startup")) deadlines.startup = *v;
    if (auto v = values.seconds("ready")) deadlines.ready = *v;
    if (auto v = values.seconds("move")) deadlines.move = *v;
    if (auto v = values.seconds("quit")) deadlines.quit = *v;
    values.finish();
    return deadlines;
}

std::string read_file_name(KeyValues values) {
    std::string file = values.required_text("file");
    values.finish();
    return file;
}

Shard read_shard(const std::string& text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string::npos)
        throw OptionError(std::string("-shard: '").append(text).append("' is not of the form I/N"));
    Shard shard;
    shard.of = static_cast<int>(parse_integer(std::string_view(text).substr(slash + 1), 1, 100000, "-shard"));
    shard.number =
        static_cast<int>(parse_integer(std::string_view(text).substr(0, slash), 1, shard.of, "-shard"));
    return shard;
}

/// The occurrences of each option, in order, and what was given for them.
class Occurrences {
  public:
    explicit Occurrences(const Strings& arguments) {
        po::options_description known;
        auto add = known.add_options();
        for (const char* name :
             {"engine", "each", "openings", "sprt", "resign", "draw", "deadline", "pgnout", "log", "resume"})
            add(name, po::value<Strings>()->multitoken());
        add("json", po::value<Strings>()->multitoken()->zero_tokens());
        add("repeat", "")("use-affinity", "");
        for (const char* name : {"rounds", "games", "series", "srand", "mode", "concurrency", "maxmoves",
                                 "gametime", "shard", "event", "site"})
            add(name, po::value<std::string>());
        namespace style = po::command_line_style;
        try {
            options_ = po::command_line_parser(arguments)
                           .options(known)
                           .style(style::allow_long | style::allow_long_disguise | style::long_allow_next |
                                  style::long_allow_adjacent)
                           .run()
                           .options;
        } catch (const po::error& error) {
            throw OptionError(error.what());
        }
        std::set<std::string> seen;
        for (const po::option& option : options_) {
            if (option.string_key.empty()) {
                std::string message = "'";
                message.append(option.value.empty() ? std::string() : option.value.front());
                throw OptionError(message.append("' stands where an option is expected"));
            }
            if (!seen.insert(option.string_key).second && option.string_key != "engine")
                throw OptionError(hyphened(option.string_key).append(" is given twice"));
        }
    }

    /// The words after each occurrence.
    [[nodiscard]] std::vector<KeyValues> all(const std::string& name) const {
        std::vector<KeyValues> found;
        for (const po::option& option : options_)
            if (option.string_key == name) found.emplace_back(hyphened(name), option.value);
        return found;
    }
    [[nodiscard]] std::optional<KeyValues> words(const std::string& name) const {
        std::vector<KeyValues> found = all(name);
        return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
    }
    [[nodiscard]] std::optional<std::string> value(const std::string& name) const {
        for (const po::option& option : options_)
            if (option.string_key == name) return option.value.front();
        return std::nullopt;
    }
    [[nodiscard]] bool has(const std::string& name) const {
        return std::any_of(options_.begin(), options_.end(),
                           [&](const po::option& option) { return option.string_key == name; });
    }
    [[nodiscard]] std::optional<std::int64_t> number(const std::string& name, std::int64_t low,
                                                     std::int64_t high) const {
        const std::optional<std::string> text = value(name);
        return text ? std::optional(parse_integer(*text, low, high, hyphened(name))) : std::nullopt;
    }

  private:
    std::vector<po::option> options_;
};

void read_engines(const Occurrences& given, MatchConfig& config) {
    std::vector<KeyValues> groups = given.all("engine");
    if (groups.size() != config.engines.size())
        throw OptionError(std::string("-engine must be given twice, not ")
                              .append(std::to_string(groups.size()))
                              .append(groups.size() == 1 ? " time" : " times"));
    EngineConfig common;
    if (auto values = given.words("each")) read_engine(*values, common);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        EngineConfig& engine = config.engines[i] = common;
        read_engine(groups[i], engine);
        if (engine.command.empty()) throw OptionError("-engine: cmd= is missing");
        if (engine.name.empty()) engine.name = std::filesystem::path(engine.command).filename().string();
        if (!engine.limits.any()) {
            std::string message = "engine ";
            message.append(engine.name).append(" has no limit: give tc=, st=, nodes= or depth=");
            throw OptionError(message);
        }
    }
    if (config.engines[0].name == config.engines[1].name)
        throw OptionError(std::string("both engines are called ")
                              .append(config.engines[0].name)
                              .append(": give them different name="));
}

void read_schedule(const Occurrences& given, MatchConfig& config) {
    if (auto v = given.value("mode")) config.modes = parse_modes(*v, "-mode");
    if (auto v = given.number("rounds", 1, 100000000)) config.rounds = static_cast<int>(*v);
    config.repeat = given.has("repeat");
    const std::optional<std::int64_t> series = given.number("series", 1, 1000);
    const std::optional<std::int64_t> games = given.number("games", 1, 2);
    if (series && games) throw OptionError("-series and -games exclude each other");
    if (config.repeat && games == 1) throw OptionError("-repeat needs -games 2");
    config.series = series.has_value();
    config.games = static_cast<int>(series.value_or(games.value_or(config.repeat ? 2 : 1)));
    if (auto v = given.words("openings")) config.openings = read_openings(*v);
    if (auto v = given.value("shard")) {
        if (!given.has("srand")) throw OptionError("-shard needs -srand, the same for all parts");
        config.shard = read_shard(*v);
    }
    const auto seed = given.number("srand", 0, std::numeric_limits<std::int64_t>::max());
    config.seed_given = seed.has_value();
    config.seed = seed ? static_cast<std::uint64_t>(*seed) : std::random_device()();
    if (auto v = given.number("concurrency", 1, 1000)) config.concurrency = static_cast<int>(*v);
    config.affinity = given.has("use-affinity");
    if (auto v = given.words("sprt")) {
        if (config.series) throw OptionError("-sprt and -series exclude each other");
        config.sprt = read_sprt(*v);
    }
}

}  // namespace

TimeControl parse_time_control(std::string_view text, const std::string& where) {
    TimeControl control;
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) {
        control.turns = static_cast<int>(parse_integer(text.substr(0, slash), 1, kMostMoves, where));
        text.remove_prefix(slash + 1);
    }
    if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
        control.increment = parse_seconds(text.substr(plus + 1), where);
        text = text.substr(0, plus);
    }
    if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
        control.base = std::chrono::minutes(parse_integer(text.substr(0, colon), 0, 100000, where));
        text.remove_prefix(colon + 1);
    }
    control.base += parse_seconds(text, where);
    if (control.base == Milliseconds::zero())
        throw OptionError(std::string(where).append(": no time at all"));
    return control;
}

std::vector<Mode> parse_modes(std::string_view text, const std::string& where) {
    if (text == "all") return {kModes.begin(), kModes.end()};
    if (const std::optional<Mode> mode = mode_from_name(text)) return {*mode};
    std::string message = where;
    message.append(": '").append(text).append("' is not one of");
    for (const std::string_view name : kModeNames) message.append(" ").append(name);
    throw OptionError(message.append(" all"));
}

MatchConfig parse_match_options(const Strings& arguments) {
    const Occurrences given(arguments);
    MatchConfig config;
    read_engines(given, config);
    read_schedule(given, config);
    if (auto v = given.number("maxmoves", 0, kMostMoves)) config.max_moves = static_cast<int>(*v);
    if (auto v = given.value("gametime")) {
        config.game_time = *v == "off" ? Milliseconds::zero() : parse_seconds(*v, "-gametime");
        if (*v != "off" && *config.game_time == Milliseconds::zero())
            throw OptionError("-gametime: no time at all; to have no clock say off");
    }
    if (auto v = given.words("resign")) config.resign = read_resign(*v);
    if (auto v = given.words("draw")) config.draw = read_draw(*v);
    if (auto v = given.words("deadline")) config.deadlines = read_deadlines(*v);
    if (auto v = given.value("event")) config.event = *v;
    if (auto v = given.value("site")) config.site = *v;
    if (auto v = given.words("pgnout")) config.pgn_file = read_file_name(*v);
    if (auto v = given.words("log")) config.log_file = read_file_name(*v);
    if (auto v = given.words("resume")) config.state_file = read_file_name(*v);
    if (auto v = given.words("json")) {
        config.json = true;
        config.json_file = v->text("file").value_or("");
        v->finish();
    }
    return config;
}

std::string_view match_help() { return kHelp; }

}  // namespace tulenh
