#include <algorithm>

#include "games/gomoku/evaluation_weights.hpp"

namespace duiyi::gomoku {
template <Rule R>
WorthTable<R>::WorthTable() {
    // Every multiset once, in the order of the weights, then every order of its patterns.
    std::size_t place = 0;
    for (int a = PATTERNS - 1; a >= 0; --a)
        for (int b = a; b >= 0; --b)
            for (int c = b; c >= 0; --c)
                for (int d = c; d >= 0; --d, ++place) {
                    std::array<int, 4> order = {d, c, b, a};
                    do {
                        const auto shape = static_cast<Shape>(order[0] | order[1] << 4 | order[2] << 8 | order[3] << 12);
                        for (std::size_t colour = 0; colour < worths_.size(); ++colour) {
                            const Threat threat = ThreatTable<R>::instance().look(shape, static_cast<Colour>(colour));
                            const bool counts = shape != 0 && threat != Threat::FORBIDDEN;  // 0: a stone, or nothing to win
                            worths_[colour][shape] = counts ? Worth{OWN_WEIGHTS[place], ENEMY_WEIGHTS[place]} : Worth{};
                        }
                    } while (std::next_permutation(order.begin(), order.end()));
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
