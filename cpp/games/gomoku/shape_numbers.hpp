// Shapes as small numbers: what four patterns are worth does not depend on their order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/gomoku/threat_table.hpp"

namespace duiyi::gomoku {

/// Multisets of four out of fourteen patterns, in falling order: four fives first, four dead lines last.
inline constexpr std::size_t MULTISETS = 2380;
/// The number of a stone, of a point with nothing to win, and under renju of black's forbidden points.
inline constexpr std::uint16_t NOTHING_THERE = MULTISETS - 1;

template <Rule R>
class ShapeNumbers {
  public:
    static const ShapeNumbers& instance();
    std::uint16_t look(Shape shape, Colour colour) const { return numbers_[R == Rule::RENJU ? colour : 0][shape]; }

  private:
    ShapeNumbers();
    std::array<std::array<std::uint16_t, 1 << 16>, R == Rule::RENJU ? 2 : 1> numbers_;
};

}  // namespace duiyi::gomoku
