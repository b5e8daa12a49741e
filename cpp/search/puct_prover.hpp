// What a game knows about a leaf without the network: proofs, and the advice of its evaluation. A game with a solver of its own
// offers a better prover.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "core/search_traits.hpp"
#include "search/quiet.hpp"

namespace duiyi {

/// The certain end of a position.
struct Proof {
    float score = 0;      // of the seat to move
    int plies = 0;        // to the end
    Move move = NO_MOVE;  // that wins, where it is known
};

/// Nodes of a prover's own search: few at a leaf, more at the root, by the simulations that the root is to have.
struct ProverNodes {
    int leaf, root;

    static constexpr std::int64_t PER_SIMULATION = 20;  // some microseconds: less than the network takes
    int of(int simulations) const { return static_cast<int>(std::min<std::int64_t>(root, leaf + PER_SIMULATION * simulations)); }
};

/// What shows at a glance. Only for two seats. Provers are asked about leaves with 0 simulations.
template <class P>
struct GlanceProver {
    std::optional<Proof> operator()(const P& position, int /*simulations*/) const {
        const int plies = SearchTraits<P>::proven(position);
        if (plies == 0) return std::nullopt;
        return Proof{plies > 0 ? 1.0F : 0.0F, std::abs(plies), NO_MOVE};
    }
};

/// A prover of a game whose evaluation for alpha-beta has something to say about leaves, too.
template <class P, EvaluatorFor<P> E, class Prover = GlanceProver<P>>
class AdvisedProver : public Prover {
  public:
    Rates advise(P& position) {
        evaluator_.reset(position);
        return settled_rates(position, evaluator_);
    }

  private:
    E evaluator_;
};

/// Whether a prover gives advice, too.
template <class Prover, class P>
concept Advises = requires(Prover prover, P& position) {
    { prover.advise(position) } -> std::same_as<Rates>;
};

}  // namespace duiyi
