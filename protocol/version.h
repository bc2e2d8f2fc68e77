// What this program is and how it was built.
#pragma once

#include <string>

namespace tulenh {

/// One line: name, version, processor, compiler, kind of build and flags.
[[nodiscard]] std::string version_text();

}  // namespace tulenh
