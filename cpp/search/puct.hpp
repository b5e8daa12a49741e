// One tree of a search guided by a network: it walks down to a leaf, hands the leaf out, and goes on when the answer comes.
//
// The root follows Gumbel's sequential halving (training with few simulations) or PUCT, with noise or without; below it PUCT.
// Ends of the game and short proofs are backed up as facts: a move known to win is played, one known to lose is left alone.
// Ways of equal length to one position meet in one node, where history does not count; a walk that comes to one that others know
// better learns what they found.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/concepts.hpp"
#include "core/random.hpp"
#include "core/search_traits.hpp"
#include "search/gumbel.hpp"
#include "search/puct_cache.hpp"
#include "search/puct_prover.hpp"
#include "search/puct_tree.hpp"
#include "search/rates.hpp"

namespace duiyi {

struct PuctOptions {
    bool gumbel = true;           // at the root; else PUCT
    int considered = 16;          // moves that sequential halving begins with
    ValueScale value_scale;       // of Gumbel's completed values
    double curiosity = 0.9;       // weight of the prior against rates in 0..1
    double doubt = 0;             // share of the prior that all moves get alike
    double unseen = 0.12;         // how much worse than its parent a move is taken to be before it is tried
    double dirichlet = 0.25;      // share of the noise in a noisy root without Gumbel
    double dirichlet_total = 10;  // spread over the legal moves
    bool merges = true;           // positions that several orders of moves lead to are one, where history does not count
    bool is_guided = true;        // the game's own candidates and proofs
    double advice = 0;            // share of the game's own evaluation in the value of a leaf
    int glances = 0;              // visits of a position that this evaluation answers alone, before the network is asked
    bool uses_symmetry = true;    // every leaf is shown to the network in a random symmetry
    std::size_t tree_bytes = std::size_t{256} << 20;
};

/// A leaf on its way to the network and back.
struct PuctLeaf {
    std::vector<std::uint32_t> path;  // links from the root
    Key key = 0;
    Seat mover = 0;
    int symmetry = 0;
    Rates advice{};
};

template <PositionLike P>
class PuctSearch {
  public:
    using Traits = SearchTraits<P>;
    using Moves = MoveList<P::MAX_MOVES>;
    static constexpr std::size_t VALUES = Traits::SEATS == 2 ? 1 : static_cast<std::size_t>(Traits::SEATS);
    using Values = std::array<float, VALUES>;
    using Node = PuctNode<VALUES>;
    using Link = PuctLink<VALUES>;
    using Cache = PuctCache<VALUES>;
    static constexpr std::uint32_t ROOT = PuctTree<VALUES>::ROOT;

    PuctSearch(const PuctOptions& options, std::uint64_t seed) : options_(options), random_(seed) {}

    /// Starts to think about a position, which must not be over; keeps what is known of it from before.
    void begin(const P& position, int simulations, bool is_noisy, bool is_fresh) {
        set_root(position, is_fresh);
        budget_ = simulations;
        done_ = started_ = 0;
        is_noisy_ = is_noisy;
        is_prepared_ = is_asked_ = false;
        if (tree_[ROOT].state == Node::GROWN) prepare_root();
    }

    /// Whether the root knows its moves and every simulation has come back, or more would change nothing.
    bool is_done() const {
        if (!root_) return true;
        if (tree_[ROOT].state != Node::GROWN || tree_[ROOT].in_flight > 0) return false;
        return done_ >= budget_ || is_settled();
    }
    int simulations() const { return done_; }

    /// Walks until a position needs the network; `write` gets it. False when nothing is left to ask for now, or when many walks
    /// have needed none, so that whoever watches the clock gets a word in.
    template <class Prover, class Write>
    bool find_leaf(PuctLeaf& leaf, Cache& cache, Prover& prover, int num_symmetries, Write&& write) {
        if (!root_) return false;
        if (tree_[ROOT].state == Node::WAITING) return false;
        if (!is_asked_) win_root(prover);
        for (int walks = 0; walks < MOST_WALKS; ++walks) {
            if (tree_[ROOT].state != Node::LEAF && (started_ >= budget_ || is_settled())) return false;
            if (walk(leaf, cache, prover, num_symmetries, write)) return true;
            if (is_blocked_) return false;
        }
        return false;
    }

    /// The network's answer to a leaf: a logit for a move (already turned back), a rate for each seat counted from the mover.
    template <class LogitOf>
    void grow(const PuctLeaf& leaf, Cache& cache, LogitOf&& logit_of, std::span<const float> relative) {
        const std::uint32_t index = node_at(leaf.path, leaf.path.size());
        Node& node = tree_[index];
        PuctEdge* edges = tree_.edges_of(node);
        float best = -1e30F;
        for (int i = 0; i < node.num_edges; ++i) best = std::max(best, edges[i].prior = logit_of(edges[i].move));
        float sum = 0;
        for (int i = 0; i < node.num_edges; ++i) sum += edges[i].prior = std::exp(edges[i].prior - best);
        priors_.resize(node.num_edges);
        const auto trust = static_cast<float>(1 - options_.doubt), all = static_cast<float>(options_.doubt / node.num_edges);
        for (int i = 0; i < node.num_edges; ++i)
            priors_[static_cast<std::size_t>(i)] = edges[i].prior = trust * edges[i].prior / sum + all;
        node.estimate = absolute(relative, leaf.mover);
        for (std::size_t i = 0; options_.advice > 0 && i < VALUES; ++i)
            node.estimate[i] += static_cast<float>(options_.advice) * (static_cast<float>(leaf.advice[i]) - node.estimate[i]);
        cache.store(leaf.key, priors_, node.estimate);
        finish_growth(index);
        visit(index, tree_[index].estimate);
        back_up(leaf.path);
    }

    // What has been found
    struct Choice {
        Move move = NO_MOVE;
        std::uint32_t visits = 0;
        double prior = 0, target = 0;
        Values values{};            // rates by absolute seat
        std::optional<int> end_in;  // of proven moves; the sign says for whom
    };
    /// All moves of the root, the one to play first; the others by visits.
    std::vector<Choice> choices();
    Values value() const { return tree_[ROOT].is_proven ? tree_[ROOT].exact : mean(tree_[ROOT]); }
    Values estimate() const { return tree_[ROOT].estimate; }
    bool is_proven() const { return tree_[ROOT].is_proven; }
    /// The most visited line that begins with a move.
    std::vector<Move> line(Move first) const;
    double rate(const Values& values, Seat seat) const {
        if constexpr (VALUES == 1) return seat == 0 ? values[0] : 1.0 - static_cast<double>(values[0]);
        return values[static_cast<std::size_t>(seat)];
    }

  private:
    static constexpr std::size_t DEEPEST = 1024;
    static constexpr Key MIX = 0x9E3779B97F4A7C15ULL;
    static constexpr int MOST_WALKS = 1024;  // that need no network

    const PuctEdge* root_edges() const { return tree_.edges_of(tree_[ROOT]); }
    bool is_proven(const PuctEdge& edge) const { return edge.link != PuctEdge::NONE && tree_.child(edge).is_proven; }
    bool is_settled() const {
        const Node& root = tree_[ROOT];
        return root.is_proven || (root.state == Node::GROWN && root.num_edges == 1) || tree_.bytes() > options_.tree_bytes;
    }

    Values mean(const Node& node) const {
        if (node.visits == 0) return node.estimate;
        Values values;
        for (std::size_t i = 0; i < VALUES; ++i) values[i] = static_cast<float>(node.sums[i] / node.visits);
        return values;
    }
    /// A tried move's rate for the seat that moves; walks under way count as lost, so that the next one looks elsewhere.
    double child_rate(const Link& link, Seat mover) const {
        const Node& child = tree_[link.node];
        if (child.is_proven) return rate(child.exact, mover);
        if (child.visits == 0) return 0;
        const double found = child.sums[VALUES == 1 ? 0 : static_cast<std::size_t>(mover)] / child.visits;
        const double mine = VALUES == 1 && mover != 0 ? 1 - found : found;
        if (link.visits + link.in_flight == 0) return mine;  // found waiting when it was first tried
        return mine * link.visits / (link.visits + link.in_flight);
    }
    /// Where a path has come to after so many links.
    std::uint32_t node_at(const std::vector<std::uint32_t>& path, std::size_t links) const {
        return links == 0 ? ROOT : tree_.link(path[links - 1]).node;
    }
    static Values absolute(std::span<const float> relative, Seat mover) {
        Values values{};
        if constexpr (VALUES == 1) {
            values[0] = mover == 0 ? relative[0] : 1.0F - relative[0];
        } else {
            for (std::size_t i = 0; i < relative.size(); ++i)
                values[(static_cast<std::size_t>(mover) + i) % relative.size()] = relative[i];
        }
        return values;
    }
    static Values packed(const Outcome& outcome) {
        Values values{};
        for (std::size_t i = 0; i < VALUES; ++i) values[i] = outcome.scores[i];
        return values;
    }

    void set_root(const P& position, bool is_fresh) {
        std::uint32_t found = PuctEdge::NONE;
        if (root_ && !is_fresh) {
            P copy = *root_;
            found = find(copy, ROOT, position, position.seats());
        }
        if (found == PuctEdge::NONE || tree_[found].state == Node::WAITING) {
            tree_.clear();
        } else if (found != ROOT) {
            spare_.adopt(tree_, found);
            tree_.swap(spare_);
            root_plies_ += plies_to_found_;
        }
        tree_[ROOT].is_proven = false;  // the root must have moves, whatever is known of its value
        root_ = position;
        at_ = position;
    }
    std::uint32_t find(P& at, std::uint32_t index, const P& wanted, int plies) {
        if (at.key() == wanted.key() && at == wanted) {
            plies_to_found_ = wanted.seats() - plies;
            return index;
        }
        const Node& node = tree_[index];
        if (plies == 0 || node.state != Node::GROWN) return PuctEdge::NONE;
        for (std::uint32_t i = node.first_edge; i < node.first_edge + node.num_edges; ++i) {
            if (tree_.edge(i).link == PuctEdge::NONE) continue;
            typename P::Undo undo;
            const Move move = tree_.edge(i).move;
            at.do_move(move, undo);
            const std::uint32_t found = find(at, tree_.link_of(tree_.edge(i)).node, wanted, plies - 1);
            at.undo_move(move, undo);
            if (found != PuctEdge::NONE) return found;
        }
        return PuctEdge::NONE;
    }

    /// One walk down. True when it ended at a position for the network, else its value has been backed up already.
    template <class Prover, class Write>
    bool walk(PuctLeaf& leaf, Cache& cache, Prover& prover, int num_symmetries, Write&& write) {
        leaf.path.clear();
        played_.clear();
        movers_.clear();
        std::uint32_t index = ROOT;
        const bool is_simulation = tree_[ROOT].state == Node::GROWN;
        bool is_known = false;  // from another way to it
        while (tree_[index].state == Node::GROWN && !(tree_[index].is_proven && index != ROOT) && !is_known &&
               played_.size() < DEEPEST) {
            const Seat mover = at_->to_move();
            if (index != ROOT) sort_moves(tree_[index]);
            const std::uint32_t edge = index == ROOT ? select_root(mover) : select(tree_[index], mover);
            auto& [move, undo] = played_.emplace_back();
            move = tree_.edge(edge).move;
            at_->do_move(move, undo);
            movers_.push_back(mover);
            std::uint32_t link = tree_.edge(edge).link;
            if (link == PuctEdge::NONE) link = tree_.add_link(edge, new_node());
            leaf.path.push_back(link);
            index = tree_.link(link).node;
            is_known = tree_[index].visits > tree_.link(link).visits + tree_.link(link).in_flight;
        }
        bool is_leaf = false;
        is_blocked_ = !is_known && tree_[index].state == Node::WAITING;
        if (!is_known && !tree_[index].is_proven && tree_[index].state == Node::LEAF)
            is_leaf = reach(leaf, index, cache, prover, num_symmetries, write);
        for (std::size_t i = played_.size(); i-- > 0;) at_->undo_move(played_[i].first, played_[i].second);
        if (is_blocked_) return false;
        if (tree_[index].is_proven)
            for (std::size_t i = movers_.size(); i-- > 0 && prove_parent(node_at(leaf.path, i), movers_[i]);) {
            }
        if (is_simulation) {
            ++started_;
            count_root_visit(leaf.path);
        }
        ++tree_[ROOT].in_flight;
        for (const std::uint32_t i : leaf.path) {
            ++tree_.link(i).in_flight;
            ++tree_[tree_.link(i).node].in_flight;
        }
        if (is_leaf) return true;
        if (is_known) --tree_[index].in_flight;
        else visit(index, tree_[index].is_proven ? tree_[index].exact : mean(tree_[index]));
        back_up(leaf.path);
        return false;
    }
    /// Of the position at hand. Ways of equal length to the same position meet in one node, so there are no circles; not where
    /// it counts what came before.
    std::uint32_t new_node() {
        if (!options_.merges || !Traits::JUDGED_IS_PROOF) return tree_.add_node();
        const auto plies = static_cast<int>(played_.size());
        return tree_.node_of(Traits::table_key(*at_) ^ static_cast<Key>((root_plies_ + plies) * 8 + at_->to_move()) * MIX);
    }

    /// A position seen for the first time: an end, a proof, known to the cache, or (true) one for the network.
    template <class Prover, class Write>
    bool reach(PuctLeaf& leaf, std::uint32_t index, Cache& cache, Prover& prover, int num_symmetries, Write&& write) {
        const bool is_new = tree_[index].visits == 0;  // else its evaluation has spoken already
        if (index != ROOT && is_new) {
            if (const auto end = at_->outcome()) {
                prove(index, packed(*end), 0);
                return false;
            }
            if constexpr (VALUES == 1) {
                const std::optional<Proof> proof = options_.is_guided ? prover(*at_, 0) : std::nullopt;
                if (proof) {
                    prove(index, {at_->to_move() == 0 ? proof->score : 1.0F - proof->score}, proof->plies);
                    return false;
                }
            }
        }
        if constexpr (!Traits::JUDGED_IS_PROOF) {
            // Only a forecast, so the position stays a leaf and may be judged anew once it is the root.
            if (const auto end = index == ROOT ? std::nullopt : Traits::judged(*at_, static_cast<int>(played_.size()))) {
                tree_[index].estimate = packed(*end);
                return false;
            }
        }
        if constexpr (Advises<Prover, P>) {
            if (is_new && (options_.advice > 0 || options_.glances > 0)) leaf.advice = prover.advise(*at_);
            if (index != ROOT && static_cast<int>(tree_[index].visits) < options_.glances) {
                for (std::size_t i = 0; is_new && i < VALUES; ++i) tree_[index].estimate[i] = static_cast<float>(leaf.advice[i]);
                return false;
            }
            for (std::size_t i = 0; !is_new && i < VALUES; ++i) leaf.advice[i] = static_cast<double>(tree_[index].estimate[i]);
        }
        Moves moves;
        if (options_.is_guided) Traits::candidates(*at_, moves);
        else at_->generate(moves);
        tree_.add_edges(index, moves);
        leaf.key = Traits::table_key(*at_);
        leaf.mover = at_->to_move();
        priors_.resize(moves.size());
        Values value;
        if (cache.find(leaf.key, moves.size(), priors_, value)) {
            PuctEdge* edges = tree_.edges_of(tree_[index]);
            for (std::size_t i = 0; i < moves.size(); ++i) edges[i].prior = priors_[i];
            tree_[index].estimate = value;
            finish_growth(index);
            return false;
        }
        tree_[index].state = Node::WAITING;
        leaf.symmetry = options_.uses_symmetry && num_symmetries > 1
                            ? static_cast<int>(random_.below(static_cast<std::uint32_t>(num_symmetries)))
                            : 0;
        write(*at_, leaf.symmetry);
        return true;
    }

    void finish_growth(std::uint32_t index) {
        tree_[index].state = Node::GROWN;
        if (index == ROOT) prepare_root();
    }
    /// Puts the best of the untried moves behind the tried ones. Most positions are visited once and most others a few times, so
    /// only a few moves are sorted at a time.
    void sort_moves(Node& node) {
        PuctEdge* edges = tree_.edges_of(node);
        const int sorted = num_sorted(node);
        if (sorted == node.num_edges || (sorted > 0 && edges[sorted - 1].link == PuctEdge::NONE)) return;
        ++node.sortings;
        std::partial_sort(edges + sorted, edges + num_sorted(node), edges + node.num_edges, is_before);
    }
    void sort_all_moves(Node& node) {
        std::sort(tree_.edges_of(node) + num_sorted(node), tree_.edges_of(node) + node.num_edges, is_before);
        while (num_sorted(node) < node.num_edges) ++node.sortings;
    }
    static int num_sorted(const Node& node) {
        return node.sortings == 0 ? 0 : static_cast<int>(std::min<std::uint32_t>(node.num_edges, 2U << node.sortings));
    }
    static bool is_before(const PuctEdge& a, const PuctEdge& b) {
        return a.prior != b.prior ? a.prior > b.prior : a.move < b.move;
    }

    /// A walk has ended at this node.
    void visit(std::uint32_t index, const Values& value) {
        Node& node = tree_[index];
        --node.in_flight;
        ++node.visits;
        for (std::size_t v = 0; v < VALUES; ++v) node.sums[v] += value[v];
    }
    /// A move counts for its parent as its position's mean, once for every walk that came this way; another way to the same
    /// position may have changed that mean since the last.
    void back_up(const std::vector<std::uint32_t>& path) {
        for (std::size_t i = path.size(); i-- > 0;) {
            Link& link = tree_.link(path[i]);
            const Node& child = tree_[link.node];
            Node& parent = tree_[node_at(path, i)];
            --link.in_flight;
            ++link.visits;
            --parent.in_flight;
            ++parent.visits;
            for (std::size_t v = 0; v < VALUES; ++v) {
                double counts = child.sums[v];
                if (child.is_proven) counts = link.sums[v] + child.exact[v];  // visits before the proof stay as they were
                else if (child.visits != link.visits) counts *= static_cast<double>(link.visits) / child.visits;
                parent.sums[v] += counts - link.sums[v];
                link.sums[v] = counts;
            }
        }
        if (!path.empty()) ++done_;
    }

    void prove(std::uint32_t index, const Values& values, int plies);
    bool prove_parent(std::uint32_t index, Seat mover);

    /// PUCT below the root. Untried moves follow the tried ones by prior, so the first of them stands for all.
    std::uint32_t select(const Node& node, Seat mover) const {
        const double visits = node.visits + node.in_flight;
        const double bonus = options_.curiosity * std::sqrt(std::max(1.0, visits));
        double tried = 0;
        std::uint32_t best = node.first_edge;
        double best_promise = -1e9;
        for (std::uint32_t i = node.first_edge; i < node.first_edge + node.num_edges; ++i) {
            const PuctEdge& edge = tree_.edge(i);
            double promise;
            if (edge.link == PuctEdge::NONE) {
                promise = unseen_rate(node, mover, tried) + bonus * edge.prior;
            } else {
                tried += edge.prior;
                promise = tried_promise(tree_.link_of(edge), mover, bonus * edge.prior);
            }
            if (promise > best_promise) {
                best_promise = promise;
                best = i;
            }
            if (edge.link == PuctEdge::NONE) break;
        }
        return best;
    }
    double tried_promise(const Link& link, Seat mover, double bonus) const {
        const Node& child = tree_[link.node];
        if (child.is_proven) return proven_promise(child, mover);
        return child_rate(link, mover) + bonus / (1.0 + link.visits + link.in_flight);
    }
    /// A win is always played, a loss never while there is hope; a draw is worth what it is.
    double proven_promise(const Node& child, Seat mover) const {
        const double exact = rate(child.exact, mover);
        return exact <= 0 ? -1 : exact >= 1 ? 2 : exact;
    }
    double unseen_rate(const Node& node, Seat mover, double tried) const {
        return rate(mean(node), mover) - options_.unseen * std::sqrt(tried);
    }

    // The root (puct_root.hpp)
    template <class Prover>
    void win_root(Prover& prover);
    void prepare_root();
    std::uint32_t select_root(Seat mover);
    void count_root_visit(const std::vector<std::uint32_t>& path);
    void look_at_root(Seat mover);
    std::uint32_t best_root_edge(Seat mover);

    PuctOptions options_;
    Random random_;
    PuctTree<VALUES> tree_, spare_;
    std::optional<P> root_, at_;
    int root_plies_ = 0, plies_to_found_ = 0;  // since the tree began, and from the last root to this one
    int budget_ = 0, done_ = 0, started_ = 0;
    bool is_noisy_ = false, is_prepared_ = false, is_asked_ = false, is_blocked_ = false;
    std::vector<std::pair<Move, typename P::Undo>> played_;
    std::vector<Seat> movers_;
    std::vector<float> priors_;
    // Of the root, by place among its moves
    std::vector<double> noise_, log_priors_;
    std::vector<std::uint32_t> added_;  // visits of this search
    std::vector<std::uint32_t> schedule_;
    std::vector<SeenMove> seen_;
    std::vector<double> policy_;
};

}  // namespace duiyi

#include "search/puct_root.hpp"
