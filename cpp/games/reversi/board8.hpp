// The 8x8 board in two machine words: moves and flips by carry and fill, the standard size and the fast one.
//
// Bit i is cell i: rank by rank from the top, left to right (a1 is bit 0, h8 bit 63).
#pragma once

#include <bit>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace duiyi::reversi {

struct Board8 {
    using Set = std::uint64_t;
    static constexpr int MAX_MOVES = 64;

    explicit constexpr Board8(int /*size*/) {}
    static constexpr int size() { return 8; }
    static constexpr Set all() { return ~Set{0}; }

    static constexpr Set bit(int cell) { return Set{1} << cell; }
    static constexpr bool any(Set set) { return set != 0; }
    static constexpr int count(Set set) { return std::popcount(set); }
    static constexpr int pop(Set& set) {
        const int cell = std::countr_zero(set);
        set &= set - 1;
        return cell;
    }

    /// Empty points where `own` turns at least one disc of `other`.
    static Set moves(Set own, Set other) {
#if defined(__AVX2__)
        // Four directions at once; a second lane set handles the opposite four. Discs on the side files cannot be turned
        // sideways, so they are masked out for all but the vertical direction.
        const __m256i shift = _mm256_set_epi64x(7, 9, 8, 1);
        const __m256i mask = _mm256_set_epi64x(0x7E7E7E7E7E7E7E7ELL, 0x7E7E7E7E7E7E7E7ELL, -1LL, 0x7E7E7E7E7E7E7E7ELL);
        const __m256i o = _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(other)), mask);
        const __m256i p = _mm256_set1_epi64x(static_cast<long long>(own));
        const __m256i shift2 = _mm256_add_epi64(shift, shift);
        __m256i left = _mm256_and_si256(o, _mm256_sllv_epi64(p, shift));
        __m256i right = _mm256_and_si256(o, _mm256_srlv_epi64(p, shift));
        left = _mm256_or_si256(left, _mm256_and_si256(o, _mm256_sllv_epi64(left, shift)));
        right = _mm256_or_si256(right, _mm256_and_si256(o, _mm256_srlv_epi64(right, shift)));
        const __m256i pre_left = _mm256_and_si256(o, _mm256_sllv_epi64(o, shift));
        const __m256i pre_right = _mm256_srlv_epi64(pre_left, shift);
        left = _mm256_or_si256(left, _mm256_and_si256(pre_left, _mm256_sllv_epi64(left, shift2)));
        right = _mm256_or_si256(right, _mm256_and_si256(pre_right, _mm256_srlv_epi64(right, shift2)));
        left = _mm256_or_si256(left, _mm256_and_si256(pre_left, _mm256_sllv_epi64(left, shift2)));
        right = _mm256_or_si256(right, _mm256_and_si256(pre_right, _mm256_srlv_epi64(right, shift2)));
        const __m256i found = _mm256_or_si256(_mm256_sllv_epi64(left, shift), _mm256_srlv_epi64(right, shift));
        __m128i half = _mm_or_si128(_mm256_castsi256_si128(found), _mm256_extracti128_si256(found, 1));
        half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
        return static_cast<Set>(_mm_cvtsi128_si64(half)) & ~(own | other);
#else
        const Set inner = other & 0x7E7E7E7E7E7E7E7EULL;
        return (fill_moves(own, inner, 1) | fill_moves(own, other, 8) | fill_moves(own, inner, 7) | fill_moves(own, inner, 9)) &
               ~(own | other);
#endif
    }

    /// Discs of `other` that a disc of `own` on `cell` turns.
    static Set flips(Set own, Set other, int cell) {
#if defined(__AVX2__)
        const __m256i shift = _mm256_set_epi64x(7, 9, 8, 1);
        const __m256i mask = _mm256_set_epi64x(0x7E7E7E7E7E7E7E7ELL, 0x7E7E7E7E7E7E7E7ELL, -1LL, 0x7E7E7E7E7E7E7E7ELL);
        const __m256i o = _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(other)), mask);
        const __m256i p = _mm256_set1_epi64x(static_cast<long long>(own));
        const __m256i disc = _mm256_set1_epi64x(static_cast<long long>(bit(cell)));
        const __m256i shift2 = _mm256_add_epi64(shift, shift);
        __m256i left = _mm256_and_si256(o, _mm256_sllv_epi64(disc, shift));
        __m256i right = _mm256_and_si256(o, _mm256_srlv_epi64(disc, shift));
        left = _mm256_or_si256(left, _mm256_and_si256(o, _mm256_sllv_epi64(left, shift)));
        right = _mm256_or_si256(right, _mm256_and_si256(o, _mm256_srlv_epi64(right, shift)));
        const __m256i pre_left = _mm256_and_si256(o, _mm256_sllv_epi64(o, shift));
        const __m256i pre_right = _mm256_srlv_epi64(pre_left, shift);
        left = _mm256_or_si256(left, _mm256_and_si256(pre_left, _mm256_sllv_epi64(left, shift2)));
        right = _mm256_or_si256(right, _mm256_and_si256(pre_right, _mm256_srlv_epi64(right, shift2)));
        left = _mm256_or_si256(left, _mm256_and_si256(pre_left, _mm256_sllv_epi64(left, shift2)));
        right = _mm256_or_si256(right, _mm256_and_si256(pre_right, _mm256_srlv_epi64(right, shift2)));
        // Keep a run only when an own disc stands just beyond it.
        const __m256i zero = _mm256_setzero_si256();
        const __m256i end_left = _mm256_cmpeq_epi64(_mm256_and_si256(p, _mm256_sllv_epi64(left, shift)), zero);
        const __m256i end_right = _mm256_cmpeq_epi64(_mm256_and_si256(p, _mm256_srlv_epi64(right, shift)), zero);
        const __m256i found = _mm256_or_si256(_mm256_andnot_si256(end_left, left), _mm256_andnot_si256(end_right, right));
        __m128i half = _mm_or_si128(_mm256_castsi256_si128(found), _mm256_extracti128_si256(found, 1));
        half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
        return static_cast<Set>(_mm_cvtsi128_si64(half));
#else
        const Set inner = other & 0x7E7E7E7E7E7E7E7EULL;
        const Set disc = bit(cell);
        return run(own, inner, disc, 1) | run(own, other, disc, 8) | run(own, inner, disc, 7) | run(own, inner, disc, 9);
#endif
    }

  private:
    static constexpr Set fill_moves(Set own, Set inner, int shift) {
        Set left = inner & (own << shift);
        Set right = inner & (own >> shift);
        left |= inner & (left << shift);
        right |= inner & (right >> shift);
        const Set pre_left = inner & (inner << shift);
        const Set pre_right = pre_left >> shift;
        left |= pre_left & (left << (2 * shift));
        right |= pre_right & (right >> (2 * shift));
        left |= pre_left & (left << (2 * shift));
        right |= pre_right & (right >> (2 * shift));
        return (left << shift) | (right >> shift);
    }

    static constexpr Set run(Set own, Set inner, Set disc, int shift) {
        Set left = inner & (disc << shift);
        Set right = inner & (disc >> shift);
        for (int i = 0; i < 5; ++i) {
            left |= inner & (left << shift);
            right |= inner & (right >> shift);
        }
        return ((own & (left << shift)) != 0 ? left : 0) | ((own & (right >> shift)) != 0 ? right : 0);
    }
};

}  // namespace duiyi::reversi
