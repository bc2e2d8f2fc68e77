#include "engine/movegen.h"

#include "engine/generator.h"

namespace tulenh {
namespace {

/// Puts parts on a list.
template <Wanted kWanted>
struct ListSink {
    static constexpr bool kWantsMoves = kWanted != Wanted::Captures;
    static constexpr bool kWantsCaptures = kWanted != Wanted::Quiets;

    void moves(Point origin, Axis axis, Window to, MemberMask members) {
        for (unsigned bits = to; bits != 0; bits &= bits - 1)
            list.push(
                Part(origin, window_point(origin, axis, std::countr_zero(bits)), members, Action::Move));
    }
    void push(Part part) { list.push(part); }

    PartList& list;
};

/// Calls `use` with a generator into the list.
template <typename Use>
void with_generator(const Position& position, PartList& list, Wanted wanted, Use&& use) {
    const auto run = [&](auto sink) {
        Generator generator(position, sink);
        use(generator);
    };
    switch (wanted) {
        case Wanted::All: run(ListSink<Wanted::All>{list}); break;
        case Wanted::Captures: run(ListSink<Wanted::Captures>{list}); break;
        case Wanted::Quiets: run(ListSink<Wanted::Quiets>{list}); break;
    }
}

}  // namespace

void generate(const Position& position, PartList& list, Wanted wanted) {
    with_generator(position, list, wanted, [](auto& generator) { generator.all_parts(); });
}

void generate_from(const Position& position, Point origin, PartList& list, Wanted wanted) {
    with_generator(position, list, wanted, [&](auto& generator) {
        if (position.under_way())
            generator.next_parts();
        else
            generator.first_parts(origin);
    });
}

void generate_detachment(const Position& position, Point origin, MemberMask members, PartList& list,
                         Wanted wanted) {
    const TurnState& turn = position.turn();
    with_generator(position, list, wanted, [&](auto& generator) {
        if (!position.under_way())
            generator.checked_detachment(origin, position.at(origin), position.at(origin).all(), members);
        else if (turn.reloaded && (members & 1U) != 0)
            generator.broadside(members);
        else
            generator.checked_detachment(origin, turn.began, turn.waiting, members);
    });
}

bool is_pseudo_legal(const Position& position, Part part) {
    if (!on_board(part.from()) || !on_board(part.to())) return false;
    if (position.under_way() && part.from() != position.turn().origin) return false;
    if (part.ends_turn()) return part == Part::end(part.from()) && position.can_end();
    if (!position.occupied(position.side_to_move()).contains(part.from())) return false;
    PartList list;
    generate_detachment(position, part.from(), part.members(), list);
    for (const Part offered : list)
        if (offered == part) return true;
    return false;
}

}  // namespace tulenh
