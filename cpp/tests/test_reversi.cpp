#include "core/perft.hpp"
#include "games/reversi/position.hpp"
#include "tests/check.hpp"
#include "tests/walk.hpp"

namespace duiyi {
namespace {

using reversi::AnySize;
using reversi::Standard;

TEST(reversi_perft_from_the_start) {
    auto position = Standard::initial({8});
    CHECK_EQUAL(perft(position, 9), 3005288U);
}

TEST(reversi_both_boards_count_the_same_lines) {
    auto fast = Standard::initial({8});
    auto plain = AnySize::initial({8});
    for (int depth = 1; depth <= 7; ++depth) CHECK_EQUAL(perft(fast, depth), perft(plain, depth));
}

TEST(reversi_both_boards_play_the_same_random_games) {
    Random random(7);
    for (int game = 0; game < 50; ++game) {
        auto fast = Standard::initial({8});
        auto plain = AnySize::initial({8});
        while (!fast.outcome()) {
            CHECK_EQUAL(fast.text(), plain.text());
            CHECK_EQUAL(fast.key(), plain.key());
            MoveList<Standard::MAX_MOVES> moves;
            fast.generate(moves);
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            CHECK(plain.is_legal(move));
            Standard::Undo undo;
            AnySize::Undo plain_undo;
            fast.do_move(move, undo);
            plain.do_move(move, plain_undo);
        }
        CHECK(plain.outcome().has_value());
        CHECK_EQUAL(plain.outcome()->scores[0], fast.outcome()->scores[0]);
    }
}

TEST(reversi_undo_restores_everything) {
    for (const int size : {4, 6, 10, 16}) testing::walk<AnySize>({size}, 5, 300);
    testing::walk<Standard>({8}, 50, 300);
}

TEST(reversi_sizes_must_be_even) {
    CHECK_THROWS(RulesError, reversi::Rules::from(Options(Options::Map{{"size", "7"}})));
    CHECK_THROWS(RulesError, reversi::Rules::from(Options(Options::Map{{"size", "18"}})));
}

}  // namespace
}  // namespace duiyi
