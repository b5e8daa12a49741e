// What the shapes of empty points are worth, fitted to games of our own search: see evaluation.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/gomoku/shape_numbers.hpp"

namespace duiyi::gomoku {

/// In sixteenths of the evaluation's unit, by the shape's number.
extern const std::array<std::int16_t, MULTISETS> OWN_WEIGHTS;    // for the colour to move
extern const std::array<std::int16_t, MULTISETS> ENEMY_WEIGHTS;  // against it
extern const std::array<std::array<std::int16_t, THREATS>, 4> THREAT_WEIGHTS;
extern const int TURN_WEIGHT;

/// Both weights of a shape.
struct Worth {
    std::int16_t own = 0;
    std::int16_t enemy = 0;
};

/// By shape and colour; under renju black's forbidden points are worth nothing to him.
template <Rule R>
class WorthTable {
  public:
    static const WorthTable& instance();
    Worth look(Shape shape, Colour colour) const { return worths_[R == Rule::RENJU ? colour : 0][shape]; }

  private:
    WorthTable();
    std::array<std::array<Worth, 1 << 16>, R == Rule::RENJU ? 2 : 1> worths_{};
};

}  // namespace duiyi::gomoku
