// Gomoku meets the searches, once per rule.
#include "engines/engine_erased.hpp"
#include "engines/search_gomoku.hpp"
#include "games/gomoku/evaluation.hpp"
#include "games/gomoku/search_traits.hpp"

namespace duiyi {
namespace {

template <gomoku::Rule R>
std::unique_ptr<AnyEngine> engine_of(const EngineSpec& spec) {
    using P = gomoku::Position<R>;
    // Without selectivity or table the general search serves: the value of a depth is a fact then.
    const AlphaBetaOptions options = alphabeta_options(spec);
    if (spec.name == "alphabeta" && options.is_selective && options.uses_table)
        return std::make_unique<ErasedEngine<P, AlphaBeta<P, gomoku::SharpEvaluation<R>>>>(MAX_PLY - 1, options);
    return make_engine<P, gomoku::Evaluation<R>>(spec);
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
