// A guess at the final disc difference from patterns of discs, for the order of moves alone: exactness never rests on it.
#pragma once

#include <vector>

#include "engines/solve_reversi_board.hpp"
#include "engines/solve_reversi_weights.hpp"

namespace duiyi::reversi {

/// The lookup tables of the estimate, made once for the process.
class Estimate {
  public:
    static constexpr int UNIT = PhaseWeights::UNIT;  // a disc

    static const Estimate& shared();

    /// For the mover, in the weights' unit; `moves` and `replies` are the cells where the mover and the other could move.
    int operator()(Set own, Set other, Set moves, Set replies) const;

  private:
    static constexpr std::size_t PLACES = 32;  // patterns on the board, filled up to whole vectors
    using Indices = std::array<std::uint16_t, PLACES>;

    Estimate();

    // A pattern's index is its first weight's place plus a base-3 number of its cells: 0 empty, 1 own, 2 other. By rank and the
    // discs of one side on it, `parts_` holds what they add to the indices of all patterns at once.
    std::array<std::array<Indices, 256>, 8> parts_{};
    Indices first_{};
    std::size_t places_ = 0;
    std::vector<std::vector<std::int8_t>> weights_;  // by phase
};

}  // namespace duiyi::reversi
