// The search guided by a network, on games small enough to know the answer, and its parts by their own laws.
#include <map>
#include <numeric>

#include "games/chinese_checkers/search_traits.hpp"
#include "games/nogo/search_traits.hpp"
#include "games/reversi/search_traits.hpp"
#include "games/xiangqi/search_traits.hpp"
#include "search/puct_forest.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using NoGo = nogo::Position<1>;

/// Runs a forest with a network that knows nothing: every move alike, every seat even. How often it was asked.
template <class P>
std::size_t run_flat(Forest<P>& forest) {
    std::vector<float> rows(forest.capacity() * forest.row());
    std::size_t asked = 0;
    while (const std::size_t count = forest.gather(rows)) {
        asked += count;
        const std::vector<float> logits(count * forest.num_moves(), 0.0F);
        const std::vector<float> rates(count * forest.seats(), 1.0F / static_cast<float>(forest.seats()));
        forest.give(logits, rates);
    }
    return asked;
}

/// Whether the seat to move wins, by looking at everything.
bool wins(NoGo& position, std::map<Key, bool>& known) {
    if (const auto found = known.find(position.key()); found != known.end()) return found->second;
    MoveList<NoGo::MAX_MOVES> moves;
    position.generate(moves);
    bool is_won = false;
    for (const Move move : moves) {
        NoGo::Undo undo;
        position.do_move(move, undo);
        is_won = !wins(position, known);
        position.undo_move(move, undo);
        if (is_won) break;
    }
    return known[position.key()] = is_won;
}

ForestOptions options_of(bool gumbel, int leaves) {
    ForestOptions options;
    options.search.gumbel = gumbel;
    options.leaves = leaves;
    return options;
}

TEST(puct_visits_converge_to_proven_moves_on_small_boards) {
    std::map<Key, bool> known;
    for (const auto& [rows, cols] : {std::pair{"3", "3"}, {"2", "4"}, {"4", "4"}}) {
        known.clear();
        const auto rules = NoGo::Rules::from(Options(Options::Map{{"rows", rows}, {"cols", cols}}));
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            NoGo position = NoGo::initial(rules);
            Random random(seed);
            const int plies = (rules.cells() == 16 ? 7 : 0) + static_cast<int>(random.below(3));
            for (int ply = 0; ply < plies && !position.outcome(); ++ply) {
                MoveList<NoGo::MAX_MOVES> moves;
                position.generate(moves);
                NoGo::Undo undo;
                position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
            }
            if (position.outcome()) continue;
            const bool is_won = wins(position, known);
            for (const bool gumbel : {true, false}) {
                Forest<NoGo> forest(rules, options_of(gumbel, seed % 2 == 0 ? 1 : 4));
                forest.tree(0).begin(position, 60000, false, true);
                run_flat(forest);
                CHECK(forest.tree(0).is_done());
                const auto choices = forest.tree(0).choices();
                NoGo::Undo undo;
                position.do_move(choices[0].move, undo);
                CHECK_EQUAL(!wins(position, known), is_won);
                position.undo_move(choices[0].move, undo);
                if (forest.tree(0).is_proven())
                    CHECK_EQUAL(forest.tree(0).rate(forest.tree(0).value(), position.to_move()), is_won ? 1.0 : 0.0);
            }
        }
    }
}

TEST(puct_all_simulations_are_counted_once) {
    const auto rules = NoGo::Rules::from(Options(Options::Map{{"size", "5"}}));
    for (const int leaves : {1, 3, 8}) {
        for (const bool gumbel : {true, false}) {
            Forest<NoGo> forest(rules, options_of(gumbel, leaves));
            forest.tree(0).begin(NoGo::initial(rules), 100, true, true);
            run_flat(forest);
            const auto choices = forest.tree(0).choices();
            std::uint32_t visits = 0;
            double target = 0;
            for (const auto& choice : choices) {
                visits += choice.visits;
                target += choice.target;
            }
            CHECK_EQUAL(choices.size(), std::size_t{25});
            CHECK_EQUAL(visits, 100U);
            CHECK(std::abs(target - 1) < 1e-9);
        }
    }
}

TEST(puct_the_tree_of_the_last_move_is_kept) {
    const auto rules = NoGo::Rules::from(Options(Options::Map{{"size", "5"}}));
    Forest<NoGo> forest(rules, options_of(false, 1));
    NoGo position = NoGo::initial(rules);
    forest.tree(0).begin(position, 200, false, true);
    run_flat(forest);
    const auto line = forest.tree(0).line(forest.tree(0).choices()[0].move);
    CHECK(line.size() >= 2);
    for (std::size_t i = 0; i < 2; ++i) {
        NoGo::Undo undo;
        position.do_move(line[i], undo);
    }
    forest.tree(0).begin(position, 1, false, false);
    run_flat(forest);
    std::uint32_t visits = 0;
    for (const auto& choice : forest.tree(0).choices()) visits += choice.visits;
    CHECK(visits > 1);
    forest.tree(0).begin(position, 1, false, true);
    run_flat(forest);
    visits = 0;
    for (const auto& choice : forest.tree(0).choices()) visits += choice.visits;
    CHECK_EQUAL(visits, 1U);
}

TEST(puct_all_ways_to_a_position_share_what_is_known_of_it) {
    const auto rules = NoGo::Rules::from(Options(Options::Map{{"size", "4"}}));
    const auto asked = [&](bool merges) {
        ForestOptions options = options_of(false, 4);
        options.search.merges = merges;
        options.cache_bytes = 0;
        Forest<NoGo> forest(rules, options);
        forest.tree(0).begin(NoGo::initial(rules), 6000, false, true);
        const std::size_t count = run_flat(forest);
        CHECK_EQUAL(forest.tree(0).simulations(), 6000);
        std::uint32_t visits = 0;
        for (const auto& choice : forest.tree(0).choices()) visits += choice.visits;
        CHECK_EQUAL(visits, 6000U);
        return count;
    };
    CHECK(asked(true) * 3 < asked(false) * 2);
}

TEST(puct_an_index_finds_what_it_was_given_while_it_grows) {
    PuctIndex index;
    for (Key key = 0; key < 5000; ++key) CHECK_EQUAL(index.find_or_add(key << 20 | key, static_cast<std::uint32_t>(key)), key);
    for (Key key = 0; key < 5000; ++key) CHECK_EQUAL(index.find_or_add(key << 20 | key, 7), key);
    std::size_t count = 0;
    index.for_each([&](Key, std::uint32_t) { ++count; });
    CHECK_EQUAL(count, std::size_t{5000});
    index.clear();
    CHECK_EQUAL(index.find_or_add(1 << 20 | 1, 7), 7U);
}

TEST(puct_every_symmetry_hands_out_the_turned_board_and_takes_back_the_turned_move) {
    const auto rules = reversi::Standard::Rules::from(Options{});
    const auto start = reversi::Standard::initial(rules);
    MoveList<reversi::Standard::MAX_MOVES> moves;
    start.generate(moves);
    reversi::Standard position = start;
    reversi::Standard::Undo undo;
    position.do_move(moves[0], undo);
    // A network that looks at a board and likes one move: the one whose square is the lowest among the legal plane's marks,
    // after turning back by whichever symmetry was used. In every symmetry the liked move must be legal.
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        ForestOptions options;
        options.seed = seed;
        Forest<reversi::Standard> forest(rules, options);
        forest.tree(0).begin(position, 1, false, true);
        std::vector<float> rows(forest.row());
        CHECK_EQUAL(forest.gather(rows), std::size_t{1});
        std::vector<float> logits(forest.num_moves(), -20.0F);
        std::size_t liked = 0;
        while (rows[2 * 64 + liked] == 0.0F) ++liked;
        logits[liked] = 20.0F;
        const std::vector<float> rates = {0.5F, 0.5F};
        forest.give(logits, rates);
        double best = 0;
        for (const auto& choice : forest.tree(0).choices()) best = std::max(best, choice.prior);
        CHECK(best > 0.99);  // were the turned move another one, no legal move would be liked
    }
}

/// The move found with a network that thinks well of whoever is to move: every untried move looks bad.
Move move_of_a_pessimist(const xiangqi::Position& position) {
    Forest<xiangqi::Position> forest(position.rules(), options_of(false, 1));
    forest.tree(0).begin(position, 12, false, true);
    std::vector<float> rows(forest.row());
    while (forest.gather(rows) != 0) {
        const std::vector<float> logits(forest.num_moves(), 0.0F), rates = {0.9F, 0.1F};
        forest.give(logits, rates);
    }
    return forest.tree(0).choices()[0].move;
}

TEST(puct_a_draw_for_certain_is_better_than_a_likely_loss) {
    const auto position = xiangqi::Position::parse({}, "5k3/9/9/9/9/6B2/9/8p/9/3K5 w");
    CHECK_EQUAL(move_of_a_pessimist(position), xiangqi::Position::parse_move({}, "g4i2"));
}

TEST(puct_a_position_that_came_back_is_judged_at_once) {
    auto position = xiangqi::Position::parse({}, "5k3/9/9/9/9/6B2/9/8p/9/3K5 w");
    for (const char* text : {"d0d1", "f9f8", "d1d0"}) {
        xiangqi::Position::Undo undo;
        position.do_move(xiangqi::Position::parse_move({}, text), undo);
    }
    CHECK_EQUAL(move_of_a_pessimist(position), xiangqi::Position::parse_move({}, "f8f9"));
}

TEST(puct_doubt_leaves_every_move_a_share_of_the_prior) {
    const auto rules = NoGo::Rules::from(Options(Options::Map{{"size", "5"}}));
    ForestOptions options = options_of(false, 1);
    options.search.doubt = 0.2;
    Forest<NoGo> forest(rules, options);
    forest.tree(0).begin(NoGo::initial(rules), 1, false, true);
    std::vector<float> rows(forest.row());
    CHECK_EQUAL(forest.gather(rows), std::size_t{1});
    std::vector<float> logits(forest.num_moves(), -50.0F);
    logits[12] = 50.0F;
    const std::vector<float> rates = {0.5F, 0.5F};
    forest.give(logits, rates);
    for (const auto& choice : forest.tree(0).choices())
        CHECK(std::abs(choice.prior - (choice.move == 12 ? 0.808 : 0.008)) < 1e-5);
}

TEST(puct_six_seats_keep_a_rate_each) {
    using chinese_checkers::Position;
    const auto rules = Position::Rules::from(Options(Options::Map{{"seats", "6"}}));
    std::vector<int> places;  // of the holes in the square of the planes
    for (const auto& at : chinese_checkers::STAR.axial)
        places.push_back((chinese_checkers::RADIUS - at.y) * chinese_checkers::RANKS + at.x + chinese_checkers::RADIUS);
    Forest<Position> forest(rules, options_of(true, 1), places);
    forest.tree(0).begin(Position::initial(rules), 14, true, true);
    std::vector<float> rows(forest.row());
    while (forest.gather(rows) != 0) {
        const std::vector<float> logits(forest.num_moves(), 0.0F);
        const std::vector<float> rates = {0.9F, 0.1F, 0.2F, 0.3F, 0.4F, 0.5F};  // counted from the seat to move
        forest.give(logits, rates);
    }
    // The root is evaluated once for seat 0 and its fourteen successors for seat 1: 0.9 goes to seat 1 then.
    const auto value = forest.tree(0).value();
    CHECK(std::abs(value[0] - (0.9 + 14 * 0.5) / 15) < 1e-5);
    CHECK(std::abs(value[1] - (0.1 + 14 * 0.9) / 15) < 1e-5);
    CHECK(std::abs(value[5] - (0.5 + 14 * 0.4) / 15) < 1e-5);
}

TEST(puct_halving_gives_the_better_half_twice_the_visits) {
    std::vector<std::uint32_t> schedule;
    halving_schedule(4, 16, schedule);
    CHECK(schedule == (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
    for (const int considered : {1, 2, 3, 7, 16, 40})
        for (const int simulations : {1, 5, 16, 100}) {
            halving_schedule(considered, simulations, schedule);
            CHECK_EQUAL(static_cast<int>(schedule.size()), simulations);
        }
}

TEST(puct_completed_values_raise_good_moves_and_keep_unseen_ones_where_they_were) {
    const std::vector<SeenMove> moves = {{0.25, 0.9, 10}, {0.25, 0.1, 10}, {0.25, 0, 0}, {0.25, 0, 0}};
    std::vector<double> policy(4);
    improved_policy(moves, 0.5, {}, policy);
    CHECK(policy[0] > policy[2] && policy[2] > policy[1]);
    CHECK_EQUAL(policy[2], policy[3]);
    CHECK(std::abs(std::accumulate(policy.begin(), policy.end(), 0.0) - 1) < 1e-12);
    CHECK(std::abs(mixed_value(moves, 0.5) - 0.5) < 1e-12);
}

TEST(puct_a_cache_gives_back_what_was_stored) {
    PuctCache<1> cache(1 << 16, 4);
    std::array<float, 4> priors{};
    std::array<float, 1> value{};
    CHECK(!cache.find(7, 2, priors, value));
    const std::array<float, 2> stored = {0.75F, 0.25F};
    cache.store(7, stored, {0.6F});
    CHECK(cache.find(7, 2, priors, value));
    CHECK(std::abs(priors[0] - 0.75F) < 1e-4F);
    CHECK_EQUAL(value[0], 0.6F);
    CHECK(!cache.find(7, 3, priors, value));
    cache.clear();
    CHECK(!cache.find(7, 2, priors, value));
}

}  // namespace
}  // namespace duiyi
