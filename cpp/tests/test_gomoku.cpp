#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/perft.hpp"
#include "games/gomoku/position.hpp"
#include "tests/check.hpp"
#include "tests/walk.hpp"

namespace duiyi {
namespace {

using gomoku::Opening;
using gomoku::Position;
using gomoku::Rule;
using gomoku::Rules;

template <Rule R>
Position<R> play(Position<R> position, const std::vector<std::string>& moves) {
    for (const auto& text : moves) {
        const Move move = Position<R>::parse_move(position.rules(), text);
        if (!position.is_legal(move)) throw testing::Failure(text + " is not legal in " + position.text());
        typename Position<R>::Undo undo;
        position.do_move(move, undo);
    }
    return position;
}

TEST(gomoku_perft_is_a_falling_product_until_somebody_can_win) {
    auto free = Position<Rule::FREESTYLE>::initial({15, Rule::FREESTYLE, Opening::NONE});
    CHECK_EQUAL(perft(free, 3), 225U * 224 * 223);
    auto small = Position<Rule::CARO>::initial({5, Rule::CARO, Opening::NONE});
    CHECK_EQUAL(perft(small, 5), 25U * 24 * 23 * 22 * 21);
}

TEST(gomoku_perft_counts_nothing_below_a_five) {
    // Black wins with a5 or keeps quiet with one of three other points; then white has one of three.
    auto position = Position<Rule::FREESTYLE>::parse({5, Rule::FREESTYLE, Opening::NONE}, "1xxxx/1oox1/oxoox/xooxo/oxo1o x");
    CHECK_EQUAL(perft(position, 1), 4U);
    CHECK_EQUAL(perft(position, 2), 9U);
}

TEST(gomoku_perft_of_swap2_counts_the_answers) {
    auto position = Position<Rule::FREESTYLE>::initial({5, Rule::FREESTYLE, Opening::SWAP2});
    CHECK_EQUAL(perft(position, 3), 25U * 24 * 23);
    CHECK_EQUAL(perft(position, 4), 25U * 24 * 23 * 3);
    CHECK_EQUAL(perft(position, 5), 25U * 24 * 23 * (3 * 22));
}

TEST(gomoku_undo_restores_everything) {
    for (const int size : {5, 9, 15, 22}) {
        testing::walk<Position<Rule::FREESTYLE>>({size, Rule::FREESTYLE, Opening::NONE}, 4, 500);
        testing::walk<Position<Rule::STANDARD>>({size, Rule::STANDARD, Opening::SWAP}, 4, 500);
        testing::walk<Position<Rule::CARO>>({size, Rule::CARO, Opening::SWAP2}, 4, 500);
        testing::walk<Position<Rule::RENJU>>({size, Rule::RENJU, Opening::NONE}, 4, 500);
    }
    testing::walk<Position<Rule::RENJU>>({15, Rule::RENJU, Opening::TARAGUCHI10}, 20, 60);
}

TEST(gomoku_five_wins_for_the_seat_that_took_the_colour) {
    const Rules rules{15, Rule::FREESTYLE, Opening::SWAP};
    const auto won =
        play(Position<Rule::FREESTYLE>::initial(rules), {"h8", "a1", "h9", "black", "a2", "h10", "a3", "h11", "a5", "h12"});
    CHECK(won.outcome().has_value());
    CHECK(won.outcome()->scores[1] == 1.0F);
    CHECK(won.why_over()->cells.size() == 5U);
    CHECK_EQUAL(won.count_moves(), 0);
}

TEST(gomoku_swap2_walks_its_phases) {
    const Rules rules{15, Rule::FREESTYLE, Opening::SWAP2};
    auto position = play(Position<Rule::FREESTYLE>::initial(rules), {"h8", "g8", "f8"});
    CHECK_EQUAL(position.text(), "15/15/15/15/15/15/15/5xox7/15/15/15/15/15/15/15 o choose 0 -");
    CHECK_EQUAL(position.to_move(), 1);
    position = play(position, {"two", "a1", "b1"});
    CHECK(position.phase() == gomoku::Phase::CHOOSE2);
    CHECK_EQUAL(position.to_move(), 0);
    position = play(position, {"white"});
    CHECK_EQUAL(position.text(), "15/15/15/15/15/15/15/5xox7/15/15/15/15/15/15/ox13 o play 1 -");
    CHECK_EQUAL(position.to_move(), 0);
}

TEST(gomoku_taraguchi10_offers_ten_points_and_plays_one) {
    const Rules rules{15, Rule::RENJU, Opening::TARAGUCHI10};
    auto position = Position<Rule::RENJU>::initial(rules);
    CHECK_EQUAL(position.count_moves(), 1);
    position = play(position, {"h8"});
    CHECK_EQUAL(position.to_move(), 1);
    position = play(position, {"swap"});
    CHECK_EQUAL(position.to_move(), 0);
    CHECK_EQUAL(position.count_moves(), 8);
    position = play(position, {"h9", "keep", "h10", "keep", "h11"});
    CHECK_EQUAL(position.to_move(), 1);  // has black since the swap
    position = play(position, {"ten"});
    CHECK_EQUAL(position.count_moves(), 221);
    position = play(position, {"g8"});
    CHECK(!position.is_legal(position.parse_move(rules, "i8")));  // the stones stand on the axis of this reflection
    CHECK(position.why_illegal(position.parse_move(rules, "i8"))->code == "symmetric_duplicate");
    CHECK(position.why_illegal(position.parse_move(rules, "g8"))->code == "already_offered");
    CHECK_EQUAL(position.count_moves(), 219);
    position = play(position, {"g7", "g6", "g5", "g4", "g3", "g2", "g1", "h1", "h2"});
    CHECK_EQUAL(position.to_move(), 0);
    CHECK_EQUAL(position.count_moves(), 10);
    position = play(position, {"g5"});
    CHECK_EQUAL(position.text(), "15/15/15/15/7o7/7x7/7o7/7x7/15/15/6x8/15/15/15/15 o play 1 -");
    CHECK_EQUAL(position.to_move(), 0);
}

TEST(gomoku_texts_that_contradict_themselves_are_errors) {
    const auto swap2 = [](std::string_view text) {
        return Position<Rule::FREESTYLE>::parse({5, Rule::FREESTYLE, Opening::SWAP2}, text);
    };
    CHECK_EQUAL(swap2("5/5/5/5/5 x").text(), "5/5/5/5/5 x play 0 -");
    CHECK_EQUAL(swap2("5/5/5/5/5 x place 0").text(), "5/5/5/5/5 x place 0 -");
    for (const char* text :
         {"5/5/5/5/5 o place 0 -", "x4/5/5/5/5 x place 0 -", "xx3/5/5/5/5 x place 0 -", "5/5/5/5/5 x place 1 -",
          "5/5/5/5/5 o choose 0 -", "5/5/5/5/5 x branch 0 -", "5/5/5/5/5 x play 2 -", "5/5/5/5/5 x play 0 a1",
          "5/5/5/5/5 x play 0 - -", "5/5/5/5/5 x - 0 -", "5/5/5/5/5", "5/5/5/5/5 X", "5/5/5/5/4 x", "xxxxx/5/5/5/ooooo x"})
        CHECK_THROWS(TextError, swap2(text));
    const auto ten = [](const std::string& tail) {
        return Position<Rule::RENJU>::parse({9, Rule::RENJU, Opening::TARAGUCHI10}, "9/9/3o5/4o4/4xx3/9/9/9/9 " + tail);
    };
    CHECK_EQUAL(ten("x offer 1 a1,b1").text(), "9/9/3o5/4o4/4xx3/9/9/9/9 x offer 1 a1,b1");
    CHECK_EQUAL(ten("x pick 0 a1,b1,c1,d1,e1,f1,g1,h1,i1,a2").count_moves(), 10);
    for (const char* tail :
         {"x offer 0 a1,a1", "x offer 0 e5", "x offer 0 a1,", "x offer 0 A1", "o offer 0 a1", "x pick 0 a1",
          "x offer 0 a1,b1,c1,d1,e1,f1,g1,h1,i1,a2", "x pick 0 a1,b1,c1,d1,e1,f1,g1,h1,i1,a2,b2", "x offer 0 keep"})
        CHECK_THROWS(TextError, ten(tail));
}

TEST(gomoku_explains_what_it_refuses) {
    const Rules rules{15, Rule::RENJU, Opening::NONE};
    const auto position = Position<Rule::RENJU>::parse(rules, "15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/xxx1xx9 x");
    const auto why = [&](const char* text) { return position.why_illegal(position.parse_move(rules, text)); };
    CHECK(why("h8")->code == "double_three");
    CHECK(why("h8")->cells == (std::vector<int>{82, 97, 110, 111, 112}));
    CHECK(why("d1")->code == "overline");
    CHECK(why("d1")->cells.size() == 6U);
    CHECK(why("a1")->code == "occupied");
    CHECK(!why("a15").has_value());
}

TEST(gomoku_draws_when_black_has_forbidden_points_only) {
    const Rules rules{6, Rule::RENJU, Opening::NONE};
    const auto position = Position<Rule::RENJU>::parse(rules, "xxxx1x/oooxoo/xxoxxo/ooxoox/xxoxxo/ooxoox x");
    CHECK_EQUAL(position.count_moves(), 0);
    CHECK(position.outcome()->reason == Reason::BOARD_FULL);
    CHECK(position.why_over()->code == "only_forbidden_points");
}

/// A random game move by move, as the fast one says it plays.
template <Rule R>
Playout plain_playout(Position<R> position, Random& random) {
    Playout result;
    for (; !position.outcome(); ++result.plies) {
        MoveList<Position<R>::MAX_MOVES> moves;
        position.generate(moves);
        typename Position<R>::Undo undo;
        position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
    }
    result.outcome = position.outcome();
    return result;
}

template <Rule R>
void compare_playouts(const Rules& rules, std::string_view text) {
    const auto start = text.empty() ? Position<R>::initial(rules) : Position<R>::parse(rules, text);
    std::array<double, 2> plies{};
    std::array<double, 2> score{};
    std::array<double, 2> draws{};
    const int games = 4000;
    Random random(3);
    for (int i = 0; i < games; ++i) {
        for (const std::size_t fast : {0, 1}) {
            const Playout playout = fast == 1 ? random_playout(start, random, 1000) : plain_playout(start, random);
            plies[fast] += playout.plies / double{games};
            score[fast] += playout.outcome->scores[0] / double{games};
            draws[fast] += (playout.outcome->reason == Reason::BOARD_FULL) / double{games};
        }
    }
    // Five standard errors of a mean over so many games.
    CHECK(std::abs(plies[0] - plies[1]) < 0.05 * plies[0]);
    CHECK(std::abs(score[0] - score[1]) < 0.06);
    CHECK(std::abs(draws[0] - draws[1]) < 0.06);
}

TEST(gomoku_fast_random_games_are_like_plain_ones) {
    compare_playouts<Rule::FREESTYLE>({7, Rule::FREESTYLE, Opening::NONE}, "");
    compare_playouts<Rule::STANDARD>({6, Rule::STANDARD, Opening::SWAP2}, "");
    compare_playouts<Rule::CARO>({8, Rule::CARO, Opening::NONE}, "");
    // Several points are forbidden to black here, and more come and go.
    compare_playouts<Rule::RENJU>({9, Rule::RENJU, Opening::NONE}, "9/4x4/4x4/2xx5/9/2x3x2/1x5x1/9/9 x");
}

TEST(gomoku_random_games_stop_at_the_cap) {
    Random random(5);
    const auto start = Position<Rule::RENJU>::initial({15, Rule::RENJU, Opening::TARAGUCHI10});
    for (const int cap : {0, 3, 12, 20}) {
        const Playout playout = random_playout(start, random, cap);
        CHECK_EQUAL(playout.plies, cap);
        CHECK(!playout.outcome);
    }
    const auto full = Position<Rule::FREESTYLE>::parse({5, Rule::FREESTYLE, Opening::NONE}, "xooxx/ooxxo/xo1oo/ooxxx/xxoxo x");
    const Playout last = random_playout(full, random, 1);
    CHECK_EQUAL(last.plies, 1);
    CHECK(last.outcome && last.outcome->reason == Reason::BOARD_FULL);
}

TEST(gomoku_options_are_checked) {
    const auto from = [](const Options::Map& values) { return Rules::from(Options(values)); };
    CHECK_THROWS(RulesError, from({{"size", "4"}}));
    CHECK_THROWS(RulesError, from({{"size", "23"}}));
    CHECK_THROWS(RulesError, from({{"rule", "pente"}}));
    CHECK_THROWS(RulesError, from({{"opening", "taraguchi10"}, {"size", "10"}}));
    CHECK_THROWS(RulesError, from({{"opening", "taraguchi10"}, {"size", "7"}}));
    CHECK(Rules::from(Options()) == (Rules{15, Rule::FREESTYLE, Opening::NONE}));
}

}  // namespace
}  // namespace duiyi
