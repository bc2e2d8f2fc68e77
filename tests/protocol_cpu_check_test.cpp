// The check that the processor has what the binary was built for.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "build_info.h"
#include "protocol/cpu_check.h"

namespace tulenh {
namespace {

bool yes() { return true; }
bool no() { return false; }
int asked = 0;
bool count() {
    ++asked;
    return true;
}

TEST(CpuCheck, TheFirstMissingFeatureIsNamed) {
    constexpr CpuFeature kNothing[] = {{nullptr, nullptr}};
    EXPECT_EQ(missing_feature(kNothing), nullptr);
    constexpr CpuFeature kAll[] = {{"one", yes}, {"two", yes}, {nullptr, nullptr}};
    EXPECT_EQ(missing_feature(kAll), nullptr);
    constexpr CpuFeature kSecond[] = {{"one", yes}, {"two", no}, {"three", no}, {nullptr, nullptr}};
    EXPECT_STREQ(missing_feature(kSecond), "two");
    constexpr CpuFeature kLast[] = {{"one", yes}, {"two", yes}, {"three", no}, {nullptr, nullptr}};
    EXPECT_STREQ(missing_feature(kLast), "three");
    // What stands after the end of the list does not count.
    constexpr CpuFeature kEnded[] = {{"one", yes}, {nullptr, nullptr}, {"two", no}};
    EXPECT_EQ(missing_feature(kEnded), nullptr);
}

TEST(CpuCheck, EveryFeatureIsLookedAt) {
    constexpr CpuFeature kFeatures[] = {{"one", count}, {"two", count}, {"three", count}, {nullptr, nullptr}};
    asked = 0;
    EXPECT_EQ(missing_feature(kFeatures), nullptr);
    EXPECT_EQ(asked, 3);
}

TEST(CpuCheck, WhatRunsHereIsThere) { EXPECT_EQ(missing_feature(required_features()), nullptr); }

TEST(CpuCheck, TheListIsThatOfTheArchitecture) {
    if (kArch != "x86-64-v2") GTEST_SKIP() << "built for " << kArch;
    std::set<std::string> names;
    for (const CpuFeature* feature = required_features(); feature->name != nullptr; ++feature)
        names.insert(feature->name);
    EXPECT_EQ(names, (std::set<std::string>{"sse3", "ssse3", "sse4.1", "sse4.2", "popcnt"}));
}

}  // namespace
}  // namespace tulenh
