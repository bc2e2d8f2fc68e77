#include <gtest/gtest.h>

#include <sstream>

#include "tuning/options.h"

namespace tulenh {
namespace {

std::vector<std::string> split(const std::string& line) {
    std::istringstream in(line);
    return {std::istream_iterator<std::string>(in), {}};
}

MatchConfig parse(const std::string& line) { return parse_match_options(split(line)); }

/// The message for a faulty command line.
std::string fault(const std::string& line) {
    try {
        parse(line);
    } catch (const OptionError& error) {
        return error.what();
    }
    return "accepted";
}

const std::string kTwo = "-engine cmd=./a -engine cmd=./b ";

TEST(MatchOptions, TheWholeCommandLine) {
    const MatchConfig config = parse_match_options({"-engine",
                                                    "cmd=./a",
                                                    "name=A",
                                                    "option.Hash=16",
                                                    "option.Move Overhead=10",
                                                    "args=-x 'y z'",
                                                    "-engine",
                                                    "cmd=./b",
                                                    "name=B",
                                                    "tc=2:03.5+0.25",
                                                    "proto=ugi",
                                                    "restart=on",
                                                    "timemargin=7",
                                                    "dir=/tmp",
                                                    "-each",
                                                    "tc=8+0.08",
                                                    "option.Hash=32",
                                                    "-rounds",
                                                    "100",
                                                    "-games",
                                                    "2",
                                                    "-repeat",
                                                    "-openings",
                                                    "file=o/{mode}.epd",
                                                    "format=epd",
                                                    "order=random",
                                                    "start=3",
                                                    "-srand",
                                                    "42",
                                                    "-mode",
                                                    "all",
                                                    "-concurrency",
                                                    "2",
                                                    "-sprt",
                                                    "elo0=-5",
                                                    "elo1=10",
                                                    "alpha=0.1",
                                                    "beta=0.02",
                                                    "model=logistic",
                                                    "-maxmoves",
                                                    "200",
                                                    "-gametime",
                                                    "900",
                                                    "-resign",
                                                    "movecount=3",
                                                    "score=900",
                                                    "-draw",
                                                    "movenumber=40",
                                                    "movecount=8",
                                                    "score=10",
                                                    "-pgnout",
                                                    "file=g.pgn",
                                                    "-log",
                                                    "file=l",
                                                    "-resume",
                                                    "file=s",
                                                    "-json",
                                                    "-shard",
                                                    "2/3",
                                                    "-deadline",
                                                    "move=1.5"});
    const EngineConfig &a = config.engines[0], &b = config.engines[1];
    EXPECT_EQ(a.name, "A");
    EXPECT_EQ(a.arguments, (std::vector<std::string>{"-x", "y z"}));
    ASSERT_EQ(a.options.size(), 2U);
    EXPECT_EQ(a.options[0], std::pair(std::string("Hash"), std::string("16")));
    EXPECT_EQ(a.options[1], std::pair(std::string("Move Overhead"), std::string("10")));
    EXPECT_EQ(*a.limits.clock, (TimeControl{Milliseconds(8000), Milliseconds(80), 0}));
    EXPECT_EQ(*b.limits.clock, (TimeControl{Milliseconds(123500), Milliseconds(250), 0}));
    EXPECT_EQ(b.protocol, EngineProtocol::Ugi);
    EXPECT_TRUE(b.restart);
    EXPECT_EQ(b.margin, Milliseconds(7));
    EXPECT_EQ(b.options[0].second, "32");
    EXPECT_EQ(config.modes.size(), 6U);
    EXPECT_TRUE(config.paired());
    EXPECT_TRUE(config.openings->random);
    EXPECT_EQ(config.openings->file_for(Mode::Sea), "o/sea.epd");
    EXPECT_EQ(config.openings->start, 3U);
    EXPECT_EQ(config.seed, 42U);
    EXPECT_EQ(config.sprt->model, SprtModel::Logistic);
    EXPECT_EQ(config.sprt->elo0, -5);
    EXPECT_EQ(config.resign->score, 900);
    EXPECT_EQ(config.draw->number, 40);
    EXPECT_EQ(config.shard.number, 2);
    EXPECT_EQ(config.deadlines.move, Milliseconds(1500));
    EXPECT_TRUE(config.json);
    EXPECT_EQ(format_limits(a.limits), "8+0.08");
}

TEST(MatchOptions, AnEnginesOwnLimitComesFirst) {
    const MatchConfig config =
        parse("-engine cmd=./a nodes=500 -engine cmd=./b st=0.1 -each tc=40/60 nodes=2000");
    EXPECT_EQ(config.engines[0].limits.nodes, 500U);
    EXPECT_EQ(config.engines[0].limits.clock->turns, 40);
    EXPECT_FALSE(config.engines[1].limits.clock);
    EXPECT_EQ(format_limits(config.engines[1].limits), "0.1/move, 2000 nodes");
}

TEST(MatchOptions, TheBattlesClockFollowsTheMode) {
    EXPECT_EQ(parse(kTwo + "-each tc=8+0.08").battle_time(Mode::Standard), Milliseconds(900000));
    EXPECT_EQ(parse(kTwo + "-each tc=8+0.08").battle_time(Mode::Total), Milliseconds(1800000));
    EXPECT_EQ(parse(kTwo + "-each tc=8+0.08 -gametime off").battle_time(Mode::Total), std::nullopt);
    EXPECT_EQ(parse(kTwo + "-each tc=8+0.08 -gametime 5").battle_time(Mode::Total), Milliseconds(5000));
    for (const std::string limit : {"st=1", "nodes=5", "depth=5"}) {
        EXPECT_EQ(parse(kTwo + "-each " + limit).battle_time(Mode::Raid), std::nullopt);
        EXPECT_EQ(parse(kTwo + "-each " + limit + " -gametime 5").battle_time(Mode::Raid),
                  Milliseconds(5000));
    }
}

TEST(MatchOptions, FaultsAreNamed) {
    const std::string fine = kTwo + "-each nodes=5 ";
    EXPECT_EQ(fault(fine), "accepted");
    EXPECT_EQ(fault("-engine cmd=a nodes=1"), "-engine must be given twice, not 1 time");
    EXPECT_EQ(fault(fine + "-engine cmd=c"), "-engine must be given twice, not 3 times");
    EXPECT_EQ(fault("-engine cmd=x/a -engine cmd=y/a -each nodes=5"),
              "both engines are called a: give them different name=");
    EXPECT_EQ(fault("-engine name=a -engine cmd=b -each nodes=5"), "-engine: cmd= is missing");
    EXPECT_EQ(fault(kTwo), "engine a has no limit: give tc=, st=, nodes= or depth=");
    EXPECT_EQ(fault(fine + "-pgnout games.pgn"), "-pgnout: 'games.pgn' is not of the form key=value");
    EXPECT_EQ(fault(fine + "-pgnout file="), "-pgnout: file=: the value is missing");
    EXPECT_EQ(fault(fine + "-log level=3"), "-log: file= is missing");
    EXPECT_EQ(fault(fine + "-resume file=a file=b"), "-resume: file=: given twice");
    EXPECT_EQ(fault(fine + "-resume file=a mode=b"), "-resume: unknown key 'mode'; there are file=");
    EXPECT_EQ(fault(fine + "-rounds many"), "-rounds: 'many' is not a whole number from 1 to 100000000");
    EXPECT_EQ(fault(fine + "-rounds 0"), "-rounds: '0' is not a whole number from 1 to 100000000");
    EXPECT_EQ(fault(fine + "-games 3"), "-games: '3' is not a whole number from 1 to 2");
    EXPECT_EQ(fault(fine + "-games 1 -repeat"), "-repeat needs -games 2");
    EXPECT_EQ(fault(fine + "-series 3 -games 2"), "-series and -games exclude each other");
    EXPECT_EQ(fault(fine + "-series 3 -sprt elo0=0 elo1=5"), "-sprt and -series exclude each other");
    EXPECT_EQ(fault(fine + "-rounds 5 -rounds 6"), "-rounds is given twice");
    EXPECT_EQ(fault(fine + "-mode chess"),
              "-mode: 'chess' is not one of standard sea air land raid total all");
    EXPECT_EQ(fault(fine + "-shard 1/2"), "-shard needs -srand, the same for all parts");
    EXPECT_EQ(fault(fine + "-srand 1 -shard 3/2"), "-shard: '3' is not a whole number from 1 to 2");
    EXPECT_EQ(fault(fine + "-srand 1 -shard 3"), "-shard: '3' is not of the form I/N");
    EXPECT_EQ(fault(fine + "-sprt elo0=5 elo1=5"), "-sprt: elo0 must be less than elo1");
    EXPECT_EQ(fault(fine + "-sprt alpha=0.7"), "-sprt: alpha=: '0.7' is not a number from 1e-09 to 0.5");
    EXPECT_EQ(fault(fine + "-sprt model=bayesian"),
              "-sprt: model=: 'bayesian' is not one of normalized logistic");
    EXPECT_EQ(fault(fine + "-openings file=a format=polyglot"),
              "-openings: format=: 'polyglot' is not one of epd pgn");
    EXPECT_EQ(fault(fine + "-openings file=a plies=4"), "-openings: plies= goes with format=pgn only");
    EXPECT_EQ(fault(fine + "-resign score=5"), "-resign: movecount= is missing");
    EXPECT_EQ(fault(fine + "-gametime 0"), "-gametime: no time at all; to have no clock say off");
    EXPECT_EQ(fault(kTwo + "-each tc=0"), "-each: tc=: no time at all");
    EXPECT_EQ(fault(kTwo + "-each tc=1 st=1"), "-each: tc= and st= exclude each other");
    EXPECT_EQ(fault(kTwo + "-each tc=1+x"), "-each: tc=: 'x' is not a number from 0 to 1e+07");
    EXPECT_EQ(fault(kTwo + "-each tc=0/5"), "-each: tc=: '0' is not a whole number from 1 to 100000");
    EXPECT_EQ(fault(kTwo + "-each nodes=-1").substr(0, 20), "-each: nodes=: '-1' ");
    EXPECT_EQ(fault(kTwo + "-each hash=5").substr(0, 41), "-each: unknown key 'hash'; there are cmd=");
    EXPECT_NE(fault(fine + "-tournament gauntlet").find("tournament"), std::string::npos);
    EXPECT_NE(fault(fine + "-rounds").find("rounds"), std::string::npos);
    EXPECT_EQ(fault(fine + "-repeat 5"), "'5' stands where an option is expected");
}

}  // namespace
}  // namespace tulenh
