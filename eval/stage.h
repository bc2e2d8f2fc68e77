// The state of the battle: the turn, the lead in points and the no-capture counter.
#pragma once

#include <algorithm>

#include "engine/position.h"
#include "eval/parameters.h"

namespace tulenh {

/// Having the turn, and the lead: the points decide when the counter is full (RULES.md section 12).
template <typename Sink>
void add_stage(const Position& position, Sink& sink) {
    constexpr int kFrom = 20;       ///< turns without a capture that mean nothing
    constexpr int kMostLead = 200;  ///< points beyond which more is no better
    const Color us = position.side_to_move();
    sink.add(us, parameter("tempo"), 1);
    const int waited = static_cast<int>(position.halfmove()) - kFrom;
    if (waited <= 0) return;
    const int lead = static_cast<int>(position.points(us)) - static_cast<int>(position.points(~us));
    sink.add(us, parameter("lead.amount"), std::clamp(lead, -kMostLead, kMostLead) * waited / 80);
    sink.add(us, parameter("lead.sign"), lead > 0 ? waited : lead < 0 ? -waited : 0);
}

}  // namespace tulenh
