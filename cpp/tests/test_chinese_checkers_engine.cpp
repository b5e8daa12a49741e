// The evaluation in turns, the plan for the way home, and places in games of more than two seats.
#include "engines/any_engine.hpp"
#include "engines/erased.hpp"
#include "games/chinese_checkers/evaluation.hpp"
#include "games/chinese_checkers/search_traits.hpp"
#include "search/rates.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using namespace chinese_checkers;

Report ask(const char* name, const Position& position, const Limits& limits) {
    const StopFlag stop;
    const Options rules(Options::Map{{"seats", std::to_string(position.seats())}});
    return load_engine("chinese_checkers", rules, {name, Options{}})
        ->search(ErasedPosition<Position>(position), limits, stop, nullptr);
}

Limits nodes(std::uint64_t count) {
    Limits limits;
    limits.nodes = count;
    limits.is_fresh = true;
    return limits;
}

TEST(chinese_checkers_evaluation_is_the_same_for_every_camp) {
    const Position start = Position::initial({6, RuleSet::STANDARD, false});
    Evaluation evaluation;
    evaluation.reset(start);
    std::array<int, MAX_SEATS> standing{};
    evaluation.evaluate_seats(start, standing);
    for (std::size_t seat = 2; seat < 6; ++seat) CHECK_EQUAL(standing[seat], standing[1]);
    CHECK_EQUAL(standing[0], standing[1] + TURN_VALUE / 2);
}

TEST(chinese_checkers_evaluation_counts_many_turns_at_the_start_and_few_at_the_end) {
    const auto turns = [](const char* text) {
        const auto position = Position::parse({2, RuleSet::STANDARD, false}, text);
        Evaluation evaluation;
        evaluation.reset(position);
        std::array<int, MAX_SEATS> standing{};
        evaluation.evaluate_seats(position, standing);
        return -standing[1] / TURN_VALUE;
    };
    const int start = turns("A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/DDDD/DDD/DD/D A 0 - -");
    CHECK(start > 30 && start < 70);
    const int last = turns("D/DD/DDD/DDD1/4D8/12/11/10/9/10/11/12/A12/AAA1/AAA/AA/A A 80 - -");
    CHECK(last >= 0 && last < 4);
}

TEST(chinese_checkers_evaluation_fears_for_a_man_walled_in_at_home) {
    const auto standing = [](const char* text) {
        const auto position = Position::parse({2, RuleSet::STANDARD, false}, text);
        Evaluation evaluation;
        evaluation.reset(position);
        std::array<int, MAX_SEATS> seats{};
        evaluation.evaluate_seats(position, seats);
        return seats[0];
    };
    // A's army is the same; D's men stand around its last man, or outside.
    const int walled = standing("A/DD/DDD/4/13/12/11/10/AAAAAAAAA/10/11/12/13/DD2/DDD/2/1 A 60 - -");
    const int open = standing("A/2/3/4/DDDDD8/12/11/10/AAAAAAAAA/10/11/12/13/DD2/DDD/2/1 A 60 - -");
    CHECK(walled < open);
}

TEST(chinese_checkers_engines_run_home_when_the_armies_have_passed) {
    const auto position =
        Position::parse({2, RuleSet::STANDARD, false}, "D/DD/DDD/1DD1/4D3D4/12/11/10/9/10/11/4A7/5A2A4/AA2/A1A/AA/A A 70 - -");
    for (const char* name : {"alphabeta", "mcts"}) {
        const Report report = ask(name, position, nodes(20000));
        CHECK(report.depth > 0 && report.depth <= 6);  // the whole way
        CHECK(position.is_legal(report.lines[0].moves[0]));
        CHECK(report.lines[0].moves.size() > 1);
    }
}

TEST(chinese_checkers_engines_take_any_place_rather_than_wait) {
    // Four have finished; F needs one step, D needs several: every engine takes fifth place.
    const auto position =
        Position::parse({6, RuleSet::STANDARD, false},
                        "D/DD/DDD/1DDD/CCCC2D2EEEE/CCC6EEE/CC7EE/C8E/9/B8F/BB6F1F/BBB6FFF/BBBB5FFFF/AAAA/AAA/AA/A F 240 BEAC -");
    for (const char* name : {"greedy", "alphabeta", "mcts"}) {
        Position after = position;
        Position::Undo undo;
        after.do_move(ask(name, position, nodes(3000)).lines[0].moves[0], undo);
        CHECK(after.is_over());
    }
    // The same without the plan, which a search to a depth does not make.
    Limits deep;
    deep.depth = 4;
    deep.is_fresh = true;
    Position after = position;
    Position::Undo undo;
    after.do_move(ask("alphabeta", position, deep).lines[0].moves[0], undo);
    CHECK(after.is_over());
}

TEST(chinese_checkers_games_of_quick_engines_end) {
    for (const int seats : {2, 3, 4, 6}) {
        Position position = Position::initial({seats, RuleSet::STANDARD, false});
        const std::array<const char*, 3> names = {"greedy", "alphabeta", "mcts"};
        std::array<std::unique_ptr<AnyEngine>, 3> engines;
        const Options rules(Options::Map{{"seats", std::to_string(seats)}});
        for (std::size_t i = 0; i < 3; ++i)
            engines[i] = load_engine("chinese_checkers", rules, {names[i], Options(Options::Map{{"memory", "4"}})});
        const StopFlag stop;
        while (!position.is_over() && position.plies() < 120 * seats) {
            const auto seat = static_cast<std::size_t>(position.to_move());
            const Report report = engines[seat % 3]->search(ErasedPosition<Position>(position), nodes(100), stop, nullptr);
            Position::Undo undo;
            position.do_move(report.lines[0].moves[0], undo);
        }
        CHECK(position.is_over());
    }
}

}  // namespace
}  // namespace duiyi
