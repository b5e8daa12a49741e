// Look-up tables, all made at compile time (constant initialised: no start-up cost, no races), about 140 kB together.
//
// Rooks and cannons read whole lines: the occupancy is kept rank by rank and, turned, file by file, so every line is
// one shift away and no multiplication or PEXT is needed. Horses and elephants read the four cells that can block them.
#pragma once

#include <array>
#include <cstdint>

#include "games/xiangqi/cells.hpp"

namespace duiyi::xiangqi {

/// What a piece at one place of a line of ten reaches, as bits of the line. Lines of nine use the same table, masked.
struct Line {
    std::uint16_t rook;    // up to and including the first piece on either side
    std::uint16_t cannon;  // the second piece on either side: what a cannon would take
};

extern const std::array<std::array<Line, 1024>, ROWS> LINES;
extern const std::array<Set, 1024> FILE_SPREAD;  // bits of a file of ten, laid out on file a

extern const std::array<std::array<Set, 16>, CELLS> HORSE_JUMPS;     // by the four legs
extern const std::array<std::array<Set, 16>, CELLS> ELEPHANT_JUMPS;  // by the four eyes, own side of the river
extern const std::array<Set, CELLS> ADVISOR_STEPS;
extern const std::array<Set, CELLS> KING_STEPS;
extern const std::array<std::array<Set, CELLS>, 2> PAWN_STEPS;  // by colour

// Seen from a cell that is attacked
extern const std::array<std::array<Set, 16>, CELLS> HORSES_TO;  // horses that reach it, by its four eyes: there their legs are
extern const std::array<std::array<Set, CELLS>, 2> PAWNS_TO;    // pawns that reach it, by colour

// Seen from the 18 palace cells, where a king may stand
extern const std::array<std::uint8_t, CELLS> PALACE_INDEX;           // 0..17, or 255
extern const std::array<Set, 18> PALACE_LINES;                       // rank and file through the cell
extern const std::array<Set, 18> PALACE_HORSES;                      // cells from which a horse reaches it, legs apart
extern const std::array<std::array<Set, 2>, 18> PALACE_PAWNS;        // cells from which a pawn of a colour reaches it
extern const std::array<std::array<Set, CELLS>, 18> PALACE_BETWEEN;  // cells strictly between on one line

/// Place of a cell in the turned (file by file) occupancy.
constexpr int turned(int cell) { return file_of(cell) * ROWS + row_of(cell); }

/// The leg of a horse on `horse` that attacks `target`.
constexpr int horse_leg(int horse, int target) {
    const int step = target - horse;
    if (step > 11) return horse + FILES;
    if (step < -11) return horse - FILES;
    return step == 11 || step == -7 ? horse + 1 : horse - 1;
}

/// Four bits of the neighbours at +-1 and +-9 (legs), in the order -9, -1, +1, +9. Off-board neighbours do not matter.
constexpr unsigned leg_bits(Set occupied, int cell) {
    const auto w = static_cast<unsigned>(low_word((occupied << 9) >> cell));
    return (w & 1) | (w >> 7 & 2) | (w >> 8 & 4) | (w >> 15 & 8);
}

/// Four bits of the neighbours at +-8 and +-10 (eyes), in the order -10, -8, +8, +10.
constexpr unsigned eye_bits(Set occupied, int cell) {
    const auto w = static_cast<unsigned>(low_word((occupied << 10) >> cell));
    return (w & 1) | (w >> 1 & 2) | (w >> 16 & 4) | (w >> 17 & 8);
}

}  // namespace duiyi::xiangqi
