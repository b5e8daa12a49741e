// The erasure of solvers: finds the game's own position behind AnyPosition. Included by engines/solve_<game>.cpp only.
#pragma once

#include "engines/any_solver.hpp"
#include "engines/erased.hpp"

namespace duiyi {

/// `Solve` has `Solution operator()(const P&, Control&)` and may keep memory from one position to the next.
template <PositionLike P, class Solve>
class ErasedSolver final : public AnySolver {
  public:
    Solution solve(const AnyPosition& position, const Limits& limits, const StopFlag& stop, const OnReport&) override {
        const auto* same = dynamic_cast<const ErasedPosition<P>*>(&position);
        if (same == nullptr) throw RulesError("expected a position of the solver's own game and size");
        Control control(limits, stop);
        Solution solution = solve_(same->value(), control);
        solution.seconds = control.seconds();
        return solution;
    }

  private:
    Solve solve_;
};

}  // namespace duiyi
