// The one generator of parts, for whatever collects or counts them. Internal to engine/.
#pragma once

#include <bit>
#include <optional>

#include "engine/attacks.h"
#include "engine/bitboard.h"
#include "engine/part.h"
#include "engine/position.h"

namespace tulenh {

/// Generates the pseudo-legal parts of one position into a sink with two members:
///   void moves(Point origin, Axis, Window to, MemberMask)   moves to empty points, all of one line
///   void push(Part)                                         any other part
/// and `static constexpr bool kWantsMoves, kWantsCaptures`; moves are all parts that capture nothing. What
/// several detachments need is worked out once, when first asked.
template <typename Sink>
class Generator {
  public:
    Generator(const Position& position, Sink& sink)
        : position_(position),
          us_(position.side_to_move()),
          occupied_(position.occupied()),
          targets_(!Sink::kWantsMoves      ? position.occupied(~us_)
                   : !Sink::kWantsCaptures ? position.occupied(us_)
                                           : occupied_),
          land_obstacles_(position.land_obstacles()),
          sink_(sink) {}

    /// Of all points of the side to move, or of the turn under way.
    void all_parts() {
        if (position_.under_way())
            next_parts();
        else
            position_.occupied(us_).for_each([&](Point p) { first_parts(p); });
    }

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
        if (position_.can_end()) sink_.push(Part::end(turn.origin));
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
            default: land_parts(origin, stack, members); break;
        }
    }

    void moves(Point origin, Axis axis, unsigned to, MemberMask members) {
        if constexpr (Sink::kWantsMoves)
            if (to != 0) sink_.moves(origin, axis, static_cast<Window>(to), members);
    }
    void push(Point from, Point to, MemberMask members, Action action) {
        if (is_capture(action) ? Sink::kWantsCaptures : Sink::kWantsMoves)
            sink_.push(Part(from, to, members, action));
    }
    void board(Point from, Point to, Stack stack, MemberMask members) {
        if (Sink::kWantsMoves && may_join(stack, position_.at(to), to))
            push(from, to, members, Action::Board);
    }
    [[nodiscard]] bool is_own(Point p) const { return position_.at(p).color() == us_; }

    /// Calls `visit(bit, Point)` for each bit of a window.
    template <typename Visit>
    static void for_each_bit(Point origin, Axis axis, unsigned bits, Visit&& visit) {
        for (; bits != 0; bits &= bits - 1) {
            const int bit = std::countr_zero(bits);
            visit(bit, window_point(origin, axis, bit));
        }
    }

    /// A capture from land or a landing ship: the point is entered where it is walkable, else only a single
    /// piece captures, and stays (section 4).
    void capture_from_land(Point origin, Point to, MemberMask members, bool alone) {
        if (kWalkable.contains(to))
            push(origin, to, members, Action::Replace);
        else if (alone)
            push(origin, to, members, Action::Stay);
    }

    /// Sections 3, 4 and 7.
    void land_parts(Point origin, Stack stack, MemberMask members) {
        const Piece piece = stack.carrier();
        const Kind kind = piece.kind();
        const bool alone = !stack.stacked(), shoots_over = kind == Kind::Artillery;
        const Reach range = reach(piece);
        const std::size_t axes = range.diagonal > 0 ? kAxisCount : kStraightAxisCount;
        for (std::size_t a = 0; a < axes; ++a) {
            const Axis axis = axis_at(a);
            unsigned in_range = within(a < kStraightAxisCount ? range.straight : range.diagonal);
            if (kind == Kind::Engineer && !alone) in_range &= ferry_window(origin, axis);
            const unsigned open = kGeometry.slide[window(land_obstacles_, origin, axis)] & in_range;
            const unsigned dry = contains(kHeavy, kind) ? open & kGeometry.dry[index(origin)][a] : open;
            const unsigned occupied = window(occupied_, origin, axis);
            moves(origin, axis, dry & ~occupied & kGeometry.walkable[index(origin)][a], members);
            const unsigned targets = window(targets_, origin, axis);
            for_each_bit(origin, axis, (shoots_over ? in_range : open) & targets, [&](int bit, Point to) {
                if (!is_own(to))
                    capture_from_land(origin, to, members, alone);
                else if ((dry >> bit & 1U) != 0)
                    board(origin, to, stack, members);
            });
        }
    }

    /// An engineer with its load goes to the other bank only (section 7).
    static unsigned ferry_window(Point origin, Axis axis) {
        unsigned allowed = 0;
        for_each_bit(origin, axis, within(1), [&](int bit, Point to) {
            if (on_board(to) && kBanks.contains(to) && rank_of(to) != rank_of(origin)) allowed |= 1U << bit;
        });
        return allowed;
    }

    /// Section 8. `began` tells whether the commander was alone when the turn began.
    void commander_parts(Point origin, Stack began, Stack stack, MemberMask members) {
        const Bitboard seen = commander_sight(position_, ~us_);
        const Bitboard stops = land_obstacles_ | seen;
        for (std::size_t i = 0; i < kStraightCount; ++i) {
            const Direction d = direction_at(i);
            Point to = origin;
            do {
                if (!has_step(to, d)) break;
                const bool first = to == origin;
                to = step(to, d);
                const Stack target = position_.at(to);
                if (target.empty()) {
                    if (Sink::kWantsMoves && kWalkable.contains(to)) push(origin, to, members, Action::Move);
                } else if (target.color() == us_) {
                    board(origin, to, stack, members);
                } else if (first) {
                    capture_from_land(origin, to, members, true);
                }
            } while (!stops.contains(to));
        }
        if (!began.stacked() && commanders_face(position_))
            push(origin, position_.commander(~us_), members, Action::Replace);
    }

    /// Section 6.
    void air_parts(Point origin, Stack stack, MemberMask members) {
        const Piece aircraft = stack.carrier();
        const bool alone = !stack.stacked(), fireproof = aircraft.heroic();
        if (!fireproof && !rings_) rings_.emplace(position_, ~us_);
        const unsigned in_range = within(reach(aircraft).straight);
        for (std::size_t a = 0; a < kAxisCount; ++a) {
            const Axis axis = axis_at(a);
            const unsigned fire = fireproof ? 0U : window(rings_->covered(), origin, axis);
            const unsigned safe = kGeometry.slide[fire] & ~fire & in_range;
            const unsigned occupied = window(occupied_, origin, axis);
            moves(origin, axis, safe & ~occupied & kGeometry.walkable[index(origin)][a], members);
            const unsigned targets = window(targets_, origin, axis);
            for_each_bit(origin, axis, safe & targets, [&](int, Point to) {
                if (is_own(to)) return board(origin, to, stack, members);
                if (kWalkable.contains(to)) push(origin, to, members, Action::Replace);
                if (alone && position_.at(to).carrier().kind() != Kind::Aircraft)
                    push(origin, to, members, Action::Stay);
            });
            // Where every ring met covers the target, the two are exchanged.
            for_each_bit(origin, axis, fire & targets & in_range, [&](int bit, Point to) {
                if (!is_own(to) && (window(rings_->not_covering(to), origin, axis) & between(bit)) == 0)
                    push(origin, to, members, Action::Exchange);
            });
        }
    }

    /// Section 5. With `missile_only` the ship has fired its gun in this turn.
    void ship_parts(Point origin, Stack stack, MemberMask members, bool missile_only) {
        const bool alone = !stack.stacked();
        const int far = reach(stack.carrier()).straight;
        for (std::size_t a = 0; a < kAxisCount; ++a) {
            const Axis axis = axis_at(a);
            const unsigned clear = kGeometry.slide[window(position_.ships(), origin, axis)] & within(far);
            const unsigned sailing = clear & kGeometry.sailable[index(origin)][a];
            const unsigned occupied = window(occupied_, origin, axis);
            if (!missile_only) moves(origin, axis, sailing & ~occupied, members);
            const unsigned targets = window(targets_, origin, axis);
            for_each_bit(origin, axis, targets & within(far), [&](int bit, Point to) {
                const bool sails = (sailing >> bit & 1U) != 0;
                if (is_own(to)) {
                    if (sails && !missile_only) board(origin, to, stack, members);
                    return;
                }
                const bool is_ship = position_.ships().contains(to);
                const bool gun_bears = !is_ship && !missile_only && (within(far - 1) >> bit & 1U) != 0;
                const bool missile_bears =
                    is_ship && (clear >> bit & 1U) != 0 &&
                    (sails || (window(occupied_ - kNavigable, origin, axis) & between(bit)) == 0);
                if (!gun_bears && !missile_bears) return;
                if (sails)
                    push(origin, to, members, Action::Replace);
                else if (alone)
                    push(origin, to, members, Action::Stay);
            });
        }
    }

    const Position& position_;
    const Color us_;
    const Bitboard occupied_;
    const Bitboard targets_;  ///< occupied points at which a wanted part could end
    const Bitboard land_obstacles_;
    Sink& sink_;
    std::optional<Rings> rings_;
};

}  // namespace tulenh
