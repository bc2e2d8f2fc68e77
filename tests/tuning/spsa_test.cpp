// SPSA: gains, rounding, bounds, convergence and states, with an artificial game in place of an engine.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "search/constants.h"
#include "tuning/options.h"
#include "tuning/spsa.h"

namespace tulenh {
namespace {

const Json kGames{{"nodes", 5}};

SpsaSettings settings_of(std::vector<SpsaParameter> parameters, std::int64_t iterations) {
    SpsaSettings settings;
    settings.parameters = std::move(parameters);
    settings.iterations = iterations;
    return settings;
}

/// Two constants with start values far from the best ones of `GameModel`.
SpsaSettings model_settings(std::int64_t iterations) {
    SpsaSettings settings = settings_of({{"One", 20, 0, 200, 8}, {"Two", 6, 1, 12, 0.6}}, iterations);
    settings.r_end = 0.02;
    return settings;
}

/// Games whose result depends on how far each side is from the best values, 120 and 3.
class GameModel {
  public:
    Wdl play(const SpsaTrial& trial) const {
        std::mt19937_64 random(static_cast<std::uint64_t>(trial.number));
        const double win = 1 / (1 + std::exp(strength(trial.minus) - strength(trial.plus)));
        Wdl result;
        for (int game = 0; game < 12; ++game)
            result.add(static_cast<double>(random() >> 11U) * 0x1p-53 < win ? 2 : 0);
        return result;
    }

  private:
    static double strength(const std::vector<int>& values) {
        return -std::pow((values[0] - 120) / 40.0, 2) - std::pow((values[1] - 3) / 3.0, 2);
    }
};

class SpsaState : public ::testing::Test {
  protected:
    void SetUp() override {
        const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
        path_ = (std::filesystem::temp_directory_path() /
                 ("tulenh_spsa_" + test + std::to_string(::getpid()) + ".json"))
                    .string();
    }
    void TearDown() override { std::filesystem::remove(path_); }

    /// Plays until so many iterations are finished, from the state file on.
    Spsa run_until(std::int64_t last) {
        Spsa spsa(model_settings(60), kGames);
        load_state(spsa, path_);
        run_spsa(
            spsa, path_,
            [&](const SpsaTrial& trial) {
                return trial.number > last ? std::nullopt : std::optional(GameModel().play(trial));
            },
            [] {});
        return spsa;
    }
    /// The error for going on with these settings; empty: none.
    [[nodiscard]] std::string error(const SpsaSettings& settings, const Json& games = kGames) const {
        Spsa spsa(settings, games);
        try {
            load_state(spsa, path_);
        } catch (const StateError& what) {
            return what.what();
        }
        return {};
    }

    std::string path_;
};

TEST(SpsaGains, AreThoseOfTheFormulas) {
    const SpsaParameter p{"P", 50, 0, 100, 5};
    const Spsa spsa(settings_of({p}, 1000), kGames);
    EXPECT_DOUBLE_EQ(spsa.c(p, 1000), 5);
    EXPECT_DOUBLE_EQ(spsa.c(p, 1), 5 * std::pow(1000, 0.101));
    EXPECT_DOUBLE_EQ(spsa.c(p, 250), 5 * std::pow(4, 0.101));
    EXPECT_DOUBLE_EQ(spsa.a(p, 1000), 0.002 * 25);
    EXPECT_DOUBLE_EQ(spsa.a(p, 1), 0.05 * std::pow(1100.0 / 101, 0.602));
    EXPECT_DOUBLE_EQ(spsa.a(p, 450), 0.05 * std::pow(2, 0.602));
}

TEST(SpsaGains, AWonGameMovesByREndAtTheEnd) {
    SpsaSettings settings = settings_of({{"P", 50, 0, 100, 5}}, 1);
    settings.r_end = 0.1;
    Spsa spsa(settings, kGames);
    const SpsaTrial trial = spsa.trial();
    spsa.update(trial, {7, 2, 3});
    EXPECT_DOUBLE_EQ(spsa.values()[0], 50 + trial.signs[0] * 4 * 0.1 * 5);
    EXPECT_TRUE(spsa.done());
}

TEST(SpsaRounding, KeepsTheMean) {
    EXPECT_EQ(round_at_random(3.0, 0), 3);
    EXPECT_EQ(round_at_random(3.0, 0.999), 3);
    EXPECT_EQ(round_at_random(3.25, 0.7), 3);
    EXPECT_EQ(round_at_random(3.25, 0.8), 4);
    EXPECT_EQ(round_at_random(-3.25, 0.2), -4);
    EXPECT_EQ(round_at_random(-3.25, 0.3), -3);
}

TEST(SpsaRounding, SmallStepsAreTriedToo) {
    // c is a quarter: to the nearest whole number both sides would always be 3.
    const std::int64_t iterations = 2000;
    Spsa spsa(settings_of({{"P", 3, 1, 6, 0.25}}, iterations), kGames);
    double lead = 0, expected = 0;
    for (std::int64_t k = 1; k <= iterations; ++k) {
        const SpsaTrial trial = spsa.trial();
        const int difference = trial.signs[0] * (trial.plus[0] - trial.minus[0]);
        EXPECT_GE(difference, 0);
        lead += difference;
        expected += 2 * spsa.c(spsa.settings().parameters[0], k);
        spsa.update(trial, {1, 0, 1});
    }
    EXPECT_NEAR(lead, expected, 0.1 * expected);
    EXPECT_EQ(spsa.values()[0], 3);
}

TEST(SpsaBounds, AreNeverLeft) {
    SpsaSettings settings = settings_of({{"Low", 1, 1, 6, 4}, {"High", 6, 1, 6, 4}}, 300);
    settings.r_end = 1;
    Spsa spsa(settings, kGames);
    std::set<double> low_values;
    while (!spsa.done()) {
        const SpsaTrial trial = spsa.trial();
        for (std::size_t i = 0; i < 2; ++i)
            for (const int value : {trial.plus[i], trial.minus[i]}) {
                EXPECT_GE(value, 1);
                EXPECT_LE(value, 6);
            }
        const bool low_rises = trial.signs[0] > 0;
        spsa.update(trial, low_rises ? Wdl{0, 0, 12} : Wdl{12, 0, 0});  // Low is driven down
        low_values.insert(spsa.values()[0]);
        EXPECT_GE(spsa.values()[1], 1);
        EXPECT_LE(spsa.values()[1], 6);
    }
    EXPECT_EQ(low_values, std::set<double>{1});
}

TEST(SpsaConvergence, FindsTheBestValues) {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
        SpsaSettings settings = model_settings(3000);
        settings.seed = seed;
        Spsa spsa(settings, kGames);
        int watched = 0;
        run_spsa(
            spsa, "", [](const SpsaTrial& trial) { return GameModel().play(trial); }, [&] { ++watched; });
        EXPECT_TRUE(spsa.done());
        EXPECT_EQ(watched, 3000);
        EXPECT_EQ(spsa.total().games(), 36000);
        EXPECT_NEAR(spsa.values()[0], 120, 12);
        EXPECT_NEAR(spsa.values()[1], 3, 1);
    }
}

TEST(SpsaTrials, FollowTheSeed) {
    SpsaSettings settings = model_settings(10);
    EXPECT_EQ(Spsa(settings, kGames).trial().plus, Spsa(settings, kGames).trial().plus);
    std::set<std::vector<int>> signs;
    for (settings.seed = 1; settings.seed < 40; ++settings.seed)
        signs.insert(Spsa(settings, kGames).trial().signs);
    EXPECT_EQ(signs.size(), 4U);
}

TEST_F(SpsaState, ARunGoesOnAsIfUninterrupted) {
    Spsa whole(model_settings(60), kGames);
    run_spsa(
        whole, "", [](const SpsaTrial& trial) { return GameModel().play(trial); }, [] {});
    EXPECT_EQ(run_until(7).finished(), 7);
    EXPECT_EQ(run_until(7).finished(), 7);
    EXPECT_EQ(run_until(31).finished(), 31);
    const Spsa parts = run_until(60);
    EXPECT_TRUE(parts.done());
    EXPECT_EQ(parts.values(), whole.values());
    EXPECT_EQ(parts.to_json(), whole.to_json());
    EXPECT_NE(whole.values(), (std::vector<double>{20, 6}));
}

TEST_F(SpsaState, OfAnotherRunIsRefused) {
    run_until(5);
    const SpsaSettings mine = model_settings(60);
    EXPECT_EQ(error(mine), "");
    const std::string other = path_ + ": the file is of another run: ";
    SpsaSettings changed = mine;
    changed.seed = 2;
    EXPECT_EQ(error(changed), other + "seed is 1 there and 2 here");
    changed = mine;
    changed.iterations = 61;
    EXPECT_EQ(error(changed), other + "iterations is 60 there and 61 here");
    changed = mine;
    changed.parameters[1].high = 13;
    EXPECT_EQ(error(changed), other + "parameters/Two/high is 12 there and 13 here");
    changed = mine;
    changed.parameters.pop_back();
    EXPECT_EQ(error(changed).substr(0, other.size() + 14), other + "parameters/Two");
    EXPECT_EQ(error(mine, {{"nodes", 6}}), other + "games/nodes is 5 there and 6 here");
    std::filesystem::remove(path_);
    run_until(0);
    EXPECT_EQ(error(changed), "");  // there is nothing to be lost
}

TEST_F(SpsaState, BrokenFilesAreRefused) {
    const auto refused = [&](const std::string& text) {
        std::ofstream(path_) << text;
        return error(model_settings(60));
    };
    EXPECT_NE(refused("{\"format\": \"tuleng"), "");
    EXPECT_EQ(refused("{\"format\": \"tulenh-match\", \"version\": 1}"),
              path_ + " is no file of this version of tulenh-spsa");
    Json state = Spsa(model_settings(60), kGames).to_json();
    state["results"] = {{1, 2}};
    EXPECT_NE(refused(state.dump()), "");
    state["results"] = std::vector<std::vector<int>>(61, {1, 2, 3});
    EXPECT_EQ(refused(state.dump()), path_ + ": more results than iterations");
    state.erase("results");
    EXPECT_NE(refused(state.dump()), "");
}

std::string fault(const std::string& text) {
    try {
        (void)parse_spsa_parameter(text);
    } catch (const OptionError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(SpsaParameters, AreRead) {
    const SpsaParameter full = parse_spsa_parameter("Odd=-3,-8,6,0.5");
    EXPECT_EQ(full.name, "Odd");
    EXPECT_EQ(full.start, -3);
    EXPECT_EQ(full.low, -8);
    EXPECT_EQ(full.high, 6);
    EXPECT_EQ(full.c_end, 0.5);
    EXPECT_DOUBLE_EQ(parse_spsa_parameter("Odd=3,1,7").c_end, 0.3);
    const SpsaParameter known = parse_spsa_parameter("RazorMargin");
    EXPECT_EQ(known.start, Constants{}.razor_margin);
    EXPECT_EQ(known.low, 50);
    EXPECT_EQ(known.high, 800);
    EXPECT_DOUBLE_EQ(known.c_end, 37.5);
    EXPECT_EQ(all_search_constants().size(), kConstantTable.size());
}

TEST(SpsaParameters, FaultsAreNamed) {
    EXPECT_EQ(fault("NullBase"), "accepted");
    EXPECT_EQ(fault("Moon"),
              "--param Moon: no such constant of the search; give NAME=START,LOW,HIGH[,C_END]");
    EXPECT_EQ(fault("A=1,2"), "--param A=1,2: not of the form NAME=START,LOW,HIGH[,C_END]");
    EXPECT_EQ(fault("=1,2,3"), "--param =1,2,3: not of the form NAME=START,LOW,HIGH[,C_END]");
    EXPECT_EQ(fault("A=7,1,6"), "--param A, start: '7' is not a whole number from 1 to 6");
    EXPECT_EQ(fault("A=1,x,6"), "--param A, low: 'x' is not a whole number from -1000000000 to 1000000000");
    EXPECT_EQ(fault("A=1,6,6"), "--param A, high: '6' is not a whole number from 7 to 1000000000");
    EXPECT_EQ(fault("A=1,0,6,0"), "--param A, c_end: '0' is not a number from 0.001 to 1e+09");
}

TEST(SpsaTable, HasTheLinesForTheSource) {
    SpsaSettings settings = settings_of(all_search_constants(), 10);
    settings.parameters.push_back({"Odd", 5, 1, 9, 1});
    std::ostringstream out;
    write_tuned(out, Spsa(settings, kGames));
    const std::string text = out.str();
    EXPECT_EQ(text.substr(0, text.find('\n')), "0 of 10 iterations, 0 games");
    EXPECT_NE(text.find("\nOdd "), std::string::npos);
    EXPECT_EQ(text.find("odd = 5"), std::string::npos);
    std::ifstream file(TULENH_SEARCH_CONSTANTS);
    const std::string source(std::istreambuf_iterator<char>(file), {});
    std::istringstream lines(text.substr(text.find("For search/constants.h:\n") + 24));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        // "    int null_base = 3;" stands there as "null_base = 3" among others.
        const std::string declaration = line.substr(8, line.size() - 9);
        EXPECT_NE(source.find(" " + declaration), std::string::npos) << declaration;
    }
    EXPECT_EQ(count, kConstantTable.size());
}

}  // namespace
}  // namespace tulenh
