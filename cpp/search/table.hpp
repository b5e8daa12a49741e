// The transposition table: shared by all threads without locks, of fixed size, four entries to a cache line.
//
// An entry is two words. The first is the key XORed with the second, so a half-written entry does not match its key (Hyatt and
// Mann 2002); a wrong hit needs a collision of 64 bits.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/types.hpp"
#include "search/score.hpp"

namespace duiyi {

enum class Bound : std::uint8_t { NONE, UPPER, LOWER, EXACT };

struct Entry {
    Move move = NO_MOVE;
    std::int16_t score = 0;
    std::int16_t evaluation = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::NONE;
};

class Table {
  public:
    /// The largest power of two of buckets that fits.
    explicit Table(std::size_t bytes)
        : size_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{256}))),
          mask_(size_ - 1),
          memory_(std::calloc(size_ + 1, sizeof(Bucket))),
          buckets_(aligned(memory_.get())) {}

    /// Forgets everything and, until `use_all`, uses no more room than a search of so many nodes can fill: clearing a large table
    /// would take longer than a small search.
    void clear(std::uint64_t nodes) {
        mask_ = std::min(size_, std::bit_ceil(std::clamp<std::uint64_t>(nodes / 2, 256, size_))) - 1;
        for (std::size_t i = 0; i <= mask_; ++i)
            for (auto& slot : buckets_[i].slots) {
                slot = Slot{};
            }
        age_ = 0;
    }
    void use_all() { mask_ = size_ - 1; }

    /// Entries of earlier searches give way first.
    void next_search() { age_ = (age_ + 1) & AGE_MASK; }

    void prefetch(Key key) const { __builtin_prefetch(&buckets_[key & mask_]); }

    bool probe(Key key, Entry& entry) const {
        for (auto& slot : buckets_[key & mask_].slots) {
            const std::uint64_t data = load(slot.data);
            if ((load(slot.check) ^ data) != key || data == 0) continue;
            entry = unpack(data);
            return true;
        }
        return false;
    }

    void store(Key key, const Entry& entry) {
        Slot* victim = nullptr;
        int least = 1 << 20;
        for (auto& slot : buckets_[key & mask_].slots) {
            const std::uint64_t data = load(slot.data);
            const Entry old = unpack(data);
            if ((load(slot.check) ^ data) == key && data != 0) {
                // Keep a deeper result of this search unless the new one is exact.
                if (entry.bound != Bound::EXACT && age_of(data) == age_ && old.depth > entry.depth + 3) return;
                Entry merged = entry;
                if (merged.move == NO_MOVE) merged.move = old.move;
                return write(slot, key, merged);
            }
            const int worth = data == 0 ? -1000 : old.depth - 8 * static_cast<int>((age_ - age_of(data)) & AGE_MASK);
            if (worth < least) {
                least = worth;
                victim = &slot;
            }
        }
        write(*victim, key, entry);
    }

  private:
    static constexpr std::uint64_t AGE_MASK = 63;

    struct Slot {
        std::uint64_t check = 0;
        std::uint64_t data = 0;
    };
    struct alignas(64) Bucket {
        std::array<Slot, 4> slots;
    };

    static Bucket* aligned(void* memory) {
        if (memory == nullptr) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory);
        return reinterpret_cast<Bucket*>((address + alignof(Bucket) - 1) / alignof(Bucket) * alignof(Bucket));
    }
    static std::uint64_t load(std::uint64_t& word) { return std::atomic_ref(word).load(std::memory_order_relaxed); }
    static void store(std::uint64_t& word, std::uint64_t value) { std::atomic_ref(word).store(value, std::memory_order_relaxed); }

    static std::uint64_t age_of(std::uint64_t data) { return data >> 58; }
    static Entry unpack(std::uint64_t data) {
        return {static_cast<Move>(data), static_cast<std::int16_t>(data >> 16), static_cast<std::int16_t>(data >> 32),
                static_cast<std::int8_t>(data >> 48), static_cast<Bound>(data >> 56 & 3)};
    }
    void write(Slot& slot, Key key, const Entry& entry) {
        const std::uint64_t data = std::uint64_t{entry.move} | std::uint64_t{static_cast<std::uint16_t>(entry.score)} << 16 |
                                   std::uint64_t{static_cast<std::uint16_t>(entry.evaluation)} << 32 |
                                   std::uint64_t{static_cast<std::uint8_t>(entry.depth)} << 48 |
                                   static_cast<std::uint64_t>(entry.bound) << 56 | age_ << 58;
        store(slot.check, key ^ data);
        store(slot.data, data);
    }

    std::size_t size_;
    std::size_t mask_;
    // From calloc: pages that are never used are never made, so an engine with a large table starts at once.
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_;
    std::uint64_t age_ = 0;
};

}  // namespace duiyi
