// NoGo behind the common interface: the narrowest bitset that holds the board.
#include "engines/erased.hpp"
#include "games/nogo/position.hpp"

namespace duiyi {
namespace {

template <std::size_t Words>
std::unique_ptr<AnyRules> rules_of(const nogo::Rules& rules) {
    return std::make_unique<ErasedRules<nogo::Position<Words>>>(rules);
}

}  // namespace

std::unique_ptr<AnyRules> nogo_rules(const Options& options) {
    const auto rules = nogo::Rules::from(options);
    if (rules.cells() <= 64) return rules_of<1>(rules);
    if (rules.cells() <= 128) return rules_of<2>(rules);
    if (rules.cells() <= 256) return rules_of<4>(rules);
    return rules_of<6>(rules);
}

}  // namespace duiyi
