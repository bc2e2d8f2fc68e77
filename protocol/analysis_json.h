// An analysis as a line of JSON, and what such a line says.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "protocol/analysis.h"

namespace tulenh {

/// The line, with its end. The order of the fields is fixed.
[[nodiscard]] std::string json_line(const Analysis& analysis);

/// Is the line about this position? `where` begins the message of the SubcommandError that is thrown if it is
/// not, or no line of an analysis at all.
void check_line_is_of(std::string_view line, const AnalysisTask& task, const std::string& where);

/// Has a search made this line? Else it is of a decided or refused position.
[[nodiscard]] bool is_searched(std::string_view line);

/// Do two lines say the same, but for the time? If searches cannot be repeated exactly, only what does not
/// depend on them is compared.
[[nodiscard]] bool agree(std::string_view line, std::string_view other, bool exact);

}  // namespace tulenh
