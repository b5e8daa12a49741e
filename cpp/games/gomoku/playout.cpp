// Random games: only lines and a list of empty points are kept, and only the chosen point is looked at.
#include "games/gomoku/position.hpp"

namespace duiyi::gomoku {
namespace {

/// What a stone would do, as far as a random game asks.
template <Rule R>
Verdict judge(Lines& lines, int cell, Colour colour) {
    const auto& table = LineTable<R>::instance();
    unsigned shape = 0;
    bool is_five = false;
    for (int direction = 0; direction < DIRECTIONS; ++direction) {
        const Pattern pattern = table.look(lines.word(cell, direction), lines.geometry().place(cell, direction).shift, colour);
        is_five |= pattern == Pattern::FIVE;
        shape |= static_cast<unsigned>(pattern) << 4 * direction;
    }
    if (is_five) return Verdict::FIVE;
    if constexpr (R == Rule::RENJU) {
        const Threat threat = ThreatTable<R>::instance().look(static_cast<Shape>(shape), colour);
        if (colour == BLACK && (threat == Threat::FORBIDDEN || threat == Threat::DOUBLE_THREE)) return judge_black(lines, cell);
    }
    return Verdict::LEGAL;
}

}  // namespace

template <Rule R>
Playout Position<R>::random_playout(Random& random, int max_plies) const {
    Playout result;
    if (phase_ != Phase::PLAY) {  // an opening, move by move
        Position position = *this;
        MoveList<MAX_MOVES> moves;
        for (; position.phase_ != Phase::PLAY && result.plies < max_plies; ++result.plies) {
            Undo undo;
            position.generate(moves);
            position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
        }
        if (position.phase_ != Phase::PLAY) return result;
        const Playout rest = position.random_playout(random, max_plies - result.plies);
        return {result.plies + rest.plies, rest.outcome};
    }
    if ((result.outcome = outcome())) return result;

    Lines lines = patterns_.lines();
    std::array<std::uint16_t, MAX_CELLS> empty;
    std::size_t left = 0;
    for (int cell = 0; cell < rules_.cells(); ++cell)
        if (lines.at(cell) == EMPTY) empty[left++] = static_cast<std::uint16_t>(cell);
    for (Colour colour = next_;; colour = other(colour), ++result.plies) {
        // Points found forbidden are moved behind the candidates, so that the choice is uniform among the legal ones.
        std::size_t candidates = left;
        std::size_t i = 0;
        Verdict verdict = Verdict::OVERLINE;
        while (candidates > 0) {
            i = random.below(static_cast<std::uint32_t>(candidates));
            verdict = judge<R>(lines, empty[i], colour);
            if (!is_forbidden(verdict)) break;
            std::swap(empty[i], empty[--candidates]);
        }
        if (candidates == 0) {
            result.outcome = Outcome::draw(Reason::BOARD_FULL);
            return result;
        }
        if (result.plies == max_plies) return result;
        if (verdict == Verdict::FIVE) {
            ++result.plies;
            result.outcome = Outcome::win(seat_of(colour), Reason::FIVE_IN_ROW);
            return result;
        }
        lines.toggle(empty[i], colour);
        empty[i] = empty[candidates - 1];
        empty[candidates - 1] = empty[--left];
    }
}

template class Position<Rule::FREESTYLE>;
template class Position<Rule::STANDARD>;
template class Position<Rule::CARO>;
template class Position<Rule::RENJU>;

}  // namespace duiyi::gomoku
