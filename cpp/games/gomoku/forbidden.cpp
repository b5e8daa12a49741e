#include "games/gomoku/forbidden.hpp"

#include <set>

#include "games/gomoku/line_table.hpp"
#include "games/gomoku/threat_table.hpp"

namespace duiyi::gomoku {
namespace {

Pattern black_pattern(const Lines& lines, int cell, int direction) {
    const auto& table = LineTable<Rule::RENJU>::instance();
    return table.look(lines.word(cell, direction), lines.geometry().place(cell, direction).shift, BLACK);
}

Shape black_shape(const Lines& lines, int cell) {
    unsigned shape = 0;
    for (int direction = 0; direction < DIRECTIONS; ++direction)
        shape |= static_cast<unsigned>(black_pattern(lines, cell, direction)) << 4 * direction;
    return static_cast<Shape>(shape);
}

bool is_open_three(Pattern pattern) { return pattern == Pattern::OPEN_THREE || pattern == Pattern::WIDE_THREE; }

/// Calls visit(point) for the first empty point on either side of the row through `cell`: with fours and straight fours in mind,
/// the only points of the line where one more stone joins that row.
template <class Visit>
void each_growth(const Lines& lines, int cell, int direction, Visit&& visit) {
    for (const int sign : {-1, 1}) {
        const int distance = sign * (1 + lines.run(cell, direction, sign, BLACK));
        if (lines.at(cell, direction, distance) == EMPTY) visit(cell + distance * lines.geometry().step(direction));
    }
}

/// May black really make a straight four of this line by playing `point`?
bool makes_straight_four(Lines& lines, int point, int direction) {
    return black_pattern(lines, point, direction) == Pattern::OPEN_FOUR && judge_black(lines, point) == Verdict::LEGAL;
}

/// Adds the stones of the row through `cell` as it would be with a stone on `point`, without that point.
void add_row(Lines& lines, int cell, int point, int direction, std::set<int>& stones) {
    const int step = lines.geometry().step(direction);
    const bool grows = point != cell;
    if (grows) lines.toggle(point, BLACK);
    for (int i = -lines.run(cell, direction, -1, BLACK); i <= lines.run(cell, direction, 1, BLACK); ++i)
        if (!grows || cell + i * step != point) stones.insert(cell + i * step);
    if (grows) lines.toggle(point, BLACK);
}

}  // namespace

Verdict judge_black(Lines& lines, int cell) {
    const Shape shape = black_shape(lines, cell);
    const Tally tally = Tally::of(shape);
    if (tally.fives > 0) return Verdict::FIVE;
    if (tally.overlines > 0) return Verdict::OVERLINE;
    if (tally.fours >= 2) return Verdict::DOUBLE_FOUR;
    if (tally.open_threes < 2) return Verdict::LEGAL;
    lines.toggle(cell, BLACK);
    int threes = 0;
    for (int direction = 0; direction < DIRECTIONS && threes < 2; ++direction) {
        if (!is_open_three(pattern_of(shape, direction))) continue;
        bool is_real = false;
        each_growth(lines, cell, direction,
                    [&](int point) { is_real = is_real || makes_straight_four(lines, point, direction); });
        threes += is_real;
    }
    lines.toggle(cell, BLACK);
    return threes >= 2 ? Verdict::DOUBLE_THREE : Verdict::LEGAL;
}

std::vector<int> forbidden_stones(Lines lines, int cell) {
    const Verdict verdict = judge_black(lines, cell);
    const Shape shape = black_shape(lines, cell);
    std::set<int> stones;
    lines.toggle(cell, BLACK);
    for (int direction = 0; direction < DIRECTIONS; ++direction) {
        const Pattern pattern = pattern_of(shape, direction);
        if (verdict == Verdict::OVERLINE && pattern == Pattern::OVERLINE) add_row(lines, cell, cell, direction, stones);
        each_growth(lines, cell, direction, [&](int point) {
            const bool is_four = verdict == Verdict::DOUBLE_FOUR && black_pattern(lines, point, direction) == Pattern::FIVE;
            const bool is_three =
                verdict == Verdict::DOUBLE_THREE && is_open_three(pattern) && makes_straight_four(lines, point, direction);
            if (is_four || is_three) add_row(lines, cell, point, direction, stones);
        });
    }
    return {stones.begin(), stones.end()};
}

}  // namespace duiyi::gomoku
