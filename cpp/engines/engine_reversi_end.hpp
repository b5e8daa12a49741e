// A search that knows when to stop guessing: near the end it hands the position to the exact solver.
#pragma once

#include <cmath>

#include "engines/solve_reversi_root.hpp"
#include "search/alphabeta.hpp"

namespace duiyi::reversi {

/// `Middle` searches like AlphaBeta; `End` is a search for Root over the same board, made from (position, control).
template <class Board, class Middle, class MakeEnd>
class WithEndgame {
  public:
    using P = Position<Board>;

    template <class... Arguments>
    explicit WithEndgame(Arguments&&... arguments) : middle_(std::forward<Arguments>(arguments)...) {}

    Report search(const P& position, const Limits& limits, const StopFlag& stop, const OnReport& on_report) {
        const int empties =
            position.geometry().size() * position.geometry().size() - Board::count(position.own() | position.other());
        if (limits.depth < empties || empties > reach(limits)) return middle_.search(position, limits, stop, on_report);

        Limits first = limits;  // for an answer in any case, and for the lines beside the best
        first.seconds = std::min(1.0, limits.seconds * FIRST_SHARE);
        first.nodes = std::max<std::uint64_t>(1, std::min<std::uint64_t>(1'000'000, share(limits.nodes)));
        Report report = middle_.search(position, first, stop, [&](const Report& sofar) {
            if (!on_report) return;
            Report part = sofar;
            part.progress *= FIRST_SHARE;
            on_report(part);
        });
        Limits rest = limits;
        rest.seconds = limits.seconds - report.seconds;
        rest.nodes = limits.nodes - std::min(limits.nodes, report.nodes);
        Control control(rest, stop);
        auto end = MakeEnd()(position, control);
        const Solution solution = Root<Board, decltype(end)>(position, end, control).solve();
        report.nodes += end.nodes();
        report.seconds += control.seconds();
        if (solution.margin && !solution.moves.empty()) put_first(report, position, solution, empties, limits.lines);
        report.progress = 1.0;
        return report;
    }

  private:
    static constexpr double FIRST_SHARE = 0.25;
    static constexpr double NODES_PER_SECOND = 2e7;

    static std::uint64_t share(std::uint64_t nodes) {
        return static_cast<std::uint64_t>(static_cast<double>(nodes) * FIRST_SHARE);
    }

    /// Empties that the solver can be expected to master: 2,000 nodes for 11, and 2.7 times as many for each more.
    static int reach(const Limits& limits) {
        const double nodes = std::min(static_cast<double>(limits.nodes), limits.seconds * NODES_PER_SECOND);
        return std::min(30, static_cast<int>(11 + std::log(std::max(nodes, 1.0) / 2000) / std::log(2.7)));
    }

    /// The solved moves before the others, which are worth no more.
    static void put_first(Report& report, const P& position, const Solution& solution, int empties, int lines) {
        const auto seat = static_cast<std::size_t>(position.to_move());
        const int margin = *solution.margin;
        const double rate = margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5;
        std::vector<Line> sorted;
        for (const Move move : solution.moves) {
            Line& line = sorted.emplace_back();
            line.moves = {move};
            for (const Line& known : report.lines)
                if (known.moves.front() == move) line.moves = known.moves;
            line.score = 100.0 * margin;
            line.rates[seat] = rate;
            line.rates[1 - seat] = 1.0 - rate;
            if (margin != 0) line.end_in = margin > 0 ? empties : -empties;
        }
        for (const Line& known : report.lines) {
            if (std::find(solution.moves.begin(), solution.moves.end(), known.moves.front()) != solution.moves.end()) continue;
            Line& line = sorted.emplace_back(known);
            line.score = std::min(known.score, 100.0 * margin - 200);
            line.rates[seat] = std::min(known.rates[seat], rate);
            line.rates[1 - seat] = 1.0 - line.rates[seat];
            if (margin <= 0 && line.end_in.value_or(-1) > 0) line.end_in.reset();
        }
        sorted.resize(std::min(sorted.size(), static_cast<std::size_t>(std::max(1, lines))));
        report.lines = std::move(sorted);
        report.depth = std::max(report.depth, empties);
    }

    Middle middle_;
};

}  // namespace duiyi::reversi
