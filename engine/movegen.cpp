#include "engine/movegen.h"

#include <optional>

#include "engine/attacks.h"

namespace tulenh {
namespace {

/// Generates the parts of one position. What several detachments need is worked out once, when first asked.
class Generator {
  public:
    Generator(const Position& position, PartList& list, Wanted wanted)
        : position_(position), us_(position.side_to_move()), list_(list), wanted_(wanted) {}

    /// All detachments of the stack that begins its turn on `origin`.
    void first_parts(Point origin) {
        const Stack stack = position_.at(origin);
        if (!stack.stacked())
            detachment(origin, stack, stack, 1);
        else
            detachments(origin, stack, stack.all());
    }

    /// What may come next in the turn under way.
    void next_parts() {
        const TurnState& turn = position_.turn();
        detachments(turn.origin, turn.began, turn.waiting);
        if (turn.reloaded)
            for (unsigned passengers = 0; passengers <= turn.waiting; passengers += 2)
                broadside(static_cast<MemberMask>(passengers | 1U));
        if (position_.can_end()) list_.push(Part::end(turn.origin));
    }

    /// One detachment, if the members are waiting, are the lowest of their equals and form a valid stack.
    void checked_detachment(Point origin, Stack began, MemberMask waiting, MemberMask members) {
        if (members == 0 || (members & ~waiting) != 0 || !lowest_of_equals(began, waiting, members)) return;
        const Stack stack = began.subset(members);
        if (stack.valid()) detachment(origin, began, stack, members);
    }

    /// The missile after the gun, with passengers that have not acted (section 5).
    void broadside(MemberMask members) {
        const TurnState& turn = position_.turn();
        const auto passengers = static_cast<MemberMask>(members & ~1U);
        if ((passengers & ~turn.waiting) != 0 || !lowest_of_equals(turn.began, turn.waiting, passengers))
            return;
        const Stack stack = turn.began.subset(members);
        if (stack.valid()) ship_parts(turn.origin, stack, members, true);
    }

  private:
    static bool lowest_of_equals(Stack began, MemberMask waiting, MemberMask members) {
        for (unsigned i = 0; i + 1 < Stack::kMaxSize; ++i) {
            const bool lower_only_waits = (waiting >> i & 1U) != 0 && (members >> i & 1U) == 0;
            if (lower_only_waits && (members >> (i + 1) & 1U) != 0 && began.member(i) == began.member(i + 1))
                return false;
        }
        return true;
    }

    void detachments(Point origin, Stack began, MemberMask waiting) {
        for (unsigned members = 1; members <= waiting; ++members)
            checked_detachment(origin, began, waiting, static_cast<MemberMask>(members));
    }

    void detachment(Point origin, Stack began, Stack stack, MemberMask members) {
        switch (stack.carrier().kind()) {
            case Kind::Warship: ship_parts(origin, stack, members, false); break;
            case Kind::Aircraft: air_parts(origin, stack, members); break;
            case Kind::Commander: commander_parts(origin, began, stack, members); break;
            default: land_parts(origin, stack, members, Bitboard{}); break;
        }
    }

    void emit(Point from, Point to, MemberMask members, Action action) {
        if (wanted_ == Wanted::All || is_capture(action)) list_.push(Part(from, to, members, action));
    }

    /// Sections 3, 4 and 7. The piece may not pass through the points of `stop`.
    void land_parts(Point origin, Stack stack, MemberMask members, Bitboard stop) {
        const Piece piece = stack.carrier();
        const Kind kind = piece.kind();
        const bool alone = !stack.stacked(), ferrying = kind == Kind::Engineer && !alone;
        const bool heavy = contains(kHeavy, kind), shoots_over = kind == Kind::Artillery;
        const Reach range = reach(piece);
        for (std::size_t i = 0; i < kDirectionCount; ++i) {
            const Direction d = direction_at(i);
            const int far = straight(d) ? range.straight : range.diagonal;
            bool obstructed = false, deep = false;
            Point to = origin;
            for (int k = 1; k <= far && has_step(to, d); ++k) {
                deep = deep || (heavy && crosses_deep_water(to, d));
                to = step(to, d);
                if (ferrying && !(kBanks.contains(to) && rank_of(to) != rank_of(origin))) break;
                const Stack target = position_.at(to);
                if (target.empty()) {
                    if (!obstructed && !deep && kWalkable.contains(to))
                        emit(origin, to, members, Action::Move);
                } else if (target.color() == us_) {
                    if (!obstructed && !deep && may_join(stack, target, to))
                        emit(origin, to, members, Action::Board);
                } else if ((kind != Kind::Commander || k == 1) && (!obstructed || shoots_over)) {
                    if (kWalkable.contains(to))
                        emit(origin, to, members, Action::Replace);
                    else if (alone)
                        emit(origin, to, members, Action::Stay);
                }
                if (stop.contains(to)) break;
                if (!target.empty() && !(target.carrier().kind() == Kind::Warship && kShore.contains(to))) {
                    obstructed = true;
                    if (!shoots_over) break;
                }
            }
        }
    }

    /// Section 8. `began` tells whether the commander was alone when the turn began.
    void commander_parts(Point origin, Stack began, Stack stack, MemberMask members) {
        const Bitboard seen = commander_sight(position_, ~us_);
        land_parts(origin, stack, members, seen);
        const Point enemy = position_.commander(~us_);
        if (!began.stacked() && seen.contains(origin) && line_between(origin, enemy)->length > 1)
            emit(origin, enemy, members, Action::Replace);
    }

    /// Section 6.
    void air_parts(Point origin, Stack stack, MemberMask members) {
        const Piece aircraft = stack.carrier();
        const bool alone = !stack.stacked(), fireproof = aircraft.heroic();
        if (!fireproof && !rings_) rings_.emplace(position_, ~us_);
        const int far = reach(aircraft).straight;
        for (std::size_t i = 0; i < kDirectionCount; ++i) {
            const Direction d = direction_at(i);
            unsigned met = 0;
            Point to = origin;
            for (int k = 1; k <= far && has_step(to, d); ++k) {
                to = step(to, d);
                const unsigned rings_here = fireproof ? 0 : rings_->at(to);
                met |= rings_here;
                const Stack target = position_.at(to);
                const bool enemy = !target.empty() && target.color() != us_;
                if (met != 0) {
                    if (enemy && (met & ~rings_here) == 0) emit(origin, to, members, Action::Exchange);
                } else if (enemy) {
                    if (kWalkable.contains(to)) emit(origin, to, members, Action::Replace);
                    if (alone && target.carrier().kind() != Kind::Aircraft)
                        emit(origin, to, members, Action::Stay);
                } else if (!target.empty()) {
                    if (may_join(stack, target, to)) emit(origin, to, members, Action::Board);
                } else if (kWalkable.contains(to)) {
                    emit(origin, to, members, Action::Move);
                }
            }
        }
    }

    /// Section 5. With `missile_only` the ship has fired its gun in this turn.
    void ship_parts(Point origin, Stack stack, MemberMask members, bool missile_only) {
        const bool alone = !stack.stacked();
        const int far = reach(stack.carrier()).straight;
        for (std::size_t i = 0; i < kDirectionCount; ++i) {
            const Direction d = direction_at(i);
            bool sailing = true, aim = true;
            Point to = origin;
            for (int k = 1; k <= far && has_step(to, d); ++k) {
                sailing = sailing && is_ship_step(to, d);
                to = step(to, d);
                const Stack target = position_.at(to);
                if (target.empty()) {
                    if (sailing && !missile_only) emit(origin, to, members, Action::Move);
                    continue;
                }
                const bool is_ship = target.carrier().kind() == Kind::Warship;
                if (target.color() == us_) {
                    if (sailing && !missile_only && may_join(stack, target, to))
                        emit(origin, to, members, Action::Board);
                } else if (is_ship ? (sailing || aim) : (k < far && !missile_only)) {
                    if (sailing)
                        emit(origin, to, members, Action::Replace);
                    else if (alone)
                        emit(origin, to, members, Action::Stay);
                }
                if (is_ship) sailing = aim = false;
                if (!kNavigable.contains(to)) aim = false;
            }
        }
    }

    const Position& position_;
    const Color us_;
    PartList& list_;
    const Wanted wanted_;
    std::optional<Rings> rings_;
};

}  // namespace

void generate(const Position& position, PartList& list, Wanted wanted) {
    Generator generator(position, list, wanted);
    if (position.under_way())
        generator.next_parts();
    else
        position.occupied(position.side_to_move()).for_each([&](Point p) { generator.first_parts(p); });
}

void generate_from(const Position& position, Point origin, PartList& list, Wanted wanted) {
    Generator generator(position, list, wanted);
    if (position.under_way())
        generator.next_parts();
    else
        generator.first_parts(origin);
}

void generate_detachment(const Position& position, Point origin, MemberMask members, PartList& list,
                         Wanted wanted) {
    Generator generator(position, list, wanted);
    const TurnState& turn = position.turn();
    if (!position.under_way())
        generator.checked_detachment(origin, position.at(origin), position.at(origin).all(), members);
    else if (turn.reloaded && (members & 1U) != 0)
        generator.broadside(members);
    else
        generator.checked_detachment(origin, turn.began, turn.waiting, members);
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
