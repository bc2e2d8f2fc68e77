// `tulenh analyse`: many positions, or the turns of games, in one run.
#pragma once

#include <string>
#include <vector>

namespace tulenh {

/// Runs the subcommand with the words after its name. Returns the exit status: 0 when everything has been
/// analysed, positions that were refused included; 130 when interrupted.
int run_analyse(const std::vector<std::string>& arguments);

}  // namespace tulenh
