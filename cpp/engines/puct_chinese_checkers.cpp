// Chinese Checkers meets the search guided by a network. Its planes are a square around the star, so holes are told their places.
#include "engines/puct_erased.hpp"
#include "games/chinese_checkers/evaluation.hpp"
#include "games/chinese_checkers/position.hpp"
#include "games/chinese_checkers/search_traits.hpp"

namespace duiyi {

std::unique_ptr<AnyForest> chinese_checkers_forest(const Options& options, const ForestOptions& forest) {
    using namespace chinese_checkers;
    std::vector<int> places;
    for (const Axial& at : STAR.axial) places.push_back((RADIUS - at.y) * RANKS + at.x + RADIUS);
    return std::make_unique<ErasedForest<Position, AdvisedProver<Position, Evaluation>>>(Rules::from(options), forest, places);
}

}  // namespace duiyi
