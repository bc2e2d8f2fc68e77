// The command line: interactive, one-shot commands, options and subcommands (PROTOCOL.md section 3).
#pragma once

namespace tulenh {

/// Runs the program. Returns its exit status.
int run_command_line(int argc, char** argv);

}  // namespace tulenh
