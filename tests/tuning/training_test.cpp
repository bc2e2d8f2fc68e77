// Training games in files, and the tuner.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

#include "engine/text.h"
#include "engine/turns.h"
#include "tuning/game_data.h"
#include "tuning/random_opening.h"
#include "tuning/tuner.h"
#include "tuning/win_rate_fit.h"

namespace tulenh {
namespace {

/// A game of random turns. Who ends with more tanks has won, so that there is something to learn.
DataGame random_data_game(std::uint32_t number, std::size_t length = 60) {
    std::mt19937_64 random(number);
    const Mode mode = kModes[number % kModes.size()];
    DataGame game{number, DataResult::Draw, random_opening(mode, 4, random)->position(), {}};
    Position position = game.start;
    while (game.turns.size() < length && !position.decided()) {
        const auto legal = legal_turns(position);
        if (legal.empty()) break;
        const Turn turn = legal[below(random, legal.size())].turn;
        const int score = static_cast<int>(below(random, 2001)) - 1000;
        game.turns.push_back({turn, score, below(random, 3) != 0});
        play_turn(position, turn);
    }
    const int lead = position.count(Color::Red, Kind::Tank) - position.count(Color::Blue, Kind::Tank);
    game.result = lead > 0 ? DataResult::RedWins : lead < 0 ? DataResult::BlueWins : DataResult::Draw;
    return game;
}

class TrainingFile : public ::testing::Test {
  protected:
    void SetUp() override {
        path_ = (std::filesystem::temp_directory_path() /
                 ("tulenh_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) +
                  ".games"))
                    .string();
    }
    void TearDown() override { std::filesystem::remove(path_); }
    void write(const std::string& bytes) { std::ofstream(path_, std::ios::binary) << bytes; }
    /// Reads all games; the text of the error if there is one.
    std::string error() {
        try {
            DataReader reader(path_);
            while (reader.next()) {
            }
        } catch (const DataError& what) {
            return what.what();
        }
        return "";
    }

    std::string path_;
    const DataHeader header_{1500, 42, 3, 4, 63};
};

TEST_F(TrainingFile, WhatIsWrittenIsReadAgain) {
    std::string bytes = encode(header_);
    EXPECT_EQ(bytes.size(), kDataHeaderSize);
    std::vector<DataGame> games;
    for (std::uint32_t i = 0; i < 12; ++i) {
        games.push_back(random_data_game(i));
        bytes += encode(games.back());
    }
    write(bytes);
    DataReader reader(path_);
    EXPECT_EQ(reader.header(), header_);
    for (const DataGame& game : games) {
        const std::optional<DataGame> found = reader.next();
        ASSERT_TRUE(found);
        EXPECT_EQ(found->number, game.number);
        EXPECT_EQ(found->result, game.result);
        EXPECT_EQ(found->start.mode(), game.start.mode());
        EXPECT_EQ(format_fen(found->start), format_fen(game.start));
        EXPECT_EQ(found->turns, game.turns);
    }
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.torn());
    EXPECT_EQ(reader.position(), bytes.size());
}

/// The file of a process that was killed: all games but the last are there, and it is known where they end.
TEST_F(TrainingFile, ARecordCutOffIsNoError) {
    const std::string whole = encode(header_) + encode(random_data_game(1)),
                      last = encode(random_data_game(2));
    for (const std::size_t kept : {std::size_t{1}, std::size_t{7}, std::size_t{8}, last.size() - 1}) {
        write(whole + last.substr(0, kept));
        DataReader reader(path_);
        ASSERT_TRUE(reader.next());
        EXPECT_FALSE(reader.next());
        EXPECT_TRUE(reader.torn()) << kept;
        EXPECT_EQ(reader.position(), whole.size());
    }
}

TEST_F(TrainingFile, FaultsAreNamed) {
    const std::string head = encode(header_), record = encode(random_data_game(1));
    write("[Event \"?\"]");
    EXPECT_NE(error().find("no file of training games"), std::string::npos);
    std::string broken = head;
    broken[8] = 9;
    write(broken);
    EXPECT_NE(error().find("version 9 is not known"), std::string::npos);
    broken = head;
    broken[16] ^= 1;
    write(broken);
    EXPECT_NE(error().find("checksum of the header"), std::string::npos);
    for (std::size_t at = 4; at < record.size(); at += 37) {
        broken = head + record;
        broken[head.size() + at] ^= 4;
        write(broken);
        EXPECT_NE(error().find("record at byte 40: the checksum"), std::string::npos) << at;
    }
    EXPECT_NE(DataError("x").what(), nullptr);
    std::filesystem::remove(path_);
    EXPECT_NE(error().find("cannot read"), std::string::npos);
}

/// A right checksum does not make a turn legal.
TEST_F(TrainingFile, ImpossibleTurnsAreRefused) {
    DataGame game = random_data_game(1);
    game.turns.at(5).turn = Turn(Part(point(0, 0), point(0, 1), 1, Action::Move));
    write(encode(header_) + encode(game));
    EXPECT_NE(error().find("turn 6 is not possible"), std::string::npos);
}

Samples samples_of(std::uint32_t first, std::uint32_t last) {
    Samples samples;
    for (std::uint32_t i = first; i < last; ++i) samples.add(random_data_game(i));
    return samples;
}

/// What is tuned is what the engine computes, but for the rounding.
TEST(Tuner, ValuesAreThoseOfTheEvaluation) {
    const DataGame game = random_data_game(4);
    Samples samples;
    samples.add(game);
    Position position = game.start;
    std::size_t next = 0;
    for (const DataTurn& played : game.turns) {
        if (played.quiet) {
            const int red = position.side_to_move() == Color::Red ? 1 : -1;
            EXPECT_NEAR(samples.value(next, table_values()), red * evaluate(position), 1.0);
            EXPECT_EQ(samples[next].score, static_cast<float>(red * played.score));
            EXPECT_EQ(samples[next].result, static_cast<float>(game.result) / 2);
            ++next;
        }
        play_turn(position, played.turn);
    }
    EXPECT_EQ(samples.size(), next);
    EXPECT_GT(next, 10U);
}

/// The gradient against the difference quotient of the loss.
TEST(Tuner, TheGradientIsThatOfTheLoss) {
    const Samples training = samples_of(0, 6), none = samples_of(6, 7);
    const Tuner tuner(training, none, TuneSettings{});
    TunedValues values = table_values(), gradient{};
    for (std::size_t i = 0; i < training.size(); ++i)
        training.add_gradient(i, tuner.slope(training[i], training.value(i, values)), gradient);
    const auto count = static_cast<double>(training.size());
    int checked = 0;
    for (std::size_t p = 0; p < kParameterCount; p += 7)
        for (std::size_t half = 0; half < 2; ++half) {
            constexpr double kStep = 0.5;
            TunedValues more = values, less = values;
            more[p][half] += kStep;
            less[p][half] -= kStep;
            const double quotient =
                (tuner.losses(training, more).all - tuner.losses(training, less).all) / (2 * kStep);
            EXPECT_NEAR(gradient[p][half] / count, quotient, 1e-7) << kParameterTable[p].name;
            checked += std::abs(quotient) > 1e-7 ? 1 : 0;
        }
    EXPECT_GT(checked, 20);
}

TEST(Tuner, LearnsWhatTheGamesSayAndStopsWhenTheOthersDoNot) {
    const Samples training = samples_of(0, 100), holdout = samples_of(100, 140);
    TuneSettings settings;
    settings.result_share = 1;
    settings.rate = 1;
    settings.batch = 1024;
    settings.epochs = 30;
    settings.patience = 3;
    Tuner tuner(training, holdout, settings);
    std::vector<double> losses;
    const TunedValues best = tuner.run([&](const Tuner::Epoch& epoch) {
        EXPECT_EQ(epoch.number, losses.size());
        losses.push_back(epoch.holdout.all);
        return true;
    });
    const auto least = std::min_element(losses.begin(), losses.end());
    EXPECT_LT(*least, losses.front());
    EXPECT_NEAR(tuner.losses(holdout, best).all, *least, 1e-12) << "the best epoch's, not the last one's";
    EXPECT_TRUE(losses.size() == 31 || losses.end() - least == 4);
    for (std::size_t p = 0; p < kParameterCount; ++p)
        for (const double value : best[p]) {
            EXPECT_GE(value, kParameterTable[p].least);
            EXPECT_LE(value, kParameterTable[p].most);
        }
    std::size_t epochs = 0;
    tuner.run([&](const Tuner::Epoch&) { return ++epochs < 2; });
    EXPECT_EQ(epochs, 2U) << "stopped from outside";
}

std::string table_source() {
    std::ifstream file(TULENH_PARAMETER_TABLE);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ParameterTable, IsWrittenBackAsSource) {
    const std::string source = table_source();
    EXPECT_EQ(table_with_values(source, table_values()), source);
    TunedValues values = table_values();
    values[0] = {1234.4, 1e9};
    const std::string changed = table_with_values(source, values);
    const Parameter& first = kParameterTable[0];
    EXPECT_NE(
        changed.find("{\"" + std::string(first.name) + "\", 1234, " + std::to_string(first.most) + ", "),
        std::string::npos);
    EXPECT_THROW(static_cast<void>(table_with_values("", values)), std::runtime_error);
    EXPECT_THROW(static_cast<void>(table_with_values(source + source, values)), std::runtime_error);
}

/// A table of an older program, which had fewer parameters.
TEST(ParameterTable, IsReadFromSource) {
    EXPECT_EQ(values_in(table_source()), table_values());
    const std::string name(kParameterTable[2].name);
    TunedValues expected{};
    expected[2] = {-12, 7};
    EXPECT_EQ(values_in("    {\"" + name + "\", -12, 7, -100, 100},\n"), expected);
    EXPECT_THROW(static_cast<void>(values_in("no table")), std::runtime_error);
    EXPECT_THROW(static_cast<void>(values_in("{\"" + name + "\", 5}")), std::runtime_error);
}

TEST(Tuner, BeginsWithTheValuesGiven) {
    const Samples training = samples_of(0, 6), holdout = samples_of(6, 8);
    TuneSettings settings;
    settings.epochs = 0;
    settings.start[0] = {5, 6};
    EXPECT_EQ(Tuner(training, holdout, settings).run([](const Tuner::Epoch&) { return true; }),
              settings.start);
}

/// Results drawn by a known curve.
std::vector<Outlook> drawn_outlooks(std::size_t count) {
    std::mt19937_64 random(7);
    const auto draw = [&] { return static_cast<double>(below(random, 1000001)) / 1e6; };
    const auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
    std::vector<Outlook> outlooks;
    while (outlooks.size() < count) {
        Outlook outlook{12 * draw() - 6, draw(), Mode::Standard, Outlook::Result::Draw};
        const double spread = 1 + 2 * outlook.share, even = 0.5 + outlook.share;
        const double lead = outlook.score / spread, margin = even / spread;
        const double drawn = draw();
        if (drawn < logistic(lead - margin)) outlook.result = Outlook::Result::Win;
        if (drawn > 1 - logistic(-lead - margin)) outlook.result = Outlook::Result::Loss;
        outlooks.push_back(outlook);
    }
    return outlooks;
}

TEST(WinRateFit, FindsTheCurveThatTheResultsWereDrawnBy) {
    const std::vector<Outlook> outlooks = drawn_outlooks(20000);
    const WinRateCurve curve = WinRateCurve::fitted(outlooks, 1);
    for (const double share : {0.0, 0.5, 1.0}) {
        EXPECT_NEAR(curve.spread(share), 1 + 2 * share, 0.15) << share;
        EXPECT_NEAR(curve.even(share), 0.5 + share, 0.1) << share;
    }
    EXPECT_LT(curve.loss(outlooks), WinRateCurve::fitted(outlooks, 0).loss(outlooks) - 0.005);
    EXPECT_LE(WinRateCurve::fitted(outlooks, 2).loss(outlooks), curve.loss(outlooks));
}

TEST(WinRateFit, ResultsWithoutDrawsHaveACurveToo) {
    std::vector<Outlook> outlooks = drawn_outlooks(2000);
    std::erase_if(outlooks, [](const Outlook& o) { return o.result == Outlook::Result::Draw; });
    const WinRateCurve curve = WinRateCurve::fitted(outlooks, 1);
    EXPECT_NEAR(curve.spread(0.5), 2, 1);
    EXPECT_GE(curve.even(0.5), 0);
    EXPECT_LT(curve.even(0.5), 0.2);
}

/// Each position once, from the side to move, without those in which a win was in sight.
TEST(WinRateFit, PositionsAreSeenFromTheSideToMove) {
    DataGame game = random_data_game(4);
    game.result = DataResult::BlueWins;
    game.turns.at(3).score = 30000;
    std::vector<Outlook> outlooks;
    add_outlooks(game, outlooks);
    ASSERT_EQ(outlooks.size(), game.turns.size() - 1);
    EXPECT_EQ(outlooks.front().result,
              game.start.side_to_move() == Color::Blue ? Outlook::Result::Win : Outlook::Result::Loss);
    EXPECT_NE(outlooks[0].result, outlooks[1].result);
    EXPECT_EQ(outlooks.front().score, game.turns.front().score / 100.0);
}

}  // namespace
}  // namespace tulenh
