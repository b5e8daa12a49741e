// NoGo on small boards and in endgames: who wins, and by which moves.
#include "engines/solve_erased.hpp"
#include "engines/solve_nogo_search.hpp"

namespace duiyi {
namespace {

/// Few empties need little; a table larger than the search costs more time than it saves.
std::size_t table_bytes(int empties) { return std::size_t{1} << std::min(28, empties + 8); }

template <std::size_t N>
struct SolveNogo {
    Solution operator()(const nogo::Position<N>& position, Control& control) const {
        Solution solution;
        if (const auto outcome = position.outcome()) {
            const bool won = outcome->scores[static_cast<std::size_t>(position.to_move())] > 0.5F;
            solution.value = won ? Solution::Value::WON : Solution::Value::LOST;
            return solution;
        }
        nogo::Search<N> search(position, table_bytes(position.empty_points().count()), control);
        // Where losing moves may be played, they lose: only the others are worth a look.
        for (auto rest = position.legal_points(position.to_move()); rest.any() && !control.stopped();) {
            const auto move = static_cast<Move>(rest.pop());
            if (search.wins_by(move)) solution.moves.push_back(move);
        }
        solution.nodes = search.nodes();
        if (!solution.moves.empty()) solution.value = Solution::Value::WON;
        else if (!control.stopped()) solution.value = Solution::Value::LOST;
        return solution;
    }
};

template <std::size_t N>
std::unique_ptr<AnySolver> solver_of() {
    return std::make_unique<ErasedSolver<nogo::Position<N>, SolveNogo<N>>>();
}

}  // namespace

std::unique_ptr<AnySolver> nogo_solver(const Options& options) {
    const int cells = nogo::Rules::from(options).cells();
    if (cells <= 64) return solver_of<1>();
    if (cells <= 128) return solver_of<2>();
    if (cells <= 256) return solver_of<4>();
    return solver_of<6>();
}

}  // namespace duiyi
