// Alpha-beta for three to six seats: iterative deepening and several threads around ReplySearcher.
//
// Threads share nothing but the table, as in `alphabeta.hpp`: helpers search the same root a depth further.
#pragma once

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

#include "search/reply_searcher.hpp"

namespace duiyi {

template <PositionLike P, EvaluatorFor<P> E>
class BestReply {
  public:
    explicit BestReply(std::size_t table_bytes, const E& evaluator = E()) : evaluator_(evaluator), table_(table_bytes) {}

    Report search(const P& position, const Limits& limits, const StopFlag& stop, const OnReport& on_report) {
        Control control(limits, stop);
        Report found;  // by the last depth that was finished
        prepare(position, limits, control, [&] {
            if (control.poll(nodes()) && on_report && !found.lines.empty()) on_report(now(found, control));
        });
        Searcher& first = *searchers_.front();
        found.lines = lines(position, first.ranked(), limits);
        std::vector<std::thread> helpers;
        for (std::size_t i = 1; i < searchers_.size(); ++i)
            helpers.emplace_back([this, i, &limits] { deepen(*searchers_[i], limits, static_cast<int>(i), [](int) {}); });
        deepen(first, limits, 0, [&](int depth) {
            found.lines = lines(position, first.ranked(), limits);
            found.depth = depth;
        });
        control.stop();
        for (auto& helper : helpers) helper.join();
        Report last = now(found, control);
        last.progress = 1.0;
        return last;
    }

  private:
    using Searcher = ReplySearcher<P, E>;

    template <class OnPoll>
    void prepare(const P& position, const Limits& limits, Control& control, OnPoll&& on_poll) {
        const auto threads = static_cast<std::size_t>(std::clamp(limits.threads, 1, 256));
        while (searchers_.size() < threads) searchers_.push_back(std::make_unique<Searcher>(evaluator_));
        searchers_.resize(threads);
        table_.use_all();
        if (limits.is_fresh) table_.clear(limits.expected_nodes());
        table_.next_search();
        for (std::size_t i = 0; i < threads; ++i)
            searchers_[i]->begin(position, table_, control, i == 0 ? std::function<void()>(on_poll) : nullptr);
    }

    /// One thread's loop: deeper and deeper until the limit, or until we have won.
    template <class OnDepth>
    static void deepen(Searcher& searcher, const Limits& limits, int number, OnDepth&& on_depth) {
        const int deepest = std::min(limits.depth, MAX_PLY - 2);
        for (int depth = 1; depth <= deepest; ++depth) {
            if (number % 2 == 1 && depth % 2 == 0 && depth < deepest) continue;  // helpers out of step spread over depths
            if (!searcher.deepen(depth)) return;
            on_depth(depth);
            if (searcher.ranked().front().score > PROVEN) return;
        }
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

    /// The expected scores are those at the end of each line.
    std::vector<Line> lines(const P& root, const std::vector<ReplyMove>& ranked, const Limits& limits) const {
        std::vector<Line> found;
        const auto wanted = static_cast<std::size_t>(std::max(1, limits.lines));
        for (std::size_t i = 0; i < ranked.size() && i < wanted; ++i) {
            Line& line = found.emplace_back();
            line.moves = ranked[i].line;
            P board = root;
            for (const Move move : line.moves) {
                typename P::Undo undo;
                board.do_move(move, undo);
            }
            E evaluator = evaluator_;
            evaluator.reset(board);
            const auto end = board.outcome();
            line.rates = end ? outcome_rates(*end) : evaluated_rates<P, E>(evaluator, board);
            line.score = score_of(line.rates[static_cast<std::size_t>(root.to_move())], E::UNIT);
            if (is_proven(ranked[i].score)) line.end_in = plies_to_end(ranked[i].score);
        }
        return found;
    }

    E evaluator_;  // every thread gets a copy
    Table table_;
    std::vector<std::unique_ptr<Searcher>> searchers_;
};

}  // namespace duiyi
