// Monte Carlo tree search for any number of seats: UCT with priors (PUCT), RAVE where the trait asks for it, proven results
// backed up the tree, evaluation or playouts at the leaves, the tree kept between moves, several threads on one tree.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <thread>
#include <vector>

#include "search/limits.hpp"
#include "search/quiet.hpp"
#include "search/rates.hpp"
#include "search/tree.hpp"

namespace duiyi {

struct MctsOptions {
    std::size_t tree_bytes = std::size_t{256} << 20;
    int playout = -1;      // plies before a leaf is evaluated; -1 is what the game's trait says
    bool rave = true;      // where the trait allows it
    double curiosity = 0;  // 0 is what the trait says
    double roulette = 0;   // the move is drawn among those whose rate is so near to the best
};

template <PositionLike P, EvaluatorFor<P> E>
class Mcts {
  public:
    using Traits = SearchTraits<P>;
    using Moves = MoveList<P::MAX_MOVES>;
    static constexpr std::size_t VALUES = Traits::SEATS == 2 ? 1 : static_cast<std::size_t>(Traits::SEATS);
    using Node = TreeNode<VALUES>;

    explicit Mcts(const MctsOptions& options = {})
        : options_(options),
          playout_(options.playout < 0 ? Traits::PLAYOUT : options.playout),
          curiosity_(options.curiosity > 0 ? options.curiosity : Traits::CURIOSITY),
          tree_(options.tree_bytes / 2),
          spare_(options.tree_bytes / 2) {}

    Report search(const P& position, const Limits& limits, const StopFlag& stop, const OnReport& on_report) {
        Control control(limits, stop);
        set_root(position, limits.is_fresh);
        std::vector<std::unique_ptr<Worker>> workers;
        for (int i = 0; i < std::clamp(limits.threads, 1, 256); ++i)
            workers.push_back(
                std::make_unique<Worker>(position, limits.seed + static_cast<std::uint64_t>(i), limits.threads > 1));
        std::vector<std::thread> helpers;
        for (std::size_t i = 1; i < workers.size(); ++i)
            helpers.emplace_back([this, &control, &worker = *workers[i]] {
                while (!control.stopped()) visit(worker);
            });
        Worker& first = *workers.front();
        const auto all_visits = [&workers] {
            std::uint64_t sum = 0;
            for (const auto& worker : workers) sum += worker->visits.load(std::memory_order_relaxed);
            return sum;
        };
        std::uint64_t others = 0;  // visits of the helpers, looked at now and then
        while (!control.stopped() && !is_settled()) {
            visit(first);
            const std::uint64_t own = first.visits.load(std::memory_order_relaxed);
            if (own + others >= limits.nodes) break;
            if (own % POLL_EVERY != 0) continue;
            const std::uint64_t visits = all_visits();
            others = visits - own;
            if (control.poll(visits) && on_report) on_report(report(position, control, first, visits));
        }
        control.stop();
        for (auto& helper : helpers) helper.join();
        for (auto& worker : workers)
            for (Untold& untold : worker->untold) tell(untold);
        Report last = report(position, control, first, all_visits());
        draw_first(last, first.random, static_cast<std::size_t>(position.to_move()));
        last.progress = 1.0;
        return last;
    }

  private:
    static constexpr std::uint64_t POLL_EVERY = 16;
    static constexpr std::uint32_t GROW_AT = 2;  // visits before a leaf gets children
    static constexpr double UNSEEN = 0.15;       // how much worse than its parent a move is taken to be before it is tried
    static constexpr double RAVE_WEIGHT = 1500;  // visits after which a move's own record counts as much as its later plays
    static constexpr int DEEPEST = 4096;
    static constexpr std::uint32_t FAMOUS = 4096;  // visits of a node that several threads are likely to visit at once
    static constexpr std::uint32_t TOGETHER = 16;  // visits of which such a node is told at once
    static constexpr std::size_t UNTOLD = 256;     // famous nodes that a thread keeps visits of

    /// What one of several threads has seen below a famous node and not told it yet: threads that write into the same nodes all
    /// the time wait for each other.
    struct Untold {
        std::uint32_t index = 0;
        std::uint32_t visits = 0;
        std::array<double, VALUES> sums{};
    };

    /// What one thread carries: its board, its path, its luck. Threads write far apart: a cache line that two of them write is
    /// fetched again and again.
    struct alignas(64) Worker {
        Worker(const P& root, std::uint64_t seed, bool has_company)
            : position(root), random(seed), untold(has_company ? UNTOLD : 0) {
            evaluator.reset(root);
        }
        P position;
        E evaluator;
        Random random;
        std::atomic<std::uint64_t> visits{0};  // written by its thread alone
        int depth = 0;
        std::vector<Untold> untold;  // by the last bits of the node's index; empty for one thread alone
        std::vector<std::uint32_t> path;
        std::size_t num_famous = 0;  // nodes of the path that are told later
        std::vector<std::pair<Move, typename P::Undo>> played;
        std::vector<Seat> movers;
        std::array<std::vector<Move>, 2> later;  // by seat, for RAVE
    };

    /// A rate of a node for a seat.
    static double rate(const std::array<float, VALUES>& values, Seat seat) {
        if constexpr (VALUES == 1) return seat == 0 ? values[0] : 1.0 - values[0];
        return values[static_cast<std::size_t>(seat)];
    }
    static double mean(const Node& node, Seat seat, double visits) {
        if constexpr (VALUES == 1) {
            const double first = node.sums[0].value() / visits;
            return seat == 0 ? first : 1.0 - first;
        }
        return node.sums[static_cast<std::size_t>(seat)].value() / visits;
    }
    static std::array<float, VALUES> packed(const Rates& rates) {
        std::array<float, VALUES> values{};
        for (std::size_t i = 0; i < VALUES; ++i) values[i] = static_cast<float>(rates[i]);
        return values;
    }

    /// Keeps the part of the old tree that begins at the new root, if the new root is in it.
    void set_root(const P& position, bool is_fresh) {
        std::uint32_t found = Tree<VALUES>::NONE;
        if (!is_fresh && root_) {
            P copy = *root_;
            found = find(copy, tree_.root(), position, position.seats());
        }
        if (found == Tree<VALUES>::NONE) {
            tree_.clear();
        } else if (found != tree_.root()) {
            spare_.adopt(tree_, found);
            tree_.swap(spare_);
        }
        root_ = position;
        if (tree_[tree_.root()].state.load() == Node::LEAF) {
            Worker worker(position, 1, false);
            grow(worker, tree_[tree_.root()]);
        }
    }
    std::uint32_t find(P& at, std::uint32_t index, const P& wanted, int plies) {
        if (at == wanted) return index;
        const Node& node = tree_[index];
        if (plies == 0 || node.state.load() != Node::GROWN) return Tree<VALUES>::NONE;
        for (std::uint32_t i = 0; i < node.num_children; ++i) {
            if (tree_[node.first_child + i].visits.load() == 0) continue;
            typename P::Undo undo;
            const Move move = tree_[node.first_child + i].move;
            at.do_move(move, undo);
            const std::uint32_t found = find(at, node.first_child + i, wanted, plies - 1);
            at.undo_move(move, undo);
            if (found != Tree<VALUES>::NONE) return found;
        }
        return Tree<VALUES>::NONE;
    }

    /// One walk down the tree, one new estimate, one walk back.
    void visit(Worker& worker) {
        worker.path.clear();
        worker.played.clear();
        worker.movers.clear();
        worker.num_famous = 0;
        std::uint32_t index = tree_.root();
        enter(worker, index);
        std::array<float, VALUES> value{};
        while (true) {
            Node& node = tree_[index];
            if (node.is_proven.load(std::memory_order_acquire)) {
                value = node.exact;
                break;
            }
            if (node.state.load(std::memory_order_acquire) != Node::GROWN && !try_grow(worker, node)) {
                value = packed(estimate(worker, node));
                break;
            }
            const Seat mover = worker.position.to_move();
            index = select(node, mover);
            enter(worker, index);
            worker.movers.push_back(mover);
            auto& [move, undo] = worker.played.emplace_back();
            move = tree_[index].move;
            worker.evaluator.do_move(worker.position, move, undo);
        }
        worker.depth = std::max(worker.depth, static_cast<int>(worker.played.size()));
        remember(worker, value);
        if constexpr (Traits::RAVE && VALUES == 1)
            if (options_.rave) teach_rave(worker, value[0]);
        if (tree_[worker.path.back()].is_proven.load()) prove_upwards(worker);
        for (std::size_t i = worker.played.size(); i-- > 0;)
            worker.evaluator.undo_move(worker.position, worker.played[i].first, worker.played[i].second);
        worker.visits.store(worker.visits.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }

    /// The next node of the walk. Famous nodes stand at its beginning.
    void enter(Worker& worker, std::uint32_t index) {
        Node& node = tree_[index];
        if (worker.num_famous == worker.path.size() && !worker.untold.empty() &&
            node.visits.load(std::memory_order_relaxed) >= FAMOUS)
            ++worker.num_famous;
        else node.visits.fetch_add(1, std::memory_order_relaxed);
        worker.path.push_back(index);
    }
    /// The walk's result for all its nodes: at once, but for the famous ones.
    void remember(Worker& worker, const std::array<float, VALUES>& value) {
        for (std::size_t i = 0; i < worker.path.size(); ++i) {
            if (i >= worker.num_famous) {
                for (std::size_t v = 0; v < VALUES; ++v) tree_[worker.path[i]].sums[v].add(value[v]);
                continue;
            }
            Untold& untold = worker.untold[worker.path[i] % UNTOLD];
            if (untold.index != worker.path[i]) {
                tell(untold);
                untold.index = worker.path[i];
            }
            for (std::size_t v = 0; v < VALUES; ++v) untold.sums[v] += value[v];
            if (++untold.visits == TOGETHER) tell(untold);
        }
    }
    void tell(Untold& untold) {
        if (untold.visits == 0) return;
        Node& node = tree_[untold.index];
        node.visits.fetch_add(untold.visits, std::memory_order_relaxed);
        for (std::size_t v = 0; v < VALUES; ++v) node.sums[v].add(untold.sums[v]);
        untold = {};
    }

    bool try_grow(Worker& worker, Node& node) {
        if (node.visits.load(std::memory_order_relaxed) < GROW_AT || tree_.is_full() || worker.played.size() >= DEEPEST)
            return false;
        auto expected = Node::LEAF;
        if (!node.state.compare_exchange_strong(expected, Node::GROWING)) return expected == Node::GROWN;
        return grow(worker, node);
    }

    /// Gives a node its children, with priors by the game's own hints.
    bool grow(Worker& worker, Node& node) {
        Moves moves;
        Traits::candidates(worker.position, moves);
        const std::uint32_t first = moves.empty() ? Tree<VALUES>::NONE : tree_.take(static_cast<std::uint32_t>(moves.size()));
        if (first == Tree<VALUES>::NONE) {
            node.state.store(Node::LEAF, std::memory_order_release);
            return false;
        }
        std::array<double, P::MAX_MOVES> weights;
        double best = -1e9;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const int hint = Traits::order(worker.position, moves[i]);
            weights[i] = (Traits::is_bad(worker.position, moves[i]) ? -std::abs(hint) : hint) / Traits::PRIOR_UNIT;
            best = std::max(best, weights[i]);
        }
        double sum = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) sum += weights[i] = std::exp(weights[i] - best) + PRIOR_FLOOR;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            Node& child = tree_[first + static_cast<std::uint32_t>(i)];
            child.move = moves[i];
            child.prior = static_cast<float>(weights[i] / sum);
            if constexpr (Traits::RAVE_SEED > 0) seed_rave(worker, child);
        }
        node.first_child = first;
        node.num_children = static_cast<std::uint16_t>(moves.size());
        node.state.store(Node::GROWN, std::memory_order_release);
        return true;
    }
    static constexpr double PRIOR_FLOOR = 0.02;

    /// Until a move has been played later in real playouts, the evaluation after it speaks for it.
    static void seed_rave(Worker& worker, Node& child) {
        typename P::Undo undo;
        const auto mover = static_cast<std::size_t>(worker.position.to_move());
        worker.evaluator.do_move(worker.position, child.move, undo);
        const double rate = evaluated_rates<P, E>(worker.evaluator, worker.position)[mover];
        worker.evaluator.undo_move(worker.position, child.move, undo);
        child.rave_visits.store(Traits::RAVE_SEED, std::memory_order_relaxed);
        child.rave_sum.add(rate * Traits::RAVE_SEED);
    }

    std::uint32_t select(const Node& node, Seat mover) const {
        const double visits = node.visits.load(std::memory_order_relaxed);
        const double bonus = curiosity_ * std::sqrt(visits);
        const double unseen = std::max(0.0, mean(node, mover, std::max(1.0, visits)) - UNSEEN);
        std::uint32_t best = node.first_child;
        double best_promise = -1e9;
        for (std::uint32_t i = node.first_child; i < node.first_child + node.num_children; ++i) {
            const Node& child = tree_[i];
            const double count = child.visits.load(std::memory_order_relaxed);
            double promise;
            if (child.is_proven.load(std::memory_order_acquire)) {
                const double exact = rate(child.exact, mover);  // a loss is never tried while there is hope, a win always
                promise = exact <= 0 ? -1 : exact >= 1 ? 2 : exact;
            } else {
                promise = count > 0 ? mean(child, mover, count) : unseen;
                if constexpr (Traits::RAVE)
                    if (options_.rave) promise = with_rave(child, promise, count);
                promise += bonus * child.prior / (1 + count);
            }
            if (promise > best_promise) {
                best_promise = promise;
                best = i;
            }
        }
        return best;
    }

    static double with_rave(const Node& child, double promise, double count) {
        const double later = child.rave_visits.load(std::memory_order_relaxed);
        if (later == 0) return promise;
        const double weight = count == 0 ? 1.0 : std::sqrt(RAVE_WEIGHT / (3 * count + RAVE_WEIGHT));
        return (1 - weight) * promise + weight * child.rave_sum.value() / later;
    }

    /// What a leaf is worth: its end, a proof, a playout or the evaluation.
    Rates estimate(Worker& worker, Node& node) {
        P& position = worker.position;
        if (const auto end = position.outcome()) {
            const Rates rates = outcome_rates(*end);
            node.prove(packed(rates), 0);
            return rates;
        }
        if (const int plies = Traits::proven(position); plies != 0 && VALUES == 1) {
            Rates rates{};
            rates[static_cast<std::size_t>(plies > 0 ? position.to_move() : 1 - position.to_move())] = 1.0;
            node.prove(packed(rates), std::abs(plies));
            return rates;
        }
        worker.later[0].clear();
        worker.later[1].clear();
        if (playout_ == 0) return settled_rates(position, worker.evaluator);
        P copy = position;
        E evaluator = worker.evaluator;
        for (int ply = 0; ply < playout_; ++ply) {
            const Move move = Traits::playout_move(copy, worker.random);
            if (move == NO_MOVE) break;
            if constexpr (Traits::RAVE)
                if (Traits::is_telling(copy, move)) worker.later[static_cast<std::size_t>(copy.to_move() & 1)].push_back(move);
            typename P::Undo undo;
            evaluator.do_move(copy, move, undo);
            if constexpr (!Traits::RAVE)
                if (const auto end = copy.outcome()) return outcome_rates(*end);
        }
        const auto end = copy.outcome();
        return end ? outcome_rates(*end) : evaluated_rates<P, E>(evaluator, copy);
    }

    /// Every move played later counts for its siblings of the same seat higher up.
    void teach_rave(Worker& worker, double first_seat) {
        if (tree_[worker.path.back()].is_proven.load()) {
            worker.later[0].clear();
            worker.later[1].clear();
        }
        std::array<std::array<bool, static_cast<std::size_t>(Traits::HISTORY)>, 2> seen{};
        for (std::size_t seat = 0; seat < 2; ++seat)
            for (const Move move : worker.later[seat])
                seen[seat][static_cast<std::size_t>(Traits::history_index(worker.position, move))] = true;
        for (std::size_t i = worker.movers.size(); i-- > 0;) {
            const auto mover = static_cast<std::size_t>(worker.movers[i]);
            seen[mover][static_cast<std::size_t>(Traits::history_index(worker.position, worker.played[i].first))] = true;
            const Node& node = tree_[worker.path[i]];
            const double own = mover == 0 ? first_seat : 1.0 - first_seat;
            for (std::uint32_t child = node.first_child; child < node.first_child + node.num_children; ++child) {
                Node& sibling = tree_[child];
                if (!seen[mover][static_cast<std::size_t>(Traits::history_index(worker.position, sibling.move))]) continue;
                sibling.rave_visits.store(sibling.rave_visits.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
                sibling.rave_sum.add_loosely(own);
            }
        }
    }

    /// A node is proven by a child that wins for its mover, or when all children are.
    void prove_upwards(Worker& worker) {
        for (std::size_t i = worker.path.size() - 1; i-- > 0;) {
            Node& node = tree_[worker.path[i]];
            const Seat mover = worker.movers[i];
            const Node* best = nullptr;
            bool all = true;
            for (std::uint32_t c = node.first_child; c < node.first_child + node.num_children; ++c) {
                const Node& child = tree_[c];
                if (!child.is_proven.load(std::memory_order_acquire)) {
                    all = false;
                    continue;
                }
                if (best == nullptr || is_better(child, *best, mover)) best = &child;
            }
            if (best == nullptr || (!all && rate(best->exact, mover) < 1.0)) return;
            node.prove(best->exact, best->end_in + 1);
        }
    }
    /// Wins sooner, losses later.
    static bool is_better(const Node& a, const Node& b, Seat mover) {
        const double first = rate(a.exact, mover), second = rate(b.exact, mover);
        if (first != second) return first > second;
        return first > 0.5 ? a.end_in < b.end_in : a.end_in > b.end_in;
    }

    bool is_settled() const {
        const Node& root = tree_[tree_.root()];
        return root.is_proven.load() || root.num_children == 0;
    }

    Report report(const P& position, const Control& control, const Worker& worker, std::uint64_t visits) const {
        Report report;
        report.nodes = visits;
        report.depth = worker.depth;
        report.seconds = control.seconds();
        report.progress = control.progress(report.nodes, 0);
        const Seat seat = position.to_move();
        const Node& root = tree_[tree_.root()];
        const std::vector<std::uint32_t> order = ranked(root, seat);
        for (std::size_t i = 0; i < order.size() && i < static_cast<std::size_t>(std::max(1, control.limits().lines)); ++i) {
            const Node& child = tree_[order[i]];
            const double seen = child.visits.load();
            if (i > 0 && seen == 0 && !child.is_proven.load()) break;
            Line& line = report.lines.emplace_back();
            line.share = seen / std::max(1.0, static_cast<double>(root.visits.load()));
            for (Seat s = 0; s < position.seats(); ++s)
                line.rates[static_cast<std::size_t>(s)] = child.is_proven.load() ? rate(child.exact, s)
                                                          : seen > 0             ? mean(child, s, seen)
                                                                                 : 0.5;
            line.score = score_of(line.rates[static_cast<std::size_t>(seat)], E::UNIT);
            if (child.is_proven.load() && std::abs(rate(child.exact, seat) - 0.5) > 0.4)
                line.end_in = (child.end_in + 1) * (rate(child.exact, seat) > 0.5 ? 1 : -1);
            follow(order[i], position, line.moves);
        }
        return report;
    }

    /// The children, best first: proven wins, then by visits, proven losses last.
    std::vector<std::uint32_t> ranked(const Node& node, Seat mover) const {
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < node.num_children; ++i) order.push_back(node.first_child + i);
        const auto tier = [&](const Node& child) {
            if (!child.is_proven.load()) return 1;
            const double exact = rate(child.exact, mover);
            return exact == 1.0 ? 2 : exact == 0.0 ? 0 : 1;
        };
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            const Node& x = tree_[a];
            const Node& y = tree_[b];
            if (tier(x) != tier(y)) return tier(x) > tier(y);
            if (tier(x) != 1) return is_better(x, y, mover);
            return x.visits.load() > y.visits.load();
        });
        return order;
    }
    void follow(std::uint32_t index, const P& root, std::vector<Move>& moves) const {
        P position = root;
        while (true) {
            typename P::Undo undo;
            position.do_move(tree_[index].move, undo);
            moves.push_back(tree_[index].move);
            const Node& node = tree_[index];
            if (node.state.load() != Node::GROWN || moves.size() >= MAX_PLY) return;
            index = ranked(node, position.to_move()).front();
            if (tree_[index].visits.load() == 0) return;
        }
    }

    /// With `roulette` the first line is drawn among the near-equal ones, by their visits.
    void draw_first(Report& report, Random& random, std::size_t me) const {
        if (options_.roulette <= 0 || report.lines.size() < 2 || report.lines[0].end_in) return;
        double sum = 0;
        const auto is_near = [&](const Line& line) { return line.rates[me] >= report.lines[0].rates[me] - options_.roulette; };
        for (const Line& line : report.lines) sum += is_near(line) ? *line.share : 0;
        double at = random.real() * sum;
        for (auto line = report.lines.begin(); line != report.lines.end(); ++line) {
            if (!is_near(*line) || (at -= *line->share) > 0) continue;
            std::rotate(report.lines.begin(), line, line + 1);
            return;
        }
    }

    MctsOptions options_;
    int playout_;
    double curiosity_;
    Tree<VALUES> tree_;
    Tree<VALUES> spare_;
    std::optional<P> root_;
};

}  // namespace duiyi
