// What a stone would threaten, from the patterns of its four lines together.
#pragma once

#include <array>
#include <cstdint>

#include "games/gomoku/line_table.hpp"

namespace duiyi::gomoku {

/// The strongest thing a stone on an empty point does, weakest first. "Open" counts open and wide patterns alike.
enum class Threat : std::uint8_t {
    NONE,
    TWO,              // an open two
    THREE,            // a three that can only become a four
    DOUBLE_TWO,       // two open twos
    THREE_PLUS,       // such a three and another, or an open two
    OPEN_THREE,       // threatens an open four
    OPEN_THREE_PLUS,  // and brings a three or an open two besides
    DOUBLE_THREE,     // two open threes; for black under renju a candidate only: see forbidden.hpp
    FOUR,             // forces one reply
    FOUR_PLUS,        // and brings a three or an open two besides
    FOUR_THREE,       // a four and an open three: wins unless the reply makes a four
    DOUBLE_FOUR,      // two fours: wins next move
    OPEN_FOUR,        // wins next move
    FIVE,             // wins
    FORBIDDEN,        // black under renju: overline or two fours, certainly
};
inline constexpr int THREATS = 15;

/// Four patterns in sixteen bits, four bits a direction, ACROSS in the lowest.
using Shape = std::uint16_t;
constexpr Pattern pattern_of(Shape shape, int direction) { return static_cast<Pattern>(shape >> 4 * direction & 15); }

/// How many of the four patterns are fours, open threes, and so on.
struct Tally {
    int fives = 0;
    int overlines = 0;
    int fours = 0;  // open ones too; two for a double four in one line
    int open_fours = 0;
    int open_threes = 0;
    int threes = 0;
    int open_twos = 0;

    static constexpr Tally of(Shape shape) {
        Tally tally;
        for (int direction = 0; direction < DIRECTIONS; ++direction) {
            switch (pattern_of(shape, direction)) {
                case Pattern::FIVE:
                    ++tally.fives;
                    break;
                case Pattern::OPEN_FOUR:
                    ++tally.fours, ++tally.open_fours;
                    break;
                case Pattern::DOUBLE_FOUR:
                    tally.fours += 2;
                    break;
                case Pattern::FOUR:
                    ++tally.fours;
                    break;
                case Pattern::WIDE_THREE:
                case Pattern::OPEN_THREE:
                    ++tally.open_threes;
                    break;
                case Pattern::THREE:
                    ++tally.threes;
                    break;
                case Pattern::WIDE_TWO:
                case Pattern::OPEN_TWO:
                    ++tally.open_twos;
                    break;
                case Pattern::OVERLINE:
                    ++tally.overlines;
                    break;
                default:
                    break;
            }
        }
        return tally;
    }
};

/// The threat of every shape, for both colours of one rule.
template <Rule R>
class ThreatTable {
  public:
    static const ThreatTable& instance();

    Threat look(Shape shape, Colour colour) const { return threats_[R == Rule::RENJU ? colour : 0][shape]; }

  private:
    ThreatTable();

    // Under renju alone the colours differ.
    std::array<std::array<Threat, 1 << 16>, R == Rule::RENJU ? 2 : 1> threats_;
};

}  // namespace duiyi::gomoku
