#include "games/gomoku/patterns.hpp"

namespace duiyi::gomoku {

template <Rule R>
Patterns<R>::Patterns(int size)
    : line_table_(&LineTable<R>::instance()), threat_table_(&ThreatTable<R>::instance()), lines_(Geometry::of(size)) {
    for (int cell = 0; cell < size * size; ++cell) {
        Shapes shapes = 0;
        for (int direction = 0; direction < DIRECTIONS; ++direction)
            shapes |= look(lines_.word(cell, direction), lines_.geometry().place(cell, direction).shift) << 4 * direction;
        shapes_[static_cast<std::size_t>(cell)] = shapes;
        threats_[static_cast<std::size_t>(cell)] = threats_of(shapes);
        count_cell(cell, 1);
    }
}

template <Rule R>
int Patterns<R>::find(Colour colour, Threat threat) const {
    if (count(colour, threat) == 0) return -1;
    const int size = lines_.geometry().size;
    for (int cell = 0; cell < size * size; ++cell)
        if (this->threat(cell, colour) == threat && (threat != Threat::NONE || lines_.at(cell) == EMPTY)) return cell;
    return -1;
}

template class Patterns<Rule::FREESTYLE>;
template class Patterns<Rule::STANDARD>;
template class Patterns<Rule::CARO>;
template class Patterns<Rule::RENJU>;

}  // namespace duiyi::gomoku
