// Xiangqi meets the search guided by a network.
#include "engines/puct_erased.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "games/xiangqi/position.hpp"
#include "games/xiangqi/search_traits.hpp"

namespace duiyi {

std::unique_ptr<AnyForest> xiangqi_forest(const Options& options, const ForestOptions& forest) {
    return std::make_unique<ErasedForest<xiangqi::Position, AdvisedProver<xiangqi::Position, xiangqi::Evaluation>>>(
        xiangqi::Rules::from(options), forest);
}

}  // namespace duiyi
