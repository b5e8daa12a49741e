// The pattern state against plain programs that look at the whole board every time.
#include <array>
#include <map>
#include <vector>

#include "core/random.hpp"
#include "games/gomoku/forbidden.hpp"
#include "games/gomoku/position.hpp"
#include "tests/check.hpp"

namespace duiyi::gomoku {
namespace {

/// A board as an array of letters: '.' empty, 'x', 'o', '#' off the board.
struct PlainBoard {
    int size;
    std::vector<char> points = std::vector<char>(static_cast<std::size_t>(size * size), '.');

    char& operator[](int cell) { return points[static_cast<std::size_t>(cell)]; }
    static constexpr std::array<std::array<int, 2>, 4> STEPS = {{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

    int neighbour(int cell, int direction, int distance) const {
        const int x = cell % size + STEPS[static_cast<std::size_t>(direction)][0] * distance;
        const int y = cell / size + STEPS[static_cast<std::size_t>(direction)][1] * distance;
        return x < 0 || y < 0 || x >= size || y >= size ? -1 : y * size + x;
    }
    char at(int cell, int direction, int distance) const {
        const int there = neighbour(cell, direction, distance);
        return there < 0 ? '#' : points[static_cast<std::size_t>(there)];
    }
    int run(int cell, int direction, int sign) const {
        int length = 0;
        while (at(cell, direction, sign * (length + 1)) == points[static_cast<std::size_t>(cell)]) ++length;
        return length;
    }
    int row(int cell, int direction) const { return 1 + run(cell, direction, -1) + run(cell, direction, 1); }

    bool wins(Rule rule, int cell, int direction) const {
        const char own = points[static_cast<std::size_t>(cell)];
        const int length = row(cell, direction);
        if (rule == Rule::FREESTYLE || (rule == Rule::RENJU && own == 'o')) return length >= 5;
        if (length != 5 || rule != Rule::CARO) return length == 5;
        const char enemy = own == 'x' ? 'o' : 'x';
        return at(cell, direction, -1 - run(cell, direction, -1)) != enemy ||
               at(cell, direction, 1 + run(cell, direction, 1)) != enemy;
    }
    /// Empty points of the line that make a winning row through `cell`, which has a stone.
    std::vector<int> five_points(Rule rule, int cell, int direction) {
        std::vector<int> found;
        for (int distance = -4; distance <= 4; ++distance) {
            const int point = neighbour(cell, direction, distance);
            if (point < 0 || (*this)[point] != '.') continue;
            (*this)[point] = (*this)[cell];
            const bool joins = run(cell, direction, distance < 0 ? -1 : 1) >= std::abs(distance);
            if (joins && wins(rule, cell, direction)) found.push_back(point);
            (*this)[point] = '.';
        }
        return found;
    }
};

/// The definition of forbidden points word by word, each three followed to the end.
Verdict plain_verdict(PlainBoard& board, int cell) {
    board[cell] = 'x';
    Verdict verdict = Verdict::LEGAL;
    int fours = 0;
    int longest = 0;
    bool five = false;
    for (int direction = 0; direction < 4; ++direction) {
        five = five || board.row(cell, direction) == 5;
        longest = std::max(longest, board.row(cell, direction));
        const auto points = board.five_points(Rule::RENJU, cell, direction);
        fours += points.size() == 2 && board.row(cell, direction) == 4 ? 1 : static_cast<int>(points.size());
    }
    if (five) verdict = Verdict::FIVE;
    else if (longest > 5) verdict = Verdict::OVERLINE;
    else if (fours >= 2) verdict = Verdict::DOUBLE_FOUR;
    else {
        int threes = 0;
        for (int direction = 0; direction < 4; ++direction) {
            bool three = false;
            for (int distance = -3; distance <= 3; ++distance) {
                const int point = board.neighbour(cell, direction, distance);
                if (point < 0 || board[point] != '.') continue;
                board[point] = 'x';
                const bool joins = board.run(cell, direction, distance < 0 ? -1 : 1) >= std::abs(distance);
                const bool straight =
                    joins && board.row(cell, direction) == 4 && board.five_points(Rule::RENJU, cell, direction).size() == 2;
                board[point] = '.';
                three = three || (straight && plain_verdict(board, point) == Verdict::LEGAL);
            }
            threes += three;
        }
        if (threes >= 2) verdict = Verdict::DOUBLE_THREE;
    }
    board[cell] = '.';
    return verdict;
}

/// Random stones, mostly on a few lines through one point, so that long and broken rows are frequent.
template <Rule R>
void scatter(Random& random, PlainBoard& board, Patterns<R>& patterns, int stones, unsigned black_share) {
    const int centre = static_cast<int>(random.below(static_cast<std::uint32_t>(board.size * board.size)));
    for (int i = 0; i < stones; ++i) {
        int cell = static_cast<int>(random.below(static_cast<std::uint32_t>(board.size * board.size)));
        if (random.below(4) != 0) {
            const int near = board.neighbour(centre, static_cast<int>(random.below(4)), static_cast<int>(random.below(13)) - 6);
            if (near >= 0) cell = near;
        }
        if (board[cell] != '.') continue;
        const Colour colour = random.below(100) < black_share ? BLACK : WHITE;
        board[cell] = colour == BLACK ? 'x' : 'o';
        patterns.put(cell, colour);
    }
}

template <Rule R>
void compare_with_plain_board(int size, int boards, std::uint64_t seed) {
    Random random(seed);
    for (int n = 0; n < boards; ++n) {
        PlainBoard board{size};
        Patterns<R> patterns(size);
        scatter(random, board, patterns, 5 + static_cast<int>(random.below(50)), 60);
        for (int cell = 0; cell < size * size; ++cell) {
            if (board[cell] != '.') {
                CHECK_EQUAL(patterns.shapes(cell), 0U);
                continue;
            }
            for (const Colour colour : {BLACK, WHITE}) {
                board[cell] = colour == BLACK ? 'x' : 'o';
                for (int direction = 0; direction < 4; ++direction) {
                    const Pattern pattern = patterns.pattern(cell, direction, colour);
                    const bool wins = board.wins(R, cell, direction);
                    CHECK_EQUAL(pattern == Pattern::FIVE, wins);
                    const bool only_five = R == Rule::STANDARD || R == Rule::CARO || (R == Rule::RENJU && colour == BLACK);
                    CHECK_EQUAL(pattern == Pattern::OVERLINE, only_five && board.row(cell, direction) > 5);
                    if (wins || pattern == Pattern::OVERLINE) continue;
                    const auto points = board.five_points(R, cell, direction).size();
                    CHECK_EQUAL(pattern >= Pattern::FOUR, points >= 1);
                    if constexpr (R != Rule::CARO) CHECK_EQUAL(pattern >= Pattern::DOUBLE_FOUR, points >= 2);
                }
                board[cell] = '.';
            }
        }
    }
}

TEST(gomoku_fives_and_fours_are_what_a_plain_board_says) {
    compare_with_plain_board<Rule::FREESTYLE>(15, 40, 1);
    compare_with_plain_board<Rule::STANDARD>(11, 40, 2);
    compare_with_plain_board<Rule::CARO>(9, 60, 3);
    compare_with_plain_board<Rule::RENJU>(15, 40, 4);
    compare_with_plain_board<Rule::CARO>(22, 10, 5);
    compare_with_plain_board<Rule::FREESTYLE>(5, 60, 6);
}

TEST(gomoku_an_open_four_of_caro_survives_every_single_reply) {
    Patterns<Rule::CARO> patterns(15);
    const int middle = 7 * 15;
    for (const int x : {5, 6, 7}) patterns.put(middle + x, BLACK);
    CHECK(patterns.pattern(middle + 8, ACROSS, BLACK) == Pattern::OPEN_FOUR);
    patterns.put(middle + 10, WHITE);  // ..xxx!.o: a stone on the left end now stops both fives
    CHECK(patterns.pattern(middle + 8, ACROSS, BLACK) == Pattern::FOUR);
    CHECK(patterns.pattern(middle + 4, ACROSS, BLACK) == Pattern::OPEN_FOUR);
}

TEST(gomoku_forbidden_points_are_what_the_definition_says) {
    Random random(11);
    std::map<Verdict, int> seen;
    int false_threes = 0;
    for (int n = 0; n < 1500; ++n) {
        PlainBoard board{15};
        Patterns<Rule::RENJU> patterns(15);
        scatter(random, board, patterns, 8 + static_cast<int>(random.below(30)), 75);
        for (int cell = 0; cell < 225; ++cell) {
            if (board[cell] != '.') continue;
            Lines lines = patterns.lines();
            const Verdict expected = plain_verdict(board, cell);
            CHECK(judge_black(lines, cell) == expected);
            CHECK(lines == patterns.lines());
            ++seen[expected];
            const Threat threat = patterns.threat(cell, BLACK);
            CHECK_EQUAL(threat == Threat::FIVE, expected == Verdict::FIVE);
            CHECK_EQUAL(threat == Threat::FORBIDDEN, expected == Verdict::OVERLINE || expected == Verdict::DOUBLE_FOUR);
            CHECK(expected != Verdict::DOUBLE_THREE || threat == Threat::DOUBLE_THREE);
            false_threes += threat == Threat::DOUBLE_THREE && expected == Verdict::LEGAL;
        }
    }
    for (const Verdict verdict : {Verdict::FIVE, Verdict::OVERLINE, Verdict::DOUBLE_FOUR, Verdict::DOUBLE_THREE})
        CHECK(seen[verdict] > 100);
    CHECK(false_threes > 20);
}

template <Rule R>
void compare_with_fresh_build(int size, std::uint64_t seed) {
    Random random(seed);
    Patterns<R> patterns(size);
    std::vector<std::pair<int, Colour>> stones;
    std::uint64_t sum = 0;  // an evaluation that hears of changes only
    const auto value = [](int cell, Shapes shapes) { return SplitMix(static_cast<std::uint64_t>(cell) << 32 | shapes).next(); };
    const auto total = [&](const Patterns<R>& all) {
        std::uint64_t result = 0;
        for (int cell = 0; cell < size * size; ++cell) result += value(cell, all.shapes(cell));
        return result;
    };
    const auto watch = [&](int cell, Shapes before, Shapes after) { sum += value(cell, after) - value(cell, before); };
    sum = total(patterns);
    for (int step = 0; step < 400; ++step) {
        const int cell = static_cast<int>(random.below(static_cast<std::uint32_t>(size * size)));
        if (patterns.lines().at(cell) == EMPTY) {
            stones.emplace_back(cell, random.below(2) == 0 ? BLACK : WHITE);
            patterns.put(cell, stones.back().second, watch);
        } else {
            const auto i = random.below(static_cast<std::uint32_t>(stones.size()));
            patterns.take(stones[i].first, stones[i].second, watch);
            stones.erase(stones.begin() + i);
        }
        Patterns<R> fresh(size);
        for (auto it = stones.rbegin(); it != stones.rend(); ++it) fresh.put(it->first, it->second);
        CHECK(patterns == fresh);
        CHECK_EQUAL(sum, total(patterns));
    }
    for (const Colour colour : {BLACK, WHITE}) {
        int counted = 0;
        for (int threat = 0; threat < THREATS; ++threat) {
            const int count = patterns.count(colour, static_cast<Threat>(threat));
            const int found = patterns.find(colour, static_cast<Threat>(threat));
            CHECK_EQUAL(found >= 0, count > 0);
            if (found >= 0) CHECK(patterns.threat(found, colour) == static_cast<Threat>(threat));
            counted += count;
        }
        CHECK_EQUAL(counted, size * size - static_cast<int>(stones.size()));
    }
}

TEST(gomoku_patterns_kept_stone_by_stone_equal_a_fresh_build) {
    compare_with_fresh_build<Rule::FREESTYLE>(15, 21);
    compare_with_fresh_build<Rule::STANDARD>(8, 22);
    compare_with_fresh_build<Rule::CARO>(10, 23);
    compare_with_fresh_build<Rule::RENJU>(15, 24);
    compare_with_fresh_build<Rule::FREESTYLE>(22, 25);
    compare_with_fresh_build<Rule::RENJU>(5, 26);
}

TEST(gomoku_threats_name_the_strongest_shape) {
    Patterns<Rule::FREESTYLE> patterns(15);
    const int middle = 7 * 15 + 7;
    for (const int x : {-1, -2}) patterns.put(middle + x, BLACK);
    CHECK(patterns.threat(middle, BLACK) == Threat::OPEN_THREE);
    for (const int y : {1, 2}) patterns.put(middle + 15 * y, BLACK);
    CHECK(patterns.threat(middle, BLACK) == Threat::DOUBLE_THREE);
    patterns.put(middle + 15 * 3, BLACK);
    patterns.put(middle - 15, WHITE);
    CHECK(patterns.threat(middle, BLACK) == Threat::FOUR_THREE);
    CHECK_EQUAL(patterns.count(BLACK, Threat::FIVE), 0);
    patterns.put(middle + 15 * 4, BLACK);
    CHECK(patterns.threat(middle, BLACK) == Threat::FIVE);
    CHECK_EQUAL(patterns.find(BLACK, Threat::FIVE), middle);
    CHECK_EQUAL(patterns.count(BLACK, Threat::FIVE), 2);
    CHECK(patterns.threat(middle, WHITE) == Threat::NONE);
}

}  // namespace
}  // namespace duiyi::gomoku
