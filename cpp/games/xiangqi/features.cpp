// Planes for learning and the board's one symmetry, left and right.
#include <algorithm>

#include "games/xiangqi/position.hpp"

namespace duiyi::xiangqi {

void Position::write_features(std::span<float> planes) const {
    // 0-6 own king, advisors, elephants, horses, rooks, cannons, pawns; 7-13 the other side's; 14 ones when red is to
    // move; 15 progress towards the natural limit; 16 ones when this position stood before.
    std::fill(planes.begin(), planes.end(), 0.0F);
    for (int cell = 0; cell < CELLS; ++cell) {
        const Piece piece = board_.at(cell);
        if (piece == EMPTY) continue;
        const int plane = type_of(piece) + (color_of(piece) == to_move() ? 0 : TYPES);
        planes[static_cast<std::size_t>(plane * CELLS + cell)] = 1.0F;
    }
    const auto fill = [&planes](int plane, float value) { std::fill_n(planes.begin() + plane * CELLS, CELLS, value); };
    fill(14, to_move() == RED ? 1.0F : 0.0F);
    fill(15, rules_.natural == 0 ? 0.0F
                                 : std::min(1.0F, static_cast<float>(clock_.counted) / static_cast<float>(2 * rules_.natural)));
    fill(16, recurrence().times > 1 ? 1.0F : 0.0F);
}

int Position::symmetric_cell(const Rules&, int symmetry, int cell) {
    return symmetry == 0 ? cell : cell_at(row_of(cell), FILES - 1 - file_of(cell));
}

Move Position::symmetric_move(const Rules& rules, int symmetry, Move move) {
    return make_move(symmetric_cell(rules, symmetry, from_of(move)), symmetric_cell(rules, symmetry, to_of(move)));
}

}  // namespace duiyi::xiangqi
