// Renju: which points black may not play (RIF rules 9.2-9.3, recursive through the threes).
//
// A five goes before everything. Otherwise an overline, two fours, or two threes through one stone are forbidden, where a three
// counts only if black may really turn it into a straight four: the point that does so must itself be legal, and no five.
#pragma once

#include <cstdint>
#include <vector>

#include "games/gomoku/lines.hpp"

namespace duiyi::gomoku {

enum class Verdict : std::uint8_t { LEGAL, FIVE, OVERLINE, DOUBLE_FOUR, DOUBLE_THREE };

constexpr bool is_forbidden(Verdict verdict) { return verdict >= Verdict::OVERLINE; }
constexpr const char* forbidden_name(Verdict verdict) {
    return verdict == Verdict::OVERLINE ? "overline" : verdict == Verdict::DOUBLE_FOUR ? "double_four" : "double_three";
}

/// The verdict on a black stone on an empty cell, the first that holds. No allocation; `lines` is a scratch copy, changed and
/// restored.
Verdict judge_black(Lines& lines, int cell);

/// The stones that make a forbidden point so, the point itself among them, in ascending order. For people.
std::vector<int> forbidden_stones(Lines lines, int cell);

}  // namespace duiyi::gomoku
