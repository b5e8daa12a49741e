// Gomoku and Renju: wins by continuous fours, and by fours and open threes, under all four rules.
#include "engines/solve_erased.hpp"
#include "engines/solve_gomoku_fours.hpp"
#include "engines/solve_gomoku_threats.hpp"

namespace duiyi {
namespace {

constexpr std::size_t TABLE_BYTES = std::size_t{32} << 20;
constexpr std::uint64_t FOUR_NODES = 1000000;     // of fours alone, before open threes are asked too
constexpr std::uint64_t THREAT_NODES = 20000000;  // some half a minute
constexpr std::uint64_t FURTHER_NODES = 20000;    // for each further first move, once one is known to win

template <gomoku::Rule R>
class SolveGomoku {
  public:
    Solution operator()(const gomoku::Position<R>& start, Control& control) {
        Solution solution;
        gomoku::Position<R> position = start;
        if (const auto outcome = position.outcome()) {
            const float score = outcome->scores[static_cast<std::size_t>(position.to_move())];
            solution.value = score > 0.75F   ? Solution::Value::WON
                             : score < 0.25F ? Solution::Value::LOST
                                             : Solution::Value::DRAWN;
            return solution;
        }
        if (position.phase() != gomoku::Phase::PLAY) return solution;
        const auto& patterns = position.patterns();
        const gomoku::Colour own = position.next_colour();
        if (patterns.count(own, gomoku::Threat::FIVE) == 0 && patterns.count(gomoku::other(own), gomoku::Threat::FIVE) > 1 &&
            R != gomoku::Rule::CARO) {
            solution.value = Solution::Value::LOST;  // one stone stops one five
            return solution;
        }
        const auto is_stopped = [&] {
            control.poll(solution.nodes + fours_.nodes() + threats_.nodes());
            return control.stopped();
        };
        Move first = fours_.find(position, std::min(FOUR_NODES, control.limits().nodes), is_stopped);
        solution.nodes = fours_.nodes();
        if (first == NO_MOVE && !control.stopped()) {
            first = threats_.find(position, std::min(THREAT_NODES, control.limits().nodes), is_stopped);
            solution.nodes += threats_.nodes();
        }
        if (first == NO_MOVE) return solution;
        solution.value = Solution::Value::WON;
        solution.moves.push_back(first);
        for (const Move move : fours_.first_moves(position)) {
            if (move == first || control.stopped()) continue;
            if (fours_.wins_by(position, move, FURTHER_NODES, is_stopped)) solution.moves.push_back(move);
            solution.nodes += fours_.nodes();
        }
        return solution;
    }

  private:
    gomoku::FourSearch<R> fours_{TABLE_BYTES};
    gomoku::ThreatSearch<R> threats_{2 * TABLE_BYTES};
};

template <gomoku::Rule R>
std::unique_ptr<AnySolver> solver_of() {
    return std::make_unique<ErasedSolver<gomoku::Position<R>, SolveGomoku<R>>>();
}

}  // namespace

std::unique_ptr<AnySolver> gomoku_solver(const Options& rules) {
    using gomoku::Rule;
    switch (gomoku::Rules::from(rules).rule) {
        case Rule::STANDARD:
            return solver_of<Rule::STANDARD>();
        case Rule::CARO:
            return solver_of<Rule::CARO>();
        case Rule::RENJU:
            return solver_of<Rule::RENJU>();
        default:
            return solver_of<Rule::FREESTYLE>();
    }
}

}  // namespace duiyi
