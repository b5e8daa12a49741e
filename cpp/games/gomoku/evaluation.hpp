// A hand-made evaluation of Gomoku: what a stone would make on every empty point, summed up stone by stone, and open threats.
#pragma once

#include <array>

#include "core/evaluator.hpp"
#include "games/gomoku/position.hpp"

namespace duiyi::gomoku {

/// What a pattern on an empty point is worth, as potential for its colour.
inline constexpr std::array<int, PATTERNS> PATTERN_VALUES = {0, 0, 1, 2, 4, 9, 11, 16, 34, 40, 50, 60, 90, 90};

/// The sum over two directions by eight bits of a shape: two look-ups give a cell.
inline constexpr auto SHAPE_VALUES = [] {
    std::array<std::int16_t, 256> values{};
    const auto value = [](std::size_t pattern) { return pattern < PATTERN_VALUES.size() ? PATTERN_VALUES[pattern] : 0; };
    for (std::size_t i = 0; i < 256; ++i) values[i] = static_cast<std::int16_t>(value(i & 15) + value(i >> 4));
    return values;
}();

constexpr int shape_value(Shape shape) { return SHAPE_VALUES[shape & 255] + SHAPE_VALUES[shape >> 8]; }

/// In hundredths of an open two or so, for the seat to move.
template <Rule R>
class Evaluation {
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
        const Colour own = position.next_colour();
        const Colour enemy = other(own);
        const auto& patterns = position.patterns();
        const auto count = [&](Colour colour, Threat threat) { return patterns.count(colour, threat); };
        int score = sums_[own] - sums_[enemy] + TURN;
        // What is as good as over, for those who do not look ahead.
        if (count(own, Threat::FIVE) > 0) score += 9000;
        else if (count(enemy, Threat::FIVE) > 0) score -= count(enemy, Threat::FIVE) > 1 ? 6000 : 100;
        else if (count(own, Threat::OPEN_FOUR) > 0) score += 3000;
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
