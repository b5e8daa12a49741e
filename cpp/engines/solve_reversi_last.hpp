// The last empties of an exact Reversi search, null window only: up to four without generating moves, then by parity.
//
// Most nodes of a solve lie here. A position is tried cell by cell; cells in quadrants with an odd number of empties come first,
// because who moves last in a region tends to gain it.
#pragma once

#include "engines/solve_reversi_board.hpp"

namespace duiyi::reversi {

/// Most empties that `solve_last` takes.
inline constexpr int LAST_EMPTIES = 6;

/// Says whether the value exceeds `alpha`: a result above it is a lower bound of the value, any other an upper bound.
/// `moves` are the mover's, 1 to LAST_EMPTIES cells are empty, and `nodes` grows by the positions seen.
int solve_last(Set own, Set other, Set moves, int empties, int alpha, std::uint64_t& nodes);

}  // namespace duiyi::reversi
