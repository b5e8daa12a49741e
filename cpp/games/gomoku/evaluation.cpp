#include "games/gomoku/evaluation_weights.hpp"

namespace duiyi::gomoku {

template <Rule R>
WorthTable<R>::WorthTable() {
    for (std::size_t colour = 0; colour < worths_.size(); ++colour)
        for (std::size_t shape = 0; shape < worths_[colour].size(); ++shape) {
            const auto number = ShapeNumbers<R>::instance().look(static_cast<Shape>(shape), static_cast<Colour>(colour));
            if (number != NOTHING_THERE) worths_[colour][shape] = {OWN_WEIGHTS[number], ENEMY_WEIGHTS[number]};
        }
}

template <Rule R>
const WorthTable<R>& WorthTable<R>::instance() {
    static const WorthTable table;
    return table;
}

template class WorthTable<Rule::FREESTYLE>;
template class WorthTable<Rule::STANDARD>;
template class WorthTable<Rule::CARO>;
template class WorthTable<Rule::RENJU>;

}  // namespace duiyi::gomoku
