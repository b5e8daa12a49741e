#include "games/chinese_checkers/weights.hpp"

#include "games/chinese_checkers/forward.hpp"

namespace duiyi::chinese_checkers {
namespace {

constexpr int GOAL = 3;  // camp D, for which the weights are written
constexpr Axial TIP = tip_of(GOAL);

/// A sixth of a turn of the board, clockwise: camp A goes to B.
constexpr Axial turned(Axial at) { return {at.x + at.y, -at.x}; }

/// By goal camp and cell: the same place seen by somebody who goes to camp D.
constexpr auto SEEN = [] {
    std::array<std::array<std::size_t, HOLES>, CAMPS> seen{};
    for (int goal = 0; goal < CAMPS; ++goal)
        for (std::size_t cell = 0; cell < HOLES; ++cell) {
            Axial at = STAR.axial[cell];
            for (int turns = (GOAL - goal + CAMPS) % CAMPS; turns > 0; --turns) at = turned(at);
            seen[static_cast<std::size_t>(goal)][cell] = static_cast<std::size_t>(STAR.cell(at));
        }
    return seen;
}();

constexpr Weights HAND_MADE = [] {
    constexpr int VALUES_A_TURN = 370, LAST = 30, LAST_BUT_ONE = 20, LATE_STEP = 34, LATE_DEEP = 1;
    Weights weights{};
    for (auto& stage : weights.cells)
        for (std::size_t cell = 0; cell < HOLES; ++cell) {
            const int value = -FORWARD_VALUES[GOAL][cell];
            stage[cell] = static_cast<std::int16_t>((200 * value + VALUES_A_TURN) / (2 * VALUES_A_TURN));  // rounded
        }
    for (std::size_t steps = 0; steps <= FARTHEST; ++steps) {
        weights.last_man[steps] = static_cast<std::int16_t>(LAST * steps);
        weights.last_but_one[steps] = static_cast<std::int16_t>(LAST_BUT_ONE * steps);
    }
    weights.late = {0, LATE_STEP, LATE_DEEP, 0};
    return weights;
}();

}  // namespace

Table::Table(const Weights& learnt) : weights(learnt) {
    for (std::size_t goal = 0; goal < CAMPS; ++goal)
        for (std::size_t cell = 0; cell < HOLES; ++cell) {
            const std::size_t at = SEEN[goal][cell];
            for (std::size_t stage = 0; stage < STAGES; ++stage) costs[goal][cell].stages[stage] = weights.cells[stage][at];
            costs[goal][cell].distance = static_cast<std::int16_t>(hex_distance(STAR.axial[at], TIP));
        }
}

const Tables& hand_made() {
    static const Table table(HAND_MADE);
    static const Tables tables = {table, table, table};
    return tables;
}

}  // namespace duiyi::chinese_checkers
