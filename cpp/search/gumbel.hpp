// Planning with few simulations: Gumbel noise at the root, sequential halving, and the policy improved by completed values.
//
// Danihelka, Guez, Schrittwieser, Silver: "Policy improvement by planning with Gumbel" (ICLR 2022). Plain functions over
// arrays; the tree is puct.hpp's.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.hpp"

namespace duiyi {

/// The network's logit of a move, but for what is added to all.
inline double log_prior(double prior) { return std::log(std::max(prior, 1e-9)); }

/// A number of the standard Gumbel distribution.
inline double gumbel_noise(Random& random) { return -std::log(-std::log(std::max(random.real(), 1e-300))); }

/// For each simulation in turn, how many visits of this search the move to be tried has had: sequential halving over
/// `considered` moves in `simulations` steps. {0,0,0,0,1,1,2,2} is four moves once each, then the better two twice each.
inline void halving_schedule(int considered, int simulations, std::vector<std::uint32_t>& schedule) {
    schedule.clear();
    if (considered <= 1) {
        for (int i = 0; i < simulations; ++i) schedule.push_back(static_cast<std::uint32_t>(i));
        return;
    }
    const int phases = static_cast<int>(std::ceil(std::log2(considered)));
    std::uint32_t visits = 0;
    for (int left = considered; static_cast<int>(schedule.size()) < simulations; left = std::max(2, left / 2)) {
        const int rounds = std::max(1, simulations / (phases * left));
        for (int round = 0; round < rounds; ++round, ++visits)
            schedule.insert(schedule.end(), static_cast<std::size_t>(left), visits);
    }
    schedule.resize(static_cast<std::size_t>(simulations));
}

/// How much a rate counts beside the logits of the network: more, the more has been seen.
struct ValueScale {
    double visits = 50;
    double scale = 0.5;
    double operator()(double rate, std::uint32_t most_visits) const { return (visits + most_visits) * scale * rate; }
};

/// One move of the root as these functions see it.
struct SeenMove {
    double prior = 0;
    double rate = 0;           // for the seat to move; of moves with visits
    std::uint32_t visits = 0;  // all, of earlier searches too
};

/// What a move without visits is taken to be worth: the network's estimate, mixed with what the visited moves have shown.
inline double mixed_value(std::span<const SeenMove> moves, double estimate) {
    double prior = 0, weighted = 0, visits = 0;
    for (const SeenMove& move : moves) {
        if (move.visits == 0) continue;
        prior += move.prior;
        weighted += move.prior * move.rate;
        visits += move.visits;
    }
    if (prior <= 0) return estimate;
    return (estimate + visits * weighted / prior) / (1 + visits);
}

/// The improved policy: softmax of log prior + scaled completed value. Written to `policy`, one number a move.
inline void improved_policy(std::span<const SeenMove> moves, double estimate, const ValueScale& scale, std::span<double> policy) {
    const double unseen = mixed_value(moves, estimate);
    std::uint32_t most = 0;
    for (const SeenMove& move : moves) most = std::max(most, move.visits);
    double best = -1e300;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        policy[i] = log_prior(moves[i].prior) + scale(moves[i].visits > 0 ? moves[i].rate : unseen, most);
        best = std::max(best, policy[i]);
    }
    double sum = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) sum += policy[i] = std::exp(policy[i] - best);
    for (std::size_t i = 0; i < moves.size(); ++i) policy[i] /= sum;
}

}  // namespace duiyi
