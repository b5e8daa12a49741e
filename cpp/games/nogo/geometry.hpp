// Which points of a board touch: one table per board size, made once and shared by all positions.
#pragma once

#include <array>
#include <cstdint>

#include "games/nogo/rules.hpp"

namespace duiyi::nogo {

/// A point of the board, row by row from the top. The number of points itself stands for "off the board", so that loops over four
/// neighbours need no edge tests.
using Point = std::uint16_t;

// What stands on a point: the seat of a stone (0 or 1), or one of these.
inline constexpr std::uint8_t EMPTY = 2;
inline constexpr std::uint8_t BORDER = 3;

struct Geometry {
    static constexpr std::size_t MAX_POINTS = LARGEST * LARGEST;

    int rows = 0;
    int cols = 0;
    Point off_board = 0;
    std::array<std::array<Point, 4>, MAX_POINTS> neighbours{};

    /// The table of a board; the first call for a size makes it, from any thread.
    static const Geometry& of(int rows, int cols);
};

/// Where a symmetry takes a point: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 (square boards) along the diagonal.
int symmetric_point(const Rules& rules, int symmetry, int point);

}  // namespace duiyi::nogo
