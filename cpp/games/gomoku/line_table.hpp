// What a stone on an empty point would make in one line, looked up from the points around it.
//
// Seen by one colour, the line to one side of a point matters only up to the first point that stops it, so that side is a
// short string of own and empty points: at most 63 different ones. Each becomes a code, a 1 bit followed by the string; two
// codes index a table of a few KB, small enough for the first cache.
#pragma once

#include <array>
#include <cstdint>

#include "games/gomoku/lines.hpp"

namespace duiyi::gomoku {

/// What a stone makes of its line, weakest first. Every five meant here goes through the stone.
enum class Pattern : std::uint8_t {
    DEAD,         // there is no room for five
    OVERLINE,     // six or more, where only five counts
    ONE,          // one more stone makes a TWO
    OPEN_ONE,     // one more stone makes an open or wide two
    TWO,          // one more stone makes a THREE
    OPEN_TWO,     // one more stone makes an OPEN_THREE
    WIDE_TWO,     // one more stone makes a WIDE_THREE
    THREE,        // one more stone makes a FOUR
    OPEN_THREE,   // one point makes an open four
    WIDE_THREE,   // two or more points do
    FOUR,         // one more stone makes five, and a single enemy stone prevents it
    DOUBLE_FOUR,  // two fours in one line, forbidden to black under renju; OPEN_FOUR for everybody else
    OPEN_FOUR,    // five follows wherever the enemy plays
    FIVE,         // wins
};
inline constexpr int PATTERNS = 14;

/// The table of one rule, for both colours.
template <Rule R>
class LineTable {
  public:
    /// Points that matter on either side: an exact five must also know what stands at its ends.
    static constexpr int RADIUS = R == Rule::FREESTYLE ? 4 : 5;

    /// Built by the first who asks (well under a millisecond), the same for everyone after.
    static const LineTable& instance();

    struct Pair {
        Pattern black;
        Pattern white;
    };
    /// Patterns at the empty point whose two bits begin at `shift` of a line's word.
    Pair look(std::uint64_t word, int shift) const {
        const unsigned before = before_[word >> (shift - 2 * RADIUS) & SIDE_MASK];
        const unsigned behind = behind_[word >> (shift + 2) & SIDE_MASK];
        return {patterns_[BLACK][(before & 0xFF) << CODE_BITS | (behind & 0xFF)],
                patterns_[WHITE][(before >> 8) << CODE_BITS | behind >> 8]};
    }
    Pattern look(std::uint64_t word, int shift, Colour colour) const {
        const unsigned before = before_[word >> (shift - 2 * RADIUS) & SIDE_MASK] >> 8 * colour & 0xFF;
        const unsigned behind = behind_[word >> (shift + 2) & SIDE_MASK] >> 8 * colour & 0xFF;
        return patterns_[colour][before << CODE_BITS | behind];
    }

  private:
    LineTable();

    // Caro alone asks whether a stone or the edge ends a side: one more bit.
    static constexpr int CODE_BITS = R == Rule::CARO ? 7 : 6;
    static constexpr std::uint64_t SIDE_MASK = (std::uint64_t{1} << 2 * RADIUS) - 1;

    // Codes of a side by its raw bits, black's in the low byte; the nearest point is in the high bits before, in the low bits
    // behind.
    std::array<std::uint16_t, SIDE_MASK + 1> before_;
    std::array<std::uint16_t, SIDE_MASK + 1> behind_;
    std::array<std::array<Pattern, 1 << 2 * CODE_BITS>, 2> patterns_;
};

}  // namespace duiyi::gomoku
