// Compiled for the oldest processor of its kind. No templates or inline functions from elsewhere: the linker
// might take copies of them that were compiled for the newer processor.
#include "protocol/cpu_check.h"

#include <cstdio>
#include <cstdlib>

#include "required_features.h"

namespace tulenh {

const CpuFeature* required_features() { return kRequiredFeatures; }

const char* missing_feature(const CpuFeature* features) {
    for (; features->name != nullptr; ++features)
        if (!features->supported()) return features->name;
    return nullptr;
}

namespace {

// 101 is the first priority open to programs: before the initialisers of all other files.
[[gnu::constructor(101)]] void check_processor() {
#if defined(__x86_64__)
    __builtin_cpu_init();
#endif
    if (const char* feature = missing_feature(required_features())) {
        std::fprintf(stderr, "tulenh: this processor lacks %s; build with -DTULENH_ARCH=x86-64\n", feature);
        std::_Exit(EXIT_FAILURE);
    }
}

}  // namespace
}  // namespace tulenh
