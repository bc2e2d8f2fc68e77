#include "engine/diagnose.h"

#include <string>

#include "engine/attacks.h"
#include "engine/movegen.h"

namespace tulenh {
namespace {

/// Walks the way of one detachment and names the first thing that is against it.
class Diagnosis {
  public:
    Diagnosis(const Position& position, Point origin, Stack stack, Point to)
        : position_(position), origin_(origin), to_(to), stack_(stack), target_(position.at(to)) {}

    Error explain(bool stays, std::optional<Action> offered) const {
        if (offered) return wrong_ending(stays, *offered);
        const std::optional<Line> line = line_between(origin_, to_);
        if (!line)
            return refuse("reach", to_ == origin_ ? "stays on its own point" : "is not on a line of it");
        const Reach range = reach(stack_.carrier());
        const int far = straight(line->direction) ? range.straight : range.diagonal;
        if (line->length > far) return refuse("reach", "is out of its reach of " + std::to_string(far));
        if (captures() && kind() == Kind::Commander && line->length > 1)
            return refuse("reach", "is too far: a commander captures at one point");
        switch (kind()) {
            case Kind::Warship: return explain_ship(*line, far);
            case Kind::Aircraft: return explain_aircraft(*line);
            default: return explain_land(*line);
        }
    }

  private:
    Kind kind() const { return stack_.carrier().kind(); }
    bool friendly() const { return !target_.empty() && target_.color() == stack_.color(); }
    bool captures() const { return !target_.empty() && target_.color() != stack_.color(); }

    Error refuse(std::string code, const std::string& why) const {
        return {std::move(code),
                format_stack(stack_) + " on " + name(origin_) + ": " + name(to_) + " " + why};
    }
    Error cannot_join() const {
        return refuse("stack", "holds " + format_stack(target_) + ", which it cannot join there");
    }

    /// There is such a part, but it stays where the text moves, or the other way round.
    Error wrong_ending(bool stays, Action offered) const {
        if (!captures()) return refuse("stack", "holds no enemy: only a capture can stay");
        if (offered == Action::Exchange)
            return refuse("ring", "can only be exchanged: such a capture does not stay");
        if (kind() == Kind::Aircraft && stays && kWalkable.contains(to_))
            return refuse("stack", "holds an aircraft, against which it must replace");
        if (stays) return refuse("terrain", "can be reached, so the capture replaces and does not stay");
        return refuse("terrain", "cannot be entered, so the capture stays and does not replace");
    }

    Error explain_land(Line line) const {
        const bool ferrying = kind() == Kind::Engineer && stack_.stacked();
        if (ferrying && !(kBanks.contains(to_) && rank_of(to_) != rank_of(origin_)))
            return refuse("terrain", "is not the other bank, to which alone it ferries");
        const Bitboard sight =
            kind() == Kind::Commander ? commander_sight(position_, ~stack_.color()) : Bitboard{};
        Point p = origin_;
        for (int k = 1; k <= line.length; ++k) {
            if (contains(kHeavy, kind()) && !captures() && crosses_deep_water(p, line.direction))
                return refuse("river",
                              "lies across the river, which heavy pieces cross along the reefs only");
            p = step(p, line.direction);
            if (k == line.length) break;
            if (position_.land_obstacles().contains(p) && !(kind() == Kind::Artillery && captures()))
                return refuse("obstructed",
                              "is obstructed by " + format_stack(position_.at(p)) + " on " + name(p));
            if (sight.contains(p))
                return refuse("sight", "lies behind the enemy commander's line through " + name(p));
        }
        if (friendly()) return cannot_join();
        if (captures()) return refuse("stack", "can be captured by a single piece only, which stays");
        return refuse("terrain", "is open sea");
    }

    Error explain_aircraft(Line line) const {
        const Rings rings(position_, ~stack_.color());
        if (!stack_.carrier().heroic()) {
            unsigned met = 0;
            Point p = origin_;
            for (int k = 0; k < line.length; ++k) {
                p = step(p, line.direction);
                met |= rings.at(p);
                if (rings.at(p) != 0 && !(captures() && p == to_ && (met & ~rings.at(to_)) == 0))
                    return refuse("ring", "lies behind or in air defence that covers " + name(p));
            }
        }
        if (friendly()) return cannot_join();
        if (captures()) return refuse("stack", "can be bombed by a lone aircraft only, which stays");
        return refuse("terrain", "is open sea");
    }

    Error explain_ship(Line line, int far) const {
        const bool missile = captures() && target_.carrier().kind() == Kind::Warship;
        if (captures() && !missile && line.length >= far)
            return refuse("reach", "is out of the gun's reach of " + std::to_string(far - 1));
        if (position_.under_way() && (position_.turn().waiting & 1U) == 0 && !missile)
            return refuse("stack", "is no ship: after its gun it may fire its missile only");
        if (captures() && !missile) return refuse("stack", "can be shot by a ship alone only, which stays");
        Point p = origin_;
        for (int k = 1; k <= line.length; ++k) {
            const bool sails = is_ship_step(p, line.direction);
            p = step(p, line.direction);
            if (!sails && !captures())
                return refuse("terrain", "cannot be sailed to: no water at " + name(p));
            if (k == line.length) break;
            const Stack between = position_.at(p);
            if (!between.empty() && (between.carrier().kind() == Kind::Warship || !kNavigable.contains(p)))
                return refuse("obstructed", "is obstructed by " + format_stack(between) + " on " + name(p));
        }
        if (friendly()) return cannot_join();
        return refuse("stack", "can be hit across land by a ship alone only, which stays");
    }

    const Position& position_;
    Point origin_, to_;
    Stack stack_, target_;
};

}  // namespace

Error explain_refusal(const Position& position, Point origin, MemberMask members, Point to, bool stays) {
    const Stack began = position.under_way() ? position.turn().began : position.at(origin);
    PartList list;
    generate_detachment(position, origin, members, list);
    std::optional<Action> offered;
    for (const Part part : list)
        if (part.to() == to) offered = part.action();
    return Diagnosis(position, origin, began.subset(members), to).explain(stays, offered);
}

}  // namespace tulenh
