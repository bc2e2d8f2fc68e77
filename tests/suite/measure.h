// How well the search solves the tactical suite.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "search/search.h"
#include "tests/suite/suite.h"

namespace tulenh {

/// What a search made of a position.
struct Measured {
    bool solved = false;  ///< the best turn is among the accepted ones
    Turn best;
    std::uint64_t nodes = 0;  ///< of the whole search
    // For a solved one, when the iteration had ended from which on the answer was always right:
    std::uint64_t nodes_to_solution = 0;
    Milliseconds time_to_solution{};
};

/// Searches the position from an empty table.
[[nodiscard]] Measured measure(const SuiteEntry& entry, const Limits& limits, Search& search);

/// How many of so many were solved.
struct SolvedCount {
    std::size_t solved = 0, all = 0;
    std::uint64_t nodes_to_solution = 0;  ///< sum over the solved ones
    Milliseconds time_to_solution{};      ///< the same
    void add(const Measured& measured);
};

/// Totals by any name: of a task, of a mode.
using SolvedCounts = std::map<std::string, SolvedCount, std::less<>>;

}  // namespace tulenh
