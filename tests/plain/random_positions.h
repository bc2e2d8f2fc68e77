// Random positions for tests, the same for a seed on every machine: no standard distribution is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "engine/types.h"

namespace tulenh::testing {

class Random {
  public:
    explicit Random(std::uint64_t seed) : bits_(seed) {}

    /// A number below `limit`.
    [[nodiscard]] std::size_t below(std::size_t limit) { return static_cast<std::size_t>(bits_() % limit); }
    [[nodiscard]] bool percent(unsigned chance) { return below(100) < chance; }
    template <typename Container>
    [[nodiscard]] const auto& of(const Container& container) {
        return container[below(container.size())];
    }
    [[nodiscard]] std::uint64_t bits() { return bits_(); }

  private:
    std::mt19937_64 bits_;
};

/// FENs met in random games that prefer captures, stacks and heroes.
[[nodiscard]] std::vector<std::string> walked_fens(std::uint64_t seed, std::size_t count, Mode mode);

/// FENs of random parts of both armies thrown on the board, stacked and promoted at random.
[[nodiscard]] std::vector<std::string> scattered_fens(std::uint64_t seed, std::size_t count);

/// FENs of few pieces close to two commanders: checks, facing, last guards and exposed commanders abound.
[[nodiscard]] std::vector<std::string> crowded_fens(std::uint64_t seed, std::size_t count);

}  // namespace tulenh::testing
