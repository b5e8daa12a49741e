// Mates by checks alone: those that everybody knows, and a plain search of everything beside.
#include "engines/solve_xiangqi_checks.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using namespace xiangqi;

constexpr int ENOUGH = 100000;  // nodes

bool is_mated(Position& position, int checks);

/// Whether one of the checks mates within so many, by looking at all of them.
bool mates(Position& position, int checks) {
    if (checks == 0 || position.drawn_or_judged()) return false;
    Moves moves;
    position.generate(moves);
    for (const Move move : moves) {
        Position::Undo undo;
        position.do_move(move, undo);
        const bool found = position.in_check() && position.recurrence().times == 1 && is_mated(position, checks);
        position.undo_move(move, undo);
        if (found) return true;
    }
    return false;
}

bool is_mated(Position& position, int checks) {
    Moves moves;
    position.generate(moves);
    if (!moves.empty() && position.drawn_or_judged()) return false;
    for (const Move move : moves) {
        Position::Undo undo;
        position.do_move(move, undo);
        const bool goes_on = mates(position, checks - 1);
        position.undo_move(move, undo);
        if (!goes_on) return false;
    }
    return true;
}

TEST(xiangqi_checks_two_rooks_mate_in_one) {
    Position position = Position::parse({}, "3k5/R8/9/9/9/9/9/9/1R7/4K4 w");
    CheckSearch checks(1 << 10);
    CHECK_EQUAL(checks.find(position, ENOUGH), Position::parse_move({}, "b1b9"));
    CHECK_EQUAL(checks.plies(), 1);
}

TEST(xiangqi_checks_that_end_find_nothing) {
    Position position = Position::parse({}, "2bak4/4a4/4b4/9/9/9/9/9/R8/4K4 w");
    CheckSearch checks(1 << 10);
    CHECK_EQUAL(checks.find(position, ENOUGH), NO_MOVE);
    CHECK_EQUAL(checks.find(position, ENOUGH), NO_MOVE);  // what failed is remembered
}

TEST(xiangqi_checks_no_mate_after_the_natural_limit) {
    // After 118 plies without a capture there is time for one check and its answer, after 117 for the second check.
    for (const auto& [plies, is_mate] : {std::pair{"117", true}, {"118", false}}) {
        Position position = Position::parse({}, std::string("3aR4/5k3/2n5b/3c5/P3PPb2/C8/9/4B4/3KA4/7r1 w - - ") + plies + " 72");
        CheckSearch checks(1 << 10);
        CHECK_EQUAL(checks.find(position, ENOUGH) != NO_MOVE, is_mate);
        CHECK_EQUAL(mates(position, 2), is_mate);
    }
}

TEST(xiangqi_checks_agree_with_a_search_of_everything) {
    Random random(11);
    int found = 0;
    for (int game = 0; game < 60; ++game) {
        Position position = Position::initial({});
        CheckSearch checks(1 << 12);
        for (int ply = 0; ply < 140 && !position.outcome(); ++ply) {
            Position at = position;
            const bool expected = mates(at, 2);
            const Move move = checks.find(at, ENOUGH);
            CHECK(at == position);
            CHECK_EQUAL(move != NO_MOVE && checks.plies() <= 3, expected);
            if (move != NO_MOVE && checks.plies() <= 5) {
                ++found;
                Position::Undo undo;
                at.do_move(move, undo);
                CHECK(is_mated(at, (checks.plies() + 1) / 2));
            }
            Moves moves;
            position.generate(moves);
            Position::Undo undo;
            position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
        }
    }
    CHECK(found > 20);
}

}  // namespace
}  // namespace duiyi
