// What the evaluation knows: how many hundredths of a turn the men of an army cost, by place and stage.
#pragma once

#include <array>
#include <cstdint>

#include "games/chinese_checkers/star.hpp"

namespace duiyi::chinese_checkers {

/// Early: out of the home. Middle: across. Late: into the goal.
inline constexpr std::size_t STAGES = 3;
/// From the tip of the home to the tip of the goal.
inline constexpr std::size_t FARTHEST = 2 * RADIUS;
/// For two seats, for three, and for four and six.
inline constexpr std::size_t TABLES = 3;

/// When most of an army is in its goal it matters which holes are left.
struct LateWeights {
    std::int16_t man;   // for each man outside
    std::int16_t step;  // for each step from such a man to the nearest free hole
    std::int16_t deep;  // for each step that the men inside stand too near to the entrance
    std::int16_t always;
};

/// Of an army that goes down from camp A to camp D.
struct Weights {
    std::array<std::array<std::int16_t, HOLES>, STAGES> cells;  // rank by rank from the top, as in a text
    std::array<std::int16_t, FARTHEST + 1> last_man;            // by his steps to the tip of the goal
    std::array<std::int16_t, FARTHEST + 1> last_but_one;
    LateWeights late;
};

/// The costs of a cell in every stage, and its steps to the tip of the goal.
struct Cost {
    std::array<std::int16_t, STAGES> stages;
    std::int16_t distance;
};

/// Weights, and their costs by goal camp and cell.
struct Table {
    explicit Table(const Weights& learnt);

    Weights weights;
    std::array<std::array<Cost, HOLES>, CAMPS> costs;
};
using Tables = std::array<Table, TABLES>;

/// Made by hand, to begin with and to measure what is learnt: a step costs 0.27 turns, the square of the distance and holes aside
/// a little, the last two men more.
const Tables& hand_made();

}  // namespace duiyi::chinese_checkers
