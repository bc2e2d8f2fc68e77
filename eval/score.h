// A value for the opening and one for the ending, added together in one go.
#pragma once

#include <cstdint>

namespace tulenh {

/// Two values of 32 bits in one word: whoever adds scores adds both halves at once.
class Score {
  public:
    constexpr Score() = default;
    constexpr Score(int opening, int ending)
        : bits_(static_cast<std::int64_t>(ending) * (std::int64_t{1} << 32) + opening) {}

    [[nodiscard]] constexpr int opening() const { return static_cast<std::int32_t>(bits_); }
    [[nodiscard]] constexpr int ending() const {
        // A negative lower half has borrowed one from the upper half.
        return static_cast<int>((bits_ - opening()) >> 32);
    }

    constexpr Score& operator+=(Score o) {
        bits_ += o.bits_;
        return *this;
    }
    [[nodiscard]] friend constexpr Score operator*(Score s, int factor) {
        s.bits_ *= factor;
        return s;
    }
    [[nodiscard]] constexpr bool operator==(const Score&) const = default;

  private:
    std::int64_t bits_ = 0;
};

}  // namespace tulenh
