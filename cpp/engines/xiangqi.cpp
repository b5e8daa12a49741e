// Xiangqi meets the searches.
#include "engines/erased.hpp"
#include "games/xiangqi/position.hpp"

namespace duiyi {

std::unique_ptr<AnyRules> xiangqi_rules(const Options& options) {
    return std::make_unique<ErasedRules<xiangqi::Position>>(xiangqi::Rules::from(options));
}

}  // namespace duiyi
