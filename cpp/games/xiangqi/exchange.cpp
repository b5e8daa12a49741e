#include "games/xiangqi/exchange.hpp"

#include <algorithm>

#include "games/xiangqi/evaluation.hpp"

namespace duiyi::xiangqi {
namespace {

/// Pieces met on the way from a cell along a line, the cells strictly between excluded ends.
int screens_between(int a, int b, Set occupied) {
    const int step = row_of(a) == row_of(b) ? 1 : FILES;
    int screens = 0;
    for (int cell = std::min(a, b) + step; cell < std::max(a, b); cell += step) screens += has(occupied, cell);
    return screens;
}

bool on_line(int a, int b) { return a != b && (row_of(a) == row_of(b) || file_of(a) == file_of(b)); }

}  // namespace

bool attacks_cell(const Board& board, Color color, int cell, Set occupied) {
    const Set there = occupied & ~bit(cell);
    bool found = false;
    const auto look = [&](int type, auto&& reaches) {
        if (found) return;
        each_cell(board.pieces(color, type) & there, [&](int from) { found = found || reaches(from); });
    };
    const auto index = [](int from) { return static_cast<std::size_t>(from); };
    look(PAWN, [&](int from) { return has(PAWN_STEPS[static_cast<std::size_t>(color)][index(from)], cell); });
    look(ADVISOR, [&](int from) { return has(ADVISOR_STEPS[index(from)], cell); });
    look(ELEPHANT, [&](int from) { return has(ELEPHANT_JUMPS[index(from)][eye_bits(occupied, from)], cell); });
    look(HORSE, [&](int from) { return has(HORSE_JUMPS[index(from)][leg_bits(occupied, from)], cell); });
    look(ROOK, [&](int from) { return on_line(from, cell) && screens_between(from, cell, occupied) == 0; });
    look(CANNON, [&](int from) { return on_line(from, cell) && screens_between(from, cell, occupied) == 1; });
    look(KING, [&](int from) { return has(KING_STEPS[index(from)], cell); });
    return found;
}

bool loses_exchange(const Board& board, Move move) {
    const int from = from_of(move), to = to_of(move);
    const auto value = [&](int cell) { return PIECE_VALUES[static_cast<std::size_t>(type_of(board.at(cell)))]; };
    if (type_of(board.at(from)) == KING || value(to) >= value(from)) return false;
    const Set after = (board.occupied() & ~bit(from)) | bit(to);
    return attacks_cell(board, board.to_move() ^ 1, to, after);
}

}  // namespace duiyi::xiangqi
