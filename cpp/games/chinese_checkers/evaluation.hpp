// A hand-made evaluation of Chinese Checkers: how far every marble has to go, stragglers counting more, strays off the middle
// line a little.
#pragma once

#include <array>

#include "core/evaluator.hpp"
#include "games/chinese_checkers/position.hpp"

namespace duiyi::chinese_checkers {

/// What a marble on a cell is worth to a seat that goes to a camp: hundredths of a step, 0 at the tip of the goal.
/// One entry per goal camp and cell.
extern const std::array<std::array<std::int16_t, HOLES>, CAMPS> CELL_VALUES;

/// The score of a turn.
inline constexpr int TURN_VALUE = 100;

class Evaluation {
  public:
    static constexpr double UNIT = 700.0;
    using Undo = Position::Undo;

    void reset(const Position& position);
    void do_move(Position& position, Move move, Undo& undo) {
        if (move != PASS) add(position, move, position.to_move(), 1);
        position.do_move(move, undo);
    }
    void undo_move(Position& position, Move move, Undo& undo) {
        position.undo_move(move, undo);
        if (move != PASS) add(position, move, position.to_move(), -1);
    }
    /// For two seats: the lead of the seat to move.
    int evaluate(const Position& position) const;
    /// For any number: the standing of every seat.
    void evaluate_seats(const Position& position, std::array<int, MAX_SEATS>& seats) const;

  private:
    void add(const Position& position, Move move, Seat seat, int sign) {
        const auto& values = CELL_VALUES[static_cast<std::size_t>(position.rules().goal(seat))];
        sums_[static_cast<std::size_t>(seat)] +=
            sign * (values[static_cast<std::size_t>(move % HOLES)] - values[static_cast<std::size_t>(move / HOLES)]);
    }
    int standing(const Position& position, Seat seat) const;

    std::array<int, MAX_SEATS> sums_{};
};

}  // namespace duiyi::chinese_checkers
