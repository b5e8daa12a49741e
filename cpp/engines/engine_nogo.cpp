// NoGo meets the searches. `alphabeta` evaluates by the weights that ship, by those of the file `net`, or (`off`) by hand; the
// other searches by hand.
#include "engines/engine_erased.hpp"
#include "games/nogo/evaluation.hpp"
#include "games/nogo/net_evaluation.hpp"
#include "games/nogo/search_traits.hpp"

namespace duiyi {
namespace {

template <std::size_t Words>
std::unique_ptr<AnyEngine> engine_of(const EngineSpec& spec) {
    using P = nogo::Position<Words>;
    using Net = nogo::NetEvaluation<Words>;
    const std::string net = spec.options.text("net", "");
    if (spec.name != "alphabeta" || net == "off") return make_engine<P, nogo::Evaluation<Words>>(spec);
    return std::make_unique<ErasedEngine<P, AlphaBeta<P, Net>>>(MAX_PLY - 1, alphabeta_options(spec),
                                                                net.empty() ? Net() : Net(nogo::load_net(net)));
}

}  // namespace

std::unique_ptr<AnyEngine> nogo_engine(const Options& rules, const EngineSpec& spec) {
    const int cells = nogo::Rules::from(rules).cells();
    if (cells <= 64) return engine_of<1>(spec);
    if (cells <= 128) return engine_of<2>(spec);
    if (cells <= 256) return engine_of<4>(spec);
    return engine_of<6>(spec);
}

}  // namespace duiyi
