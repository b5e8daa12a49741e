// From evaluations and ends to expected scores of every seat: what searches over any number of seats compare.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/evaluator.hpp"
#include "core/search_traits.hpp"

namespace duiyi {

/// Expected score in 0..1 of every seat, by absolute seat.
using Rates = std::array<double, MAX_SEATS>;

/// What the evaluation makes of a position that goes on. A seat's score is the mean of its duels with the others.
template <PositionLike P, EvaluatorFor<P> E>
Rates evaluated_rates(E& evaluator, const P& position) {
    Rates rates{};
    if (SearchTraits<P>::SEATS == 2 || position.seats() == 2) {
        const auto seat = static_cast<std::size_t>(position.to_move());
        rates[seat] = rate_of(evaluator.evaluate(position), E::UNIT);
        rates[1 - seat] = 1.0 - rates[seat];
        return rates;
    }
    std::array<int, MAX_SEATS> standing{};
    evaluator.evaluate_seats(position, standing);
    const auto seats = static_cast<std::size_t>(position.seats());
    for (std::size_t a = 0; a < seats; ++a)
        for (std::size_t b = a + 1; b < seats; ++b) {
            const double rate = rate_of(standing[a] - standing[b], E::UNIT) / static_cast<double>(seats - 1);
            rates[a] += rate;
            rates[b] += 1.0 / static_cast<double>(seats - 1) - rate;
        }
    return rates;
}

inline Rates outcome_rates(const Outcome& outcome) {
    Rates rates{};
    std::copy(outcome.scores.begin(), outcome.scores.end(), rates.begin());
    return rates;
}

/// The lead that belongs to an expected score, the other way round.
inline double score_of(double rate, double unit) {
    const double inside = std::clamp(rate, 1e-9, 1.0 - 1e-9);
    return unit * std::log(inside / (1.0 - inside));
}

}  // namespace duiyi
