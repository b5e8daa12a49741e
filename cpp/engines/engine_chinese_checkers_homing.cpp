#include "engines/engine_chinese_checkers_homing.hpp"

#include <algorithm>
#include <utility>

#include "engines/erased.hpp"
#include "engines/solve_chinese_checkers_race.hpp"
#include "games/chinese_checkers/search_traits.hpp"
#include "search/rates.hpp"

namespace duiyi::chinese_checkers {
namespace {

constexpr std::array<std::size_t, 4> WIDTHS = {20, 100, 500, 2500};
constexpr double GROWTH = 6.0;  // how much more a wider beam takes, at most
constexpr int LAST_MEN = 4;     // outside: from here on the others are mere obstacles
constexpr int LAST_MOVES = 12;  // a longer way among others will not stay as it is

/// Whether the way home is all that is left to find; if so, the board to find it on.
std::optional<Position> course(const Position& position) {
    if (has_passed(position)) return alone(position);
    const Seat seat = position.to_move();
    const Slots& goal = STAR.camps[static_cast<std::size_t>(position.rules().goal(seat))];
    if ((position.marbles(seat) & ~goal).count() <= LAST_MEN) return position;
    return std::nullopt;
}

/// The shortest way that wider and wider beams find within the limits.
Race shortest(const Position& position, Control& control, int most) {
    Race best;
    for (const std::size_t width : WIDTHS) {
        const auto is_stopped = [&] {
            control.poll(best.nodes);
            return control.stopped();
        };
        const Race race = find_race(position, width, is_stopped, most);
        const std::size_t before = best.moves.size();
        if (!race.moves.empty() && (before == 0 || race.moves.size() < before)) best.moves = race.moves;
        best.nodes += race.nodes;
        control.poll(best.nodes);
        const bool is_dear = GROWTH * static_cast<double>(best.nodes) > static_cast<double>(control.limits().nodes) ||
                             GROWTH * control.seconds() > control.limits().seconds;
        if (best.moves.size() == 1 || best.moves.size() == before || is_dear || control.stopped()) break;
    }
    return best;
}

/// Own and other's way in turn, as far as both can be played.
std::vector<Move> interleaved(Position position, const std::vector<Move>& own, const std::vector<Move>& other) {
    std::vector<Move> line;
    for (std::size_t ply = 0; ply < 2 * own.size() && !position.is_over(); ++ply) {
        const auto& way = ply % 2 == 0 ? own : other;
        if (ply / 2 >= way.size() || !position.is_legal(way[ply / 2])) break;
        Position::Undo undo;
        position.do_move(way[ply / 2], undo);
        line.push_back(way[ply / 2]);
    }
    return line;
}

class HomingEngine final : public AnyEngine {
  public:
    HomingEngine(std::unique_ptr<AnyEngine> engine, const Evaluation& evaluation)
        : engine_(std::move(engine)), evaluation_(evaluation) {}

    Report search(const AnyPosition& any, const Limits& limits, const StopFlag& stop, const OnReport& on_report) override {
        const Control began(limits, stop);
        const auto* same = dynamic_cast<const ErasedPosition<Position>*>(&any);
        if (same != nullptr && !same->value().is_over() && limits.lines <= 1 && limits.depth == Limits{}.depth)
            if (auto report = plan(same->value(), limits, stop)) return *report;
        Limits rest = limits;  // a plan that failed has cost time
        rest.seconds = std::max(0.0, limits.seconds - began.seconds());
        return engine_->search(any, rest, stop, on_report);
    }

  private:
    std::optional<Report> plan(const Position& position, const Limits& limits, const StopFlag& stop) const {
        const auto board = course(position);
        if (!board) return std::nullopt;
        Control control(limits, stop);
        const bool is_race = has_passed(position);
        const Race own = shortest(*board, control, is_race ? MOST_MOVES : LAST_MOVES);
        if (own.moves.empty() || !position.is_legal(own.moves.front())) return std::nullopt;

        Report report;
        Line& line = report.lines.emplace_back();
        report.nodes = own.nodes;
        line.moves = {own.moves.front()};
        const auto seat = static_cast<std::size_t>(position.to_move());
        if (is_race) {
            const Race other = rival(position);
            report.nodes += other.nodes;
            line.moves = interleaved(position, own.moves, other.moves);
            // Who needs as many moves and is to move comes first.
            const double lead = static_cast<double>(other.moves.size()) - static_cast<double>(own.moves.size()) + 0.5;
            line.score = TURN_VALUE * lead;
            line.rates[seat] = rate_of(line.score, Evaluation::UNIT);
            line.rates[1 - seat] = 1.0 - line.rates[seat];
        } else {
            judge(position, line);
        }
        if (own.moves.size() == 1 && position.seats() == 2) {
            line.end_in = 1;
            line.rates = {};
            line.rates[seat] = 1.0;
        }
        report.depth = static_cast<int>(own.moves.size());
        report.seconds = control.seconds();
        report.progress = 1.0;
        return report;
    }

    /// How long the other of two seats needs from its next turn on.
    static Race rival(Position position) {
        Position::Undo undo;
        position.do_move(PASS, undo);
        if (position.is_over()) return {};
        return find_race(alone(position), WIDTHS[1], [] { return false; });
    }

    /// Expected scores after the first move of the plan.
    void judge(const Position& position, Line& line) const {
        Position board = position;
        Position::Undo undo;
        board.do_move(line.moves.front(), undo);
        if (const auto end = board.outcome()) {
            line.rates = outcome_rates(*end);
        } else {
            Evaluation evaluation = evaluation_;
            evaluation.reset(board);
            line.rates = evaluated_rates<Position, Evaluation>(evaluation, board);
        }
        line.score = score_of(line.rates[static_cast<std::size_t>(position.to_move())], Evaluation::UNIT);
    }

    std::unique_ptr<AnyEngine> engine_;
    Evaluation evaluation_;
};

}  // namespace

std::unique_ptr<AnyEngine> homing(std::unique_ptr<AnyEngine> engine, const Evaluation& evaluation) {
    return std::make_unique<HomingEngine>(std::move(engine), evaluation);
}

}  // namespace duiyi::chinese_checkers
