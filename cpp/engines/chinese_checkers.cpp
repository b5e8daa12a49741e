#include "engines/erased.hpp"
#include "games/chinese_checkers/position.hpp"

namespace duiyi {

std::unique_ptr<AnyRules> chinese_checkers_rules(const Options& options) {
    using chinese_checkers::Position;
    return std::make_unique<ErasedRules<Position>>(Position::Rules::from(options));
}

}  // namespace duiyi
