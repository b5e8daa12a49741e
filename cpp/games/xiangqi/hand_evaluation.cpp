#include <algorithm>

#include "games/xiangqi/evaluation.hpp"

namespace duiyi::xiangqi {
namespace {

/// By Type; the last is an empty cell.
constexpr std::array<int, 8> PIECE_VALUES = {0, 110, 115, 280, 620, 300, 45, 0};

/// How good a place is for a type, seen by red: `up` counts ranks from red's side, `off` files from the middle.
constexpr int place_value(int type, int up, int off) {
    const bool across = up >= 5;
    switch (type) {
        case KING:
            return up == 0 ? (off == 0 ? 6 : 2) : -14 * up;
        case ADVISOR:
            return up == 1 ? 4 : up == 0 ? 3 : -4;
        case ELEPHANT:
            return off == 0 ? 8 : off == 4 ? -6 : 2;
        case HORSE: {
            if (up == 0) return off == 3 ? -12 : -18;
            const int central = 14 - 4 * off;
            const int forward = std::min(up, 7) * 5;
            return central + forward - (up == 9 ? 20 : 0) - (up == 1 && off == 0 ? 25 : 0);
        }
        case ROOK:
            return (up == 0 && off == 4 ? -14 : 0) +
                   (off <= 1   ? 6
                    : off == 4 ? -4
                               : 2) +
                   (across ? 10 : up * 2) + (up == 8 ? 6 : 0);
        case CANNON:
            return (off == 0 ? 12 : off == 4 ? -2 : 2) + (up >= 8 ? 8 : up == 2 ? 5 : across ? 2 : 0);
        case PAWN: {
            if (!across) return (off == 0 ? 12 : off == 2 ? 6 : 0) + (up == 4 ? 6 : 0);
            constexpr std::array<int, 5> DEPTH = {45, 58, 70, 66, 8};  // ranks 5 to 9: near the palace, not on its last rank
            return DEPTH[static_cast<std::size_t>(up - 5)] + (off <= 1 ? 14 : off == 2 ? 8 : off == 3 ? 0 : -10);
        }
        default:
            return 0;
    }
}

constexpr auto PLACES = [] {
    std::array<std::array<std::int16_t, CELLS>, PIECES> values{};
    for (int color = 0; color < 2; ++color)
        for (int type = 0; type < TYPES; ++type)
            for (int cell = 0; cell < CELLS; ++cell) {
                const int up = color == RED ? ROWS - 1 - row_of(cell) : row_of(cell);
                const int off = file_of(cell) > 4 ? file_of(cell) - 4 : 4 - file_of(cell);
                values[make_piece(color, type)][static_cast<std::size_t>(cell)] =
                    static_cast<std::int16_t>(PIECE_VALUES[static_cast<std::size_t>(type)] + place_value(type, up, off));
            }
    return values;
}();

constexpr std::array<int, 8> FORCE = {0, 0, 0, 2, 4, 2, 1, 0};
constexpr int FULL_FORCE = 24;

constexpr int TURN = 12;
constexpr std::array<int, 8> MOBILITY = {0, 0, 0, 7, 3, 1, 0, 0};  // per cell that a piece may go to

int mobility(const Board& board, Color color) {
    int sum = 0;
    for (const int type : {HORSE, ROOK, CANNON})
        each_cell(board.pieces(color, type),
                  [&](int cell) { sum += MOBILITY[static_cast<std::size_t>(type)] * count(board.targets(cell)); });
    return sum;
}

/// What missing guards cost against the force that is left: cannons like advisors as screens, rooks and pawns walk through the
/// gaps.
int exposure(const Board& board, Color color, int enemy_force) {
    const int guards = count(board.pieces(color, ADVISOR)) + count(board.pieces(color, ELEPHANT));
    return (4 - guards) * enemy_force;
}

}  // namespace

void HandEvaluation::reset(const Position& position) {
    placed_ = {};
    force_ = {};
    for (int cell = 0; cell < CELLS; ++cell)
        if (const Piece piece = position.pieces().at(cell); piece != EMPTY) change(piece, cell, 1);
}

void HandEvaluation::change(Piece piece, int cell, int sign) {
    const auto color = static_cast<std::size_t>(color_of(piece));
    placed_[color] += sign * PLACES[piece][static_cast<std::size_t>(cell)];
    force_[color] += sign * FORCE[static_cast<std::size_t>(type_of(piece))];
}

int HandEvaluation::judged(const Position& position) const {
    const Board& board = position.pieces();
    const Color own = board.to_move(), enemy = own ^ 1;
    const auto side = [&](Color color) {
        return placed_[static_cast<std::size_t>(color)] + mobility(board, color) -
               exposure(board, color, std::min(FULL_FORCE, force_[static_cast<std::size_t>(color ^ 1)]));
    };
    return side(own) - side(enemy) + TURN;
}

}  // namespace duiyi::xiangqi
