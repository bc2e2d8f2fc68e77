// Static values that have been worked out before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "eval/evaluate.h"
#include "search/score.h"

namespace tulenh {

/// Remembers what `evaluate` said, each position in the one place that its key gives. One for each thread.
class EvaluationCache {
  public:
    EvaluationCache() : entries_(kSize) {}

    [[nodiscard]] Value operator()(const Position& position) {
        const std::uint64_t key = evaluation_key(position);
        Entry& entry = entries_[key % kSize];
        if (entry.key != key) entry = {key, evaluate(position)};
        return entry.value;
    }

  private:
    static constexpr std::size_t kSize = 1 << 14;  ///< fits the processor's cache
    struct Entry {
        std::uint64_t key = 0;
        Value value = 0;
    };
    std::vector<Entry> entries_;
};

}  // namespace tulenh
