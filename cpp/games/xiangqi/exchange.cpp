#include "games/xiangqi/exchange.hpp"

namespace duiyi::xiangqi {
namespace {

constexpr std::array<int, 7> CHEAPEST_FIRST = {PAWN, ADVISOR, ELEPHANT, HORSE, CANNON, ROOK, KING};

constexpr int price(Piece piece) { return EXCHANGE_VALUES[static_cast<std::size_t>(type_of(piece))]; }

}  // namespace

Set attackers_of(const Board& board, int cell, Set occupied, Set occupied_by_files) {
    const auto here = static_cast<std::size_t>(cell);
    const int row = row_of(cell), file = file_of(cell);
    const auto of_both = [&board](int type) { return board.pieces(RED, type) | board.pieces(BLACK, type); };
    const Line across = LINES[static_cast<std::size_t>(file)][low_word(occupied >> (row * FILES)) & 511];
    const Line down = LINES[static_cast<std::size_t>(row)][low_word(occupied_by_files >> (file * ROWS)) & 1023];
    const unsigned eyes = eye_bits(occupied, cell);
    Set found = ((Set{across.rook & 511U} << (row * FILES)) | (FILE_SPREAD[down.rook] << file)) & of_both(ROOK);
    found |= ((Set{across.cannon & 511U} << (row * FILES)) | (FILE_SPREAD[down.cannon] << file)) & of_both(CANNON);
    found |= HORSES_TO[here][eyes] & of_both(HORSE);
    found |= ELEPHANT_JUMPS[here][eyes] & of_both(ELEPHANT);
    found |= ADVISOR_STEPS[here] & of_both(ADVISOR);
    found |= KING_STEPS[here] & of_both(KING);
    found |= (PAWNS_TO[RED][here] & board.pieces(RED, PAWN)) | (PAWNS_TO[BLACK][here] & board.pieces(BLACK, PAWN));
    return found & occupied;
}

bool exchange_leaves(const Board& board, Move move, int balance) {
    const int from = from_of(move), to = to_of(move);
    int left = price(board.at(to)) - balance;  // for the side that just moved, if its piece stays
    if (left < 0) return false;
    left = price(board.at(from)) - left;  // for the other side, if it takes and is not taken
    if (left <= 0) return true;

    Set occupied = (board.occupied() & ~bit(from)) | bit(to);
    Set by_files = (board.occupied_by_files() & ~bit(turned(from))) | bit(turned(to));
    Color side = board.to_move();
    bool holds = true;  // for the side that moved first
    while (true) {
        side ^= 1;
        // Asked anew every time: a piece that leaves opens lines, frees legs and takes screens away.
        const Set all = attackers_of(board, to, occupied, by_files), own = all & board.pieces(side);
        if (own == 0) return holds;
        holds = !holds;
        for (const int type : CHEAPEST_FIRST) {
            const Set able = own & board.pieces(side, type);
            if (able == 0) continue;
            if (type == KING) return (all & board.pieces(side ^ 1)) != 0 ? !holds : holds;  // a king takes only what is loose
            left = EXCHANGE_VALUES[static_cast<std::size_t>(type)] - left;
            if (left < static_cast<int>(holds)) return holds;
            const int cell = first(able);
            occupied ^= bit(cell);
            by_files ^= bit(turned(cell));
            break;
        }
    }
}

}  // namespace duiyi::xiangqi
