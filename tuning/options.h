// The command line of tulenh-match.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tuning/match_config.h"

namespace tulenh {

/// A command line that cannot be understood; says what and where.
class OptionError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Reads the command line, without the program's name.
[[nodiscard]] MatchConfig parse_match_options(const std::vector<std::string>& arguments);

/// `[turns/][minutes:]seconds[+increment]`; `where` begins the message of an error.
[[nodiscard]] TimeControl parse_time_control(std::string_view text, const std::string& where);

/// The mode of that name, or all of them for `all`; `where` begins the message of an error.
[[nodiscard]] std::vector<Mode> parse_modes(std::string_view text, const std::string& where);

/// What `--help` prints.
[[nodiscard]] std::string_view match_help();

}  // namespace tulenh
