// A search of fixed positions, whose node count is the signature of the search.
#pragma once

#include "protocol/output.h"

namespace tulenh {

/// Depth of `bench` without an argument.
inline constexpr int kBenchDepth = 10;

/// Searches the built-in positions with a table of a fixed size and tells nodes and speed (PROTOCOL.md
/// section 3). Returns when it is done.
void run_bench(int depth, Output& output);

}  // namespace tulenh
