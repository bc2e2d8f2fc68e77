// Refuses to start on a processor that lacks what the binary was built for.
#pragma once

namespace tulenh {

/// A processor feature by name, and whether the processor at hand has it.
struct CpuFeature {
    const char* name;
    bool (*supported)();
};

/// What this binary needs; a feature without a name ends the list.
[[nodiscard]] const CpuFeature* required_features();

/// The name of the first feature of a list that is not supported, or null.
[[nodiscard]] const char* missing_feature(const CpuFeature* features);

}  // namespace tulenh
