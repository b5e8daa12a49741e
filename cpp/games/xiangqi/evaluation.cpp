#include "games/xiangqi/evaluation.hpp"

#include <algorithm>

namespace duiyi::xiangqi {

int Evaluation::evaluate(const Position& position) const {
    const Board& board = position.pieces();
    int score = net_.value(board.to_move(), count(board.occupied()));
    // Without capture the draw comes nearer.
    if (position.rules().natural != 0) {
        const int left = 2 * position.rules().natural - position.clock().counted;
        if (left < 60) score = score * std::max(left, 0) / 60;
    }
    return score;
}

static_assert(EvaluatorFor<Evaluation, Position>);

}  // namespace duiyi::xiangqi
