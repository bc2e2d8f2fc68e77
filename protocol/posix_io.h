// stdin and stdout as POSIX has them. Of protocol/ only this and posix_tools.h know the system.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/lines.h"
#include "protocol/output.h"

namespace tulenh {

/// Makes the standard streams safe to use: a reader that went away is an error of writing, no signal, and no
/// file opened later gets the number of a stream that was closed from outside.
void prepare_standard_streams();

/// Ends the process at once, status 0, if nobody can read stdout any more (PROTOCOL.md section 4).
void end_if_stdout_is_closed();

[[nodiscard]] bool stdout_is_terminal();
/// Is stdout a terminal that shows colours?
[[nodiscard]] bool stdout_has_colors();

class StandardOutput final : public Sink {
  public:
    /// Writes all of it. When stdout is closed the process ends at once, status 0; status 1 when writing
    /// fails otherwise.
    void write(std::string_view lines) override;
};

class StandardInput {
  public:
    /// Waits for the next line; none at the end of input. Ends the process when stdout is closed meanwhile.
    [[nodiscard]] std::optional<std::string> next_line();

  private:
    bool fill();

    LineSplitter splitter_;
    bool ended_ = false;
};

}  // namespace tulenh
