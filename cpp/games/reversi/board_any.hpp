// Boards of any even size up to 16x16, on a fixed 16-wide grid of 256 bits with at least one empty column as a wall.
//
// A 16x16 board has no room for a wall inside 256 bits, so the grid is 17 wide and takes five words (289 bits).
#pragma once

#include "core/bits.hpp"

namespace duiyi::reversi {

struct BoardAny {
    using Set = Bits<5>;
    static constexpr int STRIDE = 17;
    static constexpr int MAX_MOVES = 256;

    explicit constexpr BoardAny(int size) : size_(size) {
        for (int cell = 0; cell < size * size; ++cell) all_.set(place(cell));
    }
    constexpr int size() const { return size_; }
    constexpr Set all() const { return all_; }

    constexpr Set bit(int cell) const { return Set::of(place(cell)); }
    static constexpr bool any(const Set& set) { return set.any(); }
    static constexpr int count(const Set& set) { return set.count(); }
    constexpr int pop(Set& set) const {
        const int i = static_cast<int>(set.pop());
        return i / STRIDE * size_ + i % STRIDE;
    }

    Set moves(const Set& own, const Set& other) const {
        Set found;
        const Set empty = all_ & ~(own | other);
        for (const unsigned shift : SHIFTS) {
            Set left = other & (own << shift);
            Set right = other & (own >> shift);
            for (int i = 3; i < size_; ++i) {
                left |= other & (left << shift);
                right |= other & (right >> shift);
            }
            found |= (left << shift) | (right >> shift);
        }
        return found & empty;
    }

    Set flips(const Set& own, const Set& other, int cell) const {
        const Set disc = bit(cell);
        Set turned;
        for (const unsigned shift : SHIFTS) {
            Set left = other & (disc << shift);
            Set right = other & (disc >> shift);
            for (int i = 3; i < size_; ++i) {
                left |= other & (left << shift);
                right |= other & (right >> shift);
            }
            if ((own & (left << shift)).any()) turned |= left;
            if ((own & (right >> shift)).any()) turned |= right;
        }
        return turned;
    }

    friend constexpr bool operator==(const BoardAny&, const BoardAny&) = default;

  private:
    static constexpr unsigned SHIFTS[4] = {1, STRIDE, STRIDE - 1, STRIDE + 1};
    constexpr std::size_t place(int cell) const { return static_cast<std::size_t>(cell / size_ * STRIDE + cell % size_); }

    int size_;
    Set all_;
};

}  // namespace duiyi::reversi
