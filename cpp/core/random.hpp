// Small random numbers: SplitMix64 makes Zobrist tables at compile time, Xoshiro256** plays games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace duiyi {

/// SplitMix64 (Steele, Lea, Flood 2014): one 64-bit state, good enough to seed anything.
class SplitMix {
  public:
    explicit constexpr SplitMix(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }

  private:
    std::uint64_t state_;
};

/// Xoshiro256** (Blackman, Vigna 2018). The same seed gives the same numbers everywhere.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) {
        SplitMix mix(seed);
        for (auto& word : state_) word = mix.next();
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    /// Uniform in [0, bound), by multiply-shift (bias below 2^-32 for the bounds we use).
    constexpr std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32); }

    /// Uniform in [0, 1).
    constexpr double real() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  private:
    static constexpr std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    std::array<std::uint64_t, 4> state_{};
};

/// A table of random keys, made at compile time: `constexpr auto ZOBRIST = random_keys<128>(seed);`
template <std::size_t N>
constexpr std::array<std::uint64_t, N> random_keys(std::uint64_t seed) {
    SplitMix mix(seed);
    std::array<std::uint64_t, N> keys{};
    for (auto& key : keys) key = mix.next();
    return keys;
}

}  // namespace duiyi
