// The shape of what the evaluation has learnt: how many hundredths of a turn the men of an army cost, by place and stage.
#pragma once

#include <array>
#include <cstdint>

#include "games/chinese_checkers/star.hpp"

namespace duiyi::chinese_checkers {

/// Early: out of the home. Middle: across. Late: into the goal.
inline constexpr std::size_t STAGES = 3;
/// From the tip of the home to the tip of the goal.
inline constexpr std::size_t FARTHEST = 2 * RADIUS;

/// When most of an army is in its goal it matters which holes are left.
struct LateWeights {
    std::int16_t man;   // for each man outside
    std::int16_t step;  // for each step from such a man to the nearest free hole
    std::int16_t deep;  // for each step that the men inside stand too near to the entrance
    std::int16_t always;
};

struct Weights {
    std::array<std::array<std::int16_t, HOLES>, STAGES> cells;
    std::array<std::int16_t, FARTHEST + 1> last_man;
    std::array<std::int16_t, FARTHEST + 1> last_but_one;
    LateWeights late;
};

}  // namespace duiyi::chinese_checkers
