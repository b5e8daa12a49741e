// Gomoku meets the search guided by a network, once per rule. Leaves that are won by fours need no network.
#include "engines/puct_erased.hpp"
#include "engines/solve_gomoku_fours.hpp"
#include "games/gomoku/position.hpp"
#include "games/gomoku/search_traits.hpp"

namespace duiyi {
namespace {

template <gomoku::Rule R>
class FourProver {
  public:
    std::optional<Proof> operator()(gomoku::Position<R>& position, int simulations) {
        if (position.phase() == gomoku::Phase::PLAY && fours_.has_fours(position)) {
            const Move move = fours_.find(position, static_cast<std::uint64_t>(NODES.of(simulations)));
            if (move != NO_MOVE) return Proof{1.0F, fours_.plies(), move};
        }
        return glance_(position, simulations);
    }

  private:
    static constexpr ProverNodes NODES = {400, 20000};  // a leaf's take about as long as the network

    GlanceProver<gomoku::Position<R>> glance_;
    gomoku::FourSearch<R> fours_{std::size_t{1} << 20};
};

template <gomoku::Rule R>
std::unique_ptr<AnyForest> forest_of(const gomoku::Rules& rules, const ForestOptions& forest) {
    return std::make_unique<ErasedForest<gomoku::Position<R>, FourProver<R>>>(rules, forest);
}

}  // namespace

std::unique_ptr<AnyForest> gomoku_forest(const Options& options, const ForestOptions& forest) {
    using gomoku::Rule;
    const auto rules = gomoku::Rules::from(options);
    switch (rules.rule) {
        case Rule::STANDARD:
            return forest_of<Rule::STANDARD>(rules, forest);
        case Rule::CARO:
            return forest_of<Rule::CARO>(rules, forest);
        case Rule::RENJU:
            return forest_of<Rule::RENJU>(rules, forest);
        default:
            return forest_of<Rule::FREESTYLE>(rules, forest);
    }
}

}  // namespace duiyi
