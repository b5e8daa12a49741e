// The arithmetic of an exact Reversi search on two words, the mover's discs and the other's: flips, last flips, stable discs.
//
// A search turns discs at every node, and most of its nodes lie at the last empties, so both have tables of their own here.
// The vector path and the portable one give the same results.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/reversi/board8.hpp"

namespace duiyi::reversi {

using Set = Board8::Set;

inline constexpr Set CORNERS = 0x8100000000000081ULL;
inline constexpr Set CORNER_DIAGONALS = 0x0042000000004200ULL;
inline constexpr Set CORNER_SIDES = 0x4281000000008142ULL;
inline constexpr std::array<Set, 4> QUADRANTS = {0x000000000F0F0F0FULL, 0x00000000F0F0F0F0ULL, 0x0F0F0F0F00000000ULL,
                                                 0xF0F0F0F000000000ULL};

/// The eight lines that leave a cell, without the cell: four towards higher cells, four towards lower ones.
struct alignas(32) Rays {
    std::array<Set, 4> up{};
    std::array<Set, 4> down{};
};

namespace detail {

constexpr std::array<Rays, 64> make_rays() {
    constexpr std::array<std::array<int, 2>, 4> STEPS = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};  // shifts 1, 8, 9, 7
    std::array<Rays, 64> rays{};
    for (int cell = 0; cell < 64; ++cell)
        for (std::size_t d = 0; d < 4; ++d)
            for (int sign = -1; sign <= 1; sign += 2) {
                Set line = 0;
                int row = cell / 8 + sign * STEPS[d][0], file = cell % 8 + sign * STEPS[d][1];
                for (; row >= 0 && row < 8 && file >= 0 && file < 8; row += sign * STEPS[d][0], file += sign * STEPS[d][1])
                    line |= Set{1} << (row * 8 + file);
                (sign > 0 ? rays[static_cast<std::size_t>(cell)].up : rays[static_cast<std::size_t>(cell)].down)[d] = line;
            }
    return rays;
}

/// Neighbours of a cell that have a cell beyond them: without a disc of the other on one of these, a move turns nothing.
constexpr std::array<Set, 64> make_neighbours(const std::array<Rays, 64>& rays) {
    std::array<Set, 64> neighbours{};
    for (std::size_t cell = 0; cell < 64; ++cell) {
        const int row = static_cast<int>(cell) / 8, file = static_cast<int>(cell) % 8;
        for (std::size_t d = 0; d < 4; ++d)
            for (const Set line : {rays[cell].up[d], rays[cell].down[d]}) {
                if (std::popcount(line) < 2) continue;
                for (Set rest = line; rest != 0; rest &= rest - 1) {
                    const int near = std::countr_zero(rest);
                    const int rows = near / 8 - row, files = near % 8 - file;
                    if (rows >= -1 && rows <= 1 && files >= -1 && files <= 1) neighbours[cell] |= Set{1} << near;
                }
            }
    }
    return neighbours;
}

/// By place on a line and the mover's discs on it, all others being the other's: how many discs a move there turns.
constexpr std::array<std::array<std::uint8_t, 256>, 8> make_last_flips() {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (int place = 0; place < 8; ++place)
        for (int own = 0; own < 256; ++own) {
            int turned = 0;
            for (int sign = -1; sign <= 1; sign += 2) {
                int at = place + sign, run = 0;
                for (; at >= 0 && at < 8 && ((own >> at) & 1) == 0; at += sign) ++run;
                if (at >= 0 && at < 8) turned += run;
            }
            table[static_cast<std::size_t>(place)][static_cast<std::size_t>(own)] = static_cast<std::uint8_t>(turned);
        }
    return table;
}

/// The diagonals through a cell, and how far along each of them it lies.
struct LastLines {
    std::array<Set, 2> diagonal{};
    std::array<std::uint8_t, 2> place{};
};

constexpr std::array<LastLines, 64> make_last_lines(const std::array<Rays, 64>& rays) {
    std::array<LastLines, 64> lines{};
    for (std::size_t cell = 0; cell < 64; ++cell)
        for (std::size_t d = 0; d < 2; ++d) {
            lines[cell].diagonal[d] = rays[cell].up[d + 2] | rays[cell].down[d + 2] | Set{1} << cell;
            lines[cell].place[d] = static_cast<std::uint8_t>(std::popcount(rays[cell].down[d + 2]));
        }
    return lines;
}

inline constexpr auto RAYS = make_rays();
inline constexpr auto LAST_LINES = make_last_lines(RAYS);
inline constexpr auto NEIGHBOURS = make_neighbours(RAYS);
inline constexpr auto LAST_FLIPS = make_last_flips();

}  // namespace detail

inline bool touches(Set other, int cell) { return (detail::NEIGHBOURS[static_cast<std::size_t>(cell)] & other) != 0; }

/// Discs of `other` that a disc of `own` on `cell` turns.
inline Set flips(Set own, Set other, int cell) {
#if defined(__AVX2__)
    const Rays& rays = detail::RAYS[static_cast<std::size_t>(cell)];
    const __m256i zero = _mm256_setzero_si256();
    const __m256i p = _mm256_set1_epi64x(static_cast<long long>(own));
    const __m256i o = _mm256_set1_epi64x(static_cast<long long>(other));
    // Upwards the nearest disc that is not the other's is the lowest bit left on the ray.
    const __m256i up = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.up.data()));
    const __m256i free_up = _mm256_andnot_si256(o, up);
    const __m256i end_up = _mm256_and_si256(_mm256_and_si256(free_up, _mm256_sub_epi64(zero, free_up)), p);
    const __m256i before = _mm256_add_epi64(end_up, _mm256_set1_epi64x(-1));
    const __m256i turned_up = _mm256_and_si256(_mm256_sub_epi64(before, _mm256_cmpeq_epi64(end_up, zero)), up);
    // Downwards it is the highest: smear it down the ray, what stays free of smear lies before it.
    const __m256i shift = _mm256_set_epi64x(7, 9, 8, 1);
    const __m256i shift2 = _mm256_set_epi64x(14, 18, 16, 2);
    const __m256i shift4 = _mm256_set_epi64x(28, 36, 32, 4);
    const __m256i down = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.down.data()));
    const __m256i free_down = _mm256_andnot_si256(o, down);
    __m256i smear = _mm256_or_si256(free_down, _mm256_srlv_epi64(free_down, shift));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, shift2));
    smear = _mm256_or_si256(smear, _mm256_srlv_epi64(smear, shift4));
    const __m256i end_down = _mm256_and_si256(_mm256_andnot_si256(_mm256_srlv_epi64(smear, shift), free_down), p);
    const __m256i turned_down = _mm256_andnot_si256(_mm256_cmpeq_epi64(end_down, zero), _mm256_andnot_si256(smear, down));
    const __m256i turned = _mm256_or_si256(turned_up, turned_down);
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(turned), _mm256_extracti128_si256(turned, 1));
    half = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return static_cast<Set>(_mm_cvtsi128_si64(half));
#else
    return Board8::flips(own, other, cell);
#endif
}

/// How many discs the mover turns on the last empty cell of the board.
inline int last_flips(Set own, int cell) {
#if defined(__BMI2__)
    const auto& lines = detail::LAST_LINES[static_cast<std::size_t>(cell)];
    const auto row = static_cast<std::size_t>(cell) >> 3, file = static_cast<std::size_t>(cell) & 7;
    return detail::LAST_FLIPS[file][(own >> (cell & 0x38)) & 0xFF] +
           detail::LAST_FLIPS[row][_pext_u64(own, 0x0101010101010101ULL << file)] +
           detail::LAST_FLIPS[lines.place[0]][_pext_u64(own, lines.diagonal[0])] +
           detail::LAST_FLIPS[lines.place[1]][_pext_u64(own, lines.diagonal[1])];
#else
    return std::popcount(Board8::flips(own, ~own & ~(Set{1} << cell), cell));
#endif
}

/// A lower bound of `own`'s discs that can never be turned again.
int stable_discs(Set own, Set other);

/// The value of a finished game for `own`: disc difference, empties to the winner.
inline int final_score(Set own, Set other) {
    const int mine = std::popcount(own), theirs = std::popcount(other);
    if (mine == theirs) return 0;
    return mine > theirs ? 64 - 2 * theirs : 2 * mine - 64;
}

}  // namespace duiyi::reversi
