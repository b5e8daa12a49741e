// The board alone: pieces, side to move, key. Knows how pieces move and when a king is attacked, nothing of history.
#pragma once

#include <array>

#include "core/move_list.hpp"
#include "core/random.hpp"
#include "core/types.hpp"
#include "games/xiangqi/cells.hpp"
#include "games/xiangqi/tables.hpp"

namespace duiyi::xiangqi {

/// 34 rook, 34 cannon, 16 horse, 15 pawn, 4 king, 8 advisor and 8 elephant moves are 119 at the very most.
inline constexpr std::size_t MAX_MOVES = 128;
using Moves = MoveList<MAX_MOVES>;

inline constexpr int NUM_MOVES = CELLS * CELLS;
constexpr Move make_move(int from, int to) { return static_cast<Move>(from * CELLS + to); }
constexpr int from_of(Move move) { return move / CELLS; }
constexpr int to_of(Move move) { return move % CELLS; }

inline constexpr auto ZOBRIST = random_keys<PIECES * CELLS>(0x7869616E67716931ULL);
inline constexpr Key SIDE_KEY = random_keys<1>(0x7869616E67716932ULL)[0];
constexpr Key piece_key(Piece piece, int cell) { return ZOBRIST[static_cast<std::size_t>(piece * CELLS + cell)]; }

/// What stands against the king of one side; one pass finds all three.
struct Danger {
    Set checkers = 0;  // enemy pieces that attack the king (the enemy king along an open file too)
    Set blockers = 0;  // own pieces whose leaving may open an attack: pins, one of two screens, horse legs
    Set hollow = 0;    // cells between the king and a cannon with nothing between: an own piece there would be a screen
};

class Board {
  public:
    struct Undo {
        Key key;
        Piece captured;
    };

    Board();  // an empty board, red to move: put the pieces, then it may be played

    // What stands where
    Color to_move() const { return to_move_; }
    Key key() const { return key_; }
    Piece at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
    Set occupied() const { return occupied_; }
    Set occupied_by_files() const { return turned_; }  // bit turned(cell) is set where a piece stands
    Set pieces(Color color) const { return colors_[static_cast<std::size_t>(color)]; }
    Set pieces(Color color, int type) const { return sets_[make_piece(color, type)]; }
    int king(Color color) const { return kings_[static_cast<std::size_t>(color)]; }

    // Setting up
    void put(Piece piece, int cell);  // the cell must be empty
    void set_to_move(Color color);

    // Playing: no allocation, no check of legality
    void do_move(Move move, Undo& undo);
    void undo_move(Move move, const Undo& undo);
    void retract(Move move);  // undoes a move that took nothing, from the move alone

    // Legal moves of the side to move
    void generate(Moves& list) const;
    void generate(Moves& list, Set onto) const;  // those that end on one of these cells
    int count_moves() const;
    bool has_move() const;
    Move random_move(Random& random) const { return random_move(random, danger(to_move_)); }  // NO_MOVE when there is none
    Move random_move(Random& random, const Danger& found) const;
    bool is_legal(Move move) const;
    std::uint64_t perft(int depth);

    // Attacks
    Set targets(int cell) const;  // where the piece on the cell could go by its own rule, own pieces and kings excluded
    Danger danger(Color color) const;
    bool in_check(Color color) const { return attacked(king(color), color, occupied_, 0); }
    /// Enemy pieces that attack the king of the mover's side after the move, whatever its turn; the move follows the
    /// piece's rule.
    Set attackers_after(int from, int to) const;
    /// The same as a yes or no, in a hurry.
    bool safe_after(int from, int to) const;
    /// Whether a move of the side to move, which follows the piece's rule, attacks the enemy king.
    bool gives_check(Move move) const;

    friend bool operator==(const Board& a, const Board& b) { return a.cells_ == b.cells_ && a.to_move_ == b.to_move_; }

  private:
    Set rook_targets(int cell) const;
    Set cannon_targets(int cell, Set enemies) const;
    bool attacked(int cell, Color color, Set occupied, Set gone) const;
    Set attackers(int cell, Color color, Set occupied, Set gone) const;
    template <class Sink>
    void each_move(Sink& sink, const Danger& found, Set onto) const;
    template <class Sink>
    void each_evasion(Sink& sink, const Danger& found, Set onto) const;
    void shift(Piece piece, int from, int to);

    std::array<Set, PIECES> sets_{};  // by piece; the entry of EMPTY stays unused
    std::array<Set, 2> colors_{};
    Set occupied_ = 0;
    Set turned_ = 0;  // the occupancy file by file
    Key key_ = 0;
    Color to_move_ = RED;
    std::array<std::uint8_t, 2> kings_{};
    std::array<Piece, CELLS> cells_;
};

}  // namespace duiyi::xiangqi

#include "games/xiangqi/attacks.hpp"  // the inline part of Board
