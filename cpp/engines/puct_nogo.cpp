// NoGo meets the search guided by a network. Ends are proven by counting the moves that are left, and by a small search.
#include "engines/prove_nogo.hpp"
#include "engines/puct_erased.hpp"
#include "games/nogo/position.hpp"
#include "games/nogo/search_traits.hpp"

namespace duiyi {
namespace {

template <std::size_t N>
class CountProver {
  public:
    std::optional<Proof> operator()(const nogo::Position<N>& position, int simulations) {
        const Seat me = position.to_move();
        const auto mine = position.prospects(me), theirs = position.prospects(1 - me);
        const int plies = 2 * std::min(mine.most, theirs.most) + 1;
        const int disputed =
            (position.legal_points(me) & ~mine.sealed).count() + (position.legal_points(1 - me) & ~theirs.sealed).count();
        if (simulations > 0) {
            if (disputed > MOST_DISPUTED_AT_ROOT) return std::nullopt;
            const auto move = search_.find_move(position, NODES.of(simulations));
            if (!move) return std::nullopt;
            return Proof{*move == NO_MOVE ? 0.0F : 1.0F, plies, *move};
        }
        if (mine.least > theirs.most) return Proof{1.0F, plies, NO_MOVE};
        if (mine.most <= theirs.least) return Proof{0.0F, plies, NO_MOVE};
        if (disputed > MOST_DISPUTED) return std::nullopt;
        const auto won = search_.find(position, NODES.of(0));
        if (!won) return std::nullopt;
        return Proof{*won ? 1.0F : 0.0F, plies, NO_MOVE};
    }

  private:
    static constexpr int MOST_DISPUTED = 16;
    static constexpr int MOST_DISPUTED_AT_ROOT = 36;
    static constexpr ProverNodes NODES = {100, 20000};  // a leaf's take about as long as the network

    nogo::EndSearch<N> search_{std::size_t{1} << 16};
};

template <std::size_t N>
std::unique_ptr<AnyForest> forest_of(const nogo::Rules& rules, const ForestOptions& forest) {
    return std::make_unique<ErasedForest<nogo::Position<N>, CountProver<N>>>(rules, forest);
}

}  // namespace

std::unique_ptr<AnyForest> nogo_forest(const Options& options, const ForestOptions& forest) {
    const auto rules = nogo::Rules::from(options);
    if (rules.cells() <= 64) return forest_of<1>(rules, forest);
    if (rules.cells() <= 128) return forest_of<2>(rules, forest);
    if (rules.cells() <= 256) return forest_of<4>(rules, forest);
    return forest_of<6>(rules, forest);
}

}  // namespace duiyi
