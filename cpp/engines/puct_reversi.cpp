// Reversi meets the search guided by a network. On 8x8 the last discs are solved exactly.
#include "engines/puct_erased.hpp"
#include "engines/solve_reversi_search.hpp"
#include "games/reversi/position.hpp"
#include "games/reversi/search_traits.hpp"

namespace duiyi {
namespace {

class EndProver {
  public:
    std::optional<Proof> operator()(const reversi::Standard& position, int /*simulations*/) {
        const auto own = position.own(), other = position.other();
        const int empties = 64 - std::popcount(own | other);
        if (empties > MOST_EMPTIES) return std::nullopt;
        const float score = search_.test(own, other, 0) > 0 ? 1.0F : search_.test(own, other, -1) > -1 ? 0.5F : 0.0F;
        return Proof{score, empties, NO_MOVE};
    }

  private:
    static constexpr int MOST_EMPTIES = 11;  // some thousand nodes: less than the network takes

    StopFlag stop_;  // never raised
    Control control_{Limits{}, stop_};
    reversi::EndgameSearch search_{std::size_t{1} << 22, control_};
};

}  // namespace

std::unique_ptr<AnyForest> reversi_forest(const Options& options, const ForestOptions& forest) {
    const auto rules = reversi::Rules::from(options);
    if (rules.size == 8) return std::make_unique<ErasedForest<reversi::Standard, EndProver>>(rules, forest);
    return std::make_unique<ErasedForest<reversi::AnySize>>(rules, forest);
}

}  // namespace duiyi
