// `tulenh convert`: games from one text form into another.
#pragma once

#include <string>
#include <vector>

namespace tulenh {

/// Runs the subcommand with the words after its name. Returns the exit status: 1 when something could not be
/// read or written; the games that could are converted all the same.
int run_convert(const std::vector<std::string>& arguments);

}  // namespace tulenh
