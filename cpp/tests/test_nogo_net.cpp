// The learnt evaluation of NoGo: kept up to date it is what it would be anew, on boards of every width and after losing moves.
#include "core/random.hpp"
#include "games/nogo/net_evaluation.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using namespace nogo;

std::shared_ptr<const NetWeights> random_weights() {
    Random random(3);
    auto weights = std::make_shared<NetWeights>();
    const auto any = [&] { return static_cast<std::int16_t>(static_cast<int>(random.below(8000)) - 4000); };
    for (auto& row : weights->crosses)
        for (auto& value : row) value = any();
    for (auto& turns : weights->turn)
        for (auto& value : turns) value = any();
    return weights;
}

/// Random games; before every move another one is tried and taken back.
template <std::size_t Words>
void follow(const nogo::Rules& rules) {
    using P = nogo::Position<Words>;
    const auto weights = random_weights();
    Random random(7);
    for (int game = 0; game < 6; ++game) {
        P position = P::initial(rules);
        NetEvaluation<Words> kept(weights);
        kept.reset(position);
        while (!position.outcome()) {
            MoveList<P::MAX_MOVES> moves;
            position.generate(moves);
            const auto some = [&] { return moves[random.below(static_cast<std::uint32_t>(moves.size()))]; };
            typename P::Undo undo, undone;
            const int before = kept.evaluate(position);
            const Move tried = some();
            kept.do_move(position, tried, undone);
            kept.undo_move(position, tried, undone);
            CHECK_EQUAL(kept.evaluate(position), before);
            kept.do_move(position, some(), undo);
            if (position.outcome()) break;
            NetEvaluation<Words> anew(weights);
            anew.reset(position);
            CHECK_EQUAL(kept.evaluate(position), anew.evaluate(position));
        }
    }
}

TEST(nogo_net_kept_up_to_date_is_the_net_anew) {
    follow<1>({.rows = 8, .cols = 8});
    follow<2>({.rows = 9, .cols = 9});
    follow<2>({.rows = 9, .cols = 9, .losing_moves = LosingMoves::LOSE});
    follow<4>({.rows = 11, .cols = 14});
    follow<6>({.rows = 19, .cols = 19});
}

TEST(nogo_net_mirror_images_of_a_cross_share_a_weight) {
    CHECK_EQUAL(num_folded_crosses(), std::size_t{2436});
    const auto number = [](int point, int above, int left, int right, int below) {
        return folded_crosses()[static_cast<std::size_t>(point * CENTRE + above * ARMS[0] + left * ARMS[1] + right * ARMS[2] +
                                                         below * ARMS[3])];
    };
    CHECK_EQUAL(number(0, 1, 2, 3, 4), number(0, 1, 3, 2, 4));
    CHECK_EQUAL(number(0, 1, 2, 3, 4), number(0, 2, 4, 1, 3));
    CHECK_EQUAL(number(0, 1, 2, 3, 4), number(0, 4, 2, 3, 1));
    CHECK(number(0, 1, 2, 3, 4) != number(0, 2, 1, 3, 4));
    CHECK(number(0, 1, 2, 3, 4) != number(1, 1, 2, 3, 4));
}

}  // namespace
}  // namespace duiyi
