// Reversi endings: the final disc difference under perfect play, and every move that reaches it.
#include "engines/solve_erased.hpp"
#include "engines/solve_reversi_any.hpp"
#include "engines/solve_reversi_root.hpp"
#include "engines/solve_reversi_search.hpp"

namespace duiyi {
namespace {

constexpr std::size_t TABLE_BYTES = std::size_t{128} << 20;

struct SolveStandard {
    Solution operator()(const reversi::Standard& position, Control& control) const {
        reversi::EndgameSearch search(TABLE_BYTES, control);
        return reversi::Root<reversi::Board8, reversi::EndgameSearch>(position, search, control).solve();
    }
};

struct SolveAnySize {
    Solution operator()(const reversi::AnySize& position, Control& control) const {
        reversi::AnySizeSearch search(position.geometry(), TABLE_BYTES, control);
        return reversi::Root<reversi::BoardAny, reversi::AnySizeSearch>(position, search, control).solve();
    }
};

}  // namespace

std::unique_ptr<AnySolver> reversi_solver(const Options& rules) {
    if (reversi::Rules::from(rules).size == 8) return std::make_unique<ErasedSolver<reversi::Standard, SolveStandard>>();
    return std::make_unique<ErasedSolver<reversi::AnySize, SolveAnySize>>();
}

}  // namespace duiyi
