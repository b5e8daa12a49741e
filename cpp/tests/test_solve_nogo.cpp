// The NoGo solver against the literature and a plain search.
#include "engines/any_solver.hpp"
#include "engines/solve_nogo_search.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using Small = nogo::Position<1>;

Options board(int rows, int cols) {
    return Options(Options::Map{{"rows", std::to_string(rows)}, {"cols", std::to_string(cols)}});
}

Solution solved(const Options& options, const AnyPosition& position, double seconds = 1e9) {
    Limits limits;
    limits.seconds = seconds;
    const StopFlag stop;
    return nogo_solver(options)->solve(position, limits, stop, nullptr);
}

bool first_wins(int rows, int cols) {
    const Options options = board(rows, cols);
    return solved(options, *nogo_rules(options)->initial()).value == Solution::Value::WON;
}

bool plainly_wins(Small& position) {
    MoveList<Small::MAX_MOVES> moves;
    position.generate(moves);
    for (const Move move : moves) {
        Small::Undo undo;
        position.do_move(move, undo);
        const bool won = !plainly_wins(position);
        position.undo_move(move, undo);
        if (won) return true;
    }
    return false;
}

TEST(nogo_solver_knows_who_wins_the_small_boards) {
    for (const auto& [rows, cols] : {std::pair{2, 2}, {2, 5}, {2, 6}, {2, 7}, {3, 3}, {3, 5}}) CHECK(first_wins(rows, cols));
    for (const auto& [rows, cols] : {std::pair{2, 3}, {2, 4}, {3, 4}, {4, 4}}) CHECK(!first_wins(rows, cols));
    CHECK(!first_wins(4, 3));
}

TEST(nogo_solver_finds_exactly_the_winning_moves) {
    Random random(21);
    const nogo::Rules rules{3, 4};
    const Options options = board(3, 4);
    for (int i = 0; i < 40; ++i) {
        Small position = Small::initial(rules);
        for (int ply = 0; ply < 3 + i % 3; ++ply) {
            MoveList<Small::MAX_MOVES> moves;
            position.generate(moves);
            Small::Undo undo;
            if (!moves.empty()) position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
        }
        const Solution solution = solved(options, *nogo_rules(options)->parse(position.text()));
        MoveList<Small::MAX_MOVES> moves;
        position.generate(moves);
        std::vector<Move> winning;
        for (const Move move : moves) {
            Small next = position;
            Small::Undo undo;
            next.do_move(move, undo);
            if (!plainly_wins(next)) winning.push_back(move);
        }
        CHECK(solution.moves == winning);
        CHECK_EQUAL(solution.value == Solution::Value::WON, !winning.empty());
    }
}

TEST(nogo_images_are_the_same_for_symmetric_positions_and_exchanged_colours) {
    const nogo::Rules rules{4, 4};
    const auto words = [&](const std::string& text) {
        const Small position = Small::parse(rules, text);
        return nogo::Images(position).canonical(position.to_move());
    };
    CHECK(words("x3/2o1/4/4 x") == words("3x/1o2/4/4 x"));
    CHECK(words("x3/2o1/4/4 x") == words("4/4/1x2/3o o"));
    CHECK(words("x3/2o1/4/4 x") != words("x3/2o1/4/4 o"));
}

TEST(nogo_solver_lets_a_losing_move_of_the_course_rule_lose) {
    const Options options(Options::Map{{"rows", "2"}, {"cols", "2"}, {"rule", "course"}});
    const auto start = nogo_rules(options)->parse("xx/1o x");
    const Solution solution = solved(options, *start);
    CHECK(solution.value == Solution::Value::LOST && solution.moves.empty());
    const Solution over = solved(options, *start->after(start->legal_moves()[0]));
    CHECK(over.value == Solution::Value::WON && over.moves.empty());
}

TEST(nogo_solver_stops_without_a_claim) {
    const Options options = board(7, 7);
    const Solution solution = solved(options, *nogo_rules(options)->initial(), 0.05);
    CHECK(solution.value == Solution::Value::UNKNOWN && solution.moves.empty());
}

}  // namespace
}  // namespace duiyi
