// The state of the battle: the turn, the lead in points and the no-capture counter.
#pragma once

#include <algorithm>

#include "engine/position.h"
#include "eval/parameters.h"

namespace tulenh {

inline constexpr unsigned kUncountedTurns = 20;  ///< turns without a capture that mean nothing

/// Having the turn, and the lead: the points decide when the counter is full (RULES.md section 12).
template <typename Sink>
void add_stage(const Position& position, Sink& sink) {
    constexpr int kMostLead = 200;  ///< points beyond which more is no better
    constexpr int kLate = 50;       ///< turns later the end is near
    const Color us = position.side_to_move();
    sink.add(us, parameter("tempo"), 1);
    const int waited = static_cast<int>(position.halfmove()) - static_cast<int>(kUncountedTurns);
    if (waited <= 0) return;
    const int lead = static_cast<int>(position.points(us)) - static_cast<int>(position.points(~us));
    sink.add(us, parameter("lead.amount"), std::clamp(lead, -kMostLead, kMostLead) * waited / 80);
    const int sign = lead > 0 ? 1 : lead < 0 ? -1 : 0;
    sink.add(us, parameter("lead.sign"), sign * waited);
    sink.add(us, parameter("lead.late"), sign * std::max(0, waited - kLate));
}

}  // namespace tulenh
