// The race of an army that nobody meets any more.
#include "engines/any_solver.hpp"
#include "engines/solve_chinese_checkers_race.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using namespace chinese_checkers;

constexpr const char* LONE = "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/4/3/2/1 A";

bool never() { return false; }

/// Plays a way with everybody else passing; says whether the seat is home after its last move and not before.
bool gets_home(Position position, const std::vector<Move>& way) {
    const Seat seat = position.to_move();
    for (const Move move : way) {
        if (position.is_over() || !position.is_legal(move)) return false;
        Position::Undo undo;
        position.do_move(move, undo);
        while (!position.is_over() && position.to_move() != seat) position.do_move(PASS, undo);
    }
    return position.is_over() && position.outcome()->scores[static_cast<std::size_t>(seat)] == 1.0F;
}

TEST(chinese_checkers_race_brings_a_lone_army_home_in_27_moves) {
    const auto start = Position::parse({2, RuleSet::STANDARD, false}, LONE);
    const Race race = find_race(start, 3000, never);
    CHECK_EQUAL(race.moves.size(), std::size_t{27});
    CHECK(gets_home(start, race.moves));
}

TEST(chinese_checkers_race_runs_from_every_camp) {
    Position position = Position::initial({6, RuleSet::RUC, false});
    for (Seat seat = 0; seat < 6; ++seat) {
        const Position lone = alone(position);
        CHECK_EQUAL(lone.to_move(), seat);
        CHECK_EQUAL(lone.occupied().count(), ARMY);
        const Race race = find_race(lone, 40, never);
        CHECK(!race.moves.empty());
        CHECK(gets_home(lone, race.moves));
        MoveList<Position::MAX_MOVES> moves;
        position.generate(moves);
        Position::Undo undo;
        position.do_move(moves[0], undo);
    }
}

TEST(chinese_checkers_armies_have_passed_when_no_hop_can_join_them) {
    const Rules rules{2, RuleSet::STANDARD, false};
    CHECK(!has_passed(Position::initial(rules)));
    CHECK(!has_passed(Position::parse(rules, LONE)));
    CHECK(has_passed(Position::parse(rules, "D/DD/DDD/3D/13/5D6/11/10/9/10/11/5A6/13/3A/AAA/AA/A A")));
    CHECK(!has_passed(Position::parse(rules, "D/DD/DDD/3D/13/12/11/10/4D4/4A5/11/12/13/3A/AAA/AA/A A")));
}

TEST(chinese_checkers_solver_claims_a_win_only_where_nobody_can_object) {
    const Options options;
    const StopFlag stop;
    const auto rules = chinese_checkers_rules(options);
    const auto solve = [&](const char* text) {
        return chinese_checkers_solver(options)->solve(*rules->parse(text), {}, stop, nullptr);
    };
    const Solution lone = solve("1/2/3/4/13/12/11/10/9/10/11/12/6A6/A1AA/AAA/AA/A A");
    CHECK(lone.value == Solution::Value::WON);
    CHECK_EQUAL(lone.moves.size(), std::size_t{1});
    const Solution racing = solve("D/DD/DDD/3D/13/5DD5/4D6/10/9/10/11/5A6/5A7/2AA/AAA/AA/A A");
    CHECK(racing.value == Solution::Value::UNKNOWN);
    CHECK_EQUAL(racing.moves.size(), std::size_t{1});
    const Solution contact = chinese_checkers_solver(options)->solve(*rules->initial(), {}, stop, nullptr);
    CHECK(contact.value == Solution::Value::UNKNOWN && contact.moves.empty());
}

}  // namespace
}  // namespace duiyi
