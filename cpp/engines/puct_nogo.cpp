// NoGo meets the search guided by a network.
#include "engines/puct_erased.hpp"
#include "games/nogo/position.hpp"
#include "games/nogo/search_traits.hpp"

namespace duiyi {

std::unique_ptr<AnyForest> nogo_forest(const Options& options, const ForestOptions& forest) {
    const auto rules = nogo::Rules::from(options);
    if (rules.cells() <= 64) return std::make_unique<ErasedForest<nogo::Position<1>>>(rules, forest);
    if (rules.cells() <= 128) return std::make_unique<ErasedForest<nogo::Position<2>>>(rules, forest);
    if (rules.cells() <= 256) return std::make_unique<ErasedForest<nogo::Position<4>>>(rules, forest);
    return std::make_unique<ErasedForest<nogo::Position<6>>>(rules, forest);
}

}  // namespace duiyi
