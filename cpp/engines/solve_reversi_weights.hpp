// The fitted weights of the estimate. docs/solvers.md tells how they were made.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace duiyi::reversi {

/// Weights for a span of empties, up to `most`; a weight of `UNIT` is a disc.
struct PhaseWeights {
    static constexpr int UNIT = 3;
    int most;
    std::array<std::int8_t, 32> moves;    // by the number of the mover's moves
    std::array<std::int8_t, 32> replies;  // by the number of the other's
    std::string_view patterns;            // kind by kind, one character a weight, one index for each pair of mirror images
};

extern const PhaseWeights WEIGHTS_LATE, WEIGHTS_MIDDLE, WEIGHTS_EARLY;

}  // namespace duiyi::reversi
