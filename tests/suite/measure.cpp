#include "tests/suite/measure.h"

#include <algorithm>

#include "engine/game.h"

namespace tulenh {

Measured measure(const SuiteEntry& entry, const Limits& limits, Search& search) {
    const auto is_accepted = [&](const Turn& turn) {
        return std::find(entry.accepted.begin(), entry.accepted.end(), turn) != entry.accepted.end();
    };
    Measured measured;
    bool right = false;
    search.clear();
    search.prepare();
    const SearchResult found = search.run(Game(entry.position), limits, [&](const SearchInfo& info) {
        if (info.bound != Bound::Exact) return;
        const bool was_right = right;
        right = !info.pv.empty() && is_accepted(info.pv.front());
        if (!right || was_right) return;
        measured.nodes_to_solution = info.nodes;
        measured.time_to_solution = info.time;
    });
    measured.solved = is_accepted(found.best);
    measured.best = found.best;
    measured.nodes = found.nodes;
    return measured;
}

void SolvedCount::add(const Measured& measured) {
    ++all;
    if (!measured.solved) return;
    ++solved;
    nodes_to_solution += measured.nodes_to_solution;
    time_to_solution += measured.time_to_solution;
}

}  // namespace tulenh
