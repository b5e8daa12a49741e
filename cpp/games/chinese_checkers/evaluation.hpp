// An evaluation of Chinese Checkers in turns: how many more an army needs to get home, fitted to self-play.
//
// Every man costs something by his place; the cost changes with the stage of the army, so three sums are kept and blended by how
// far the army has come. The last man and the last but one cost more: an army is home when they are. The weights differ for two,
// three and more seats: those that ship, of a file, or made by hand.
#pragma once

#include <array>
#include <memory>
#include <utility>

#include "core/evaluator.hpp"
#include "games/chinese_checkers/net_file.hpp"
#include "games/chinese_checkers/position.hpp"

namespace duiyi::chinese_checkers {

/// The score of a turn.
inline constexpr int TURN_VALUE = 100;

class Evaluation {
  public:
    static constexpr double UNIT = 200.0;
    using Undo = Position::Undo;

    /// By the weights that ship.
    Evaluation() : tables_(&shipped_net()) {}
    /// By those of a file.
    explicit Evaluation(std::shared_ptr<const Tables> tables) : owned_(std::move(tables)), tables_(owned_.get()) {}
    static Evaluation by_hand() {
        Evaluation evaluation;
        evaluation.tables_ = &hand_made();
        return evaluation;
    }

    void reset(const Position& position);
    void do_move(Position& position, Move move, Undo& undo) {
        if (move != PASS) shift(position, move, 1);
        position.do_move(move, undo);
    }
    void undo_move(Position& position, Move move, Undo& undo) {
        position.undo_move(move, undo);
        if (move != PASS) shift(position, move, -1);
    }
    /// For two seats: the lead of the seat to move.
    int evaluate(const Position& position) const;
    /// For any number: the standing of every seat, which is minus the turns it needs.
    void evaluate_seats(const Position& position, std::array<int, MAX_SEATS>& seats) const;

  private:
    struct Army {
        std::array<std::int32_t, STAGES> sums{};
        std::int32_t distance = 0;
        std::uint64_t crowd = 0;  // four bits for each distance but 0: how many men are there
    };
    /// Moves a man (`sign` 1), or moves him back (-1).
    void shift(const Position& position, Move move, int sign) {
        const Seat seat = position.to_move();
        const auto& costs = table_->costs[static_cast<std::size_t>(position.rules().goal(seat))];
        Army& army = armies_[static_cast<std::size_t>(seat)];
        put(army, costs[static_cast<std::size_t>(move / HOLES)], -sign);
        put(army, costs[static_cast<std::size_t>(move % HOLES)], sign);
    }
    static void put(Army& army, const Cost& cost, int sign) {
        for (std::size_t stage = 0; stage < STAGES; ++stage) army.sums[stage] += sign * cost.stages[stage];
        army.distance += sign * cost.distance;
        if (cost.distance > 0) army.crowd += static_cast<std::uint64_t>(sign) << (4 * (cost.distance - 1));
    }
    int standing(const Position& position, Seat seat) const;
    int cost(const Army& army) const;
    static int hemmed(const Position& position, Seat seat);
    int late_cost(const Position& position, const Slots& inside, Seat seat) const;

    std::array<Army, MAX_SEATS> armies_{};
    std::shared_ptr<const Tables> owned_;  // of a file; copies of what ships count nothing
    const Tables* tables_;
    const Table* table_ = nullptr;  // for the seats of the position
};

}  // namespace duiyi::chinese_checkers
