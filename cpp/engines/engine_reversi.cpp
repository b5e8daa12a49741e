// Reversi meets the searches. On 8x8 `alphabeta` evaluates by learnt patterns where it is given a file of them, and on every
// board it solves the end exactly.
#include "engines/engine_erased.hpp"
#include "engines/engine_reversi_end.hpp"
#include "engines/search_reversi.hpp"
#include "engines/solve_reversi_any.hpp"
#include "engines/solve_reversi_search.hpp"
#include "games/reversi/evaluation.hpp"
#include "games/reversi/patterns.hpp"
#include "games/reversi/search_traits.hpp"

namespace duiyi {
namespace {

constexpr std::size_t END_BYTES = std::size_t{64} << 20;

struct StandardEnd {
    reversi::EndgameSearch operator()(const reversi::Standard&, Control& control) const { return {END_BYTES, control}; }
};

struct AnySizeEnd {
    reversi::AnySizeSearch operator()(const reversi::AnySize& position, Control& control) const {
        return {position.geometry(), END_BYTES, control};
    }
};

template <class Board, class E, class MakeEnd>
std::unique_ptr<AnyEngine> alphabeta(const EngineSpec& spec, const E& evaluator) {
    using P = reversi::Position<Board>;
    using Search = reversi::WithEndgame<Board, AlphaBeta<P, E>, MakeEnd>;
    return std::make_unique<ErasedEngine<P, Search>>(MAX_PLY - 1, alphabeta_options(spec), evaluator);
}

}  // namespace

std::unique_ptr<AnyEngine> reversi_engine(const Options& rules, const EngineSpec& spec) {
    const bool is_standard = reversi::Rules::from(rules).size == 8;
    if (spec.name == "alphabeta" && spec.options.text("selective", "on") != "off") {
        if (!is_standard) return alphabeta<reversi::BoardAny, reversi::Evaluation<reversi::BoardAny>, AnySizeEnd>(spec, {});
        if (const std::string net = spec.options.text("net", "off"); net != "off")
            return alphabeta<reversi::Board8, reversi::PatternEvaluation, StandardEnd>(
                spec, reversi::PatternEvaluation(reversi::PatternWeights::load(net)));
        return alphabeta<reversi::Board8, reversi::Evaluation<reversi::Board8>, StandardEnd>(spec, {});
    }
    if (is_standard) return make_engine<reversi::Standard, reversi::Evaluation<reversi::Board8>>(spec);
    return make_engine<reversi::AnySize, reversi::Evaluation<reversi::BoardAny>>(spec);
}

}  // namespace duiyi
