// What a game can prove about a leaf before the network is asked. A game with a solver of its own offers a better prover.
#pragma once

#include <cstdlib>
#include <optional>

#include "core/search_traits.hpp"

namespace duiyi {

/// The certain end of a position.
struct Proof {
    float score = 0;      // of the seat to move
    int plies = 0;        // to the end
    Move move = NO_MOVE;  // that wins, where it is known
};

/// What shows at a glance. Only for two seats. The root is worth a longer look, for those who can take one.
template <class P>
struct GlanceProver {
    std::optional<Proof> operator()(const P& position, bool /*is_root*/) const {
        const int plies = SearchTraits<P>::proven(position);
        if (plies == 0) return std::nullopt;
        return Proof{plies > 0 ? 1.0F : 0.0F, std::abs(plies), NO_MOVE};
    }
};

}  // namespace duiyi
