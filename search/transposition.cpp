#include "search/transposition.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <limits>

namespace tulenh {
namespace {

// Layout of the data word: part 22, bound 2, depth 8, generation 6, value 16 bits; 0 is an empty slot.
constexpr unsigned kBoundShift = 22, kDepthShift = 24, kGenerationShift = 32, kValueShift = 38;

std::uint64_t pack(const TableEntry& entry, unsigned generation) {
    return entry.part.bits() | (static_cast<std::uint64_t>(entry.bound) + 1) << kBoundShift |
           static_cast<std::uint64_t>(entry.depth) << kDepthShift |
           static_cast<std::uint64_t>(generation) << kGenerationShift |
           static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.value)) << kValueShift;
}

TableEntry unpack(std::uint64_t data) {
    TableEntry entry;
    entry.part = Part::from_bits(static_cast<std::uint32_t>(data));
    entry.bound = static_cast<Bound>((data >> kBoundShift & 3U) - 1);
    entry.depth = static_cast<int>(data >> kDepthShift & 255U);
    entry.value = static_cast<std::int16_t>(data >> kValueShift);
    return entry;
}

unsigned generation_of(std::uint64_t data) { return static_cast<unsigned>(data >> kGenerationShift & 63U); }
int depth_of(std::uint64_t data) { return static_cast<int>(data >> kDepthShift & 255U); }

}  // namespace

bool TranspositionTable::resize(std::size_t mib) {
    const std::size_t clusters = std::bit_floor(mib * 1024 * 1024 / sizeof(Cluster));
    if (clusters == size_) {
        clear();
        return true;
    }
    // Zeroed memory from the system costs nothing before it is used, so a large table is there at once and
    // one too large is refused instead of killing the process.
    std::size_t space = clusters * sizeof(Cluster) + alignof(Cluster);
    std::unique_ptr<void, Release> memory(std::calloc(space, 1));
    if (!memory) return false;
    void* first = memory.get();
    clusters_ = static_cast<Cluster*>(std::align(alignof(Cluster), clusters * sizeof(Cluster), first, space));
    memory_ = std::move(memory);
    size_ = clusters;
    generation_ = 0;
    return true;
}

void TranspositionTable::clear() {
    for (std::size_t i = 0; i < size_; ++i)
        for (Slot& slot : clusters_[i].slots) {
            if (slot.data.load(std::memory_order_relaxed) == 0) continue;  // never used: leave it untouched
            slot.check.store(0, std::memory_order_relaxed);
            slot.data.store(0, std::memory_order_relaxed);
        }
    generation_ = 0;
}

std::optional<TableEntry> TranspositionTable::probe(std::uint64_t key) const {
    for (const Slot& slot : cluster(key).slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == key) return unpack(data);
    }
    return std::nullopt;
}

void TranspositionTable::store(std::uint64_t key, const TableEntry& entry) {
    assert(std::abs(entry.value) <= kMate);  // what else a search may say is no value
    Slot* chosen = nullptr;
    int lowest = std::numeric_limits<int>::max();
    for (Slot& slot : cluster(key).slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        if (data == 0 || (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
            chosen = &slot;
            break;
        }
        const unsigned age = (generation_ - generation_of(data)) & kGenerationMask;
        const int worth = depth_of(data) - 4 * static_cast<int>(age);
        if (worth < lowest) {
            lowest = worth;
            chosen = &slot;
        }
    }
    TableEntry kept = entry;
    if (!kept.part.exists()) {
        const std::uint64_t data = chosen->data.load(std::memory_order_relaxed);
        if (data != 0 && (chosen->check.load(std::memory_order_relaxed) ^ data) == key)
            kept.part = unpack(data).part;
    }
    const std::uint64_t data = pack(kept, generation_);
    chosen->check.store(key ^ data, std::memory_order_relaxed);
    chosen->data.store(data, std::memory_order_relaxed);
}

int TranspositionTable::permille_full() const {
    const std::size_t sample = std::min<std::size_t>(250, size_);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i)
        for (const Slot& slot : clusters_[i].slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            used += data != 0 && generation_of(data) == generation_;
        }
    return static_cast<int>(250 * used / std::max<std::size_t>(1, sample));
}

}  // namespace tulenh
