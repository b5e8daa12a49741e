#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/perft.hpp"
#include "games/nogo/playout.hpp"
#include "games/nogo/position.hpp"
#include "tests/check.hpp"
#include "tests/walk.hpp"

namespace duiyi {
namespace {

using nogo::LosingMoves;
using nogo::Position;
using nogo::Rules;

Rules rules_of(Options::Map values) { return Rules::from(Options(std::move(values))); }
Rules course(int rows, int cols) { return {rows, cols, LosingMoves::LOSE}; }

bool has_won(const Position<1>& position, Seat winner, Reason reason) {
    const auto end = position.outcome();
    return end && end->reason == reason && end->scores[static_cast<std::size_t>(winner)] == 1.0F &&
           end->scores[static_cast<std::size_t>(1 - winner)] == 0.0F;
}

template <std::size_t Words>
std::uint64_t lines(const Rules& rules, int depth) {
    auto position = Position<Words>::initial(rules);
    return perft(position, depth);
}

TEST(nogo_perft_from_the_start) {
    const std::vector<std::uint64_t> three = {1, 9, 72, 496, 2832, 12768, 41328, 80352, 43776, 0};
    for (std::size_t depth = 0; depth < three.size(); ++depth)
        CHECK_EQUAL(lines<1>({3, 3}, static_cast<int>(depth)), three[depth]);
    CHECK_EQUAL(lines<1>({4, 4}, 6), 5481072U);
    CHECK_EQUAL(lines<1>({5, 5}, 5), 6339312U);
    CHECK_EQUAL(lines<2>({9, 9}, 4), 39927264U);
}

TEST(nogo_perft_of_three_plies_loses_the_eight_corner_captures_on_every_square_board) {
    for (int size = 3; size <= 19; ++size) {
        const auto n = static_cast<std::uint64_t>(size * size);
        CHECK_EQUAL(lines<6>({size, size}, 3), n * (n - 1) * (n - 2) - 8);
    }
}

TEST(nogo_perft_does_not_depend_on_the_width_of_the_bitset) {
    for (const Rules rules : {Rules{2, 7}, Rules{3, 5}, Rules{4, 4}, Rules{8, 8}}) {
        const int depth = rules.cells() > 20 ? 3 : 5;
        CHECK_EQUAL(lines<1>(rules, depth), lines<2>(rules, depth));
        CHECK_EQUAL(lines<1>(rules, depth), lines<4>(rules, depth));
        CHECK_EQUAL(lines<1>(rules, depth), lines<6>(rules, depth));
    }
}

TEST(nogo_perft_of_the_course_rule_counts_every_empty_point_after_lines_without_a_loss) {
    for (int depth = 1; depth <= 5; ++depth)
        CHECK_EQUAL(lines<1>(course(4, 4), depth), lines<1>({4, 4}, depth - 1) * static_cast<std::uint64_t>(17 - depth));
}

TEST(nogo_undo_restores_everything) {
    for (const Rules rules : {Rules{2, 2}, Rules{2, 19}, Rules{5, 5}, Rules{8, 8}}) testing::walk<Position<1>>(rules, 30, 400);
    testing::walk<Position<2>>({9, 9}, 30, 400);
    testing::walk<Position<4>>({15, 15}, 8, 400);
    testing::walk<Position<6>>({19, 19}, 4, 400);
}

/// Goes through a random game, and at every ply tries all moves of the position before going on.
template <std::size_t Words>
void compare_with_texts(const Rules& rules, int games) {
    using P = Position<Words>;
    Random random(11);
    for (int game = 0; game < games; ++game) {
        P position = P::initial(rules);
        while (!position.outcome()) {
            const P read = P::parse(rules, position.text());
            for (const Seat seat : {0, 1}) CHECK(position.legal_points(seat) == read.legal_points(seat));
            MoveList<P::MAX_MOVES> moves;
            position.generate(moves);
            for (const Move move : moves) {
                typename P::Undo undo;
                position.do_move(move, undo);
                position.undo_move(move, undo);
                CHECK(position == read);
                for (const Seat seat : {0, 1}) CHECK(position.legal_points(seat) == read.legal_points(seat));
            }
            typename P::Undo undo;
            position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
        }
    }
}

TEST(nogo_legal_points_kept_move_by_move_are_those_found_from_scratch) {
    for (int rows = 2; rows <= 6; ++rows)
        for (int cols = 2; cols <= 6; ++cols) {
            compare_with_texts<1>({rows, cols}, 10);
            compare_with_texts<1>(course(rows, cols), 10);
        }
    compare_with_texts<2>({9, 9}, 10);
    compare_with_texts<4>({13, 13}, 2);
    compare_with_texts<6>({19, 19}, 1);
}

TEST(nogo_a_seat_without_a_legal_move_loses) {
    const auto position = Position<1>::parse({2, 2}, "x1/1x o");
    CHECK_EQUAL(position.count_moves(), 0);
    CHECK(has_won(position, 0, Reason::NO_LEGAL_MOVE));
    const auto why = position.why_over();
    CHECK_EQUAL(why->cells, (std::vector<int>{1, 2}));
}

TEST(nogo_losing_moves_name_the_stones_that_would_die) {
    const Rules rules{5, 5};
    const auto capture = Position<1>::parse(rules, "oo1x1/xxx2/5/5/5 x").why_illegal(nogo::parse_point(rules, "C5"));
    CHECK_EQUAL(capture->code, "capture");
    CHECK_EQUAL(capture->cells, (std::vector<int>{0, 1}));
    CHECK_EQUAL(capture->words, (std::vector<std::string>{"C5", "A5", "B5"}));
    const auto suicide = Position<1>::parse(rules, "o1x2/xx3/5/5/5 o").why_illegal(nogo::parse_point(rules, "B5"));
    CHECK_EQUAL(suicide->code, "suicide");
    CHECK_EQUAL(suicide->cells, (std::vector<int>{0, 1}));
    CHECK_EQUAL(suicide->words, (std::vector<std::string>{"B5", "A5"}));
    const auto occupied = Position<1>::parse(rules, "o1x2/xx3/5/5/5 o").why_illegal(nogo::parse_point(rules, "a5"));
    CHECK_EQUAL(occupied->code, "occupied");
}

TEST(nogo_a_capture_that_is_suicide_too_is_called_a_capture) {
    Position<1>::Undo undo;
    auto suicide = Position<1>::parse(course(2, 2), "x1/1x o");
    suicide.do_move(1, undo);
    CHECK(has_won(suicide, 0, Reason::SUICIDE));
    const auto own_stone = suicide.why_over();
    CHECK_EQUAL(own_stone->cells, (std::vector<int>{1}));
    auto both = Position<1>::parse(course(2, 2), "xo/1o x");
    both.do_move(2, undo);
    CHECK(has_won(both, 1, Reason::CAPTURE));
    const auto enemy_stones = both.why_over();
    CHECK_EQUAL(enemy_stones->cells, (std::vector<int>{1, 3}));
    CHECK_EQUAL(both.start_text(), "xo/1o x");
    CHECK_EQUAL(both.history(), (std::vector<Move>{2}));
    CHECK_EQUAL(both.count_moves(), 0);
    CHECK(both.why_illegal(2)->code == "game_over");
}

TEST(nogo_a_losing_move_of_the_course_rule_can_be_undone) {
    Random random(5);
    int losses = 0;
    for (int game = 0; game < 200; ++game) {
        auto position = Position<1>::initial(course(5, 5));
        while (!position.outcome()) {
            MoveList<Position<1>::MAX_MOVES> moves;
            position.generate(moves);
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            const auto before = position;
            Position<1>::Undo undo;
            position.do_move(move, undo);
            if (!position.outcome()) continue;
            ++losses;
            CHECK_EQUAL(position.start_text(), before.text());
            const auto end = position.outcome();
            CHECK(has_won(position, 1 - before.to_move(), end->reason));
            const auto lost = position;
            position.undo_move(move, undo);
            CHECK(position == before);
            CHECK_EQUAL(position.key(), before.key());
            CHECK(position.empty_points() == before.empty_points());
            position.do_move(move, undo);
            CHECK(position == lost);
        }
    }
    CHECK_EQUAL(losses, 200);
}

TEST(nogo_groups_without_liberties_are_no_position) {
    CHECK_THROWS(TextError, Position<1>::parse({3, 3}, "xo1/o2/3 x"));
    CHECK_THROWS(TextError, Position<1>::parse(course(3, 3), "xo1/o2/3 x"));
    CHECK_THROWS(TextError, Position<1>::parse({2, 2}, "xx/xx o"));
    CHECK_EQUAL(Position<1>::parse({3, 3}, "xo1/1o1/3 x").text(), "xo1/1o1/3 x");
}

TEST(nogo_options_give_a_square_or_a_rectangle) {
    CHECK((rules_of({{"size", "7"}}) == Rules{7, 7}));
    CHECK((rules_of({{"rows", "3"}, {"cols", "5"}, {"rule", "course"}}) == course(3, 5)));
    CHECK_THROWS(RulesError, rules_of({{"size", "1"}}));
    CHECK_THROWS(RulesError, rules_of({{"cols", "20"}}));
    CHECK_THROWS(RulesError, rules_of({{"rule", "go"}}));
}

TEST(nogo_random_playouts_have_the_measured_length) {
    const auto check = [](const auto& start, int games, double length, double tolerance) {
        Random random(3);
        std::int64_t plies = 0;
        for (int game = 0; game < games; ++game) {
            const Playout playout = random_playout(start, random, 1000);
            CHECK(playout.outcome.has_value());
            plies += playout.plies;
        }
        const double mean = static_cast<double>(plies) / games;
        CHECK(mean > length - tolerance && mean < length + tolerance);
    };
    check(Position<1>::initial({5, 5}), 20000, 22.03, 0.1);
    check(Position<2>::initial({9, 9}), 10000, 74.39, 0.2);
}

TEST(nogo_playouts_stop_at_the_cap) {
    Random random(1);
    const auto start = Position<2>::initial({9, 9});
    CHECK_EQUAL(start.random_playout(random, 7).plies, 7);
    CHECK(!start.random_playout(random, 7).outcome.has_value());
    auto lost = Position<2>::initial(course(9, 9));
    CHECK(random_playout(lost, random, 1000).outcome->reason != Reason::NO_LEGAL_MOVE);
}

TEST(nogo_candidates_are_drawn_uniformly_until_none_is_alive) {
    Bits<1> alive{{0b10110101}};
    nogo::Candidates<1> candidates{Bits<1>{{0xFF}}};
    Random random(9);
    std::array<int, 8> drawn{};
    const auto is_alive = [&](Move move) { return alive.test(move); };
    for (int i = 0; i < 10000; ++i) ++drawn[candidates.draw(random, is_alive)];
    for (std::size_t i = 0; i < 8; ++i) CHECK(alive.test(i) ? drawn[i] > 1800 && drawn[i] < 2200 : drawn[i] == 0);
    alive = {};
    CHECK_EQUAL(candidates.draw(random, is_alive), NO_MOVE);
}

/// Negamax with a table: does the seat to move win? Moves that leave the other seat few points come first.
class Solver {
  public:
    bool wins(Position<1>& position) {
        const auto known = table_.find(position.key());
        if (known != table_.end()) return known->second;
        MoveList<Position<1>::MAX_MOVES> moves;
        position.generate(moves);
        std::array<int, Position<1>::MAX_MOVES> replies{};
        for (const Move move : moves) {
            Position<1>::Undo undo;
            position.do_move(move, undo);
            replies[move] = position.count_moves() - position.legal_points(1 - position.to_move()).count();
            position.undo_move(move, undo);
        }
        std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return replies[a] < replies[b]; });
        bool won = false;
        for (std::size_t i = 0; i < moves.size() && !won; ++i) won = wins_by(position, moves[i]);
        table_.emplace(position.key(), won);
        return won;
    }
    bool wins_by(Position<1>& position, Move move) {
        Position<1>::Undo undo;
        position.do_move(move, undo);
        const bool won = !wins(position);
        position.undo_move(move, undo);
        return won;
    }

  private:
    std::unordered_map<Key, bool> table_;
};

TEST(nogo_small_boards_are_won_by_the_known_seat) {
    struct Case {
        Rules rules;
        std::string winning_first_moves;  // point by point, empty: the second seat wins
    };
    const std::vector<Case> cases = {
        {{2, 2}, "WWWW"},
        {{2, 3}, ""},
        {{2, 4}, ""},
        {{2, 5}, ".W.W..W.W."},
        {{2, 6}, "WWWWWWWWWWWW"},
        {{2, 7}, "WWW.WWWWWW.WWW"},
        {{2, 8}, "WWWWWWWWWWWWWWWW"},
        {{3, 3}, "WWWWWWWWW"},
        {{3, 4}, ""},
        {{3, 5}, ".WWW.WWWWW.WWW."},
        {{4, 4}, ""},
    };
    for (const auto& [rules, winning] : cases) {
        auto position = Position<1>::initial(rules);
        Solver solver;
        CHECK_EQUAL(solver.wins(position), !winning.empty());
        for (Move move = 0; move < winning.size(); ++move) CHECK_EQUAL(solver.wins_by(position, move), winning[move] == 'W');
    }
}

TEST(nogo_a_board_on_its_side_has_the_same_winner) {
    for (const Rules rules : {Rules{2, 3}, Rules{2, 4}, Rules{2, 5}, Rules{2, 6}, Rules{3, 4}}) {
        auto position = Position<1>::initial(rules);
        auto turned = Position<1>::initial({rules.cols, rules.rows});
        CHECK_EQUAL(Solver().wins(turned), Solver().wins(position));
    }
}

TEST(nogo_reachable_positions_and_finished_games_are_counted_level_by_level) {
    struct Level {
        Position<1> position;
        std::uint64_t sequences;
    };
    const auto count = [](const Rules& rules) {
        std::unordered_map<Key, Level> level;
        const auto start = Position<1>::initial(rules);
        level.emplace(start.key(), Level{start, 1});
        std::uint64_t positions = 0;
        std::uint64_t finished = 0;
        while (!level.empty()) {
            std::unordered_map<Key, Level> next;
            positions += level.size();
            for (auto& [key, entry] : level) {
                MoveList<Position<1>::MAX_MOVES> moves;
                entry.position.generate(moves);
                if (moves.empty()) finished += entry.sequences;
                for (const Move move : moves) {
                    Level after = entry;
                    Position<1>::Undo undo;
                    after.position.do_move(move, undo);
                    const auto [place, is_new] = next.emplace(after.position.key(), after);
                    if (!is_new) place->second.sequences += after.sequences;
                }
            }
            level = std::move(next);
        }
        return std::pair{positions, finished};
    };
    CHECK((count({2, 2}) == std::pair<std::uint64_t, std::uint64_t>{25, 16}));
    CHECK((count({2, 3}) == std::pair<std::uint64_t, std::uint64_t>{177, 320}));
    CHECK((count({3, 3}) == std::pair<std::uint64_t, std::uint64_t>{3884, 90720}));
    CHECK((count({3, 4}) == std::pair<std::uint64_t, std::uint64_t>{87361, 64562112}));
}

TEST(nogo_symmetries_keep_the_legal_points) {
    for (const Rules rules : {Rules{5, 5}, Rules{3, 6}}) {
        Random random(21);
        auto position = Position<1>::initial(rules);
        std::vector<Position<1>> images(static_cast<std::size_t>(Position<1>::num_symmetries(rules)), position);
        while (!position.outcome()) {
            MoveList<Position<1>::MAX_MOVES> moves;
            position.generate(moves);
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            Position<1>::Undo undo;
            position.do_move(move, undo);
            for (std::size_t i = 0; i < images.size(); ++i) {
                images[i].do_move(Position<1>::symmetric_move(rules, static_cast<int>(i), move), undo);
                for (int cell = 0; cell < rules.cells(); ++cell) {
                    const auto image = static_cast<std::size_t>(Position<1>::symmetric_cell(rules, static_cast<int>(i), cell));
                    CHECK_EQUAL(images[i].legal_points(0).test(image),
                                position.legal_points(0).test(static_cast<std::size_t>(cell)));
                }
            }
        }
        std::unordered_set<std::string> texts;
        for (const auto& image : images) texts.insert(image.text());
        CHECK_EQUAL(texts.size(), images.size());
    }
}

}  // namespace
}  // namespace duiyi
