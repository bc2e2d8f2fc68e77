// The corpora of the fuzz targets, and with them all inputs that ever failed, in an ordinary build.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/targets.h"

namespace tulenh::fuzz {
namespace {

TEST(FuzzCorpus, EveryInputKeepsThePromises) {
    for (const Target& target : kTargets) {
        const std::filesystem::path folder =
            std::filesystem::path(TULENH_TEST_DATA) / "fuzz" / "corpus" / std::string(target.name);
        std::size_t inputs = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            SCOPED_TRACE(entry.path());
            std::ifstream in(entry.path(), std::ios::binary);
            target.run(std::string(std::istreambuf_iterator<char>(in), {}));
            ++inputs;
        }
        EXPECT_GE(inputs, 3U) << target.name;
    }
}

}  // namespace
}  // namespace tulenh::fuzz
