// A hand-made evaluation of NoGo: who has more points left to play, points that are nobody else's counting double.
#pragma once

#include "core/evaluator.hpp"
#include "games/nogo/position.hpp"

namespace duiyi::nogo {

/// In hundredths of a point for the seat to move.
template <std::size_t Words>
struct Evaluation : PlainEvaluator<Evaluation<Words>, Position<Words>> {
    static constexpr double UNIT = 350.0;
    static constexpr int LEGAL = 60;     // a point that both may play, or only oneself
    static constexpr int OWN_ONLY = 60;  // more for a point that the other may not play: it cannot be taken away by playing there
    static constexpr int TURN = -25;     // who must move gives something up

    int evaluate(const Position<Words>& position) const {
        const auto& own = position.legal_points(position.to_move());
        const auto& other = position.legal_points(1 - position.to_move());
        const int both = (own & other).count();
        const int own_count = own.count();
        const int other_count = other.count();
        return LEGAL * (own_count - other_count) + OWN_ONLY * ((own_count - both) - (other_count - both)) + TURN;
    }
};

}  // namespace duiyi::nogo
