// A hand-made evaluation of Xiangqi: material, where the pieces stand, how freely the strong ones move, and who guards the king.
#pragma once

#include <array>

#include "core/evaluator.hpp"
#include "games/xiangqi/position.hpp"

namespace duiyi::xiangqi {

/// What pieces are worth, in hundredths of a pawn that has crossed the river.
inline constexpr std::array<int, 8> PIECE_VALUES = {0, 110, 115, 280, 620, 300, 45, 0};  // by Type; the last is an empty cell

/// In the same unit, for the seat to move.
class Evaluation {
  public:
    static constexpr double UNIT = 180.0;
    using Undo = Position::Undo;

    void reset(const Position& position);
    void do_move(Position& position, Move move, Undo& undo) {
        const Board& board = position.pieces();
        const Piece piece = board.at(from_of(move)), taken = board.at(to_of(move));
        change(piece, from_of(move), -1);
        change(piece, to_of(move), 1);
        if (taken != EMPTY) change(taken, to_of(move), -1);
        position.do_move(move, undo);
    }
    void undo_move(Position& position, Move move, Undo& undo) {
        position.undo_move(move, undo);
        const Board& board = position.pieces();
        const Piece piece = board.at(from_of(move)), taken = board.at(to_of(move));
        change(piece, from_of(move), 1);
        change(piece, to_of(move), -1);
        if (taken != EMPTY) change(taken, to_of(move), 1);
    }
    int evaluate(const Position& position) const;
    void evaluate_seats(const Position& position, std::array<int, MAX_SEATS>& seats) const {
        seats[static_cast<std::size_t>(position.to_move())] = evaluate(position);
        seats[static_cast<std::size_t>(1 - position.to_move())] = 0;
    }

  private:
    void change(Piece piece, int cell, int sign);

    std::array<int, 2> placed_{};  // material and places, by colour
    std::array<int, 2> force_{};   // what each side has to attack with
};

}  // namespace duiyi::xiangqi
