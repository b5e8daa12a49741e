#include "games/nogo/geometry.hpp"

#include <memory>
#include <mutex>

namespace duiyi::nogo {
namespace {

std::unique_ptr<const Geometry> make(int rows, int cols) {
    auto geometry = std::make_unique<Geometry>();
    geometry->rows = rows;
    geometry->cols = cols;
    geometry->off_board = static_cast<Point>(rows * cols);
    for (int row = 0; row < rows; ++row)
        for (int col = 0; col < cols; ++col) {
            const auto point = [&](int r, int c) {
                const bool inside = r >= 0 && r < rows && c >= 0 && c < cols;
                return inside ? static_cast<Point>(r * cols + c) : geometry->off_board;
            };
            geometry->neighbours[static_cast<std::size_t>(row * cols + col)] = {point(row - 1, col), point(row, col - 1),
                                                                                point(row, col + 1), point(row + 1, col)};
        }
    return geometry;
}

}  // namespace

const Geometry& Geometry::of(int rows, int cols) {
    constexpr std::size_t SIDE = LARGEST + 1;
    static std::array<std::once_flag, SIDE * SIDE> made;
    static std::array<std::unique_ptr<const Geometry>, SIDE * SIDE> tables;
    const std::size_t i = static_cast<std::size_t>(rows) * SIDE + static_cast<std::size_t>(cols);
    std::call_once(made[i], [&] { tables[i] = make(rows, cols); });
    return *tables[i];
}

int symmetric_point(const Rules& rules, int symmetry, int point) {
    int row = point / rules.cols;
    int col = point % rules.cols;
    if (symmetry & 1) col = rules.cols - 1 - col;
    if (symmetry & 2) row = rules.rows - 1 - row;
    return symmetry & 4 ? col * rules.cols + row : row * rules.cols + col;
}

}  // namespace duiyi::nogo
