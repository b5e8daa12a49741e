#include <algorithm>
#include <sstream>

#include "core/perft.hpp"
#include "games/xiangqi/position.hpp"
#include "tests/check.hpp"
#include "tests/walk.hpp"

namespace duiyi {
namespace {

using xiangqi::Position;
using xiangqi::Repetition;
using xiangqi::Rules;

constexpr Rules AXF{};

Position played(const Rules& rules, const char* text, const char* moves) {
    Position position = Position::parse(rules, text);
    std::istringstream words(moves);
    for (std::string word; words >> word;) {
        CHECK(!position.outcome());
        const Move move = Position::parse_move(rules, word);
        CHECK(position.is_legal(move));
        Position::Undo undo;
        position.do_move(move, undo);
    }
    return position;
}

std::string words_of(const std::optional<Explanation>& why) {
    if (!why) return "";
    std::string out = why->code;
    for (const auto& word : why->words) out += " " + word;
    for (const int cell : why->cells) out += " " + xiangqi::cell_text(cell);
    return out;
}

std::string why_not(const char* text, const char* move) {
    return words_of(Position::parse(AXF, text).why_illegal(Position::parse_move(AXF, move)));
}

TEST(xiangqi_perft_from_the_start) {
    auto position = Position::initial(AXF);
    CHECK_EQUAL(perft(position, 4), 3290240U);
}

TEST(xiangqi_perft_with_pins_hollow_cannons_and_checks) {
    struct Row {
        const char* text;
        int depth;
        std::uint64_t nodes;
    };
    for (const auto& [text, depth, nodes] : {
             Row{"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w", 4, 1339047},
             Row{"1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w", 4, 326201},
             Row{"5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w", 4, 202884},
             Row{"CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w", 4, 395483},
             Row{"C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w", 4, 64971},
             Row{"2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w", 4, 48060},
             Row{"CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w", 4, 376467},
         }) {
        auto position = Position::parse(AXF, text);
        CHECK_EQUAL(perft(position, depth), nodes);
    }
}

TEST(xiangqi_undo_restores_everything) {
    testing::walk<Position>(AXF, 40, 400);
    testing::walk<Position>({Repetition::CXA, 0}, 10, 600);
}

TEST(xiangqi_legal_moves_are_exactly_those_generated) {
    Random random(3);
    for (int game = 0; game < 10; ++game) {
        auto position = Position::initial(AXF);
        for (int ply = 0; ply < 120 && !position.outcome(); ++ply) {
            MoveList<Position::MAX_MOVES> moves;
            position.generate(moves);
            std::vector<bool> listed(xiangqi::NUM_MOVES);
            for (const Move move : moves) listed[move] = true;
            for (Move move = 0; move < xiangqi::NUM_MOVES; ++move) {
                if (position.is_legal(move) != listed[move])
                    CHECK_EQUAL(Position::move_text(AXF, move), "agreement of is_legal and generate");
                if (ply % 40 == 0 && listed[move] != !position.why_illegal(move))
                    CHECK_EQUAL(Position::move_text(AXF, move), "a reason");
            }
            Position::Undo undo;
            position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
        }
    }
}

TEST(xiangqi_random_moves_are_legal_and_reach_every_move) {
    auto position = Position::initial(AXF);
    Random random(5);
    std::vector<bool> seen(xiangqi::NUM_MOVES);
    for (int i = 0; i < 2000; ++i) {
        const Move move = position.pieces().random_move(random);
        CHECK(position.is_legal(move));
        seen[move] = true;
    }
    CHECK_EQUAL(std::count(seen.begin(), seen.end(), true), 44);
}

TEST(xiangqi_start_and_history_rebuild_the_value) {
    Random random(11);
    for (int game = 0; game < 20; ++game) {
        auto position = Position::initial(AXF);
        for (int ply = 0; ply < 200 && !position.outcome(); ++ply) {
            Position::Undo undo;
            position.do_move(position.pieces().random_move(random), undo);
        }
        auto rebuilt = Position::parse(AXF, position.start_text());
        for (const Move move : position.history()) {
            Position::Undo undo;
            rebuilt.do_move(move, undo);
        }
        CHECK(rebuilt == position);
        CHECK_EQUAL(rebuilt.text(), position.text());
    }
}

TEST(xiangqi_a_long_game_without_limit_forgets_its_oldest_plies_and_undoes_them) {
    const Rules rules{Repetition::AXF, 0};
    Position position = Position::parse(rules, "4k4/9/9/9/9/9/9/9/9/3R1K3 w");
    Random random(2);
    std::vector<std::pair<Move, Position::Undo>> line;
    const Position start = position;
    while (position.clock().plies < Position::REMEMBERED + 100) {  // played on beyond repetitions, as a search may
        const Move move = position.pieces().random_move(random);
        CHECK(move != NO_MOVE);
        line.emplace_back(move, Position::Undo{});
        position.do_move(move, line.back().second);
        if (position.count_moves() == 0) {
            position.undo_move(move, line.back().second);
            line.pop_back();
        }
    }
    CHECK_EQUAL(static_cast<int>(position.history().size()), Position::REMEMBERED);
    Position rebuilt = Position::parse(rules, position.start_text());
    for (const Move move : position.history()) {
        Position::Undo undo;
        rebuilt.do_move(move, undo);
    }
    CHECK_EQUAL(rebuilt.text(), position.text());
    CHECK(rebuilt.history() == position.history());
    while (!line.empty()) {
        position.undo_move(line.back().first, line.back().second);
        line.pop_back();
    }
    CHECK(position == start);
    CHECK(position.recurrence().times == 1);
}

TEST(xiangqi_perpetual_check_loses_under_every_rule) {
    for (const auto rule : {Repetition::AXF, Repetition::COMPUTER, Repetition::CXA, Repetition::SIMPLE}) {
        const auto position = played({rule, 60}, "3k5/9/9/9/9/5p3/9/5p3/5K3/5C3 w", "f1e1 f2e2 e1f1 e2f2 f1e1 f2e2 e1f1 e2f2");
        CHECK(position.outcome()->reason == Reason::PERPETUAL_CHECK);
        CHECK(position.outcome()->scores[0] == 1.0F);
        CHECK_EQUAL(words_of(position.why_over()), "perpetual_check black f1 f2");
    }
}

TEST(xiangqi_a_chase_names_its_victim) {
    const auto position = played(AXF, "2bakabnr/9/r1n1c4/2p1p1p1p/PP7/9/4P1P1P/2C3NC1/9/1NBAKAB1R w",
                                 "c2a2 a7b7 a2b2 b7a7 b2a2 a7b7 a2b2 b7a7 b2a2");
    CHECK_EQUAL(words_of(position.why_over()), "perpetual_chase red r a7 protected a7");
    CHECK_EQUAL(position.recurrence().times, 3);
    CHECK_EQUAL(position.recurrence().nearest, 4);
    CHECK_EQUAL(position.recurrence().farthest, 8);
    CHECK_EQUAL(position.verdict(4).loser, 0);
}

TEST(xiangqi_a_chase_across_checks_is_none_under_the_computer_rule) {
    const char* text = "9/4a3n/4k4/9/9/9/9/4B4/2RnK4/c4A3 w";
    const char* moves = "c1c0 a0a1 c0c1 a1a0 c1c0 a0a1 c0c1 a1a0";
    CHECK(played({Repetition::COMPUTER, 60}, text, moves).outcome()->reason == Reason::REPETITION);
    CHECK(played({Repetition::AXF, 60}, text, moves).outcome()->reason == Reason::PERPETUAL_CHASE);
}

TEST(xiangqi_check_and_chase_in_turn_lose_under_cxa_alone) {
    const char* text = "4k4/4a3c/9/9/2R1n4/9/9/9/9/4K4 w";
    const char* moves = "c5c9 e8d9 c9c5 d9e8 c5c9 e8d9 c9c5 d9e8";
    for (const auto rule : {Repetition::AXF, Repetition::COMPUTER, Repetition::SIMPLE})
        CHECK_EQUAL(words_of(played({rule, 60}, text, moves).why_over()), "repetition");
    CHECK_EQUAL(words_of(played({Repetition::CXA, 60}, text, moves).why_over()), "check_and_chase red n e5 unprotected e5");
}

TEST(xiangqi_the_natural_limit_counts_ten_checks_of_a_side_and_their_replies) {
    Position position = Position::parse(AXF, "3k5/9/9/9/9/9/9/9/4R4/5K3 w");
    const char* cycle[] = {"e1d1", "d9e9", "d1e1", "e9d9"};  // every red move gives check
    for (int ply = 1; ply <= 40; ++ply) {
        Position::Undo undo;
        position.do_move(Position::parse_move(AXF, cycle[(ply - 1) % 4]), undo);
        CHECK_EQUAL(position.in_check(), ply % 2 == 1);
        CHECK_EQUAL(position.clock().plies, ply);
        CHECK_EQUAL(position.clock().counted, ply < 20 ? ply : 20);
    }
}

TEST(xiangqi_the_limit_is_reached_at_120_plies_or_100) {
    for (const int natural : {60, 50}) {
        const Rules rules{Repetition::AXF, natural};
        auto position = Position::parse(rules, "3k5/9/9/9/9/9/9/9/R8/5K3 w - - " + std::to_string(2 * natural - 1) + " 70");
        CHECK(!position.outcome());
        Position::Undo undo;
        position.do_move(Position::parse_move(rules, "a1a2"), undo);
        CHECK(position.outcome()->reason == Reason::NATURAL_LIMIT);
        CHECK_EQUAL(words_of(position.why_over()), "natural_limit " + std::to_string(natural));
    }
}

TEST(xiangqi_says_why_a_move_is_illegal) {
    const char* start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
    CHECK_EQUAL(why_not(start, "e5e6"), "no_piece e5 e5");
    CHECK_EQUAL(why_not(start, "a6a5"), "not_your_piece a6 p a6");
    CHECK_EQUAL(why_not(start, "a0a0"), "same_point a0 a0");
    CHECK_EQUAL(why_not(start, "a0b0"), "own_piece b0 N b0");
    CHECK_EQUAL(why_not(start, "b0d1"), "horse_leg c0 c0");
    CHECK_EQUAL(why_not(start, "a0a5"), "path_blocked a3 a3");
    CHECK_EQUAL(why_not(start, "a0b1"), "not_its_way R a0 b1");
    CHECK_EQUAL(why_not(start, "b2b7"), "cannon_screen 0 b7");
    CHECK_EQUAL(why_not(start, "c3c2"), "soldier_backward c3 c2");
    CHECK_EQUAL(why_not(start, "c3d3"), "soldier_sideways c3 d3");
    CHECK_EQUAL(why_not("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6"), "river e6");
    CHECK_EQUAL(why_not("3k5/9/9/9/9/2B6/3p5/9/9/4K4 w", "c4e2"), "elephant_eye d3 d3");
    CHECK_EQUAL(why_not("3k5/9/9/9/9/9/9/3A5/9/4K4 w", "d2c1"), "palace A c1");
    CHECK_EQUAL(why_not("4k4/9/9/9/9/9/9/9/4C4/4K4 w", "e1d1"), "generals_face e0 e9");
    CHECK_EQUAL(why_not("3k5/9/9/9/9/4r4/9/9/4R4/4K4 w", "e1d1"), "exposes_king r e4 e0 e4");
    CHECK_EQUAL(why_not("3k5/9/9/9/9/4r4/9/9/8R/4K4 w", "i1i2"), "check_not_answered r e4 e0 e4");
    CHECK_EQUAL(why_not("4k4/9/9/9/9/5r3/9/9/9/3K4R b", "f4f3"), "");
    CHECK_EQUAL(why_not("3k5/9/9/9/9/5r3/9/9/9/4K4 w", "e0f0"), "king_attacked r f4 f0 f4");
}

TEST(xiangqi_texts_that_make_no_position_are_refused) {
    for (const char* text :
         {"", "w", "4k4/9/9/9/9/9/9/9/9/4K4 x", "4k4/9/9/9/9/9/9/9/9/3K5", "4k4/9/9/9/9/9/9/9/4R4/9 w",
          "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0", "3k5/9/9/9/9/9/9/9/9/4K4 w - - -1 1", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 0",
          "3k5/9/9/9/9/9/9/9/9/4K4 w KQ - 0 1", "3k5/9/9/9/9/9/9/9/9/4K1A2 w", "3k5/9/9/9/9/9/9/9/9/4KB3 w",
          "3k5/9/9/9/9/9/9/9/9/RRR1K4 w", "3k5/9/9/9/9/9/9/9/9/3KK4 w", "3k5/9/9/9/9/9/9/9/9/4K5 w", "3k5/9/9/9/9/9/9/9/9/4K3 w",
          "3k5/9/9/9/9/9/9/9/9/4K4/9 w", "3k5/9/9/9/9/9/9/9/9/4K3Q w"})
        CHECK_THROWS(TextError, Position::parse(AXF, text));
    for (const char* text : {"", "h2", "h2e", "h2ee", "j2e2", "h2--e2", "h2e2x", "hh22"})
        CHECK_THROWS(TextError, Position::parse_move(AXF, text));
}

TEST(xiangqi_options_must_be_known) {
    CHECK_THROWS(RulesError, Rules::from(Options(Options::Map{{"natural", "40"}})));
    CHECK_THROWS(RulesError, Rules::from(Options(Options::Map{{"repetition", "wxf"}})));
    CHECK(Rules::from(Options(Options::Map{{"natural", "0"}, {"repetition", "cxa"}})) == Rules{Repetition::CXA, 0});
}

}  // namespace
}  // namespace duiyi
