// What searches ask of Xiangqi: exchanges, checks before they are given, moves in two kinds, a turn handed over.
#include <algorithm>
#include <vector>

#include "games/xiangqi/exchange.hpp"
#include "games/xiangqi/position.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using namespace xiangqi;

bool leaves(const char* text, const char* move, int balance) {
    return exchange_leaves(Position::parse({}, text).pieces(), Position::parse_move({}, move), balance);
}

/// Visits the positions of random games.
template <class Visit>
void each_random(int games, int plies, Visit&& visit) {
    Random random(7);
    for (int game = 0; game < games; ++game) {
        Position position = Position::initial({});
        for (int ply = 0; ply < plies && !position.outcome(); ++ply) {
            visit(position);
            Moves moves;
            position.generate(moves);
            Position::Undo undo;
            position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
        }
    }
}

TEST(xiangqi_a_rook_that_takes_a_guarded_pawn_loses_the_difference) {
    const char* text = "3k5/9/4p4/4p4/9/9/9/4R4/9/5K3 w";
    CHECK(leaves(text, "e2e6", -550));
    CHECK(!leaves(text, "e2e6", -549));
}

TEST(xiangqi_a_cannon_guards_only_over_a_screen) {
    CHECK(leaves("3k5/4c4/9/9/4p4/9/9/4R4/9/5K3 w", "e2e5", 70));
    CHECK(!leaves("3k5/4c4/9/9/4p4/9/9/4R4/9/5K3 w", "e2e5", 71));
    CHECK(!leaves("3k5/4c4/4p4/9/4p4/9/9/4R4/9/5K3 w", "e2e5", 0));
}

TEST(xiangqi_a_king_takes_back_only_what_is_loose) {
    CHECK(!leaves("4k4/4p4/9/9/9/9/9/4R4/9/5K3 w", "e2e8", 0));
    CHECK(leaves("4k4/4p4/9/9/9/9/9/4R4/4R4/5K3 w", "e2e8", 0));
}

TEST(xiangqi_attackers_of_a_cell_are_those_that_may_go_there) {
    each_random(12, 80, [](const Position& position) {
        const Board& board = position.pieces();
        each_cell(board.occupied(), [&](int cell) {
            if (type_of(board.at(cell)) == KING) return;
            const Color enemy = color_of(board.at(cell)) ^ 1;
            const Set found = attackers_of(board, cell, board.occupied(), board.occupied_by_files()) & board.pieces(enemy);
            Set expected = 0;
            each_cell(board.pieces(enemy), [&](int from) { expected |= has(board.targets(from), cell) ? bit(from) : Set{0}; });
            CHECK(found == expected);
        });
    });
}

TEST(xiangqi_a_check_is_known_before_it_is_given) {
    each_random(20, 100, [](const Position& at) {
        Position position = at;
        Moves moves;
        position.generate(moves);
        for (const Move move : moves) {
            const bool expected = position.pieces().gives_check(move);
            Position::Undo undo;
            position.do_move(move, undo);
            CHECK_EQUAL(position.in_check(), expected);
            position.undo_move(move, undo);
        }
    });
}

TEST(xiangqi_captures_and_quiet_moves_together_are_all_moves) {
    each_random(20, 100, [](const Position& position) {
        const Board& board = position.pieces();
        Moves all, captures, quiet;
        board.generate(all);
        board.generate(captures, board.pieces(board.to_move() ^ 1));
        board.generate(quiet, ~board.occupied());
        std::vector<Move> expected(all.begin(), all.end()), found(captures.begin(), captures.end());
        found.insert(found.end(), quiet.begin(), quiet.end());
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        CHECK(found == expected);
    });
}

TEST(xiangqi_a_turn_handed_over_can_be_taken_back) {
    each_random(4, 60, [](const Position& before) {
        if (before.in_check()) return;
        Position position = before;
        Position::Undo undo;
        position.do_null(undo);
        CHECK(position.to_move() != before.to_move());
        CHECK(position.key() != before.key());
        CHECK_EQUAL(position.recurrence().times, 1);
        position.undo_null(undo);
        CHECK(position == before);
        CHECK_EQUAL(position.key(), before.key());
    });
}

}  // namespace
}  // namespace duiyi
