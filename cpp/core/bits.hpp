// Bitsets as wide as a board: Bits<2> holds 128 points, Bits<6> holds 384. All loops have constant bounds.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace duiyi {

template <std::size_t Words>
struct Bits {
    static constexpr std::size_t SIZE = Words * 64;
    std::array<std::uint64_t, Words> words{};

    static constexpr Bits of(std::size_t i) {
        Bits b;
        b.set(i);
        return b;
    }

    constexpr void set(std::size_t i) { words[i >> 6] |= std::uint64_t{1} << (i & 63); }
    constexpr void reset(std::size_t i) { words[i >> 6] &= ~(std::uint64_t{1} << (i & 63)); }
    constexpr void flip(std::size_t i) { words[i >> 6] ^= std::uint64_t{1} << (i & 63); }
    constexpr bool test(std::size_t i) const { return (words[i >> 6] >> (i & 63)) & 1; }

    constexpr bool any() const {
        std::uint64_t all = 0;
        for (auto word : words) all |= word;
        return all != 0;
    }
    constexpr bool none() const { return !any(); }
    constexpr int count() const {
        int n = 0;
        for (auto word : words) n += std::popcount(word);
        return n;
    }
    /// True when more than one bit is set.
    constexpr bool several() const {
        Bits rest = *this;
        if (rest.none()) return false;
        rest.pop();
        return rest.any();
    }
    /// Index of the lowest set bit; the set must not be empty.
    constexpr std::size_t first() const {
        for (std::size_t w = 0; w < Words; ++w)
            if (words[w] != 0) return w * 64 + static_cast<std::size_t>(std::countr_zero(words[w]));
        return SIZE;
    }
    /// Removes and returns the lowest set bit.
    constexpr std::size_t pop() {
        for (std::size_t w = 0; w < Words; ++w)
            if (words[w] != 0) {
                const auto i = w * 64 + static_cast<std::size_t>(std::countr_zero(words[w]));
                words[w] &= words[w] - 1;
                return i;
            }
        return SIZE;
    }

    constexpr Bits& operator&=(const Bits& o) {
        for (std::size_t w = 0; w < Words; ++w) words[w] &= o.words[w];
        return *this;
    }
    constexpr Bits& operator|=(const Bits& o) {
        for (std::size_t w = 0; w < Words; ++w) words[w] |= o.words[w];
        return *this;
    }
    constexpr Bits& operator^=(const Bits& o) {
        for (std::size_t w = 0; w < Words; ++w) words[w] ^= o.words[w];
        return *this;
    }
    friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
    friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
    friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
    /// Complement over all SIZE bits: mask with the board afterwards.
    friend constexpr Bits operator~(Bits a) {
        for (auto& word : a.words) word = ~word;
        return a;
    }
    friend constexpr bool operator==(const Bits&, const Bits&) = default;

    /// Shift towards higher indices by fewer than 64 bits.
    friend constexpr Bits operator<<(const Bits& a, unsigned n) {
        if (n == 0) return a;
        Bits b;
        for (std::size_t w = Words; w-- > 0;) b.words[w] = (a.words[w] << n) | (w > 0 ? a.words[w - 1] >> (64 - n) : 0);
        return b;
    }
    /// Shift towards lower indices by fewer than 64 bits.
    friend constexpr Bits operator>>(const Bits& a, unsigned n) {
        if (n == 0) return a;
        Bits b;
        for (std::size_t w = 0; w < Words; ++w) b.words[w] = (a.words[w] >> n) | (w + 1 < Words ? a.words[w + 1] << (64 - n) : 0);
        return b;
    }
};

}  // namespace duiyi
