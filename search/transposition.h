// The transposition table.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "engine/part.h"
#include "search/score.h"

namespace tulenh {

/// What the table knows of a position: a copy, which no other thread can change. Distances in the value
/// count from the position itself.
struct TableEntry {
    Part part;  ///< best part; check that it is pseudo-legal before playing it
    Value value = 0;
    int depth = 0;  ///< turns of both sides; 0: quiescence
    Bound bound = Bound::Exact;
};

/// A hash table of search results by position key, in clusters of four. An entry is two words; the key is
/// stored xor-ed with the data, so an entry torn by two writers is taken for another position's
/// (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
class TranspositionTable {
  public:
    /// Makes room for `mib` MiB and empties the table. Returns false and changes nothing without memory.
    [[nodiscard]] bool resize(std::size_t mib);
    void clear();
    /// Begins a new search: entries of earlier ones are replaced first.
    void age() { generation_ = (generation_ + 1) & kGenerationMask; }

    [[nodiscard]] std::optional<TableEntry> probe(std::uint64_t key) const;
    /// Fetches what `probe` will look at.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&cluster(key)); }
    void store(std::uint64_t key, const TableEntry& entry);
    /// Per mille of the table written in this search, from a sample.
    [[nodiscard]] int permille_full() const;

  private:
    struct Slot {
        std::atomic<std::uint64_t> check;  ///< key xor data
        std::atomic<std::uint64_t> data;   ///< 0: empty
    };
    struct alignas(64) Cluster {
        std::array<Slot, 4> slots;
    };
    static constexpr unsigned kGenerationMask = 63;

    [[nodiscard]] Cluster& cluster(std::uint64_t key) const { return clusters_[key & (size_ - 1)]; }

    struct Release {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::unique_ptr<void, Release> memory_;
    Cluster* clusters_ = nullptr;
    std::size_t size_ = 0;  ///< clusters, a power of two
    unsigned generation_ = 0;
};

}  // namespace tulenh
