// Xiangqi meets the searches. `alphabeta` evaluates by the network that ships, by that of the file `net`, or (`off`) by hand.
#include "engines/engine_erased.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "games/xiangqi/search_traits.hpp"

namespace duiyi {
namespace {

template <class E>
std::unique_ptr<AnyEngine> alphabeta(const EngineSpec& spec, const E& evaluator) {
    using Search = AlphaBeta<xiangqi::Position, E>;
    return std::make_unique<ErasedEngine<xiangqi::Position, Search>>(MAX_PLY - 1, alphabeta_options(spec), evaluator);
}

}  // namespace

std::unique_ptr<AnyEngine> xiangqi_engine(const Options&, const EngineSpec& spec) {
    if (const std::string net = spec.options.text("net", ""); spec.name == "alphabeta" && !net.empty()) {
        if (net == "off") return alphabeta(spec, xiangqi::HandEvaluation());
        return alphabeta(spec, xiangqi::Evaluation(xiangqi::load_net(net)));
    }
    return make_engine<xiangqi::Position, xiangqi::Evaluation>(spec);
}

}  // namespace duiyi
