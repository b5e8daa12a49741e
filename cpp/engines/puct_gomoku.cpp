// Gomoku meets the search guided by a network, once per rule.
#include "engines/puct_erased.hpp"
#include "games/gomoku/position.hpp"
#include "games/gomoku/search_traits.hpp"

namespace duiyi {

std::unique_ptr<AnyForest> gomoku_forest(const Options& options, const ForestOptions& forest) {
    using gomoku::Position;
    using gomoku::Rule;
    const auto rules = gomoku::Rules::from(options);
    switch (rules.rule) {
        case Rule::STANDARD:
            return std::make_unique<ErasedForest<Position<Rule::STANDARD>>>(rules, forest);
        case Rule::CARO:
            return std::make_unique<ErasedForest<Position<Rule::CARO>>>(rules, forest);
        case Rule::RENJU:
            return std::make_unique<ErasedForest<Position<Rule::RENJU>>>(rules, forest);
        default:
            return std::make_unique<ErasedForest<Position<Rule::FREESTYLE>>>(rules, forest);
    }
}

}  // namespace duiyi
