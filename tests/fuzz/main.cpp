// The entry that libFuzzer calls; the build says which target it is.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tulenh::fuzz::TULENH_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
    return 0;
}
