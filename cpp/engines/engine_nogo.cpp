// NoGo meets the searches.
#include "engines/engine_erased.hpp"
#include "games/nogo/evaluation.hpp"
#include "games/nogo/search_traits.hpp"

namespace duiyi {
namespace {

template <std::size_t Words>
std::unique_ptr<AnyEngine> engine_of(const EngineSpec& spec) {
    return make_engine<nogo::Position<Words>, nogo::Evaluation<Words>>(spec);
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
