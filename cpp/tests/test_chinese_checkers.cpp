#include <algorithm>
#include <utility>

#include "core/perft.hpp"
#include "core/text.hpp"
#include "games/chinese_checkers/position.hpp"
#include "tests/check.hpp"
#include "tests/walk.hpp"

namespace duiyi {
namespace {

using namespace chinese_checkers;

constexpr Rules STANDARD_2{2, RuleSet::STANDARD, false};
constexpr Rules RUC_2{2, RuleSet::RUC, false};
constexpr Rules RUC_3{3, RuleSet::RUC, false};
constexpr Rules TSINGHUA{2, RuleSet::TSINGHUA, false};
constexpr Rules LONG_2{2, RuleSet::RUC, true};

using Marbles = std::vector<std::pair<char, Axial>>;

Marbles camp(char owner, char where) {
    Marbles marbles;
    for (const Axial at : STAR.axial)
        if (camp_of(at) == where - 'A') marbles.emplace_back(owner, at);
    return marbles;
}

Marbles operator+(Marbles one, const Marbles& two) {
    one.insert(one.end(), two.begin(), two.end());
    return one;
}

Marbles without(Marbles marbles, Axial hole) {
    std::erase_if(marbles, [&](const auto& marble) { return marble.second == hole; });
    return marbles;
}

Position set_up(const Rules& rules, const Marbles& marbles, const std::string& rest) {
    std::array<char, HOLES> letters{};
    for (const auto& [owner, at] : marbles) letters[static_cast<std::size_t>(STAR.cell(at))] = owner;
    std::size_t cell = 0;
    const std::string board = write_board({STAR.width.begin(), STAR.width.end()}, [&](int, int) { return letters[cell++]; });
    return Position::parse(rules, board + " " + rest);
}

Position play(Position position, std::string_view text) {
    const Move move = Position::parse_move(position.rules(), text);
    CHECK(position.is_legal(move));
    Position::Undo undo;
    position.do_move(move, undo);
    return position;
}

std::vector<float> scores(const Position& position) {
    const auto outcome = position.outcome();
    CHECK(outcome.has_value());
    return {outcome->scores.begin(), outcome->scores.begin() + position.seats()};
}

std::vector<std::string> targets(const Position& position, Axial from) {
    std::vector<std::string> found;
    const int cell = STAR.cell(from);
    for (int to = 0; to < HOLES; ++to) {
        const auto move = static_cast<Move>(cell * HOLES + to);
        const std::string text = Position::move_text(position.rules(), move);
        if (position.is_legal(move)) found.push_back(text.substr(text.find(':') + 1));
    }
    return found;
}

TEST(chinese_checkers_perft_from_the_start) {
    const auto count = [](int seats, RuleSet set, int depth) {
        auto position = Position::initial({seats, set, false});
        return perft(position, depth);
    };
    CHECK_EQUAL(count(2, RuleSet::RUC, 5), 3188520U);
    CHECK_EQUAL(count(3, RuleSet::RUC, 5), 1618400U);
    CHECK_EQUAL(count(4, RuleSet::RUC, 5), 958384U);
    CHECK_EQUAL(count(6, RuleSet::RUC, 5), 571130U);
    CHECK_EQUAL(count(2, RuleSet::STANDARD, 5), 2947496U);
    CHECK_EQUAL(count(3, RuleSet::STANDARD, 5), 1543136U);
    CHECK_EQUAL(count(4, RuleSet::STANDARD, 5), 922945U);
    CHECK_EQUAL(count(6, RuleSet::STANDARD, 5), 548842U);
}

TEST(chinese_checkers_undo_restores_everything) {
    for (const int seats : {2, 3, 4, 6})
        for (const RuleSet set : {RuleSet::STANDARD, RuleSet::RUC})
            for (const bool long_hop : {false, true}) testing::walk<Position>({seats, set, long_hop}, 2, 300);
    testing::walk<Position>(TSINGHUA, 20, 100);
}

/// Random play never ends; marbles that mostly go forward do, so finishing and ranking are walked through too.
TEST(chinese_checkers_forward_games_end_and_undo_restores_the_finish) {
    Random random(3);
    for (const int seats : {2, 3, 4, 6}) {
        const Rules rules{seats, RuleSet::STANDARD, false};
        Position position = Position::initial(rules);
        while (!position.is_over()) {
            MoveList<Position::MAX_MOVES> moves;
            position.generate(moves);
            Move best = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            int shortest = 1000;
            for (const Move move : moves) {
                Position::Undo undo;
                const Seat mover = position.to_move();
                const Position before = position;
                position.do_move(move, undo);
                const int distance = position.distance(mover) * 4 + static_cast<int>(random.below(8));
                const Position read = Position::parse(rules, position.text());
                CHECK(read == position);
                CHECK_EQUAL(read.key(), position.key());
                CHECK(read.outcome().has_value() == position.is_over());
                position.undo_move(move, undo);
                CHECK(position == before);
                CHECK_EQUAL(position.key(), before.key());
                if (std::exchange(shortest, std::min(shortest, distance)) > distance) best = move;
            }
            Position::Undo undo;
            position.do_move(best, undo);
        }
        CHECK(position.outcome()->reason == Reason::ALL_HOME);
        auto shared = scores(position);
        std::sort(shared.begin(), shared.end());
        for (int i = 0; i < seats; ++i)
            CHECK(shared[static_cast<std::size_t>(i)] == static_cast<float>(static_cast<double>(i) / (seats - 1)));
    }
}

TEST(chinese_checkers_a_seat_without_moves_must_pass) {
    const auto stuck =
        set_up(RUC_2, Marbles{{'A', {4, -8}}, {'D', {4, -7}}, {'D', {3, -7}}, {'D', {4, -6}}, {'D', {2, -6}}}, "A");
    CHECK_EQUAL(stuck.count_moves(), 1);
    const auto passed = play(stuck, "pass");
    CHECK_EQUAL(passed.to_move(), 1);
    CHECK_EQUAL(passed.plies(), 1);
    CHECK(!passed.is_legal(PASS));
}

TEST(chinese_checkers_an_opponent_coming_home_may_finish_for_you) {
    const auto before = set_up(STANDARD_2, Marbles{{'A', {0, 0}}, {'D', {1, -4}}} + without(camp('A', 'D'), {1, -5}), "D 9 - -");
    const auto after = play(before, "1,-4:1,-5");
    CHECK_EQUAL(after.text().substr(after.text().find(' ')), std::string(" D 10 A -"));
    CHECK(scores(after) == std::vector<float>({1, 0}));
    const auto ruc = Position::parse(RUC_2, before.text());
    CHECK(!play(ruc, "1,-4:1,-5").is_over());
}

TEST(chinese_checkers_seats_that_finished_are_skipped_without_a_ply) {
    const Marbles board = without(camp('A', 'D'), {4, -5}) + Marbles{{'A', {3, -4}}} + camp('C', 'A') + camp('E', 'E');
    const auto after = play(set_up(RUC_3, board, "A 30"), "3,-4:4,-5");
    CHECK_EQUAL(after.to_move(), 1);
    const auto later = play(play(after, "-2,5:-2,4"), "-1,-4:0,-4");
    CHECK_EQUAL(later.to_move(), 1);
    CHECK_EQUAL(later.plies(), 33);
}

TEST(chinese_checkers_the_first_home_gets_1_and_the_last_0) {
    const Marbles board = camp('A', 'D') + without(camp('C', 'F'), {-5, 4}) + Marbles{{'C', {-4, 3}}} + camp('E', 'E');
    const auto over = play(set_up(RUC_3, board, "C 31 A -"), "-4,3:-5,4");
    CHECK_EQUAL(over.text().substr(over.text().find(' ')), std::string(" E 32 AC -"));
    CHECK(scores(over) == std::vector<float>({1, 0.5, 0}));
}

TEST(chinese_checkers_a_seat_taken_out_leaves_an_empty_camp) {
    const auto start = Position::initial(RUC_3);
    const auto two = start.without_seat(0);
    CHECK_EQUAL(two.text(), std::string("1/2/3/4/13/12/11/10/9/E8C/EE7CC/EEE6CCC/EEEE5CCCC/4/3/2/1 C 0 - A"));
    CHECK(Position::parse(RUC_3, two.text()) == two);
    CHECK_EQUAL(Position::parse(RUC_3, two.text()).key(), two.key());
    const auto one = two.without_seat(2);
    CHECK(scores(one) == std::vector<float>({0, 1, 0}));
    CHECK_THROWS(RulesError, one.without_seat(1));
    CHECK_THROWS(RulesError, two.without_seat(0));
    CHECK_THROWS(RulesError, two.without_seat(3));
}

TEST(chinese_checkers_the_cap_ranks_by_distance) {
    const auto start = Position::initial(RUC_2);
    const std::string board = start.text().substr(0, start.text().find(' '));
    const auto last = Position::parse(RUC_2, board + " D 799 - -");
    CHECK(!last.is_over());
    const auto over = play(last, "1,-5:1,-4");
    CHECK(over.outcome()->reason == Reason::DISTANCE);
    CHECK(scores(over) == std::vector<float>({0, 1}));
    CHECK_EQUAL(over.count_moves(), 0);
    CHECK(scores(Position::parse(RUC_2, board + " A 800 - -")) == std::vector<float>({0.5, 0.5}));
    auto near_cap = Position::parse(RUC_2, board + " A 798 - -");
    CHECK_EQUAL(perft(near_cap, 2), 196U);
    CHECK_EQUAL(perft(near_cap, 3), 0U);
}

TEST(chinese_checkers_tsinghua_wants_the_home_left_in_time) {
    const auto start = Position::initial(TSINGHUA);
    const std::string board = start.text().substr(0, start.text().find(' '));
    const auto late = play(Position::parse(TSINGHUA, board + " A 38 - -"), "-1,5:-1,4");
    CHECK(late.outcome()->reason == Reason::HOME_DEADLINE);
    CHECK(scores(late) == std::vector<float>({0, 1}));

    Marbles half = without(without(without(without(without(camp('A', 'A'), {-1, 5}), {-2, 5}), {-3, 5}), {-4, 5}), {-2, 6});
    half = half + Marbles{{'A', {0, 0}}, {'A', {1, 0}}, {'A', {2, 0}}, {'A', {3, 0}}, {'A', {-2, 2}}} + camp('D', 'D');
    const auto in_time = play(set_up(TSINGHUA, half, "A 38"), "3,0:4,0");
    CHECK(!in_time.is_over());
    const auto other = play(in_time, "1,-5:1,-4");  // the other seat is judged after its own turn
    CHECK(scores(other) == std::vector<float>({1, 0}));
    const auto round_25 = play(set_up(TSINGHUA, half, "A 48"), "3,0:4,0");
    CHECK(scores(round_25) == std::vector<float>({0, 1}));
    CHECK(!play(set_up(RUC_2, half, "A 48"), "3,0:4,0").is_over());
}

TEST(chinese_checkers_long_hops_go_as_far_behind_the_pivot_as_before_it) {
    const Marbles far{{'A', {-2, 0}}, {'D', {0, 0}}, {'D', {4, -8}}};
    CHECK(targets(set_up(RUC_2, far, "A"), {-2, 0}).size() == 6);
    const auto over_two = targets(set_up(LONG_2, far, "A"), {-2, 0});
    CHECK_EQUAL(over_two.size(), 7U);
    CHECK(std::count(over_two.begin(), over_two.end(), "2,0") == 1);
    for (const Axial blocker : {Axial{-1, 0}, Axial{1, 0}, Axial{2, 0}}) {
        const auto blocked = targets(set_up(LONG_2, far + Marbles{{'D', blocker}}, "A"), {-2, 0});
        CHECK(std::count(blocked.begin(), blocked.end(), "2,0") == 0);
    }
}

TEST(chinese_checkers_a_long_hop_may_pass_over_the_hole_it_came_from) {
    // Over 2,0 to 4,0, over 2,2 to 0,4, then down over 0,1: behind it lie 0,0 (left by the marble itself), 0,-1 and the landing
    // 0,-2.
    const auto position = set_up(LONG_2, Marbles{{'A', {0, 0}}, {'D', {2, 0}}, {'D', {2, 2}}, {'D', {0, 1}}}, "A");
    const Move move = Position::parse_move(LONG_2, "0,0:0,-2");
    CHECK(position.is_legal(move));
    CHECK(position.path(move) == std::vector<int>({STAR.cell({0, 0}), STAR.cell({4, 0}), STAR.cell({0, 4}), STAR.cell({0, -2})}));
    CHECK(!position.is_legal(Position::parse_move(LONG_2, "0,0:0,0")));
}

TEST(chinese_checkers_paths_are_shortest_and_turn_by_the_order_of_directions) {
    const auto position = set_up(RUC_2, Marbles{{'A', {0, 0}}, {'D', {1, 0}}, {'D', {2, 1}}, {'D', {0, 1}}, {'D', {1, 2}}}, "A");
    const auto path = position.path(Position::parse_move(RUC_2, "0,0:2,2"));
    CHECK(path == std::vector<int>({STAR.cell({0, 0}), STAR.cell({2, 0}), STAR.cell({2, 2})}));
    CHECK(position.path(PASS).empty());
    for (Move move = 0; move < PASS; ++move) CHECK(!position.is_legal(move) || position.path(move).size() >= 2);
}

TEST(chinese_checkers_random_turns_reach_every_destination_and_nothing_else) {
    Random random(5);
    for (const RuleSet rule_set : {RuleSet::STANDARD, RuleSet::RUC}) {
        Position position = Position::initial({3, rule_set, false});
        MoveList<Position::MAX_MOVES> moves;
        for (int ply = 0; ply < 60; ++ply) {
            for (Slots own = position.marbles(position.to_move()); own.any();) {
                const int from = static_cast<int>(own.pop());
                Slots reached{};
                for (int draw = 0; draw < 4000; ++draw) {
                    const int to = position.random_turn(from, draw % 6, random);
                    if (to != NO_SLOT) reached.set(static_cast<std::size_t>(to));
                }
                CHECK((reached & ~position.destinations(from)).count() == 0);
                if (position.destinations(from).count() <= 6) CHECK(reached == position.destinations(from));
            }
            position.generate(moves);
            Position::Undo undo;
            position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
        }
    }
}

TEST(chinese_checkers_playouts_end_as_the_rules_say) {
    Random random(6);
    for (const bool long_hop : {false, true})
        for (const int seats : {2, 3, 6}) {
            const Position start = Position::initial({seats, RuleSet::STANDARD, long_hop});
            CHECK_EQUAL(start.random_playout(random, 9).plies, 9);
            CHECK(!start.random_playout(random, 9).outcome.has_value());
            const Playout whole = start.random_playout(random, 100000);
            CHECK(whole.outcome.has_value());
            CHECK(whole.plies <= start.rules().ply_cap());
        }
}

TEST(chinese_checkers_playouts_pass_where_nothing_can_move) {
    Random random(7);
    const auto alone = Position::parse({2, RuleSet::STANDARD, false}, "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/4/3/2/1 D");
    const Playout playout = alone.random_playout(random, 50);
    CHECK_EQUAL(playout.plies, 50);
}

}  // namespace
}  // namespace duiyi
