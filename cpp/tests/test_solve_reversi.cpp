// The Reversi solver: its arithmetic against the rules' own, its values against a plain search.
#include "core/random.hpp"
#include "engines/any_solver.hpp"
#include "engines/solve_reversi_board.hpp"
#include "engines/solve_reversi_search.hpp"
#include "games/reversi/position.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using namespace reversi;

/// A random position with so many empties, or fewer when the game ended before.
Standard random_position(Random& random, int empties) {
    for (;;) {
        Standard position = Standard::initial({});
        while (64 - std::popcount(position.own() | position.other()) > empties) {
            MoveList<Standard::MAX_MOVES> moves;
            position.generate(moves);
            if (moves.empty()) break;
            Standard::Undo undo;
            position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
        }
        if (64 - std::popcount(position.own() | position.other()) == empties) return position;
    }
}

/// Plain negamax over the rules: slow, and right.
int plain_value(Set own, Set other, int alpha, int beta, bool passed = false) {
    Set moves = Board8::moves(own, other);
    if (moves == 0) return passed ? final_score(own, other) : -plain_value(other, own, -beta, -alpha, true);
    int best = -65;
    while (moves != 0 && best < beta) {
        const int cell = Board8::pop(moves);
        const Set turned = Board8::flips(own, other, cell) | Board8::bit(cell);
        best = std::max(best, -plain_value(other & ~turned, own | turned, -beta, -std::max(alpha, best)));
    }
    return best;
}

Solution solved(const std::string& text, const Options& options = {}, const Limits& limits = {}) {
    const StopFlag stop;
    return reversi_solver(options)->solve(*reversi_rules(options)->parse(text), limits, stop, nullptr);
}

TEST(reversi_solver_turns_the_same_discs_as_the_rules) {
    Random random(11);
    for (int i = 0; i < 2000; ++i) {
        const Standard position = random_position(random, 4 + static_cast<int>(random.below(50)));
        const Set own = position.own(), other = position.other();
        for (Set empty = ~(own | other); empty != 0;) {
            const int cell = Board8::pop(empty);
            CHECK_EQUAL(flips(own, other, cell), Board8::flips(own, other, cell));
            if (Board8::flips(own, other, cell) != 0) CHECK(touches(other, cell));
        }
    }
}

TEST(reversi_solver_counts_the_last_flips) {
    Random random(12);
    for (int i = 0; i < 20000; ++i) {
        const int cell = static_cast<int>(random.below(64));
        const Set own = random.next() & ~Board8::bit(cell);
        CHECK_EQUAL(last_flips(own, cell), std::popcount(Board8::flips(own, ~own & ~Board8::bit(cell), cell)));
    }
}

TEST(reversi_stable_discs_are_never_turned) {
    Random random(13);
    for (int i = 0; i < 300; ++i) {
        const Standard start = random_position(random, 6 + static_cast<int>(random.below(20)));
        const int claimed = stable_discs(start.own(), start.other());
        for (int game = 0; game < 20; ++game) {
            Standard position = start;
            Set kept = start.own();
            for (bool is_own = true;; is_own = !is_own) {
                MoveList<Standard::MAX_MOVES> moves;
                position.generate(moves);
                if (moves.empty()) break;
                Standard::Undo undo;
                position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
                kept &= is_own ? position.other() : position.own();
            }
            CHECK(std::popcount(kept) >= claimed);
        }
    }
}

TEST(reversi_full_corners_and_edges_are_stable) {
    CHECK_EQUAL(stable_discs(0xFF, 0), 8);
    CHECK_EQUAL(stable_discs(0x81, 0), 2);
    CHECK_EQUAL(stable_discs(0x3C, 0), 0);
    CHECK_EQUAL(stable_discs(~Set{0}, 0), 64);
}

TEST(reversi_last_empties_agree_with_a_plain_search) {
    Random random(14);
    for (int empties = 1; empties <= LAST_EMPTIES; ++empties)
        for (int i = 0; i < 150; ++i) {
            const Standard position = random_position(random, empties);
            const Set own = position.own(), other = position.other();
            const int value = plain_value(own, other, -64, 64);
            std::uint64_t nodes = 0;
            for (int alpha = value - 3; alpha <= value + 3; ++alpha) {
                const int result = solve_last(own, other, Board8::moves(own, other), empties, alpha, nodes);
                CHECK_EQUAL(result > alpha, value > alpha);
                CHECK(value > alpha ? result <= value : result >= value);
            }
        }
}

TEST(reversi_solver_agrees_with_a_plain_search_in_value_and_all_best_moves) {
    Random random(15);
    for (int i = 0; i < 60; ++i) {
        const Standard position = random_position(random, 7 + i % 4);
        const Solution solution = solved(position.text());
        const int value = plain_value(position.own(), position.other(), -64, 64);
        CHECK_EQUAL(solution.margin.value_or(99), value);
        MoveList<Standard::MAX_MOVES> moves;
        position.generate(moves);
        std::vector<Move> best;
        for (const Move move : moves) {
            Standard next = position;
            Standard::Undo undo;
            next.do_move(move, undo);
            if (-plain_value(next.own(), next.other(), -64, 64) == value) best.push_back(move);
        }
        std::vector<Move> found = solution.moves;
        std::sort(found.begin(), found.end());
        CHECK(found == best);
    }
}

TEST(reversi_solver_gives_a_finished_game_its_score_and_empties_to_the_winner) {
    const Solution solution = solved("xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxxx/xxxxxxx1 o");
    CHECK_EQUAL(solution.margin.value_or(99), -64);
    CHECK(solution.moves.empty());
}

TEST(reversi_solver_passes_when_it_must) {
    const Solution solution = solved("xo6/8/8/8/8/8/8/8 o");
    CHECK(solution.moves.size() == 1 && solution.moves[0] == 64);
    CHECK_EQUAL(solution.margin.value_or(99), -64);
}

TEST(reversi_solver_stops_in_time_without_a_claim) {
    Limits limits;
    limits.seconds = 0.05;
    const Solution solution = solved(Standard::initial({}).text(), {}, limits);
    CHECK(solution.value == Solution::Value::UNKNOWN && !solution.margin && solution.moves.empty());
    CHECK(solution.seconds < 5);
}

TEST(reversi_solver_solves_small_boards_from_the_start) {
    // White, who moves second, wins the 4x4 board by 3 discs to 11 and two empties.
    const Options four(Options::Map{{"size", "4"}});
    const Solution solution = solved(AnySize::initial({4}).text(), four);
    CHECK_EQUAL(solution.margin.value_or(99), -10);
    CHECK_EQUAL(solution.moves.size(), std::size_t{4});
}

}  // namespace
}  // namespace duiyi
