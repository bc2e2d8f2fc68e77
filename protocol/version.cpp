#include "protocol/version.h"

#include <string_view>

#include "build_info.h"

namespace tulenh {

std::string version_text() {
    std::string text = "Tulenh";
    for (const std::string_view part : {kVersion, kArch, kCompiler, kBuildType, kFlags})
        if (!part.empty()) text += (text == "Tulenh" ? " " : ", ") + std::string(part);
    return text;
}

}  // namespace tulenh
