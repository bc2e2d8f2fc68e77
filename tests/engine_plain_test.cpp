// The engine against the plain generator, at every node of small trees below varied positions.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "tests/engine_support.h"
#include "tests/plain/random_positions.h"

namespace tulenh::testing {
namespace {

using Texts = std::set<std::string>;

std::string_view name_of(Action action) {
    constexpr std::array<std::string_view, 6> kNames{"move", "board", "replace", "stay", "exchange", "end"};
    return kNames[static_cast<std::size_t>(action)];
}
std::string told(const Position& position, Part part) {
    if (part.ends_turn()) return "end";
    return format_part(position, part) + " " + std::string(name_of(part.action()));
}
std::string told(const plain::Step& step) { return step.text + " " + std::string(plain::name(step.act)); }

/// A position of the engine and the same one of the plain generator.
struct Pair {
    Position engine;
    plain::Position plain;
};
Pair pair_of(const std::string& fen, Mode mode) { return {position_of(fen, mode), plain::read(fen, mode)}; }
/// The same in a mode that forbids no turn, to see how much there is to try.
Position lenient(const Position& position) { return position.with_mode(Mode::Sea); }

/// The positions after all turns, or only some of them: every `stride`-th.
std::vector<Pair> children(const Pair& pair, std::size_t stride) {
    std::vector<Pair> found;
    std::size_t i = 0;
    for (const LegalTurn& legal : legal_turns(pair.engine)) {
        if (i++ % stride != 0) continue;
        const auto after = plain::play(pair.plain, format_turn(pair.engine, legal.turn));
        if (!after) continue;  // told elsewhere
        found.push_back({pair.engine, after->first});
        play_turn(found.back().engine, legal.turn);
    }
    return found;
}

// ------------------------------------------------------------------------------------ the position
void check_text_and_key(const Pair& pair) {
    const std::string fen = format_fen(pair.engine);
    ASSERT_EQ(fen, plain::write(pair.plain));
    EXPECT_EQ(pair.engine.key(), pair.engine.computed_key());
    const Position again = position_of(fen, pair.engine.mode());
    EXPECT_EQ(format_fen(again), fen);
    EXPECT_EQ(again.key(), pair.engine.key());
    EXPECT_FALSE(pair.engine.under_way());
}

void check_counts(const Pair& pair) {
    const Position& engine = pair.engine;
    for (const Color color : kColors) {
        std::array<int, kKindCount> counts{};
        std::array<Bitboard, kKindCount> where{};
        Bitboard occupied, sight;
        int total = 0, material = 0;
        Point commander = kNoPoint;
        bool on_foot = false;
        for (const plain::Square s : plain::all_squares()) {
            const Point p = point_of(s);
            const plain::Group& group = pair.plain.at(s);
            if (plain::in_sight(pair.plain, color, s)) sight.insert(p);
            if (group.empty()) {
                EXPECT_TRUE(engine.at(p).empty()) << name(p);
                continue;
            }
            if (group.color != color) continue;
            EXPECT_EQ(format_stack(engine.at(p)), plain::text(group)) << name(p);
            occupied.insert(p);
            for (std::size_t i = 0; i < group.size; ++i) {
                const std::size_t kind = index(*kind_from_letter(group.units[i].letter));
                ++counts[kind];
                ++total;
                where[kind].insert(p);
                material += static_cast<int>(plain::points_of(group.units[i]));
                if (group.units[i].letter == 'C') {
                    commander = p;
                    on_foot = i == 0;
                }
            }
        }
        EXPECT_TRUE(engine.occupied(color) == occupied);
        for (std::size_t k = 0; k < kKindCount; ++k) {
            EXPECT_EQ(engine.count(color, kind_at(k)), counts[k]) << letter(kind_at(k));
            EXPECT_TRUE(engine.with_kind(kind_at(k), color) == where[k]) << letter(kind_at(k));
        }
        EXPECT_EQ(engine.count(color), total);
        EXPECT_EQ(engine.material(color), material);
        EXPECT_EQ(engine.points(color), pair.plain.points[index(color)]);
        EXPECT_EQ(engine.commander(color), commander);
        EXPECT_EQ(engine.commander_on_foot(color), on_foot);
        EXPECT_TRUE(commander_sight(engine, color) == sight);
    }
}

void check_rings(const Pair& pair) {
    for (const Color color : kColors) {
        const Rings rings(pair.engine, color);
        const std::vector<plain::Ring> slow = plain::rings(pair.plain, color);
        for (const plain::Square s : plain::all_squares()) {
            const Point p = point_of(s);
            const auto covers = [](plain::Square at) {
                return [at](const plain::Ring& r) { return r.contains(at); };
            };
            EXPECT_EQ(std::popcount(rings.at(p)), std::count_if(slow.begin(), slow.end(), covers(s)))
                << name(p);
            EXPECT_EQ(rings.covered().contains(p), std::any_of(slow.begin(), slow.end(), covers(s)))
                << name(p);
            Bitboard bad;
            for (const plain::Square other : plain::all_squares())
                if (std::any_of(slow.begin(), slow.end(), [&](const plain::Ring& ring) {
                        return ring.contains(other) && !ring.contains(s);
                    }))
                    bad.insert(point_of(other));
            EXPECT_TRUE(rings.not_covering(p) == bad) << name(p);
        }
    }
}

void check_attacks(const Pair& pair) {
    for (const Color by : kColors) {
        EXPECT_EQ(in_check(pair.engine, by), plain::in_check(pair.plain, by));
        pair.engine.occupied(~by).for_each([&](Point target) {
            std::set<std::pair<Point, std::size_t>> fast, slow;
            Bitboard from;
            const bool stopped = for_each_attacker(pair.engine, target, by, [&](Point p, std::size_t member) {
                EXPECT_TRUE(fast.emplace(p, member).second) << "told twice";
                return false;
            });
            for (const auto& [square, member] : plain::attackers(pair.plain, square_of(target), by)) {
                slow.emplace(point_of(square), member);
                from.insert(point_of(square));
            }
            EXPECT_TRUE(fast == slow) << "target " << name(target);
            EXPECT_FALSE(stopped);
            EXPECT_EQ(is_attacked(pair.engine, target, by), !slow.empty()) << "target " << name(target);
            EXPECT_TRUE(attackers(pair.engine, target, by) == from) << "target " << name(target);
        });
    }
}

void check_burnt_flights(const Pair& pair) {
    const auto burnt = plain::burnt_flights(pair.plain);
    const bool over = plain::result(pair.plain).has_value();
    const Color us = pair.engine.side_to_move();
    pair.engine.occupied(us).for_each([&](Point from) {
        const Stack stack = pair.engine.at(from);
        if (!stack.has(Kind::Aircraft)) return;
        kBoard.for_each([&](Point to) {
            const std::string text = name(from) + name(to) + "b";
            const auto at = burnt.find(text);
            EXPECT_EQ(is_burnt_flight(pair.engine, from, to), at != burnt.end()) << text;
            const auto parsed = parse_turn(pair.engine, text);
            EXPECT_EQ(static_cast<bool>(parsed), at != burnt.end() && !over) << text;
            if (!parsed || at == burnt.end()) return;
            EXPECT_TRUE(parsed->turn.burnt());
            EXPECT_EQ(format_turn(pair.engine, parsed->turn), text);
            EXPECT_EQ(format_fen(parsed->after), plain::write(at->second)) << text;
            EXPECT_FALSE(is_legal(pair.engine, parsed->turn)) << "never generated";
        });
    });
}

void check_result(const Pair& pair) {
    EXPECT_EQ(testing::told(result(pair.engine)), testing::told(plain::result(pair.plain)));
    EXPECT_EQ(pair.engine.decided(), plain::decided(pair.plain));
    for (const Color color : kColors) {
        bool any = false;
        for (std::size_t c = 0; c < kConditionCount; ++c) {
            const bool lost = plain::has_lost(pair.plain, color, c);
            any = any || lost;
            EXPECT_EQ(pair.engine.has_lost(color, static_cast<Condition>(c)), lost)
                << plain::kConditionNames[c];
        }
        EXPECT_EQ(pair.engine.has_lost(color), any);
    }
}

// --------------------------------------------------------------------------------------- its turns
void check_turns(const Pair& pair) {
    const Position& engine = pair.engine;
    const auto expected = plain::turn_fens(pair.plain);
    const auto listed = turn_fens(engine);
    ASSERT_TRUE(listed == expected) << difference(listed, expected);
    EXPECT_EQ(perft(engine, 1), expected.size());
    EXPECT_EQ(has_legal_turn(engine), !expected.empty());

    const std::vector<LegalTurn> all = legal_turns(engine);
    std::vector<Turn> by_point;
    std::map<std::pair<Point, std::uint64_t>, std::string> keys;
    kBoard.for_each([&](Point p) {
        for (const LegalTurn& legal : legal_turns_from(engine, p)) {
            EXPECT_EQ(legal.turn.origin(), p);
            by_point.push_back(legal.turn);
        }
    });
    EXPECT_TRUE(std::equal(all.begin(), all.end(), by_point.begin(), by_point.end(),
                           [](const LegalTurn& a, const Turn& b) { return a.turn == b; }));
    const std::size_t some = 1 + all.size() / 300;  // shortest_form explores the whole stack each time
    std::size_t i = 0;
    for (const LegalTurn& legal : all) {
        const std::string text = format_turn(engine, legal.turn);
        EXPECT_TRUE(is_legal(engine, legal.turn)) << text;
        const auto parsed = parse_turn(engine, text);
        ASSERT_TRUE(parsed) << text << ": " << parsed.error().text;
        EXPECT_TRUE(parsed->turn == legal.turn) << text;
        EXPECT_FALSE(parsed->exposed) << text;
        EXPECT_EQ(format_fen(parsed->after), expected.at(text)) << text;
        EXPECT_EQ(parsed->after.key(), parsed->after.computed_key()) << text;
        EXPECT_TRUE(keys.emplace(std::pair(legal.turn.origin(), legal.result_key), text).second) << text;
        if (i++ % some == 0) {
            EXPECT_TRUE(shortest_form(engine, legal.turn) == legal.turn) << text;
        }
    }
}

/// Goes through a turn part by part, in both programs side by side.
class TurnWalk {
  public:
    /// At each node only every `stride`-th option is gone into.
    TurnWalk(const Pair& pair, Point origin, std::size_t stride, Random& random)
        : pair_(pair),
          origin_(origin),
          stride_(stride),
          random_(random),
          over_(!has_legal_turn(pair.engine)) {
        for (const LegalTurn& legal : legal_turns_from(pair.engine, origin)) {
            Position after = pair.engine;
            play_turn(after, legal.turn);
            canonical_.emplace(format_fen(after), format_turn(pair.engine, legal.turn));
        }
    }

    void run() {
        Turn turn;
        from(pair_.engine, plain::Acting(pair_.plain, square_of(origin_)), turn);
        if (stride_ == 1) {
            EXPECT_EQ(reached_.size(), canonical_.size()) << "turns of " << name(origin_);
        }
    }

  private:
    /// Returns whether a legal end was reached.
    bool from(const Position& engine, const plain::Acting& acting, Turn& turn) {
        const std::vector<plain::Step> options = acting.options();
        const bool may_end = acting.may_end();
        const std::map<std::string, Part> offered = check_parts(engine, options, may_end);
        EXPECT_EQ(engine.can_end(), may_end) << acting.text();
        EXPECT_EQ(engine.key(), engine.computed_key()) << acting.text();

        Texts promising, skipped;
        bool legal = false;
        if (may_end && ends(engine, acting, turn)) {
            legal = true;
            promising.insert("end");
        }
        const std::size_t first = stride_ == 1 ? 0 : random_.below(stride_);
        for (std::size_t i = 0; i < options.size(); ++i) {
            const std::string text = told(options[i]);
            const auto at = offered.find(text);
            if (at == offered.end()) continue;  // told above
            if (i % stride_ != first) {
                skipped.insert(text);
                continue;
            }
            turn.push(at->second);
            if (after(engine, at->second, acting.after(options[i]), turn)) {
                legal = true;
                promising.insert(text);
            }
            turn.pop();
        }
        Texts next;
        for (const Part part : next_parts(engine, origin_)) {
            const std::string text = told(engine, part);
            if (skipped.count(text) != 0) {
                legal = true;
                continue;
            }
            EXPECT_TRUE(next.insert(text).second) << text << " twice";
        }
        EXPECT_EQ(next, promising) << "next parts after " << acting.text();
        if (engine.under_way()) {
            EXPECT_EQ(has_legal_turn(engine), legal) << acting.text();
        }
        return legal;
    }

    /// Plays a part in the engine; in the plain program it is played.
    bool after(const Position& before, Part part, const plain::Acting& acting, Turn& turn) {
        Position engine = before;
        const Outcome outcome = engine.play(part);
        if (outcome == Outcome::UnderWay) {
            EXPECT_EQ(engine.at(origin_).empty(), false) << acting.text();
            return from(engine, acting, turn);
        }
        EXPECT_TRUE(acting.options().empty()) << acting.text() << ": something could follow";
        EXPECT_EQ(outcome == Outcome::Stranded, !acting.may_end()) << acting.text();
        return acting.may_end() && compare_end(engine, outcome, acting, turn);
    }

    bool ends(const Position& before, const plain::Acting& acting, Turn& turn) {
        Position engine = before;
        const Outcome outcome = engine.play(Part::end(origin_));
        return compare_end(engine, outcome, acting, turn);
    }

    bool compare_end(const Position& engine, Outcome outcome, const plain::Acting& acting, const Turn& turn) {
        const auto [after, legal] = acting.end();
        const std::string fen = plain::write(after);
        EXPECT_EQ(format_fen(engine), fen) << acting.text();
        EXPECT_EQ(outcome, legal ? Outcome::Over : Outcome::Exposed) << acting.text();
        EXPECT_EQ(engine.exposed(~engine.side_to_move()), !legal) << acting.text();
        if (legal) reached_.insert(fen);

        // Any order of parts is read; what is listed is the shortest way to the same.
        if (turn.size() > 2 && !random_.percent(10)) return legal;
        EXPECT_EQ(is_legal(pair_.engine, turn), legal) << acting.text();
        for (const std::string& text : {acting.text(), acting.long_text()}) {
            const auto parsed = parse_turn(pair_.engine, text);
            EXPECT_EQ(static_cast<bool>(parsed), !over_)
                << text << (parsed ? "" : ": " + parsed.error().text);
            if (!parsed) {
                EXPECT_EQ(parsed.error().code, "over") << text;
                continue;
            }
            EXPECT_EQ(format_fen(parsed->after), fen) << text;
            EXPECT_EQ(parsed->exposed, !legal) << text;
            EXPECT_EQ(format_turn(pair_.engine, parsed->turn), acting.text());
        }
        if (legal && random_.percent(5)) {
            EXPECT_EQ(format_turn(pair_.engine, shortest_form(pair_.engine, turn)), canonical_[fen]);
        }
        return legal;
    }

    std::map<std::string, Part> check_parts(const Position& engine, const std::vector<plain::Step>& options,
                                            bool may_end) {
        PartList all, captures, detachments;
        generate_from(engine, origin_, all);
        generate_from(engine, origin_, captures, Wanted::Captures);
        for (unsigned members = 1; members < 8; ++members)
            generate_detachment(engine, origin_, static_cast<MemberMask>(members), detachments);
        std::map<std::string, Part> offered;
        Texts offered_texts, expected, captures_among, captures_listed, by_detachment;
        for (const Part part : all) {
            EXPECT_TRUE(offered.emplace(told(engine, part), part).second) << told(engine, part) << " twice";
            EXPECT_TRUE(is_pseudo_legal(engine, part)) << told(engine, part);
            EXPECT_EQ(part.from(), origin_);
            offered_texts.insert(told(engine, part));
            if (part.captures() || part.ends_turn()) captures_among.insert(told(engine, part));
        }
        for (const plain::Step& step : options) expected.insert(told(step));
        if (may_end) expected.insert("end");
        EXPECT_EQ(offered_texts, expected) << "from " << name(origin_);
        for (const Part part : captures) captures_listed.insert(told(engine, part));
        EXPECT_EQ(captures_listed, captures_among);
        for (const Part part : detachments)
            EXPECT_TRUE(by_detachment.insert(told(engine, part)).second) << told(engine, part) << " twice";
        offered_texts.erase("end");
        EXPECT_EQ(by_detachment, offered_texts);
        check_other_parts(engine, all);
        return offered;
    }

    /// Parts that are not offered are not pseudo-legal, however close they come.
    void check_other_parts(const Position& engine, const PartList& all) {
        std::set<std::uint32_t> offered;
        for (const Part part : all) offered.insert(part.bits());
        const auto check = [&](Part part) {
            if (part.from() != origin_ && !engine.under_way()) return;
            EXPECT_EQ(is_pseudo_legal(engine, part), offered.count(part.bits()) != 0)
                << std::hex << part.bits();
        };
        for (int i = 0; i < 20; ++i) {
            const auto bits = static_cast<std::uint32_t>(random_.bits());
            check(Part::from_bits(bits));
            check(Part::from_bits((bits & ~255U) | static_cast<std::uint32_t>(origin_)));
            if (all.empty()) continue;
            check(Part::from_bits(all[random_.below(all.size())].bits() ^ 1U << random_.below(22)));
            const Part part = all[random_.below(all.size())];
            check(Part(part.from(), part.to(), static_cast<MemberMask>(random_.below(8)),
                       static_cast<Action>(random_.below(6))));
        }
    }

    const Pair& pair_;
    Point origin_;
    std::size_t stride_;
    Random& random_;
    bool over_;  ///< no legal turn: then even one that only exposes the commander is refused
    std::map<std::string, std::string> canonical_;  ///< text by FEN after
    Texts reached_;
};

/// The lists at the start of a turn are those of all points together.
void check_generate(const Pair& pair) {
    PartList all, captures;
    generate(pair.engine, all);
    generate(pair.engine, captures, Wanted::Captures);
    std::vector<std::uint32_t> together, by_point, capturing, listed;
    for (const Part part : all) {
        together.push_back(part.bits());
        if (part.captures()) capturing.push_back(part.bits());
    }
    for (const Part part : captures) listed.push_back(part.bits());
    pair.engine.occupied(pair.engine.side_to_move()).for_each([&](Point p) {
        PartList list;
        generate_from(pair.engine, p, list);
        for (const Part part : list) by_point.push_back(part.bits());
    });
    for (auto* bits : {&together, &by_point, &capturing, &listed}) std::sort(bits->begin(), bits->end());
    EXPECT_EQ(together, by_point);
    EXPECT_EQ(listed, capturing);
    EXPECT_LE(all.size(), kMaxParts);
}

void check_position(const Pair& pair) {
    check_text_and_key(pair);
    check_counts(pair);
    check_rings(pair);
    check_attacks(pair);
    check_burnt_flights(pair);
    check_result(pair);
}

/// Everything; `effort` bounds how many ways to play a loaded stack are tried.
void check_node(const Pair& pair, Random& random, std::size_t effort) {
    SCOPED_TRACE(format_fen(pair.engine) + " " + std::string(name(pair.engine.mode())));
    check_position(pair);
    check_turns(pair);
    if (pair.engine.decided()) return;
    check_generate(pair);
    pair.engine.occupied(pair.engine.side_to_move()).for_each([&](Point origin) {
        const std::size_t members = pair.engine.at(origin).size();
        const std::size_t ways = legal_turns_from(lenient(pair.engine), origin).size();
        // Three members are played in up to six orders and more.
        const std::size_t work = members == 3 ? 4 * ways : ways;
        std::size_t stride = 1;
        while (work / (members == 3 ? stride * stride : stride) > effort) ++stride;
        TurnWalk(pair, origin, stride, random).run();
    });
}

/// The node and its children, at most about `most` of them.
void check_tree(const std::string& fen, Mode mode, Random& random, std::size_t most, std::size_t effort) {
    const Pair root = pair_of(fen, mode);
    check_node(root, random, effort);
    const std::size_t turns = legal_turns(root.engine).size();
    for (const Pair& child : children(root, 1 + turns / std::max<std::size_t>(most, 1)))
        check_node(child, random, effort / 10);
    if (::testing::Test::HasFailure()) FAIL() << "stopped at " << fen << " " << name(mode);
}

// ------------------------------------------------------------------------------------------- suites
TEST(Plain, CasePositions) {
    Random random(1);
    for (const auto& fields : reference_lines("cases.txt"))
        ASSERT_NO_FATAL_FAILURE(check_tree(fields.at(1), mode_of(fields.at(2)), random, 12, 1000));
}

TEST(Plain, PerftPositions) {
    Random random(2);
    std::size_t i = 0;
    for (const auto& fields : reference_lines("perft.txt"))
        if (i++ % 3 == 0) {
            ASSERT_NO_FATAL_FAILURE(check_tree(fields.at(0), mode_of(fields.at(1)), random, 3, 200));
        }
}

/// Every node two turns deep.
TEST(Plain, FewPiecesTwoTurnsDeep) {
    Random random(3);
    for (const std::string fen : {"4c6/11/11/11/11/11/11/4C6/11/11/4T6/11 r - - 0 1",
                                  "11/11/11/10i/11/6c4/11/6T4/11/11/11/10C r - - 0 1",
                                  "9c1/11/11/10i/11/11/11/11/11/3t7/3I1I5/4C6 b - - 98 1"}) {
        const Pair root = pair_of(fen, Mode::Standard);
        for (const Pair& child : children(root, 1))
            for (const Pair& grandchild : children(child, 1)) check_node(grandchild, random, 200);
        ASSERT_FALSE(HasFailure()) << fen;
    }
}

class PlainInMode : public ::testing::TestWithParam<Mode> {};

TEST_P(PlainInMode, WalkedPositions) {
    const Mode mode = GetParam();
    Random random(4);
    for (const std::string& fen : walked_fens(40 + static_cast<std::uint64_t>(mode), 20, mode))
        ASSERT_NO_FATAL_FAILURE(check_tree(fen, mode, random, 3, 200));
}

TEST_P(PlainInMode, ScatteredPositions) {
    const Mode mode = GetParam();
    Random random(5);
    for (const std::string& fen : scattered_fens(50 + static_cast<std::uint64_t>(mode), 14)) {
        if (perft(lenient(position_of(fen)), 1) > 2500) continue;
        ASSERT_NO_FATAL_FAILURE(check_tree(fen, mode, random, 2, 100));
    }
}

TEST_P(PlainInMode, CrowdedPositions) {
    const Mode mode = GetParam();
    Random random(6);
    for (const std::string& fen : crowded_fens(60 + static_cast<std::uint64_t>(mode), 25))
        ASSERT_NO_FATAL_FAILURE(check_tree(fen, mode, random, 5, 100));
}

INSTANTIATE_TEST_SUITE_P(Modes, PlainInMode, ::testing::ValuesIn(kModes),
                         [](const auto& mode) { return std::string(name(mode.param)); });

/// Many positions, nothing but the lists: the rarest rules show here.
TEST_P(PlainInMode, ListsOfManyCrowdedPositions) {
    const Mode mode = GetParam();
    for (const std::string& fen : crowded_fens(70 + static_cast<std::uint64_t>(mode), 1500)) {
        const Pair pair = pair_of(fen, mode);
        std::size_t stacked = 0;
        pair.engine.occupied().for_each([&](Point p) { stacked += pair.engine.at(p).size() == 3 ? 1U : 0U; });
        if (stacked > 0) continue;
        SCOPED_TRACE(fen + " " + std::string(name(mode)));
        const auto expected = plain::turn_fens(pair.plain);
        const auto listed = turn_fens(pair.engine);
        ASSERT_TRUE(listed == expected) << difference(listed, expected);
        ASSERT_EQ(perft(pair.engine, 1), expected.size());
        check_result(pair);
        ASSERT_FALSE(HasFailure());
    }
}

}  // namespace
}  // namespace tulenh::testing
