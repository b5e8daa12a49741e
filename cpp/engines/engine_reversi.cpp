// Reversi meets the searches.
#include "engines/engine_erased.hpp"
#include "games/reversi/evaluation.hpp"
#include "games/reversi/search_traits.hpp"

namespace duiyi {

std::unique_ptr<AnyEngine> reversi_engine(const Options& rules, const EngineSpec& spec) {
    if (reversi::Rules::from(rules).size == 8) return make_engine<reversi::Standard, reversi::Evaluation<reversi::Board8>>(spec);
    return make_engine<reversi::AnySize, reversi::Evaluation<reversi::BoardAny>>(spec);
}

}  // namespace duiyi
