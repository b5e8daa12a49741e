// What an exact search remembers: bounds of the value and the best move, by the whole board, so that no answer can be mistaken
// for another's.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace duiyi {

/// What is known of a position: lower <= value <= upper, for the seat to move.
struct Bounds {
    std::int16_t lower = 0;
    std::int16_t upper = 0;
    std::int16_t move = -1;
};

/// `Set` is a board's set of cells, a word or Bits; a position is the mover's set and the other's. Not shared between threads.
template <class Set>
class BoundsTable {
  public:
    /// At most so many bytes, a power of two of buckets; untouched pages cost nothing.
    explicit BoundsTable(std::size_t bytes)
        : mask_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1)) - 1),
          memory_(std::calloc(mask_ + 2, sizeof(Bucket))) {
        if (memory_ == nullptr) throw std::bad_alloc();
        void* start = memory_.get();
        std::size_t room = (mask_ + 2) * sizeof(Bucket);
        buckets_ = static_cast<Bucket*>(std::align(alignof(Bucket), (mask_ + 1) * sizeof(Bucket), start, room));
    }

    static std::uint64_t hash(const Set& own, const Set& other) {
        std::uint64_t mixed = 0;
        const auto add = [&](std::uint64_t a, std::uint64_t b) {
            mixed = std::rotl(mixed, 23) + a * 0x9E3779B97F4A7C15ULL + std::rotl(b * 0xBF58476D1CE4E5B9ULL, 32);
            mixed ^= mixed >> 32;
        };
        if constexpr (sizeof(Set) == sizeof(std::uint64_t)) add(own, other);
        else
            for (std::size_t w = 0; w < own.words.size(); ++w) add(own.words[w], other.words[w]);
        return mixed * 0x94D049BB133111EBULL >> 20;
    }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[hash & mask_]); }

    /// What is known, or nothing; good until the next `store`.
    const Bounds* find(std::uint64_t hash, const Set& own, const Set& other) const {
        for (const Entry& entry : buckets_[hash & mask_].entries)
            if (entry.own == own && entry.other == other && entry.cost != 0) return &entry.bounds;
        return nullptr;
    }

    /// Takes the result of a null-window search above `alpha`; `cost` (1 to 255) says what losing it would cost.
    void store(std::uint64_t hash, const Set& own, const Set& other, int alpha, int score, int move, int cost, int worst,
               int best) {
        auto& [first, second] = buckets_[hash & mask_].entries;
        for (Entry* entry : {&first, &second})
            if (entry->own == own && entry->other == other && entry->cost != 0) {
                Bounds& bounds = entry->bounds;
                if (score > alpha) bounds.lower = std::max(bounds.lower, static_cast<std::int16_t>(score));
                else bounds.upper = std::min(bounds.upper, static_cast<std::int16_t>(score));
                if (score > alpha || bounds.lower == worst) bounds.move = static_cast<std::int16_t>(move);
                entry->cost = static_cast<std::uint8_t>(cost);
                return;
            }
        // The costlier entry stands first; the newcomer replaces the cheaper one unless it is costlier than both.
        if (first.cost <= cost) second = first;
        Entry& entry = first.cost <= cost ? first : second;
        entry.own = own;
        entry.other = other;
        entry.bounds = {static_cast<std::int16_t>(score > alpha ? score : worst),
                        static_cast<std::int16_t>(score > alpha ? best : score), static_cast<std::int16_t>(move)};
        entry.cost = static_cast<std::uint8_t>(cost);
    }

  private:
    struct Entry {
        Set own, other;
        Bounds bounds;
        std::uint8_t cost;  // 0 in entries never filled
    };
    struct alignas(64) Bucket {
        std::array<Entry, 2> entries;
    };
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::size_t mask_;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_ = nullptr;
};

}  // namespace duiyi
