// The NoGo solver against the literature and a plain search.
#include "engines/any_solver.hpp"
#include "engines/prove_nogo.hpp"
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

/// How many moves a seat makes when it wants many and the other wants it to have few; many when the other runs out first.
int moves_left(Small& position, Seat seat) {
    const bool is_own = position.to_move() == seat;
    int best = is_own ? 0 : 1000;
    MoveList<Small::MAX_MOVES> moves;
    position.generate(moves);
    for (const Move move : moves) {
        Small::Undo undo;
        position.do_move(move, undo);
        const int left = moves_left(position, seat);
        position.undo_move(move, undo);
        best = is_own ? std::max(best, left + 1) : std::min(best, left);
    }
    return best;
}

template <class P>
P scattered(const nogo::Rules& rules, int plies, Random& random) {
    P position = P::initial(rules);
    for (int ply = 0; ply < plies; ++ply) {
        MoveList<P::MAX_MOVES> moves;
        position.generate(moves);
        typename P::Undo undo;
        if (!moves.empty()) position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
    }
    return position;
}

TEST(nogo_counts_no_more_moves_than_there_are_and_no_fewer_than_are_certain) {
    Random random(5);
    int certain = 0;
    for (int i = 0; i < 300; ++i) {
        Small position = scattered<Small>(nogo::Rules{4, 4}, 8 + i % 4, random);
        for (const Seat seat : {0, 1}) {
            const auto found = position.prospects(seat);
            CHECK(found.least <= found.most);
            certain += found.least;
            // The other plays its best against it and cannot keep the seat from these moves, or runs out of moves itself.
            CHECK(moves_left(position, seat) >= found.least);
        }
    }
    CHECK(certain > 50);
}

TEST(nogo_end_search_agrees_with_the_solver) {
    Random random(9);
    nogo::EndSearch<1> ends(1 << 12);
    nogo::EndSearch<2> wide(1 << 12);
    int found = 0;
    for (int i = 0; i < 400; ++i) {
        Small position = scattered<Small>(i % 2 ? nogo::Rules{4, 4} : nogo::Rules{3, 5}, 3 + i % 8, random);
        const auto won = ends.find(position, 100000);
        CHECK(won.has_value());
        CHECK(*won == plainly_wins(position));
        found += *won;
        const auto move = ends.find_move(position, 100000);
        CHECK(move.has_value() && (*move != NO_MOVE) == *won);
        if (!*won) continue;
        Small::Undo undo;
        position.do_move(*move, undo);
        CHECK(!plainly_wins(position));
    }
    CHECK(found > 100 && found < 300);
    for (int i = 0; i < 30; ++i) {
        auto position = scattered<nogo::Position<2>>(nogo::Rules{9, 9}, 62 + i % 8, random);
        StopFlag stop;
        Control control(Limits{}, stop);
        nogo::Search<2> plain(position, std::size_t{1} << 20, control);
        if (const auto won = wide.find(position, 20000)) CHECK(*won == plain.wins());
    }
}

}  // namespace
}  // namespace duiyi
