// The searches on positions small enough to know the answer, or to compare two ways to it.
#include "engines/any_engine.hpp"
#include "games/chinese_checkers/evaluation.hpp"
#include "games/chinese_checkers/search_traits.hpp"
#include "games/nogo/evaluation.hpp"
#include "games/nogo/search_traits.hpp"
#include "games/reversi/evaluation.hpp"
#include "games/reversi/search_traits.hpp"
#include "games/xiangqi/evaluation.hpp"
#include "games/xiangqi/search_traits.hpp"
#include "search/alphabeta.hpp"
#include "search/minimax.hpp"
#include "search/table.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using NoGo = nogo::Position<1>;
using NoGoValue = nogo::Evaluation<1>;
using Reversi = reversi::Standard;
using ReversiValue = reversi::Evaluation<reversi::Board8>;

Limits to_depth(int depth, int lines = 1) {
    Limits limits;
    limits.depth = depth;
    limits.lines = lines;
    limits.is_fresh = true;
    return limits;
}

template <class P>
P after_random_plies(P position, int plies, std::uint64_t seed) {
    Random random(seed);
    for (int ply = 0; ply < plies && !position.outcome(); ++ply) {
        MoveList<P::MAX_MOVES> moves;
        position.generate(moves);
        typename P::Undo undo;
        position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
    }
    return position;
}

TEST(search_a_table_gives_back_what_was_stored) {
    Table table(1 << 20);
    Entry found;
    CHECK(!table.probe(42, found));
    table.store(42, {7, -123, 45, 9, Bound::LOWER});
    CHECK(table.probe(42, found));
    CHECK_EQUAL(found.move, Move{7});
    CHECK_EQUAL(found.score, -123);
    CHECK_EQUAL(found.evaluation, 45);
    CHECK_EQUAL(int{found.depth}, 9);
    CHECK(found.bound == Bound::LOWER);
    CHECK(!table.probe(43, found));
    table.clear(1000);
    CHECK(!table.probe(42, found));
}

TEST(search_a_table_keeps_the_deep_entries_of_a_full_bucket) {
    Table table(1);  // the smallest: keys that differ in high bits share a bucket
    table.clear(1);
    for (Key high = 1; high <= 40; ++high)
        table.store(high << 40, {static_cast<Move>(high), 0, 0, static_cast<std::int8_t>(high == 1 ? 60 : 1), Bound::EXACT});
    Entry found;
    CHECK(table.probe(Key{1} << 40, found));
    CHECK_EQUAL(found.move, Move{1});
}

/// Without selectivity the value of a depth is a fact: pruning and the table must not change it.
template <class P, class E>
void check_same_value(const P& position, int depth) {
    StopFlag stop;
    AlphaBetaOptions options;
    options.table_bytes = 1 << 20;
    options.is_selective = false;
    AlphaBeta<P, E> with(options);
    options.uses_table = false;
    AlphaBeta<P, E> without(options);
    const Report a = with.search(position, to_depth(depth), stop, nullptr);
    const Report b = without.search(position, to_depth(depth), stop, nullptr);
    CHECK_EQUAL(a.lines[0].score, b.lines[0].score);
    CHECK(a.nodes <= b.nodes);
}

TEST(search_the_table_changes_no_value_in_reversi) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (const int plies : {4, 20, 50}) {
            const auto position = after_random_plies(Reversi::initial({8}), plies, seed);
            if (!position.outcome()) check_same_value<Reversi, ReversiValue>(position, 5);
        }
}

TEST(search_the_table_changes_no_value_in_nogo) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        const auto position = after_random_plies(NoGo::initial({4, 4}), 3, seed);
        if (!position.outcome()) check_same_value<NoGo, NoGoValue>(position, 6);
    }
}

/// Plain minimax without anything: the reference.
template <class P, class E>
int negamax(P& position, E& evaluator, int depth, int ply) {
    if (const auto end = position.outcome()) return outcome_score(*end, position.to_move(), ply);
    if (depth == 0) return evaluator.evaluate(position);
    MoveList<P::MAX_MOVES> moves;
    position.generate(moves);
    int best = -INFINITE;
    for (const Move move : moves) {
        typename P::Undo undo;
        evaluator.do_move(position, move, undo);
        best = std::max(best, -negamax(position, evaluator, depth - 1, ply + 1));
        evaluator.undo_move(position, move, undo);
    }
    return best;
}

TEST(search_alphabeta_finds_the_minimax_value) {
    StopFlag stop;
    AlphaBetaOptions options;
    options.is_selective = false;
    options.table_bytes = 1 << 20;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        auto position = after_random_plies(Reversi::initial({8}), 10 + 6 * static_cast<int>(seed), seed);
        if (position.outcome()) continue;
        ReversiValue evaluator;
        evaluator.reset(position);
        AlphaBeta<Reversi, ReversiValue> search(options);
        const Report found = search.search(position, to_depth(4), stop, nullptr);
        CHECK_EQUAL(static_cast<int>(found.lines[0].score), negamax(position, evaluator, 4, 0));
    }
}

TEST(search_incremental_evaluations_agree_with_fresh_ones) {
    const auto walk = [](auto position, auto evaluator, std::uint64_t seed) {
        using P = decltype(position);
        Random random(seed);
        evaluator.reset(position);
        for (int ply = 0; ply < 120 && !position.outcome(); ++ply) {
            MoveList<P::MAX_MOVES> moves;
            position.generate(moves);
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            typename P::Undo undo;
            const int before = evaluator.evaluate(position);
            evaluator.do_move(position, move, undo);
            evaluator.undo_move(position, move, undo);
            CHECK_EQUAL(evaluator.evaluate(position), before);
            evaluator.do_move(position, move, undo);
            auto fresh = evaluator;
            fresh.reset(position);
            CHECK_EQUAL(evaluator.evaluate(position), fresh.evaluate(position));
        }
    };
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        walk(xiangqi::Position::initial({}), xiangqi::Evaluation{}, seed);
        walk(chinese_checkers::Position::initial({}), chinese_checkers::Evaluation{}, seed);
        walk(Reversi::initial({8}), ReversiValue{}, seed);
    }
}

TEST(search_one_thread_and_one_seed_give_the_same_nodes) {
    StopFlag stop;
    for (const char* name : {"greedy", "minimax", "alphabeta", "mcts"}) {
        const auto rules = load_rules("reversi", Options{});
        const auto engine = load_engine("reversi", Options{}, {name, Options{}});
        Limits limits = to_depth(5, 3);
        if (std::string_view(name) == "mcts") limits.nodes = 500;
        const Report first = engine->search(*rules->initial(), limits, stop, nullptr);
        limits.threads = 1;
        const Report again = engine->search(*rules->initial(), limits, stop, nullptr);
        const Report other =
            load_engine("reversi", Options{}, {name, Options{}})->search(*rules->initial(), limits, stop, nullptr);
        CHECK_EQUAL(again.nodes, first.nodes);
        CHECK_EQUAL(other.nodes, first.nodes);
        CHECK(again.lines[0].moves == first.lines[0].moves);
        CHECK(other.lines[0].moves == first.lines[0].moves);
    }
}

TEST(search_a_raised_flag_ends_every_search_after_few_nodes) {
    StopFlag stop;
    stop.raised = true;
    for (const char* game : {"reversi", "gomoku", "nogo", "xiangqi", "chinese_checkers"})
        for (const char* name : {"greedy", "minimax", "alphabeta", "mcts"}) {
            const auto rules = load_rules(game, Options{});
            const auto position = rules->initial();
            const Report found = load_engine(game, Options{}, {name, Options{}})->search(*position, Limits{}, stop, nullptr);
            CHECK(found.nodes <= 600);
            CHECK(position->is_legal(found.lines.at(0).moves.at(0)));
        }
}

TEST(search_a_limit_in_nodes_is_kept_exactly) {
    StopFlag stop;
    for (const char* name : {"minimax", "alphabeta", "mcts"}) {
        Limits limits;
        limits.nodes = 3000;
        const auto rules = load_rules("gomoku", Options{});
        const Report found =
            load_engine("gomoku", Options{}, {name, Options{}})->search(*rules->initial(), limits, stop, nullptr);
        CHECK_EQUAL(found.nodes, std::uint64_t{3000});
    }
}

TEST(search_lines_are_distinct_and_best_first) {
    StopFlag stop;
    for (const char* name : {"greedy", "minimax", "alphabeta"}) {
        const auto rules = load_rules("xiangqi", Options{});
        const auto engine = load_engine("xiangqi", Options{}, {name, Options{}});
        const Report found = engine->search(*rules->initial(), to_depth(3, 6), stop, nullptr);
        CHECK_EQUAL(found.lines.size(), std::size_t{6});
        for (std::size_t i = 1; i < found.lines.size(); ++i) {
            CHECK(found.lines[i - 1].rates[0] >= found.lines[i].rates[0]);
            for (std::size_t j = 0; j < i; ++j) CHECK(found.lines[i].moves[0] != found.lines[j].moves[0]);
        }
    }
}

TEST(search_several_threads_find_a_legal_move) {
    StopFlag stop;
    const Options six(Options::Map{{"seats", "6"}});
    for (const auto& [game, options] : {std::pair{"nogo", Options{}}, std::pair{"chinese_checkers", six}})
        for (const char* name : {"alphabeta", "mcts"}) {
            Limits limits;
            limits.nodes = 20000;
            limits.threads = 3;
            const auto position = load_rules(game, options)->initial();
            const Report found = load_engine(game, options, {name, Options{}})->search(*position, limits, stop, nullptr);
            CHECK(position->is_legal(found.lines.at(0).moves.at(0)));
            CHECK(found.nodes >= 20000);
        }
}

TEST(search_several_threads_lose_no_visit) {
    // Nodes with thousands of visits are told of several at once: in the end none is missing.
    StopFlag stop;
    const Options six(Options::Map{{"seats", "6"}});
    for (const auto& [game, options] : {std::pair{"xiangqi", Options{}}, std::pair{"chinese_checkers", six}}) {
        Limits limits;
        limits.nodes = 30000;
        limits.threads = 3;
        limits.lines = 200;
        const auto position = load_rules(game, options)->initial();
        const Report found = load_engine(game, options, {"mcts", Options{}})->search(*position, limits, stop, nullptr);
        double shares = 0;
        for (const Line& line : found.lines) {
            shares += *line.share;
            for (const double rate : line.rates) CHECK(rate >= 0 && rate <= 1);
        }
        CHECK(std::abs(shares - 1) < 1e-9);
    }
}

TEST(search_small_nogo_boards_are_solved) {
    // Plain minimax over all lines says who wins.
    StopFlag stop;
    for (const auto& [rows, cols] : {std::pair{2, 2}, std::pair{2, 3}, std::pair{3, 3}, std::pair{2, 4}}) {
        auto position = NoGo::initial({rows, cols});
        NoGoValue evaluator;
        const bool wins = negamax(position, evaluator, 20, 0) > 0;
        for (const char* name : {"alphabeta", "mcts"}) {
            const Options size(Options::Map{{"rows", std::to_string(rows)}, {"cols", std::to_string(cols)}});
            Limits limits;
            limits.nodes = 2000000;
            const Report found =
                load_engine("nogo", size, {name, Options{}})->search(*load_rules("nogo", size)->initial(), limits, stop, nullptr);
            CHECK(found.lines[0].end_in.has_value());
            CHECK_EQUAL(*found.lines[0].end_in > 0, wins);
        }
    }
}

TEST(search_a_tree_is_kept_between_moves) {
    StopFlag stop;
    const auto rules = load_rules("reversi", Options{});
    const auto engine = load_engine("reversi", Options{}, {"mcts", Options{}});
    Limits limits;
    limits.nodes = 2000;
    const auto start = rules->initial();
    const Report first = engine->search(*start, limits, stop, nullptr);
    const auto next = start->after(first.lines[0].moves[0])->after(first.lines[0].moves[1]);
    limits.nodes = 1;
    const Report second = engine->search(*next, limits, stop, nullptr);
    CHECK(second.lines[0].moves.size() > 1);  // one visit alone could not know a second move
}

TEST(search_several_seats_get_rates_that_sum_up) {
    StopFlag stop;
    const Options three(Options::Map{{"seats", "3"}});
    for (const char* name : {"greedy", "minimax", "alphabeta", "mcts"}) {
        const auto rules = load_rules("chinese_checkers", three);
        Limits limits = to_depth(3);
        limits.nodes = 3000;
        const Report found =
            load_engine("chinese_checkers", three, {name, Options{}})->search(*rules->initial(), limits, stop, nullptr);
        const auto& rates = found.lines.at(0).rates;
        CHECK(std::abs(rates[0] + rates[1] + rates[2] - 1.5) < 1e-3);  // first, second and last share 1, 1/2 and 0
    }
}

TEST(search_reports_come_with_growing_progress) {
    StopFlag stop;
    const auto rules = load_rules("xiangqi", Options{});
    double last = 0;
    int count = 0;
    Limits limits;
    limits.seconds = 0.6;
    const Report found = load_engine("xiangqi", Options{}, {"alphabeta", Options{}})
                             ->search(*rules->initial(), limits, stop, [&](const Report& report) {
                                 CHECK(report.progress >= last && report.progress <= 1.0);
                                 CHECK(!report.lines.empty());
                                 last = report.progress;
                                 ++count;
                             });
    CHECK(count <= 8);
    CHECK_EQUAL(found.progress, 1.0);
}

TEST(search_a_wrong_engine_or_position_is_an_error) {
    StopFlag stop;
    CHECK_THROWS(RulesError, load_engine("reversi", Options{}, {"oracle", Options{}}));
    CHECK_THROWS(RulesError, load_engine("halma", Options{}, {"mcts", Options{}}));
    CHECK_THROWS(RulesError, load_engine("reversi", Options{}, {"mcts", Options(Options::Map{{"memory", "lots"}})}));
    const auto engine = load_engine("reversi", Options{}, {"greedy", Options{}});
    CHECK_THROWS(RulesError, engine->search(*load_rules("nogo", Options{})->initial(), Limits{}, stop, nullptr));
    const auto over = load_rules("reversi", Options{})->parse("xxxxxxxx/8/8/8/8/8/8/8 o");
    CHECK_THROWS(RulesError, engine->search(*over, Limits{}, stop, nullptr));
}

}  // namespace
}  // namespace duiyi
