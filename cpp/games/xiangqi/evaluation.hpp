// The evaluations of Xiangqi, for the seat to move, in hundredths of a pawn that has crossed the river: a small network of our
// own self-play, and a hand-made one to measure it by. Both are kept up to date move by move.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "core/evaluator.hpp"
#include "games/xiangqi/net_file.hpp"
#include "games/xiangqi/position.hpp"

namespace duiyi::xiangqi {

/// What both share. `Self` is told which piece goes where, and judges.
template <class Self>
class MovingEvaluation {
  public:
    static constexpr double UNIT = NET_UNIT;
    using Undo = Position::Undo;

    void do_move(Position& position, Move move, Undo& undo) {
        const Board& board = position.pieces();
        const Piece piece = board.at(from_of(move)), taken = board.at(to_of(move));
        position.do_move(move, undo);
        self().moved(board, piece, from_of(move), to_of(move), taken);
    }
    void undo_move(Position& position, Move move, Undo& undo) {
        position.undo_move(move, undo);
        const Board& board = position.pieces();
        self().unmoved(board, board.at(from_of(move)), from_of(move), to_of(move), board.at(to_of(move)));
    }
    int evaluate(const Position& position) const { return faded(position, static_cast<const Self*>(this)->judged(position)); }
    void evaluate_seats(const Position& position, std::array<int, MAX_SEATS>& seats) const {
        seats[static_cast<std::size_t>(position.to_move())] = evaluate(position);
        seats[static_cast<std::size_t>(1 - position.to_move())] = 0;
    }

  private:
    Self& self() { return *static_cast<Self*>(this); }
    /// Without capture the draw comes nearer.
    static int faded(const Position& position, int score) {
        if (position.rules().natural == 0) return score;
        const int left = 2 * position.rules().natural - position.clock().counted;
        return left < 60 ? score * std::max(left, 0) / 60 : score;
    }
};

/// The network: the one that ships, or one from a file.
class Evaluation : public MovingEvaluation<Evaluation> {
  public:
    Evaluation() : net_(shipped_net()) {}
    explicit Evaluation(std::shared_ptr<const NetWeights> weights) : weights_(std::move(weights)), net_(*weights_) {}

    void reset(const Position& position) { net_.reset(position.pieces()); }
    void moved(const Board& board, Piece piece, int from, int to, Piece taken) { net_.move(board, piece, from, to, taken); }
    void unmoved(const Board& board, Piece piece, int from, int to, Piece taken) { net_.undo(board, piece, from, to, taken); }
    int judged(const Position& position) const {
        return net_.value(position.pieces().to_move(), count(position.pieces().occupied()));
    }

  private:
    std::shared_ptr<const NetWeights> weights_;  // of a file
    NetState net_;
};

/// Material, where the pieces stand, how freely the strong ones move, and who guards the king.
class HandEvaluation : public MovingEvaluation<HandEvaluation> {
  public:
    void reset(const Position& position);
    void moved(const Board&, Piece piece, int from, int to, Piece taken) {
        change(piece, from, -1);
        change(piece, to, 1);
        if (taken != EMPTY) change(taken, to, -1);
    }
    void unmoved(const Board&, Piece piece, int from, int to, Piece taken) {
        change(piece, from, 1);
        change(piece, to, -1);
        if (taken != EMPTY) change(taken, to, 1);
    }
    int judged(const Position& position) const;

  private:
    void change(Piece piece, int cell, int sign);

    std::array<int, 2> placed_{};  // material and places, by colour
    std::array<int, 2> force_{};   // what each side has to attack with
};

static_assert(EvaluatorFor<Evaluation, Position>);
static_assert(EvaluatorFor<HandEvaluation, Position>);

}  // namespace duiyi::xiangqi
