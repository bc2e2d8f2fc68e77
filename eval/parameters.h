// The parameters of the evaluation: all of them are in eval/parameter_table.h, and are found here by name.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "engine/types.h"
#include "eval/score.h"

namespace tulenh {

/// A parameter of the evaluation: what one unit of its term is worth, in hundredths of ten points, while all
/// pieces are on the board and when hardly any is left.
struct Parameter {
    std::string_view name;
    int opening;
    int ending;
    int least;  ///< neither value may be tuned below
    int most;   ///< or above
};

}  // namespace tulenh

#include "eval/parameter_table.h"

namespace tulenh {

inline constexpr std::size_t kParameterCount = kParameterTable.size();

/// The place of a parameter in the table; a name that is not there does not compile.
[[nodiscard]] consteval std::size_t parameter(std::string_view name) {
    for (std::size_t i = 0; i < kParameterCount; ++i)
        if (kParameterTable[i].name == name) return i;
    throw std::invalid_argument("no such parameter");
}

/// The place of the first of a group of `count` parameters whose names, and no others, begin like this.
[[nodiscard]] consteval std::size_t parameters(std::string_view prefix, std::size_t count) {
    std::size_t first = kParameterCount, found = 0;
    for (std::size_t i = 0; i < kParameterCount; ++i)
        if (kParameterTable[i].name.substr(0, prefix.size()) == prefix) {
            if (found == 0) first = i;
            if (i != first + found) throw std::invalid_argument("the group is not in one place");
            ++found;
        }
    if (found != count) throw std::invalid_argument("the group has another size");
    return first;
}

/// The place of a kind among those that move: all but the headquarters.
[[nodiscard]] constexpr std::size_t moving_index(Kind kind) {
    return index(kind) < index(Kind::Headquarters) ? index(kind) : index(kind) - 1;
}

/// The values alone, packed for the evaluation.
inline constexpr auto kScores = [] {
    std::array<Score, kParameterCount> scores{};
    for (std::size_t i = 0; i < kParameterCount; ++i)
        scores[i] = {kParameterTable[i].opening, kParameterTable[i].ending};
    return scores;
}();

}  // namespace tulenh
