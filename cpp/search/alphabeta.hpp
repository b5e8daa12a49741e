// Alpha-beta for two seats: iterative deepening, aspiration windows, several lines, several threads around Searcher.
//
// Threads share nothing but the table (lazy SMP): each searches the same root, helpers a ply out of step, and what one finds
// guides the others. One thread, a fresh table and a limit in nodes or depth give the same node count everywhere.
#pragma once

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

#include "search/searcher.hpp"

namespace duiyi {

template <PositionLike P, EvaluatorFor<P> E>
class AlphaBeta {
  public:
    using Traits = SearchTraits<P>;

    explicit AlphaBeta(const AlphaBetaOptions& options = {}, const E& evaluator = {})
        : options_(options), evaluator_(evaluator), table_(options.uses_table ? options.table_bytes : 0) {}

    /// Searches until a limit is reached or the flag is raised. The game must not be over.
    Report search(const P& position, const Limits& limits, const StopFlag& stop, const OnReport& on_report) {
        Control control(limits, stop);
        Report found;  // by the last depth that was finished
        prepare(position, limits, control, [&] {
            if (control.poll(nodes()) && on_report && !found.lines.empty()) on_report(now(found, control));
        });
        std::vector<std::thread> helpers;
        for (std::size_t i = 1; i < searchers_.size(); ++i)
            helpers.emplace_back([this, i, &control] { deepen(*searchers_[i], control, static_cast<int>(i), [](int) {}); });
        Searcher<P, E>& first = *searchers_.front();
        deepen(first, control, 0, [&](int depth) {
            found.lines = lines(first, limits, position.to_move());
            found.depth = depth;
        });
        control.stop();
        for (auto& helper : helpers) helper.join();
        // A single line is good as soon as its first move has been searched; several must come from one depth to be in order.
        if (found.lines.empty() || limits.lines <= 1) found.lines = lines(first, limits, position.to_move());
        Report last = now(found, control);
        last.progress = 1.0;
        return last;
    }

  private:
    template <class OnPoll>
    void prepare(const P& position, const Limits& limits, Control& control, OnPoll&& on_poll) {
        const auto threads = static_cast<std::size_t>(std::clamp(limits.threads, 1, 256));
        while (searchers_.size() < threads) searchers_.push_back(std::make_unique<Searcher<P, E>>(position, evaluator_));
        searchers_.resize(threads);
        table_.use_all();
        if (limits.is_fresh) {
            table_.clear(limits.expected_nodes());
            for (auto& searcher : searchers_) searcher->forget();
        }
        table_.next_search();
        for (std::size_t i = 0; i < threads; ++i)
            searchers_[i]->begin(position, table_, control, options_, i == 0 ? std::function<void()>(on_poll) : nullptr);
    }

    /// One thread's loop: deeper and deeper until the limit, or until every line asked for is proven to its end.
    template <class OnDepth>
    void deepen(Searcher<P, E>& searcher, Control& control, int number, OnDepth&& on_depth) {
        auto& root = searcher.root();
        const std::size_t lines = std::min(root.size(), static_cast<std::size_t>(std::max(1, control.limits().lines)));
        const int deepest = std::min(control.limits().depth, MAX_PLY - 1);
        for (int depth = 1; depth <= deepest && !control.stopped(); ++depth) {
            if (number % 2 == 1 && depth % 2 == 0 && depth < deepest) continue;  // helpers out of step spread over depths
            // A move that was not better than the best has no score: one from a shallower depth would be trusted too much when
            // the time is up before the first move of this depth is known.
            for (auto& move : root) {
                move.previous = move.score;
                move.score = -INFINITE;
            }
            for (std::size_t line = 0; line < lines && !control.stopped(); ++line) {
                search_window(searcher, control, depth, line);
                sort(root.begin() + static_cast<std::ptrdiff_t>(line), root.end());
            }
            sort(root.begin(), root.begin() + static_cast<std::ptrdiff_t>(lines));
            if (control.stopped()) return;
            on_depth(depth);
            const bool is_settled = std::all_of(
                root.begin(), root.begin() + static_cast<std::ptrdiff_t>(lines),
                [&](const RootMove& move) { return is_proven(move.known()) && std::abs(plies_to_end(move.known())) <= depth; });
            if (is_settled) return;
        }
    }

    /// Guesses that the score is near the last one, and widens the window while it is not.
    void search_window(Searcher<P, E>& searcher, const Control& control, int depth, std::size_t line) {
        auto& root = searcher.root();
        Score alpha = -INFINITE;
        Score beta = INFINITE;
        Score width = Traits::ASPIRATION;
        const Score guess = root[line].previous;
        if (options_.is_selective && depth >= 4 && guess != -INFINITE && !is_proven(guess)) {
            alpha = guess - width;
            beta = guess + width;
        }
        while (true) {
            const Score score = searcher.search_root(alpha, beta, depth, line);
            if (control.stopped()) return;
            if (score > alpha && score < beta) return;
            if (score <= alpha && alpha == -INFINITE) return;
            if (score >= beta && beta == INFINITE) return;
            sort(root.begin() + static_cast<std::ptrdiff_t>(line), root.end());
            width *= 3;
            if (score <= alpha) alpha = width > 2000 ? -INFINITE : std::max(-INFINITE, score - width);
            else beta = width > 2000 ? INFINITE : std::min(INFINITE, score + width);
        }
    }

    template <class Iterator>
    static void sort(Iterator begin, Iterator end) {
        std::stable_sort(begin, end, [](const RootMove& a, const RootMove& b) {
            return a.score != b.score ? a.score > b.score : a.previous > b.previous;
        });
    }

    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& searcher : searchers_) sum += searcher->nodes();
        return sum;
    }

    Report now(Report report, const Control& control) const {
        report.nodes = nodes();
        report.seconds = control.seconds();
        report.progress = control.progress(report.nodes, report.depth);
        return report;
    }

    static std::vector<Line> lines(Searcher<P, E>& searcher, const Limits& limits, Seat seat) {
        std::vector<Line> found;
        const auto& root = searcher.root();
        const std::size_t count = std::min(root.size(), static_cast<std::size_t>(std::max(1, limits.lines)));
        for (std::size_t i = 0; i < count; ++i) {
            const Score score = root[i].known();
            if (i > 0 && score == -INFINITE) break;  // stopped before it was searched
            Line& line = found.emplace_back();
            line.moves.assign(root[i].line.begin(), root[i].line.begin() + root[i].length);
            line.score = score == -INFINITE ? 0 : score;
            double rate = rate_of(line.score, E::UNIT);
            if (is_proven(score) && score != -INFINITE) {
                line.end_in = plies_to_end(score);
                rate = score > 0 ? 1.0 : 0.0;
            }
            line.rates[static_cast<std::size_t>(seat)] = rate;
            line.rates[static_cast<std::size_t>(1 - seat)] = 1.0 - rate;
        }
        return found;
    }

    AlphaBetaOptions options_;
    E evaluator_;  // every thread gets a copy
    Table table_;
    std::vector<std::unique_ptr<Searcher<P, E>>> searchers_;
};

}  // namespace duiyi
