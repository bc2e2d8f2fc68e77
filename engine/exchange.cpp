#include "engine/exchange.h"

#include <algorithm>
#include <limits>

#include "engine/attacks.h"

namespace tulenh {
namespace {

/// A capture by a single piece and what the piece is worth to the one who takes it back; 0 for one that
/// stays.
struct Capture {
    Part part;
    int risk = std::numeric_limits<int>::max();
};

/// The capture of the enemy stack on `target` that risks least; of equals the first in the order of points.
Capture least_risk(const Position& position, Point target) {
    const Color us = position.side_to_move();
    const bool walkable = kWalkable.contains(target);
    const Stack victim = position.at(target);
    const bool covered_target_ends = Rings(position, ~us).covered().contains(target);
    Capture best;
    for_each_attacker(position, target, us, [&](Point origin, std::size_t i) {
        const Piece piece = position.at(origin).member(i);
        Action action = walkable ? Action::Replace : Action::Stay;
        if (piece.kind() == Kind::Warship) {
            const Line line = *line_between(origin, target);
            const Path path = trace(position, origin, line);
            action = path.sailable && !path.ship_between ? Action::Replace : Action::Stay;
        } else if (piece.kind() == Kind::Aircraft) {
            if (!piece.heroic() && covered_target_ends)
                action = Action::Exchange;
            else if (victim.carrier().kind() != Kind::Aircraft)
                action = Action::Stay;
        }
        const int risk = action == Action::Stay ? 0 : piece.points();
        if (risk < best.risk) best = {Part(origin, target, static_cast<MemberMask>(1U << i), action), risk};
        return false;
    });
    return best;
}

/// What the side to move can win by capturing on the point, at best; it need not.
int best_gain(const Position& position, Point target) {
    const Capture capture = least_risk(position, target);
    return capture.part.exists() ? std::max(0, exchange_value(position, capture.part)) : 0;
}

}  // namespace

int exchange_value(const Position& position, Part capture) {
    const Stack began = position.under_way() ? position.turn().began : position.at(capture.from());
    const int won = position.at(capture.to()).points();
    if (capture.action() == Action::Stay) return won;
    if (capture.action() == Action::Exchange) return won - began.subset(capture.members()).points();
    Position after = position;
    after.play_in_exchange(capture);
    return won - best_gain(after, capture.to());
}

}  // namespace tulenh
