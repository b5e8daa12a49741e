// What an evaluation is: a number for the seat to move, and, for more than two seats, one for every seat.
//
// An evaluator plays the moves, so that it may keep sums up to date while it does; one that keeps nothing derives from
// PlainEvaluator. It lives in games/<game>/evaluation.hpp and knows no search.
#pragma once

#include <array>
#include <cmath>
#include <concepts>

#include "core/concepts.hpp"

namespace duiyi {

template <class E, class P>
concept EvaluatorFor = std::default_initializable<E> && std::copyable<E> &&
                       requires(E e, P& p, const P& c, Move move, typename P::Undo& undo, std::array<int, MAX_SEATS>& seats) {
                           { E::UNIT } -> std::convertible_to<double>;  // a lead of so much is won e : 1
                           e.reset(c);                                  // begins a search at a position
                           e.do_move(p, move, undo);                    // plays on the board and keeps up
                           e.undo_move(p, move, undo);
                           { e.evaluate(c) } -> std::same_as<int>;  // for the seat to move, between -29000 and 29000
                           e.evaluate_seats(c, seats);              // the same for every seat: the lead over the others
                       };

/// Expected score of somebody who leads by `score`.
inline double rate_of(double score, double unit) { return 1.0 / (1.0 + std::exp(-score / unit)); }

/// Keeps nothing between moves: E gives `evaluate` (two seats) or `evaluate_seats` (more).
template <class E, class P>
struct PlainEvaluator {
    void reset(const P&) {}
    void do_move(P& position, Move move, typename P::Undo& undo) { position.do_move(move, undo); }
    void undo_move(P& position, Move move, typename P::Undo& undo) { position.undo_move(move, undo); }
    void evaluate_seats(const P& position, std::array<int, MAX_SEATS>& seats) {
        seats[static_cast<std::size_t>(position.to_move())] = static_cast<E*>(this)->evaluate(position);
        seats[static_cast<std::size_t>(1 - position.to_move())] = 0;
    }
};

}  // namespace duiyi
