// Planes for learning and the board's one symmetry, left and right.
#include <algorithm>

#include "games/xiangqi/exchange.hpp"
#include "games/xiangqi/position.hpp"

namespace duiyi::xiangqi {

namespace {

/// After the pieces of both sides: attacks and loose pieces, the mover's first, then planes of one value.
enum Plane {
    ATTACKED = 2 * TYPES,
    ATTACKED_TWICE = ATTACKED + 2,
    LOOSE = ATTACKED_TWICE + 2,
    PROGRESS = LOOSE + 2,
    SEEN,
    CHECKED
};

/// Whether the attackers of a piece gain something by taking it, at a glance: it stands alone, or costs more than one of them.
bool is_loose(const Board& board, Piece piece, Set attackers, Set defenders) {
    if (defenders == 0) return attackers != 0;
    const int price = EXCHANGE_VALUES[static_cast<std::size_t>(type_of(piece))];
    while (attackers != 0)
        if (EXCHANGE_VALUES[static_cast<std::size_t>(type_of(board.at(pop(attackers))))] < price) return true;
    return false;
}

}  // namespace

/// The board is turned so that the mover plays upwards. Planes 0-6 own king, advisors, elephants, horses, rooks, cannons, pawns;
/// 7-13 the other side's; then for either side the cells that it attacks or protects, those with two pieces or more, and its
/// loose pieces; progress towards the natural limit; ones when this position stood before; ones in check.
void Position::write_features(std::span<float> planes) const {
    std::fill(planes.begin(), planes.end(), 0.0F);
    const Color mover = to_move();
    for (int cell = 0; cell < CELLS; ++cell) {
        const auto set = [&](int plane) { planes[static_cast<std::size_t>(plane * CELLS + seen(mover, cell))] = 1.0F; };
        const Set all = attackers_of(board_, cell, board_.occupied(), board_.occupied_by_files());
        const std::array<Set, 2> by = {all & board_.pieces(mover), all & board_.pieces(mover ^ 1)};
        for (int whose = 0; whose < 2; ++whose) {
            const Set attackers = by[static_cast<std::size_t>(whose)];
            if (attackers != 0) set(ATTACKED + whose);
            if ((attackers & (attackers - 1)) != 0) set(ATTACKED_TWICE + whose);
        }
        const Piece piece = board_.at(cell);
        if (piece == EMPTY) continue;
        const int whose = color_of(piece) == mover ? 0 : 1;
        set(type_of(piece) + whose * TYPES);
        if (type_of(piece) != KING &&
            is_loose(board_, piece, by[static_cast<std::size_t>(1 - whose)], by[static_cast<std::size_t>(whose)]))
            set(LOOSE + whose);
    }
    const auto fill = [&planes](int plane, float value) { std::fill_n(planes.begin() + plane * CELLS, CELLS, value); };
    fill(PROGRESS, rules_.natural == 0
                       ? 0.0F
                       : std::min(1.0F, static_cast<float>(clock_.counted) / static_cast<float>(2 * rules_.natural)));
    fill(SEEN, recurrence().times > 1 ? 1.0F : 0.0F);
    fill(CHECKED, board_.in_check(mover) ? 1.0F : 0.0F);
}

int Position::symmetric_cell(const Rules&, int symmetry, int cell) {
    return symmetry == 0 ? cell : cell_at(row_of(cell), FILES - 1 - file_of(cell));
}

Move Position::symmetric_move(const Rules& rules, int symmetry, Move move) {
    return make_move(symmetric_cell(rules, symmetry, from_of(move)), symmetric_cell(rules, symmetry, to_of(move)));
}

}  // namespace duiyi::xiangqi
