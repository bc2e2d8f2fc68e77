// Exchange values against a slow count over everything the generator offers.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/exchange.h"
#include "engine/movegen.h"
#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

/// RULES.md section 4 and the words of exchange_value, taken literally.
int slow_value(const Position& position, Part capture) {
    const Point target = capture.to();
    const Stack began = position.under_way() ? position.turn().began : position.at(capture.from());
    int value = position.at(target).points();
    if (capture.action() == Action::Exchange) value -= began.subset(capture.members()).points();
    Position after = position;
    after.play_in_exchange(capture);
    if (after.at(target).empty()) return value;
    Part reply;
    int least = 0;
    after.occupied(after.side_to_move()).for_each([&](Point origin) {
        for (std::size_t i = 0; i < after.at(origin).size(); ++i) {
            PartList list;
            generate_detachment(after, origin, static_cast<MemberMask>(1U << i), list, Wanted::Captures);
            for (const Part part : list) {
                if (part.to() != target || !part.captures()) continue;
                const int risk = part.action() == Action::Stay ? 0 : after.at(origin).member(i).points();
                if (!reply.exists() || risk < least) {
                    reply = part;
                    least = risk;
                }
            }
        }
    });
    return reply.exists() ? value - std::max(0, slow_value(after, reply)) : value;
}

TEST(Exchange, AgreesWithTheSlowCount) {
    std::size_t captures = 0, losing = 0, exchanges = 0, stays = 0;
    const auto check = [&](const std::vector<std::string>& fens) {
        for (const std::string& fen : fens) {
            const Position position = position_of(fen, Mode::Raid);
            PartList list;
            generate(position, list, Wanted::Captures);
            for (const Part part : list) {
                const int value = exchange_value(position, part);
                ASSERT_EQ(value, slow_value(position, part)) << fen << ' ' << format_part(position, part);
                ++captures;
                losing += value < 0;
                exchanges += part.action() == Action::Exchange;
                stays += part.action() == Action::Stay;
            }
        }
    };
    check(walked_fens(21, 400, Mode::Raid));
    check(scattered_fens(22, 400));
    check(crowded_fens(23, 2000));
    for (const std::size_t count : {captures / 10, losing, exchanges, stays}) EXPECT_GT(count, 200U);
}

TEST(Exchange, KnownCases) {
    const auto value = [](const char* fen, const char* text) {
        const Position position = position_of(fen);
        const Expected<ParsedTurn> turn = parse_turn(position, text);
        if (!turn) throw std::invalid_argument(turn.error().text);
        return exchange_value(position, turn->turn[0]);
    };
    // A tank takes infantry that a gun defends.
    EXPECT_EQ(value("9c1/11/11/11/11/11/4g6/4i6/11/4T6/11/10C r - - 0 1", "e3e5"), 10 - 20);
    // The same from artillery, whose own tank takes back.
    EXPECT_EQ(value("9c1/11/11/11/11/11/4g6/4i6/4T6/11/4A6/10C r - - 0 1", "e2e5"), 10 - 30 + 10);
    // A ship's gun that stays risks nothing.
    EXPECT_EQ(value("9c1/11/11/11/11/11/5g5/4i6/11/2N8/11/10C r - - 0 1", "c3e5s"), 10);
    // An exchange costs the aircraft and is over.
    EXPECT_EQ(value("9c1/11/11/11/5g5/11/11/11/5F5/11/11/10C r - - 0 1", "f4f8"), 10 - 40);
    // A stack is captured whole.
    EXPECT_EQ(value("9c1/11/11/11/11/11/11/4(tim)6/11/4A6/11/10C r - - 0 1", "e3e5"), 40);
}

}  // namespace
}  // namespace tulenh::testing
