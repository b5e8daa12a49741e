// Plain search to a fixed depth, for any number of seats: everybody takes the line that is best for them (max-n).
//
// No pruning, no table: the second generation, and at depth 1 the first (greedy). A win sooner is a little better than a win
// later.
#pragma once

#include <algorithm>
#include <vector>

#include "search/limits.hpp"
#include "search/rates.hpp"

namespace duiyi {

template <PositionLike P, EvaluatorFor<P> E>
class Minimax {
  public:
    using Traits = SearchTraits<P>;
    using Moves = MoveList<P::MAX_MOVES>;

    Report search(const P& position, const Limits& limits, const StopFlag& stop, const OnReport& on_report) {
        Control control(limits, stop);
        control_ = &control;
        nodes_ = 0;
        Report found;
        on_poll_ = [&] {
            if (!control.poll(nodes_) || !on_report || found.lines.empty()) return;
            on_report(now(found));
        };
        for (int depth = 1; depth <= std::min(limits.depth, MAX_PLY - 1); ++depth) {
            std::vector<Line> lines = rank(position, depth);
            if (control.stopped()) {
                if (found.lines.empty()) found.lines = std::move(lines);  // not even one ply was finished
                break;
            }
            found.lines = std::move(lines);
            found.depth = depth;
        }
        found.lines.resize(std::min(found.lines.size(), static_cast<std::size_t>(std::max(1, limits.lines))));
        Report last = now(found);
        last.progress = 1.0;
        return last;
    }

  private:
    // A later end is a little nearer to a draw, and whatever an evaluation says is nearer than any end.
    static constexpr double LATER = 1e-6;
    static constexpr double UNSURE = 1e-3;
    static_assert(MAX_PLY * LATER < UNSURE);

    struct Value {
        Rates rates{};
        int length = 0;
        bool is_end = false;
        std::array<Move, MAX_PLY> line;
    };

    std::vector<Line> rank(const P& root, int depth) {
        P position = root;
        evaluator_.reset(position);
        const auto me = static_cast<std::size_t>(position.to_move());
        Moves moves;
        position.generate(moves);
        std::vector<Line> lines;
        for (const Move move : moves) {
            Value value;
            typename P::Undo undo;
            evaluator_.do_move(position, move, undo);
            visit(position, depth - 1, 1, value);
            evaluator_.undo_move(position, move, undo);
            if (control_->stopped() && !lines.empty()) break;
            Line& line = lines.emplace_back();
            line.moves.push_back(move);
            line.moves.insert(line.moves.end(), value.line.begin(), value.line.begin() + value.length);
            line.rates = value.rates;
            line.score = score_of(value.rates[me], E::UNIT);
            if (value.is_end && std::abs(value.rates[me] - 0.5) > 0.4)
                line.end_in = static_cast<int>(line.moves.size()) * (value.rates[me] > 0.5 ? 1 : -1);
        }
        std::stable_sort(lines.begin(), lines.end(), [&](const Line& a, const Line& b) { return a.rates[me] > b.rates[me]; });
        for (Line& line : lines)
            if (line.end_in) line.rates[me] = *line.end_in > 0 ? 1.0 : 0.0;
        return lines;
    }

    void visit(P& position, int depth, int ply, Value& value) {
        if (++nodes_ % 64 == 0) on_poll_();
        if (nodes_ >= control_->limits().nodes) control_->stop();
        value.length = 0;
        value.is_end = false;
        if (control_->stopped()) return;
        if (const auto end = position.outcome()) {
            value.is_end = true;
            value.rates = outcome_rates(*end);
            for (auto& rate : value.rates) rate += (0.5 - rate) * ply * LATER;
            return;
        }
        if (depth <= 0) {
            value.rates = evaluated_rates<P, E>(evaluator_, position);
            for (auto& rate : value.rates) rate += (0.5 - rate) * UNSURE;
            return;
        }
        const auto me = static_cast<std::size_t>(position.to_move());
        Moves moves;
        position.generate(moves);
        bool is_first = true;
        for (const Move move : moves) {
            Value below;
            typename P::Undo undo;
            evaluator_.do_move(position, move, undo);
            visit(position, depth - 1, ply + 1, below);
            evaluator_.undo_move(position, move, undo);
            if (control_->stopped()) return;
            if (!is_first && below.rates[me] <= value.rates[me]) continue;
            is_first = false;
            value.rates = below.rates;
            value.is_end = below.is_end;
            value.length = below.length + 1;
            value.line[0] = move;
            std::copy_n(below.line.begin(), below.length, value.line.begin() + 1);
        }
    }

    Report now(Report report) const {
        report.nodes = nodes_;
        report.seconds = control_->seconds();
        report.progress = control_->progress(nodes_, report.depth);
        report.lines.resize(std::min(report.lines.size(), static_cast<std::size_t>(std::max(1, control_->limits().lines))));
        return report;
    }

    E evaluator_;
    Control* control_ = nullptr;
    std::uint64_t nodes_ = 0;
    std::function<void()> on_poll_;
};

}  // namespace duiyi
