// The value of a position once what is forced has been played out: for searches that trust an evaluation at their leaves.
#pragma once

#include <algorithm>

#include "core/evaluator.hpp"
#include "core/search_traits.hpp"
#include "search/ordering.hpp"
#include "search/rates.hpp"
#include "search/score.hpp"

namespace duiyi {

inline constexpr int QUIET_DEPTH = 8;  // plies after which the evaluation is taken as it is

/// Alpha-beta over the trait's forcing moves, for the seat to move. Plain: no table, no histories.
template <PositionLike P, EvaluatorFor<P> E>
Score quiet_value(P& position, E& evaluator, Score alpha, Score beta, int depth = 0) {
    using Traits = SearchTraits<P>;
    const auto evaluate = [&] { return std::clamp(evaluator.evaluate(position), -MAX_EVALUATION, MAX_EVALUATION); };
    if constexpr (!Traits::QUIESCENCE) {
        return evaluate();
    } else {
        if (depth > 0)
            if (const auto end = Traits::judged(position, depth))
                return outcome_score(*end, position.to_move(), depth, Traits::JUDGED_IS_PROOF);
        if (const int plies = Traits::proven(position); plies != 0)
            return plies > 0 ? win_in(depth + plies) : loss_in(depth - plies);
        if (depth >= QUIET_DEPTH) return evaluate();
        Score best = -INFINITE;
        const bool is_quiet = Traits::may_stand_pat(position);
        if (is_quiet) {
            best = evaluate();
            if (best >= beta) return best;
            alpha = std::max(alpha, best);
        }
        MoveList<P::MAX_MOVES> moves;
        Traits::forcing(position, depth, moves);
        if (moves.empty()) return is_quiet ? best : loss_in(depth);
        const Seat mover = position.to_move();
        Picker picker(moves, [&](Move move) { return Traits::order(position, move); });
        for (Move move; picker.next(move);) {
            typename P::Undo undo;
            evaluator.do_move(position, move, undo);
            const bool is_mine = !Traits::ALTERNATES && position.to_move() == mover;
            const Score score = is_mine ? quiet_value(position, evaluator, alpha, beta, depth + 1)
                                        : -quiet_value(position, evaluator, -beta, -alpha, depth + 1);
            evaluator.undo_move(position, move, undo);
            best = std::max(best, score);
            alpha = std::max(alpha, score);
            if (alpha >= beta) break;
        }
        return best;
    }
}

/// The evaluation after the forced moves, which a single look at the board would misjudge. The evaluator stands at the position.
template <PositionLike P, EvaluatorFor<P> E>
Rates settled_rates(P& position, E& evaluator) {
    if constexpr (SearchTraits<P>::SEATS == 2 && SearchTraits<P>::QUIESCENCE) {
        Rates rates{};
        const auto seat = static_cast<std::size_t>(position.to_move());
        rates[seat] = rate_of(quiet_value(position, evaluator, -INFINITE, INFINITE), E::UNIT);
        rates[1 - seat] = 1.0 - rates[seat];
        return rates;
    } else {
        return evaluated_rates<P, E>(evaluator, position);
    }
}

}  // namespace duiyi
