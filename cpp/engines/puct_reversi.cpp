// Reversi meets the search guided by a network.
#include "engines/puct_erased.hpp"
#include "games/reversi/position.hpp"
#include "games/reversi/search_traits.hpp"

namespace duiyi {

std::unique_ptr<AnyForest> reversi_forest(const Options& options, const ForestOptions& forest) {
    const auto rules = reversi::Rules::from(options);
    if (rules.size == 8) return std::make_unique<ErasedForest<reversi::Standard>>(rules, forest);
    return std::make_unique<ErasedForest<reversi::AnySize>>(rules, forest);
}

}  // namespace duiyi
