// Putting and moving pieces; attacks are in attacks.hpp, the generators in moves.cpp.
#include "games/xiangqi/board.hpp"

namespace duiyi::xiangqi {

Board::Board() { cells_.fill(EMPTY); }

void Board::put(Piece piece, int cell) {
    const Set here = bit(cell);
    cells_[static_cast<std::size_t>(cell)] = piece;
    sets_[piece] |= here;
    colors_[static_cast<std::size_t>(color_of(piece))] |= here;
    occupied_ |= here;
    turned_ |= bit(turned(cell));
    key_ ^= piece_key(piece, cell);
    if (type_of(piece) == KING) kings_[static_cast<std::size_t>(color_of(piece))] = static_cast<std::uint8_t>(cell);
}

void Board::set_to_move(Color color) {
    if (color != to_move_) key_ ^= SIDE_KEY;
    to_move_ = color;
}

void Board::shift(Piece piece, int from, int to) {
    const Set both = bit(from) | bit(to);
    sets_[piece] ^= both;
    colors_[static_cast<std::size_t>(color_of(piece))] ^= both;
    cells_[static_cast<std::size_t>(from)] = EMPTY;
    cells_[static_cast<std::size_t>(to)] = piece;
    if (type_of(piece) == KING) kings_[static_cast<std::size_t>(color_of(piece))] = static_cast<std::uint8_t>(to);
}

void Board::do_move(Move move, Undo& undo) {
    const int from = from_of(move), to = to_of(move);
    const Piece piece = at(from), captured = at(to);
    undo = {key_, captured};
    key_ ^= piece_key(piece, from) ^ piece_key(piece, to) ^ SIDE_KEY;
    occupied_ ^= bit(from);
    turned_ ^= bit(turned(from));
    if (captured != EMPTY) {
        const Set there = bit(to);
        sets_[captured] ^= there;
        colors_[static_cast<std::size_t>(color_of(captured))] ^= there;
        key_ ^= piece_key(captured, to);
    } else {
        occupied_ ^= bit(to);
        turned_ ^= bit(turned(to));
    }
    shift(piece, from, to);
    to_move_ ^= 1;
}

void Board::undo_move(Move move, const Undo& undo) {
    const int from = from_of(move), to = to_of(move);
    shift(at(to), to, from);
    occupied_ ^= bit(from);
    turned_ ^= bit(turned(from));
    if (undo.captured != EMPTY) {
        const Set there = bit(to);
        cells_[static_cast<std::size_t>(to)] = undo.captured;
        sets_[undo.captured] ^= there;
        colors_[static_cast<std::size_t>(color_of(undo.captured))] ^= there;
    } else {
        occupied_ ^= bit(to);
        turned_ ^= bit(turned(to));
    }
    to_move_ ^= 1;
    key_ = undo.key;
}

void Board::retract(Move move) {
    const Piece piece = at(to_of(move));
    undo_move(move, {key_ ^ piece_key(piece, from_of(move)) ^ piece_key(piece, to_of(move)) ^ SIDE_KEY, EMPTY});
}

}  // namespace duiyi::xiangqi
