// What the Gomoku search takes for certain, against plain programs that try everything.
#include <vector>

#include "core/random.hpp"
#include "engines/any_solver.hpp"
#include "engines/solve_gomoku_threats.hpp"
#include "games/gomoku/evaluation.hpp"
#include "games/gomoku/search_traits.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using gomoku::Evaluation;
using gomoku::Position;
using gomoku::Rule;
using gomoku::ThreatSearch;

template <Rule R>
Position<R> position_of(const std::string& text) {
    gomoku::Rules rules;
    rules.rule = R;
    return Position<R>::parse(rules, text);
}

/// Random stones on a small board, where a search of every move is possible.
template <Rule R>
Position<R> crowded(std::uint64_t seed, int stones) {
    gomoku::Rules rules;
    rules.rule = R;
    rules.size = 7;
    Random random(seed);
    auto position = Position<R>::initial(rules);
    for (int i = 0; i < stones && !position.outcome(); ++i) {
        MoveList<Position<R>::MAX_MOVES> moves;
        position.generate(moves);
        typename Position<R>::Undo undo;
        position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
    }
    return position;
}

/// Whether the seat to move wins within so many plies, by trying everything.
template <Rule R>
bool wins_within(Position<R>& position, int plies) {
    if (position.outcome() || plies <= 0) return false;
    MoveList<Position<R>::MAX_MOVES> moves;
    position.generate(moves);
    for (const Move move : moves) {
        typename Position<R>::Undo undo;
        position.do_move(move, undo);
        bool wins = position.winner().has_value();
        if (!wins && plies > 2 && !position.outcome()) {
            wins = true;
            MoveList<Position<R>::MAX_MOVES> replies;
            position.generate(replies);
            for (const Move reply : replies) {
                typename Position<R>::Undo undo_reply;
                position.do_move(reply, undo_reply);
                wins = wins_within(position, plies - 2);
                position.undo_move(reply, undo_reply);
                if (!wins) break;
            }
        }
        position.undo_move(move, undo);
        if (wins) return true;
    }
    return false;
}

template <Rule R>
void check_proofs(int positions) {
    int seen = 0;
    for (std::uint64_t seed = 1; seen < positions && seed < 100000; ++seed) {
        auto position = crowded<R>(seed, 8 + static_cast<int>(seed % 12));
        if (position.outcome()) continue;
        const int plies = SearchTraits<Position<R>>::proven(position);
        if (plies < 3) continue;
        ++seen;
        CHECK(wins_within(position, plies));
    }
    CHECK(seen > 0);
}

TEST(gomoku_what_is_proven_at_a_glance_is_won_in_time) {
    check_proofs<Rule::FREESTYLE>(25);
    check_proofs<Rule::STANDARD>(25);
    check_proofs<Rule::CARO>(10);
    check_proofs<Rule::RENJU>(25);
}

TEST(gomoku_under_caro_one_stone_stops_two_fives) {
    // A stone on i8 leaves a five on d8 only, and that would be closed at both ends.
    auto position = position_of<Rule::CARO>("15/15/15/15/15/15/15/2x1oooo7/15/15/15/15/15/15/15 x");
    CHECK_EQUAL(SearchTraits<Position<Rule::CARO>>::proven(position), 0);
    const auto same = position_of<Rule::FREESTYLE>("15/15/15/15/15/15/15/2x1oooo7/15/15/15/15/15/15/15 x");
    CHECK_EQUAL(SearchTraits<Position<Rule::FREESTYLE>>::proven(same), -2);
}

TEST(gomoku_the_sums_of_the_evaluation_follow_every_move) {
    Random random(7);
    for (int game = 0; game < 20; ++game) {
        auto position = Position<Rule::RENJU>::initial({});
        Evaluation<Rule::RENJU> kept;
        kept.reset(position);
        for (int ply = 0; ply < 40 && !position.outcome(); ++ply) {
            MoveList<Position<Rule::RENJU>::MAX_MOVES> moves;
            position.generate(moves);
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            Position<Rule::RENJU>::Undo undo;
            kept.do_move(position, move, undo);
            kept.undo_move(position, move, undo);
            kept.do_move(position, move, undo);
            Evaluation<Rule::RENJU> fresh;
            fresh.reset(position);
            CHECK_EQUAL(kept.evaluate(position), fresh.evaluate(position));
        }
    }
}

TEST(gomoku_two_open_twos_win_by_threats_but_not_by_fours) {
    const std::string text = "15/15/15/15/15/6x8/15/5x1x7/15/8xx5/15/15/15/15/15 x";
    auto position = position_of<Rule::FREESTYLE>(text);
    const auto before = position;
    gomoku::FourSearch<Rule::FREESTYLE> fours(1 << 12);
    CHECK_EQUAL(fours.find(position, 10000), NO_MOVE);
    ThreatSearch<Rule::FREESTYLE> threats(1 << 20);
    CHECK(threats.find(position, 100000) != NO_MOVE);
    CHECK(position == before);
}

TEST(gomoku_threats_are_not_taken_for_wins_where_the_defender_is_quicker) {
    // White has an open three of his own: black's threes come too late.
    auto position = position_of<Rule::FREESTYLE>("15/15/3ooo9/15/15/6x8/15/5x1x7/15/8xx5/15/15/15/15/15 x");
    ThreatSearch<Rule::FREESTYLE> threats(1 << 20);
    CHECK_EQUAL(threats.find(position, 100000), NO_MOVE);
}

}  // namespace
}  // namespace duiyi
