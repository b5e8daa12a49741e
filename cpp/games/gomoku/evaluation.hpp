// The evaluation of Gomoku: what a stone would make on every empty point, summed up stone by stone, and the threats that stand.
//
// The weights are fitted to games of our own search. A point is worth something else to the colour to move than to the other, so
// both sums are kept for both colours.
#pragma once

#include <array>

#include "core/evaluator.hpp"
#include "games/gomoku/evaluation_weights.hpp"
#include "games/gomoku/position.hpp"

namespace duiyi::gomoku {

/// What a pattern on an empty point is worth, roughly: for the order of moves.
inline constexpr std::array<int, PATTERNS> PATTERN_VALUES = {0, 0, 1, 2, 4, 9, 11, 16, 34, 40, 50, 60, 90, 90};

/// The sum over two directions by eight bits of a shape: two look-ups give a cell.
inline constexpr auto SHAPE_VALUES = [] {
    std::array<std::int16_t, 256> values{};
    const auto value = [](std::size_t pattern) { return pattern < PATTERN_VALUES.size() ? PATTERN_VALUES[pattern] : 0; };
    for (std::size_t i = 0; i < 256; ++i) values[i] = static_cast<std::int16_t>(value(i & 15) + value(i >> 4));
    return values;
}();

constexpr int shape_value(Shape shape) { return SHAPE_VALUES[shape & 255] + SHAPE_VALUES[shape >> 8]; }

/// What is as good as over, for those who do not look ahead: added for the colour to move.
template <Rule R>
int nearly_over(const Position<R>& position) {
    const Colour own = position.next_colour(), enemy = other(own);
    const auto& patterns = position.patterns();
    if (patterns.count(own, Threat::FIVE) > 0) return 9000;
    if (patterns.count(enemy, Threat::FIVE) > 1) return -6000;
    return patterns.count(enemy, Threat::FIVE) == 0 && patterns.count(own, Threat::OPEN_FOUR) > 0 ? 3000 : 0;
}

/// For the seat to move; a lead of UNIT is won e : 1.
template <Rule R>
class Evaluation {
  public:
    static constexpr double UNIT = 250.0;
    using Undo = typename Position<R>::Undo;

    void reset(const Position<R>& position) {
        sums_ = {};
        for (int cell = 0; cell < position.rules().cells(); ++cell)
            for (const Colour colour : {BLACK, WHITE}) add(colour, position.patterns().shape(cell, colour), 1);
    }
    void do_move(Position<R>& position, Move move, Undo& undo) { position.do_move(move, undo, watch()); }
    void undo_move(Position<R>& position, Move move, Undo& undo) { position.undo_move(move, undo, watch()); }

    int evaluate(const Position<R>& position) const {
        const Colour own = position.next_colour();
        const Colour enemy = other(own);
        int score = sums_[own].own - sums_[enemy].enemy + TURN_WEIGHT;
        for (int threat = static_cast<int>(Threat::THREE); threat <= static_cast<int>(Threat::FIVE); ++threat) {
            const auto i = static_cast<std::size_t>(threat);
            const int ours = position.patterns().count(own, static_cast<Threat>(threat));
            const int theirs = position.patterns().count(enemy, static_cast<Threat>(threat));
            score += (ours >= 1 ? THREAT_WEIGHTS[0][i] : 0) + (ours >= 2 ? THREAT_WEIGHTS[1][i] : 0);
            score += (theirs >= 1 ? THREAT_WEIGHTS[2][i] : 0) + (theirs >= 2 ? THREAT_WEIGHTS[3][i] : 0);
        }
        score = score / 16 + nearly_over(position);
        return position.seat_of(own) == position.to_move() ? score : -score;
    }

    void evaluate_seats(const Position<R>& position, std::array<int, MAX_SEATS>& seats) const {
        seats[static_cast<std::size_t>(position.to_move())] = evaluate(position);
        seats[static_cast<std::size_t>(1 - position.to_move())] = 0;
    }

  private:
    struct Sum {
        int own = 0;    // if the colour is to move
        int enemy = 0;  // if the other is
    };

    void add(Colour colour, Shape shape, int sign) {
        const Worth worth = worths_->look(shape, colour);
        sums_[colour].own += sign * worth.own;
        sums_[colour].enemy += sign * worth.enemy;
    }
    auto watch() {
        return [this](int, Shapes before, Shapes after) {
            for (const Colour colour : {BLACK, WHITE}) {
                if (shape_of(before, colour) == shape_of(after, colour)) continue;
                add(colour, shape_of(before, colour), -1);
                add(colour, shape_of(after, colour), 1);
            }
        };
    }

    const WorthTable<R>* worths_ = &WorthTable<R>::instance();
    std::array<Sum, 2> sums_{};
};

}  // namespace duiyi::gomoku
