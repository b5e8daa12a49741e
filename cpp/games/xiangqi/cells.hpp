// The board's vocabulary: 90 cells counted from a9 rank by rank, sets of cells as 128-bit words, pieces as small
// numbers.
#pragma once

#include <bit>
#include <cstdint>

namespace duiyi::xiangqi {

/// A set of cells: bit i is cell i. Cell 0 is a9 (black's left corner on the page), cell 89 is i0.
__extension__ typedef unsigned __int128 Set;

inline constexpr int FILES = 9;
inline constexpr int ROWS = 10;
inline constexpr int CELLS = FILES * ROWS;

constexpr int row_of(int cell) { return cell / FILES; }
constexpr int file_of(int cell) { return cell % FILES; }
constexpr int cell_at(int row, int file) { return row * FILES + file; }
constexpr bool on_board(int row, int file) { return row >= 0 && row < ROWS && file >= 0 && file < FILES; }

constexpr Set bit(int cell) { return Set{1} << cell; }
constexpr std::uint64_t low_word(Set s) { return static_cast<std::uint64_t>(s); }
constexpr std::uint64_t high_word(Set s) { return static_cast<std::uint64_t>(s >> 64); }
constexpr bool has(Set s, int cell) { return (low_word(s >> cell) & 1) != 0; }
constexpr int count(Set s) { return std::popcount(low_word(s)) + std::popcount(high_word(s)); }
/// Lowest cell of a set that is not empty.
constexpr int first(Set s) { return low_word(s) != 0 ? std::countr_zero(low_word(s)) : 64 + std::countr_zero(high_word(s)); }
/// Removes and returns the lowest cell.
constexpr int pop(Set& s) {
    const int cell = first(s);
    s &= s - 1;
    return cell;
}

/// Calls visit(cell) for every cell in order, word by word: cheaper than popping from the whole set.
template <class Visit>
constexpr void each_cell(Set s, Visit&& visit) {
    for (std::uint64_t word = low_word(s); word != 0; word &= word - 1) visit(std::countr_zero(word));
    for (std::uint64_t word = high_word(s); word != 0; word &= word - 1) visit(64 + std::countr_zero(word));
}

/// Red is seat 0 and moves towards lower rows.
using Color = int;
inline constexpr Color RED = 0;
inline constexpr Color BLACK = 1;

enum Type : int { KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN };
inline constexpr int TYPES = 7;

/// Piece = colour * 8 + type, so that both parts are bits of it; 7 stands for an empty cell.
using Piece = std::uint8_t;
inline constexpr Piece EMPTY = 7;
inline constexpr int PIECES = 16;
constexpr Piece make_piece(Color color, int type) { return static_cast<Piece>(color * 8 + type); }
constexpr int type_of(Piece piece) { return piece & 7; }
constexpr Color color_of(Piece piece) { return piece >> 3; }

constexpr bool in_palace(int row, int file) { return file >= 3 && file <= 5 && (row <= 2 || row >= 7) && on_board(row, file); }
/// True when the row is on the far side of the river for a colour.
constexpr bool crossed(Color color, int row) { return color == RED ? row <= 4 : row >= 5; }

}  // namespace duiyi::xiangqi
