#include "games/gomoku/line_table.hpp"

#include <bit>
#include <optional>
#include <vector>

namespace duiyi::gomoku {
namespace {

constexpr int REACH = 4;  // a five through a point lies within four points of it

/// One side of a point as one colour sees it: `length` points until it is stopped, bit i of `own` for a stone i + 1 steps away.
struct Side {
    int length;
    unsigned own;
    bool edge;  // stopped by the edge, not by an enemy stone; told apart under caro only

    static constexpr unsigned EDGE_BIT = 64;

    static Side of(unsigned code) {
        const unsigned string = code & (EDGE_BIT - 1);
        const int length = std::bit_width(string) - 1;
        return {length, string ^ 1U << length, (code & EDGE_BIT) != 0};
    }
    unsigned code() const { return 1U << length | own | (edge ? EDGE_BIT : 0); }

    bool has_empty(int i) const { return i < length && (own >> i & 1) == 0; }
    Side with_stone(int i) const { return {length, own | 1U << i, edge}; }
    Side with_enemy(int i) const { return {i, own & ((1U << i) - 1), false}; }
    int run() const { return std::countr_one(own); }
};

/// Fills the patterns of one colour by asking what the best further stone would make, down to the five itself.
class Builder {
  public:
    Builder(Rule rule, Colour colour, int radius) : rule_(rule), colour_(colour), radius_(radius) {}

    Pattern find(const Side& left, const Side& right) {
        auto& known = known_[left.code() << 7 | right.code()];
        if (!known) known = work_out(left, right);
        return *known;
    }

  private:
    bool only_five_counts() const {
        return rule_ == Rule::STANDARD || rule_ == Rule::CARO || (rule_ == Rule::RENJU && colour_ == BLACK);
    }
    bool ends_at_enemy(const Side& side) const { return side.run() == side.length && side.length < radius_ && !side.edge; }

    bool is_five(const Side& left, const Side& right) const {
        const int row = 1 + left.run() + right.run();
        if (!only_five_counts()) return row >= 5;
        return row == 5 && !(rule_ == Rule::CARO && ends_at_enemy(left) && ends_at_enemy(right));
    }

    /// Calls visit(left, right) for every way to add one stone that could still join a five.
    template <class Visit>
    static void each_stone(const Side& left, const Side& right, Visit&& visit) {
        for (int i = 0; i < REACH; ++i) {
            if (left.has_empty(i)) visit(left.with_stone(i), right);
            if (right.has_empty(i)) visit(left, right.with_stone(i));
        }
    }

    int count_fives(const Side& left, const Side& right) const {
        int count = 0;
        each_stone(left, right, [&](const Side& l, const Side& r) { count += is_five(l, r); });
        return count;
    }

    /// Can one enemy stone prevent the five? With two ways to make it only under caro, where a stone at one end can spoil both.
    bool can_be_stopped(const Side& left, const Side& right) const {
        for (int i = 0; i < radius_; ++i) {
            if (left.has_empty(i) && count_fives(left.with_enemy(i), right) == 0) return true;
            if (right.has_empty(i) && count_fives(left, right.with_enemy(i)) == 0) return true;
        }
        return false;
    }

    Pattern work_out(const Side& left, const Side& right) {
        if (is_five(left, right)) return Pattern::FIVE;
        const int row = 1 + left.run() + right.run();
        if (only_five_counts() && row > 5) return Pattern::OVERLINE;
        std::array<int, PATTERNS> ways{};
        each_stone(left, right, [&](const Side& l, const Side& r) { ++ways[static_cast<std::size_t>(find(l, r))]; });
        const auto count = [&](Pattern pattern) { return ways[static_cast<std::size_t>(pattern)]; };
        if (count(Pattern::FIVE) >= 2 && !can_be_stopped(left, right)) {
            // A straight four is one row of four that grows at either end; anything else with two fives is two fours.
            return rule_ == Rule::RENJU && colour_ == BLACK && row != 4 ? Pattern::DOUBLE_FOUR : Pattern::OPEN_FOUR;
        }
        if (count(Pattern::FIVE) >= 1) return Pattern::FOUR;
        if (count(Pattern::OPEN_FOUR) >= 2) return Pattern::WIDE_THREE;
        if (count(Pattern::OPEN_FOUR) == 1) return Pattern::OPEN_THREE;
        if (count(Pattern::FOUR) >= 1) return Pattern::THREE;
        if (count(Pattern::WIDE_THREE) >= 1) return Pattern::WIDE_TWO;
        if (count(Pattern::OPEN_THREE) >= 1) return Pattern::OPEN_TWO;
        if (count(Pattern::THREE) >= 1) return Pattern::TWO;
        if (count(Pattern::OPEN_TWO) + count(Pattern::WIDE_TWO) >= 1) return Pattern::OPEN_ONE;
        return count(Pattern::TWO) >= 1 ? Pattern::ONE : Pattern::DEAD;
    }

    Rule rule_;
    Colour colour_;
    int radius_;
    std::vector<std::optional<Pattern>> known_ = std::vector<std::optional<Pattern>>(1 << 14);
};

/// Reads `radius` points, the nearest first, as one colour sees them.
template <class PointAt>
Side read_side(int radius, Colour colour, bool keep_edge, PointAt&& point_at) {
    Side side{0, 0, false};
    for (int i = 0; i < radius; ++i) {
        const unsigned point = point_at(i);
        if ((point & stone_of(other(colour))) != 0) {
            side.edge = keep_edge && point == WALL;
            return side;
        }
        if (point != EMPTY) side.own |= 1U << i;
        ++side.length;
    }
    return side;
}

}  // namespace

template <Rule R>
LineTable<R>::LineTable() {
    for (unsigned bits = 0; bits <= SIDE_MASK; ++bits) {
        unsigned before = 0;
        unsigned behind = 0;
        for (const Colour colour : {BLACK, WHITE}) {
            const auto code = [&](auto&& point_at) {
                return read_side(RADIUS, colour, R == Rule::CARO, point_at).code() << (colour == BLACK ? 0 : 8);
            };
            before |= code([&](int i) { return bits >> 2 * (RADIUS - 1 - i) & 3; });
            behind |= code([&](int i) { return bits >> 2 * i & 3; });
        }
        before_[bits] = static_cast<std::uint16_t>(before);
        behind_[bits] = static_cast<std::uint16_t>(behind);
    }
    for (const Colour colour : {BLACK, WHITE}) {
        auto& patterns = patterns_[colour];
        patterns.fill(Pattern::DEAD);
        Builder builder(R, colour, RADIUS);
        std::array<bool, 1 << CODE_BITS> used{};
        for (const auto codes : behind_) used[colour == BLACK ? codes & 0xFF : codes >> 8] = true;
        for (unsigned left = 0; left < used.size(); ++left)
            for (unsigned right = 0; right < used.size(); ++right)
                if (used[left] && used[right])
                    patterns[left << CODE_BITS | right] = builder.find(Side::of(left), Side::of(right));
    }
}

template <Rule R>
const LineTable<R>& LineTable<R>::instance() {
    static const LineTable table;
    return table;
}

template class LineTable<Rule::FREESTYLE>;
template class LineTable<Rule::STANDARD>;
template class LineTable<Rule::CARO>;
template class LineTable<Rule::RENJU>;

}  // namespace duiyi::gomoku
