// The root of a search guided by a network, and proofs on their way up. The second half of puct.hpp, which includes it.
#pragma once

#include "search/puct.hpp"

namespace duiyi {

/// A root with a move that is sure to win needs no search: that move is all its tree.
template <PositionLike P>
template <class Prover>
void PuctSearch<P>::win_root(Prover& prover) {
    is_asked_ = true;
    if constexpr (VALUES == 1) {
        const std::optional<Proof> proof = options_.is_guided ? prover(*at_, std::max(1, budget_)) : std::nullopt;
        if (!proof || proof->score < 1 || proof->move == NO_MOVE) return;
        const Values won = {at_->to_move() == 0 ? 1.0F : 0.0F};
        tree_.clear();
        tree_.add_edges(ROOT, std::array{proof->move});
        const std::uint32_t child = tree_.add_node();
        tree_.add_link(tree_[ROOT].first_edge, child);
        tree_.edge(tree_[ROOT].first_edge).prior = 1;
        tree_[ROOT].estimate = won;
        finish_growth(ROOT);
        prove(child, won, proof->plies - 1);
        prove(ROOT, won, proof->plies);
    }
}

template <PositionLike P>
void PuctSearch<P>::prepare_root() {
    sort_all_moves(tree_[ROOT]);
    const auto count = static_cast<std::size_t>(tree_[ROOT].num_edges);
    noise_.assign(count, 0.0);
    added_.assign(count, 0);
    is_prepared_ = true;
    if (options_.gumbel) {
        log_priors_.resize(count);
        for (std::size_t i = 0; i < count; ++i) log_priors_[i] = log_prior(root_edges()[i].prior);
        if (is_noisy_)
            for (double& noise : noise_) noise = gumbel_noise(random_);
        halving_schedule(std::min(options_.considered, static_cast<int>(count)), budget_, schedule_);
    } else if (is_noisy_) {
        // A Dirichlet sample is a row of gamma samples made to sum to one; for small shapes Ahrens and Dieter's method.
        const double shape = std::min(1.0, options_.dirichlet_total / static_cast<double>(count));
        double sum = 1e-12;
        for (double& noise : noise_) {
            while (true) {
                const double p = random_.real() * (1.0 + shape / 2.718281828459045);
                const double x = p <= 1 ? std::pow(p, 1 / shape) : -std::log((1.0 + shape / 2.718281828459045 - p) / shape);
                if (random_.real() <= (p <= 1 ? std::exp(-x) : std::pow(x, shape - 1))) {
                    noise = x;
                    break;
                }
            }
            sum += noise;
        }
        for (double& noise : noise_) noise /= sum;
    }
}

/// The root's moves as Gumbel's functions want them.
template <PositionLike P>
void PuctSearch<P>::look_at_root(Seat mover) {
    const Node& root = tree_[ROOT];
    seen_.resize(root.num_edges);
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        const PuctEdge& edge = root_edges()[i];
        seen_[i] = {edge.prior, 0, 0};
        if (edge.link == PuctEdge::NONE) continue;
        const Node& child = tree_.child(edge);
        const std::uint32_t visits = tree_.link_of(edge).visits;
        seen_[i].visits = child.is_proven ? std::max(1U, visits) : visits;
        seen_[i].rate = child.is_proven || visits > 0 ? rate(child.is_proven ? child.exact : mean(child), mover) : 0;
    }
}

template <PositionLike P>
std::uint32_t PuctSearch<P>::select_root(Seat mover) {
    const Node& root = tree_[ROOT];
    std::size_t best = 0;
    double best_promise = -1e300;
    if (options_.gumbel) {
        look_at_root(mover);
        const double unseen = mixed_value(seen_, rate(root.estimate, mover));
        std::uint32_t most = 0;
        for (const SeenMove& move : seen_) most = std::max(most, move.visits);
        // In a schedule of n simulations the wanted count exists as long as every walk is counted when it starts.
        const std::uint32_t wanted = schedule_[static_cast<std::size_t>(started_)];
        std::size_t fewest = seen_.size();  // of the moves with hope, for when the schedule points at those without
        for (std::size_t i = 0; i < seen_.size(); ++i) {
            if (is_proven(root_edges()[i]) && seen_[i].rate <= 0) continue;
            if (fewest == seen_.size() || added_[i] < added_[fewest]) fewest = i;
            if (added_[i] != wanted) continue;
            const double promise =
                noise_[i] + log_priors_[i] + options_.value_scale(seen_[i].visits > 0 ? seen_[i].rate : unseen, most);
            if (promise > best_promise) {
                best_promise = promise;
                best = i;
            }
        }
        if (best_promise == -1e300 && fewest < seen_.size()) best = fewest;
        return root.first_edge + static_cast<std::uint32_t>(best);
    }
    const double bonus = options_.curiosity * std::sqrt(std::max(1.0, 0.0 + root.visits + root.in_flight));
    double tried = 0;
    for (std::size_t i = 0; i < noise_.size(); ++i)
        if (root_edges()[i].link != PuctEdge::NONE) tried += root_edges()[i].prior;
    const double unseen = unseen_rate(root, mover, tried);
    for (std::size_t i = 0; i < noise_.size(); ++i) {
        const PuctEdge& edge = root_edges()[i];
        const double prior =
            is_noisy_ ? (1 - options_.dirichlet) * edge.prior + options_.dirichlet * noise_[i] : static_cast<double>(edge.prior);
        const double promise =
            edge.link == PuctEdge::NONE ? unseen + bonus * prior : tried_promise(tree_.link_of(edge), mover, bonus * prior);
        if (promise > best_promise) {
            best_promise = promise;
            best = i;
        }
    }
    return root.first_edge + static_cast<std::uint32_t>(best);
}

template <PositionLike P>
void PuctSearch<P>::count_root_visit(const std::vector<std::uint32_t>& path) {
    if (path.empty()) return;
    std::size_t i = 0;
    while (root_edges()[i].link != path[0]) ++i;
    ++added_[i];
}

/// The place of the move to play.
template <PositionLike P>
std::uint32_t PuctSearch<P>::best_root_edge(Seat mover) {
    look_at_root(mover);
    const double unseen = mixed_value(seen_, rate(tree_[ROOT].estimate, mover));
    std::uint32_t most = 0, most_added = 0, best = 0;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        most = std::max(most, seen_[i].visits);
        // A move found to lose may have had the most visits before it was found out.
        const bool is_lost = is_proven(root_edges()[i]) && seen_[i].rate <= 0;
        if (!is_lost) most_added = std::max(most_added, added_[i]);
    }
    double best_promise = -1e300;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        const PuctEdge& edge = root_edges()[i];
        double promise;
        if (is_proven(edge) && seen_[i].rate >= 1) {
            promise = 1e9 - tree_.child(edge).end_in;  // the shortest way to win
        } else if (is_proven(edge) && seen_[i].rate <= 0) {
            promise = -1e9 + tree_.child(edge).end_in;  // the longest way to lose
        } else if (options_.gumbel) {
            promise = (added_[i] == most_added ? 1e6 : 0.0) + noise_[i] + log_priors_[i] +
                      options_.value_scale(seen_[i].visits > 0 ? seen_[i].rate : unseen, most);
        } else {
            promise = seen_[i].visits + 0.5 * seen_[i].rate + 0.25 * seen_[i].prior;
        }
        if (promise > best_promise) {
            best_promise = promise;
            best = static_cast<std::uint32_t>(i);
        }
    }
    return best;
}

template <PositionLike P>
std::vector<typename PuctSearch<P>::Choice> PuctSearch<P>::choices() {
    const Node& root = tree_[ROOT];
    if (!root_ || root.state != Node::GROWN) return {};
    const Seat mover = root_->to_move();
    const std::uint32_t first = best_root_edge(mover);
    std::vector<Choice> found(seen_.size());
    policy_.resize(seen_.size());
    improved_policy(seen_, rate(root.estimate, mover), options_.value_scale, policy_);
    double visits = 0;
    for (const SeenMove& move : seen_) visits += move.visits;
    const bool is_won = seen_[first].rate >= 1 && seen_[first].visits > 0 && is_proven(root_edges()[first]);
    const double unseen = mixed_value(seen_, rate(root.estimate, mover));
    for (std::size_t i = 0; i < found.size(); ++i) {
        const PuctEdge& edge = root_edges()[i];
        Choice& choice = found[i];
        choice.move = edge.move;
        choice.prior = edge.prior;
        choice.visits = seen_[i].visits;
        choice.target = options_.gumbel || visits == 0 ? policy_[i] : seen_[i].visits / visits;
        if (is_won) choice.target = i == first ? 1.0 : 0.0;
        choice.values = root.estimate;
        if (edge.link != PuctEdge::NONE && seen_[i].visits > 0) {
            const Node& child = tree_.child(edge);
            choice.values = child.is_proven ? child.exact : mean(child);
            if (child.is_proven && seen_[i].rate != 0.5) choice.end_in = (seen_[i].rate > 0.5 ? 1 : -1) * (child.end_in + 1);
        } else if constexpr (VALUES == 1) {
            choice.values[0] = static_cast<float>(mover == 0 ? unseen : 1 - unseen);
        }
    }
    std::swap(found[0], found[first]);
    std::stable_sort(found.begin() + 1, found.end(), [](const Choice& a, const Choice& b) { return a.visits > b.visits; });
    return found;
}

template <PositionLike P>
std::vector<Move> PuctSearch<P>::line(Move first) const {
    std::vector<Move> moves = {first};
    const Node* node = &tree_[ROOT];
    Move next = first;
    while (node->state == Node::GROWN) {
        const PuctEdge* edges = tree_.edges_of(*node);
        const PuctEdge* found = std::find_if(edges, edges + node->num_edges, [&](const PuctEdge& e) { return e.move == next; });
        if (found == edges + node->num_edges || found->link == PuctEdge::NONE) break;
        node = &tree_.child(*found);
        if (node->state != Node::GROWN) break;
        std::uint32_t most = 0;
        edges = tree_.edges_of(*node);
        for (const PuctEdge* edge = edges; edge != edges + node->num_edges; ++edge) {
            if (edge->link == PuctEdge::NONE || tree_.link_of(*edge).visits <= most) continue;
            most = tree_.link_of(*edge).visits;
            next = edge->move;
        }
        if (most == 0) break;
        moves.push_back(next);
    }
    return moves;
}

template <PositionLike P>
void PuctSearch<P>::prove(std::uint32_t index, const Values& values, int plies) {
    tree_[index].is_proven = true;
    tree_[index].exact = values;
    tree_[index].end_in = static_cast<std::int16_t>(plies);
}

/// A position with a winning move is won; one whose every move is proven is worth the best of them.
template <PositionLike P>
bool PuctSearch<P>::prove_parent(std::uint32_t index, Seat mover) {
    const Node& node = tree_[index];
    double best = -1;
    int plies = 0;
    bool is_complete = true;
    Values values{};
    for (std::uint32_t i = node.first_edge; i < node.first_edge + node.num_edges; ++i) {
        const PuctEdge& edge = tree_.edge(i);
        if (!is_proven(edge)) {
            is_complete = false;
            continue;
        }
        const Node& child = tree_.child(edge);
        const double found = rate(child.exact, mover);
        const int end_in = child.end_in + 1;
        const bool is_quicker = found >= 1 ? end_in < plies : end_in > plies;
        if (found > best || (found == best && is_quicker)) {
            best = found;
            plies = end_in;
            values = child.exact;
        }
    }
    // What one seat loses the other wins; of more seats only a win for certain is the mover's one best choice.
    if (best < 1 && (!is_complete || root_->seats() > 2)) return false;
    prove(index, values, plies);
    return true;
}

}  // namespace duiyi
