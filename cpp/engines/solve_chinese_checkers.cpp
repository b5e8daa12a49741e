// Chinese Checkers: the race of an army that nobody meets any more.
#include "engines/solve_chinese_checkers_race.hpp"
#include "engines/solve_erased.hpp"

namespace duiyi {
namespace {

using chinese_checkers::Position;

constexpr std::size_t WIDTH = 3000;  // finds the shortest way from the start

struct SolveRace {
    Solution operator()(const Position& position, Control& control) const {
        Solution solution;
        const auto seat = static_cast<std::size_t>(position.to_move());
        if (const auto outcome = position.outcome()) {
            const float score = outcome->scores[seat];
            if (score == 1) solution.value = Solution::Value::WON;
            else if (score == 0) solution.value = Solution::Value::LOST;
            else if (position.seats() == 2) solution.value = Solution::Value::DRAWN;  // of more seats it is a place between
            return solution;
        }
        const bool is_lone = position.marbles(position.to_move()) == position.occupied();
        if (!is_lone && !has_passed(position)) return solution;
        const auto race = find_race(alone(position), WIDTH, [&] {
            control.poll(solution.nodes);
            return control.stopped();
        });
        solution.nodes = race.nodes;
        if (race.moves.empty()) return solution;
        solution.moves = {race.moves.front()};
        // Nobody is left to prevent it, or to be faster. Of two racers the beam proves nothing, unless the race ends here.
        if (is_lone || race.moves.size() == 1) solution.value = Solution::Value::WON;
        return solution;
    }
};

}  // namespace

std::unique_ptr<AnySolver> chinese_checkers_solver(const Options&) {
    return std::make_unique<ErasedSolver<Position, SolveRace>>();
}

}  // namespace duiyi
