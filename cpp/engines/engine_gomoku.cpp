// Gomoku meets the searches, once per rule.
#include "engines/engine_erased.hpp"
#include "games/gomoku/evaluation.hpp"
#include "games/gomoku/search_traits.hpp"

namespace duiyi {
namespace {

template <gomoku::Rule R>
std::unique_ptr<AnyEngine> engine_of(const EngineSpec& spec) {
    return make_engine<gomoku::Position<R>, gomoku::Evaluation<R>>(spec);
}

}  // namespace

std::unique_ptr<AnyEngine> gomoku_engine(const Options& rules, const EngineSpec& spec) {
    using gomoku::Rule;
    switch (gomoku::Rules::from(rules).rule) {
        case Rule::STANDARD:
            return engine_of<Rule::STANDARD>(spec);
        case Rule::CARO:
            return engine_of<Rule::CARO>(spec);
        case Rule::RENJU:
            return engine_of<Rule::RENJU>(spec);
        default:
            return engine_of<Rule::FREESTYLE>(spec);
    }
}

}  // namespace duiyi
