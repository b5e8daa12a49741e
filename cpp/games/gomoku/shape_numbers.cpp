#include "games/gomoku/shape_numbers.hpp"

#include <algorithm>

namespace duiyi::gomoku {

template <Rule R>
ShapeNumbers<R>::ShapeNumbers() {
    for (auto& numbers : numbers_) numbers.fill(NOTHING_THERE);
    // Every multiset once, then every order of its patterns.
    std::uint16_t number = 0;
    for (int a = PATTERNS - 1; a >= 0; --a)
        for (int b = a; b >= 0; --b)
            for (int c = b; c >= 0; --c)
                for (int d = c; d >= 0; --d, ++number) {
                    std::array<int, 4> order = {d, c, b, a};
                    do {
                        const auto shape = static_cast<Shape>(order[0] | order[1] << 4 | order[2] << 8 | order[3] << 12);
                        for (std::size_t colour = 0; colour < numbers_.size(); ++colour)
                            if (ThreatTable<R>::instance().look(shape, static_cast<Colour>(colour)) != Threat::FORBIDDEN)
                                numbers_[colour][shape] = number;
                    } while (std::next_permutation(order.begin(), order.end()));
                }
}

template <Rule R>
const ShapeNumbers<R>& ShapeNumbers<R>::instance() {
    static const ShapeNumbers table;
    return table;
}

template class ShapeNumbers<Rule::FREESTYLE>;
template class ShapeNumbers<Rule::STANDARD>;
template class ShapeNumbers<Rule::CARO>;
template class ShapeNumbers<Rule::RENJU>;

}  // namespace duiyi::gomoku
