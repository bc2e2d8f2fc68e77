// `tulenh diagram`: a picture of a position.
#pragma once

#include <string>
#include <vector>

namespace tulenh {

/// Runs the subcommand with the words after its name. Returns the exit status.
int run_diagram(const std::vector<std::string>& arguments);

}  // namespace tulenh
