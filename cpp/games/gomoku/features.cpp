// Planes for learning, and the eight symmetries of the square board.
//
// Planes: own stones, enemy stones, ones when the next stone is black; under renju the points forbidden to black; with an
// opening also ones when the seat to move has black, the offered points, and one plane of ones for the phase (none in play);
// last what a stone would threaten on each empty point, five planes for the own colour and five for the enemy's. A small
// network sees five in a row only through several layers; so it may spend them on plans.
#include <algorithm>
#include <bit>
#include <utility>

#include "games/gomoku/position.hpp"

namespace duiyi::gomoku {
namespace {

constexpr int OPENING_PHASES = static_cast<int>(PHASE_NAMES.size()) - 1;

constexpr std::size_t THREAT_PLANES = 5;

/// Which of the five planes of a colour have this threat, one bit each: twos, threes that may become fours, open threes, fours,
/// and what wins as a rule.
constexpr unsigned planes_of(Threat threat) {
    switch (threat) {
        case Threat::TWO:
        case Threat::DOUBLE_TWO:
            return 1;
        case Threat::THREE:
            return 2;
        case Threat::THREE_PLUS:
            return 1 | 2;
        case Threat::OPEN_THREE:
            return 4;
        case Threat::OPEN_THREE_PLUS:
            return 1 | 4;
        case Threat::DOUBLE_THREE:
            return 4 | 16;
        case Threat::FOUR:
            return 8;
        case Threat::FOUR_PLUS:
            return 1 | 8;
        case Threat::FOUR_THREE:
            return 4 | 8 | 16;
        case Threat::DOUBLE_FOUR:
        case Threat::OPEN_FOUR:
            return 8 | 16;
        case Threat::FIVE:
            return 16;
        default:
            return 0;
    }
}

}  // namespace

template <Rule R>
std::array<int, 3> Position<R>::feature_shape(const Rules& rules) {
    const int opening = rules.opening == Opening::NONE ? 0 : 2 + OPENING_PHASES;
    return {3 + (R == Rule::RENJU ? 1 : 0) + opening + 2 * static_cast<int>(THREAT_PLANES), rules.size, rules.size};
}

template <Rule R>
void Position<R>::write_features(std::span<float> planes) const {
    const auto cells = static_cast<std::size_t>(rules_.cells());
    std::fill(planes.begin(), planes.end(), 0.0F);
    std::size_t plane = 0;
    const auto next_plane = [&] { return planes.subspan(plane++ * cells, cells); };
    const auto mark = [&](Set set) {
        const auto marked = next_plane();
        while (set.any()) marked[set.pop()] = 1.0F;
    };
    const auto fill_if = [&](bool is_true) {
        const auto filled = next_plane();
        std::fill(filled.begin(), filled.end(), is_true ? 1.0F : 0.0F);
    };

    const Colour own = to_move() == black_seat_ ? BLACK : WHITE;
    mark(stones_[own]);
    mark(stones_[other(own)]);
    fill_if(next_ == BLACK);
    if constexpr (R == Rule::RENJU) {
        Set forbidden;
        for (int cell = 0; cell < rules_.cells(); ++cell)
            if (is_forbidden_point(cell)) forbidden.set(static_cast<std::size_t>(cell));
        mark(forbidden);
    }
    if (rules_.opening != Opening::NONE) {
        fill_if(own == BLACK);
        Set offered;
        for (const auto point : offers()) offered.set(point);
        mark(offered);
        for (int phase = 1; phase <= OPENING_PHASES; ++phase) fill_if(phase_ == static_cast<Phase>(phase));
    }
    for (const Colour colour : {own, other(own)}) {
        for (std::size_t cell = 0; cell < cells; ++cell)
            for (unsigned bits = planes_of(patterns_.threat(static_cast<int>(cell), colour)); bits != 0; bits &= bits - 1)
                planes[(plane + static_cast<std::size_t>(std::countr_zero(bits))) * cells + cell] = 1.0F;
        plane += THREAT_PLANES;
    }
}

template <Rule R>
int Position<R>::symmetric_cell(const Rules& rules, int symmetry, int cell) {
    const int last = rules.size - 1;
    int x = cell % rules.size;
    int y = cell / rules.size;
    if ((symmetry & 1) != 0) x = last - x;
    if ((symmetry & 2) != 0) y = last - y;
    if ((symmetry & 4) != 0) std::swap(x, y);
    return y * rules.size + x;
}

template <Rule R>
Move Position<R>::symmetric_move(const Rules& rules, int symmetry, Move move) {
    return move < rules.cells() ? static_cast<Move>(symmetric_cell(rules, symmetry, move)) : move;
}

template class Position<Rule::FREESTYLE>;
template class Position<Rule::STANDARD>;
template class Position<Rule::CARO>;
template class Position<Rule::RENJU>;

}  // namespace duiyi::gomoku
