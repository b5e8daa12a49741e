// The board of 121 holes: coordinates, camps, and the tables of steps and hops.
//
// A hop moves a marble by twice a unit vector, so x and y keep their parity: the holes fall into four classes of 37, 28,
// 28 and 28, and a chain never leaves its class. Holes are therefore stored by class, as *slots* of a set of three words: the
// class of 37, two of 28 together, the last of 28. (Two words would hold 121 bits, but not without splitting a class.) So a flood
// over hop chains works on a single word. What people see are cells, in the order of the text; cell_of and slot_of translate.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "core/bits.hpp"

namespace duiyi::chinese_checkers {

inline constexpr int HOLES = 121;
inline constexpr int CAMPS = 6;
inline constexpr int ARMY = 10;
inline constexpr int RANKS = 17;
inline constexpr int RADIUS = 8;  // x and y run from -8 to 8

using Slots = Bits<3>;
using Word = std::uint64_t;
inline constexpr int SLOTS = 192;
inline constexpr int NO_SLOT = 191;  // never a hole
inline constexpr int LARGEST_CLASS = 37;

struct Axial {
    int x = 0;
    int y = 0;
    friend constexpr bool operator==(const Axial&, const Axial&) = default;
    friend constexpr Axial operator+(Axial a, Axial b) { return {a.x + b.x, a.y + b.y}; }
};

/// Right, then counter-clockwise. Of two shortest hop paths the one with the earlier direction is shown.
inline constexpr std::array<Axial, 6> DIRECTIONS = {{{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}}};

constexpr bool is_hole(Axial at) {
    const int z = -at.x - at.y;
    const int low = at.x < at.y ? (at.x < z ? at.x : z) : (at.y < z ? at.y : z);
    const int high = at.x > at.y ? (at.x > z ? at.x : z) : (at.y > z ? at.y : z);
    return low >= -4 || high <= 4;
}

/// The camp of a hole, 0 (A, the top) clockwise to 5 (F), or -1 in the middle.
constexpr int camp_of(Axial at) {
    if (at.y > 4) return 0;
    if (at.x + at.y > 4) return 1;
    if (at.x > 4) return 2;
    if (at.y < -4) return 3;
    if (at.x + at.y < -4) return 4;
    if (at.x < -4) return 5;
    return -1;
}

constexpr char camp_letter(int camp) { return static_cast<char>('A' + camp); }

/// Steps between two holes on an empty board.
constexpr int hex_distance(Axial a, Axial b) {
    const auto size = [](int n) { return n < 0 ? -n : n; };
    const int x = size(a.x - b.x), y = size(a.y - b.y), z = size(a.x + a.y - b.x - b.y);
    return (x + y + z) / 2;
}

/// The first slot of the class of a hole, by the parities of x and y.
constexpr int class_start(Axial at) {
    if ((at.x & 1) == 0) return (at.y & 1) == 0 ? 0 : 64;
    return (at.y & 1) == 0 ? 96 : 128;
}

struct Star {
    std::array<Axial, HOLES> axial{};           // by cell
    std::array<std::uint8_t, HOLES> slot_of{};  // by cell
    std::array<std::uint8_t, SLOTS> cell_of{};  // by slot
    std::array<int, RANKS> width{};             // holes in each rank of the text
    std::array<std::array<std::int16_t, RANKS>, RANKS>
        cell_at{};                                          // by rank and file of the 17x17 grid of y and x, -1 off the board
    std::array<std::array<std::uint8_t, 6>, SLOTS> next{};  // neighbour slot in each direction or NO_SLOT
    std::array<Slots, SLOTS> neighbours{};
    std::array<std::array<Word, 16>, SLOTS> landings{};  // by slot: 8 for the occupied among directions 0-2, 8 for 3-5
    Slots holes{};
    std::array<Slots, CAMPS> camps{};
    std::array<std::array<std::uint8_t, SLOTS>, CAMPS> steps_to_camp{};  // to its nearest hole, by camp and slot

    constexpr int cell(Axial at) const {
        if (at.x < -RADIUS || at.x > RADIUS || at.y < -RADIUS || at.y > RADIUS) return -1;
        return cell_at[static_cast<std::size_t>(RADIUS - at.y)][static_cast<std::size_t>(at.x + RADIUS)];
    }
    constexpr int slot(Axial at) const {
        const int c = cell(at);
        return c < 0 ? NO_SLOT : slot_of[static_cast<std::size_t>(c)];
    }
};

constexpr Star make_star() {
    Star star;
    for (auto& row : star.cell_at) row.fill(-1);
    std::array<int, SLOTS> filled{};  // by the start of the class
    std::size_t cells = 0;
    for (int y = RADIUS; y >= -RADIUS; --y)
        for (int x = -RADIUS; x <= RADIUS; ++x) {
            if (!is_hole({x, y})) continue;
            const int start = class_start({x, y});
            const auto slot = static_cast<std::size_t>(start + filled[static_cast<std::size_t>(start)]++);
            star.axial[cells] = {x, y};
            star.slot_of[cells] = static_cast<std::uint8_t>(slot);
            star.cell_of[slot] = static_cast<std::uint8_t>(cells);
            ++star.width[static_cast<std::size_t>(RADIUS - y)];
            star.cell_at[static_cast<std::size_t>(RADIUS - y)][static_cast<std::size_t>(x + RADIUS)] =
                static_cast<std::int16_t>(cells);
            star.holes.set(slot);
            if (const int camp = camp_of({x, y}); camp >= 0) star.camps[static_cast<std::size_t>(camp)].set(slot);
            ++cells;
        }
    for (auto& row : star.next) row.fill(NO_SLOT);
    for (std::size_t c = 0; c < HOLES; ++c) {
        const std::size_t slot = star.slot_of[c];
        std::array<Word, 6> landing{};
        for (std::size_t d = 0; d < 6; ++d) {
            const Axial one = star.axial[c] + DIRECTIONS[d];
            star.next[slot][d] = static_cast<std::uint8_t>(star.slot(one));
            if (star.next[slot][d] == NO_SLOT) continue;
            star.neighbours[slot].set(star.next[slot][d]);
            const int two = star.slot(one + DIRECTIONS[d]);
            if (two != NO_SLOT) landing[d] = Word{1} << (two & 63);
        }
        for (std::size_t pattern = 1; pattern < 8; ++pattern)
            for (std::size_t d = 0; d < 3; ++d) {
                if ((pattern >> d & 1) == 0) continue;
                star.landings[slot][pattern] |= landing[d];
                star.landings[slot][8 + pattern] |= landing[d + 3];
            }
    }
    for (std::size_t camp = 0; camp < CAMPS; ++camp)
        for (std::size_t c = 0; c < HOLES; ++c) {
            int least = 4 * RADIUS;
            for (Slots holes = star.camps[camp]; holes.any();)
                least = std::min(least, hex_distance(star.axial[c], star.axial[star.cell_of[holes.pop()]]));
            star.steps_to_camp[camp][star.slot_of[c]] = static_cast<std::uint8_t>(least);
        }
    return star;
}

inline constexpr Star STAR = make_star();

inline int slot_of(int cell) { return STAR.slot_of[static_cast<std::size_t>(cell)]; }
inline int cell_of(int slot) { return STAR.cell_of[static_cast<std::size_t>(slot)]; }
/// Where a marble lands that hops from `slot` over neighbours of the six-bit pattern `crowd`, as bits of the word of its class.
inline Word landings(std::size_t slot, unsigned crowd) {
    return STAR.landings[slot][crowd & 7] | STAR.landings[slot][8 + (crowd >> 3)];
}
inline int next_slot(int slot, int direction) {
    return STAR.next[static_cast<std::size_t>(slot)][static_cast<std::size_t>(direction)];
}

}  // namespace duiyi::chinese_checkers
