// The evaluation of Xiangqi: a small network of our own self-play, kept up to date move by move.
#pragma once

#include <array>

#include "core/evaluator.hpp"
#include "games/xiangqi/net.hpp"
#include "games/xiangqi/position.hpp"

namespace duiyi::xiangqi {

/// In hundredths of a pawn that has crossed the river, for the seat to move.
class Evaluation {
  public:
    static constexpr double UNIT = NET_UNIT;
    using Undo = Position::Undo;

    void reset(const Position& position) { net_.reset(position.pieces()); }
    void do_move(Position& position, Move move, Undo& undo) {
        const Board& board = position.pieces();
        const Piece piece = board.at(from_of(move)), taken = board.at(to_of(move));
        net_.change(piece, from_of(move), -1);
        net_.change(piece, to_of(move), 1);
        if (taken != EMPTY) net_.change(taken, to_of(move), -1);
        position.do_move(move, undo);
    }
    void undo_move(Position& position, Move move, Undo& undo) {
        position.undo_move(move, undo);
        const Board& board = position.pieces();
        const Piece piece = board.at(from_of(move)), taken = board.at(to_of(move));
        net_.change(piece, from_of(move), 1);
        net_.change(piece, to_of(move), -1);
        if (taken != EMPTY) net_.change(taken, to_of(move), 1);
    }
    int evaluate(const Position& position) const;
    void evaluate_seats(const Position& position, std::array<int, MAX_SEATS>& seats) const {
        seats[static_cast<std::size_t>(position.to_move())] = evaluate(position);
        seats[static_cast<std::size_t>(1 - position.to_move())] = 0;
    }

  private:
    NetState net_;
};

}  // namespace duiyi::xiangqi
