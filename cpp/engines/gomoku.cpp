// Gomoku meets the searches.
#include "engines/erased.hpp"
#include "games/gomoku/position.hpp"

namespace duiyi {

std::unique_ptr<AnyRules> gomoku_rules(const Options& options) {
    using gomoku::Position;
    using gomoku::Rule;
    const auto rules = gomoku::Rules::from(options);
    switch (rules.rule) {
        case Rule::STANDARD:
            return std::make_unique<ErasedRules<Position<Rule::STANDARD>>>(rules);
        case Rule::CARO:
            return std::make_unique<ErasedRules<Position<Rule::CARO>>>(rules);
        case Rule::RENJU:
            return std::make_unique<ErasedRules<Position<Rule::RENJU>>>(rules);
        default:
            return std::make_unique<ErasedRules<Position<Rule::FREESTYLE>>>(rules);
    }
}

}  // namespace duiyi
