// Xiangqi meets the searches.
#include "engines/engine_erased.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "games/xiangqi/search_traits.hpp"

namespace duiyi {

std::unique_ptr<AnyEngine> xiangqi_engine(const Options&, const EngineSpec& spec) {
    return make_engine<xiangqi::Position, xiangqi::Evaluation>(spec);
}

}  // namespace duiyi
