// Xiangqi meets the search guided by a network. Leaves that are mated by checks need no network.
#include "engines/puct_erased.hpp"
#include "engines/solve_xiangqi_checks.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "games/xiangqi/position.hpp"
#include "games/xiangqi/search_traits.hpp"

namespace duiyi {
namespace {

class CheckProver {
  public:
    std::optional<Proof> operator()(xiangqi::Position& position, int simulations) {
        const Move move = checks_.find(position, NODES.of(simulations));
        if (move == NO_MOVE) return std::nullopt;
        return Proof{1.0F, checks_.plies(), move};
    }

  private:
    static constexpr ProverNodes NODES = {20, 30000};

    xiangqi::CheckSearch checks_{std::size_t{1} << 16};
};

}  // namespace

std::unique_ptr<AnyForest> xiangqi_forest(const Options& options, const ForestOptions& forest) {
    using Prover = AdvisedProver<xiangqi::Position, xiangqi::Evaluation, CheckProver>;
    return std::make_unique<ErasedForest<xiangqi::Position, Prover>>(xiangqi::Rules::from(options), forest);
}

}  // namespace duiyi
