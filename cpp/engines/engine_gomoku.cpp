// Gomoku meets the searches, once per rule. `alphabeta` evaluates by the network that ships, by that of the file `net`, or
// (`off`) by hand; the other searches by tables of shapes, which cost less to keep.
#include "engines/engine_erased.hpp"
#include "engines/search_gomoku.hpp"
#include "games/gomoku/evaluation.hpp"
#include "games/gomoku/net_evaluation.hpp"
#include "games/gomoku/search_traits.hpp"

namespace duiyi {
namespace {

template <gomoku::Rule R, class E>
std::unique_ptr<AnyEngine> alphabeta(const EngineSpec& spec, const E& evaluation) {
    using P = gomoku::Position<R>;
    // Without selectivity or table the general search serves: the value of a depth is a fact then.
    const AlphaBetaOptions options = alphabeta_options(spec);
    if (options.is_selective && options.uses_table)
        return std::make_unique<ErasedEngine<P, AlphaBeta<P, gomoku::Sharp<E>>>>(MAX_PLY - 1, options,
                                                                                 gomoku::Sharp<E>(evaluation));
    return std::make_unique<ErasedEngine<P, AlphaBeta<P, E>>>(MAX_PLY - 1, options, evaluation);
}

template <gomoku::Rule R>
std::unique_ptr<AnyEngine> engine_of(const EngineSpec& spec) {
    if (spec.name != "alphabeta") return make_engine<gomoku::Position<R>, gomoku::Evaluation<R>>(spec);
    const std::string net = spec.options.text("net", "");
    if (net == "off") return alphabeta<R>(spec, gomoku::HandEvaluation<R>());
    return alphabeta<R>(spec, net.empty() ? gomoku::NetEvaluation<R>() : gomoku::NetEvaluation<R>(gomoku::load_net(net)));
}

}  // namespace

std::unique_ptr<AnyEngine> gomoku_engine(const Options& rules, const EngineSpec& spec) {
    return gomoku::with_rule(gomoku::Rules::from(rules).rule, [&]<gomoku::Rule R>() { return engine_of<R>(spec); });
}

}  // namespace duiyi
