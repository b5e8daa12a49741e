// The evaluations that `alphabeta` may be given besides evaluation.hpp: the network, and a hand-made one to measure it by.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "games/gomoku/evaluation.hpp"
#include "games/gomoku/net_file.hpp"

namespace duiyi::gomoku {

/// The network that ships, or one from a file.
template <Rule R>
class NetEvaluation {
  public:
    static constexpr double UNIT = NET_UNIT;
    using Undo = typename Position<R>::Undo;

    NetEvaluation() : NetEvaluation(shipped_net()) {}
    explicit NetEvaluation(std::shared_ptr<const NetWeights> weights) : weights_(std::move(weights)), net_(*weights_) {}

    void reset(const Position<R>& position) { net_.reset(position.patterns(), position.rules().cells()); }
    void do_move(Position<R>& position, Move move, Undo& undo) {
        net_.push();
        position.do_move(move, undo, net_.watch());
    }
    void undo_move(Position<R>& position, Move move, Undo& undo) {
        position.undo_move(move, undo);
        net_.pop();
    }
    int evaluate(const Position<R>& position) {
        const Colour own = position.next_colour();
        const int score = net_.value(own) + nearly_over(position);
        return position.seat_of(own) == position.to_move() ? score : -score;
    }
    void evaluate_seats(const Position<R>& position, std::array<int, MAX_SEATS>& seats) {
        seats[static_cast<std::size_t>(position.to_move())] = evaluate(position);
        seats[static_cast<std::size_t>(1 - position.to_move())] = 0;
    }

  private:
    std::shared_ptr<const NetWeights> weights_;
    NetState<R> net_;
};

/// What a stone would make on every empty point, in rough numbers, and the threats of either side.
template <Rule R>
class HandEvaluation {
  public:
    static constexpr double UNIT = 250.0;
    using Undo = typename Position<R>::Undo;

    void reset(const Position<R>& position) {
        sums_ = {};
        for (int cell = 0; cell < position.rules().cells(); ++cell)
            for (const Colour colour : {BLACK, WHITE}) sums_[colour] += shape_value(position.patterns().shape(cell, colour));
    }
    void do_move(Position<R>& position, Move move, Undo& undo) { position.do_move(move, undo, watch()); }
    void undo_move(Position<R>& position, Move move, Undo& undo) { position.undo_move(move, undo, watch()); }

    int evaluate(const Position<R>& position) const {
        const Colour own = position.next_colour(), enemy = other(own);
        const auto count = [&](Colour colour, Threat threat) { return position.patterns().count(colour, threat); };
        int score = sums_[own] - sums_[enemy] + TURN;
        // What can be done next move; the enemy's only if we do nothing about it.
        if (count(own, Threat::FOUR_THREE) > 0) score += 600;
        if (count(own, Threat::DOUBLE_THREE) > 0 && R != Rule::RENJU) score += 250;
        if (count(own, Threat::OPEN_THREE_PLUS) > 0) score += 60;
        score -= 45 * std::min(3, count(enemy, Threat::OPEN_FOUR));
        if (count(enemy, Threat::FOUR_THREE) > 0) score -= 70;
        if (count(enemy, Threat::DOUBLE_THREE) > 0 && R != Rule::RENJU) score -= 60;
        return position.seat_of(own) == position.to_move() ? score : -score;
    }
    void evaluate_seats(const Position<R>& position, std::array<int, MAX_SEATS>& seats) const {
        seats[static_cast<std::size_t>(position.to_move())] = evaluate(position);
        seats[static_cast<std::size_t>(1 - position.to_move())] = 0;
    }

  private:
    static constexpr int TURN = 45;

    auto watch() {
        return [this](int, Shapes before, Shapes after) {
            for (const Colour colour : {BLACK, WHITE})
                sums_[colour] += shape_value(shape_of(after, colour)) - shape_value(shape_of(before, colour));
        };
    }

    std::array<int, 2> sums_{};
};

}  // namespace duiyi::gomoku
