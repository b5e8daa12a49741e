// Wins by fours: found, proven by their line, and refused where a rule or a counter-four stands against them.
#include "engines/any_solver.hpp"
#include "engines/solve_gomoku_fours.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using gomoku::FourSearch;
using gomoku::Position;
using gomoku::Rule;

template <Rule R>
Position<R> position_of(const std::string& text) {
    gomoku::Rules rules;
    rules.rule = R;
    return Position<R>::parse(rules, text);
}

/// Plays the line: every attacker's move is a four or the five, every reply is forced, and the end is a win.
template <Rule R>
bool proves_win(Position<R> position, const std::vector<Move>& line) {
    const auto attacker = position.next_colour();
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (position.outcome() || !position.is_legal(line[i])) return false;
        if (i % 2 == 1 && position.patterns().threat(line[i], attacker) != gomoku::Threat::FIVE) return false;
        typename Position<R>::Undo undo;
        position.do_move(line[i], undo);
    }
    return position.winner() == attacker;
}

template <Rule R>
bool wins_by_fours(const std::string& text) {
    auto position = position_of<R>(text);
    const auto before = position;
    FourSearch<R> fours(1 << 16);
    const Move move = fours.find(position, 100000);
    CHECK(position == before);
    if (move == NO_MOVE) return false;
    CHECK_EQUAL(fours.line().front(), move);
    CHECK(proves_win(position, fours.line()));
    return true;
}

TEST(gomoku_five_is_found_at_once) {
    CHECK(wins_by_fours<Rule::FREESTYLE>("15/15/15/15/15/15/15/4xxxx7/15/15/15/15/15/15/15 x"));
}

TEST(gomoku_open_four_wins_and_an_enemy_five_comes_first) {
    CHECK(wins_by_fours<Rule::FREESTYLE>("15/15/15/15/15/15/15/4xxx8/15/15/15/15/15/15/15 x"));
    CHECK(!wins_by_fours<Rule::FREESTYLE>("15/15/ooo1o10/15/15/15/15/4xxx8/15/15/15/15/15/15/15 x"));
}

TEST(gomoku_two_fours_through_one_point_win_except_for_black_under_renju) {
    const std::string double_four = "15/15/15/7o7/7x7/7x7/7x7/3oxxx8/15/15/15/15/15/15/15 x";
    CHECK(wins_by_fours<Rule::FREESTYLE>(double_four));
    CHECK(wins_by_fours<Rule::STANDARD>(double_four));
    CHECK(wins_by_fours<Rule::CARO>(double_four));
    CHECK(!wins_by_fours<Rule::RENJU>(double_four));
    std::string white = double_four;
    for (char& c : white) c = c == 'x' ? 'o' : c == 'o' ? 'x' : c;
    CHECK(wins_by_fours<Rule::RENJU>(white));
}

TEST(gomoku_a_four_whose_stop_is_forbidden_to_black_wins) {
    // White's four on the eighth rank can be stopped on h8 alone, where black would make six in a row.
    const std::string text = "15/15/15/15/7x7/7x7/7x7/2xooo9/7x7/7x7/15/15/15/15/15 o";
    auto position = position_of<Rule::RENJU>(text);
    FourSearch<Rule::RENJU> fours(1 << 10);
    CHECK_EQUAL(Position<Rule::RENJU>::move_text(position.rules(), fours.find(position, 1000)), std::string("g8"));
    CHECK_EQUAL(fours.line().size(), std::size_t{1});
    CHECK(!wins_by_fours<Rule::FREESTYLE>(text));
}

TEST(gomoku_without_a_four_nothing_is_claimed) {
    const Options options;
    const StopFlag stop;
    const auto solver = gomoku_solver(options);
    const auto rules = gomoku_rules(options);
    CHECK(solver->solve(*rules->initial(), {}, stop, nullptr).value == Solution::Value::UNKNOWN);
    // Two fives of the enemy cannot both be stopped.
    const auto lost = solver->solve(*rules->parse("15/15/15/15/15/15/15/4oooo7/15/15/15/15/15/15/15 x"), {}, stop, nullptr);
    CHECK(lost.value == Solution::Value::LOST && lost.moves.empty());
}

TEST(gomoku_the_table_of_failures_does_not_hide_wins) {
    const std::string text = "15/15/9x2x2/10oo3/6x3x1oxx/9ooxoxo/12xoo/6x1x1o4/8x4o1/6x3o4/8x1oxo2/10o4/15/15/15 x";
    auto position = position_of<Rule::FREESTYLE>(text);
    FourSearch<Rule::FREESTYLE> fours(1 << 12);
    const Move first = fours.find(position, 100000);
    CHECK_EQUAL(Position<Rule::FREESTYLE>::move_text(position.rules(), first), std::string("k7"));
    CHECK_EQUAL(fours.line().size(), std::size_t{5});
    for (const Move move : fours.first_moves(position)) CHECK_EQUAL(fours.wins_by(position, move, 100000), move == first);
    CHECK(fours.is_complete());
    CHECK_EQUAL(fours.find(position, 1), NO_MOVE);
    CHECK(!fours.is_complete());
    CHECK_EQUAL(fours.find(position, 100000), first);
}

}  // namespace
}  // namespace duiyi
