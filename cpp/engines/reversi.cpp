// Reversi meets the searches.
#include "engines/erased.hpp"
#include "games/reversi/position.hpp"

namespace duiyi {

std::unique_ptr<AnyRules> reversi_rules(const Options& options) {
    const auto rules = reversi::Rules::from(options);
    if (rules.size == 8) return std::make_unique<ErasedRules<reversi::Standard>>(rules);
    return std::make_unique<ErasedRules<reversi::AnySize>>(rules);
}

}  // namespace duiyi
