// The search of Reversi with learnt patterns: indices that are kept, values that no table changes, cuts that save work.
#include <filesystem>
#include <fstream>
#include <random>

#include "engines/search_reversi.hpp"
#include "search/alphabeta.hpp"
#include "tests/check.hpp"

namespace duiyi {
namespace {

using reversi::Board8;
using reversi::PatternBoard;
using reversi::PatternEvaluation;
using reversi::PatternWeights;
using reversi::Standard;

/// Weights as a file would bring them: `weight(stage, number)` in hundredths of a disc.
template <class Weight>
std::shared_ptr<const PatternWeights> weights_of(Weight&& weight) {
    static int number = 0;
    const auto path = std::filesystem::temp_directory_path() /
                      ("duiyi_patterns_" + std::to_string(std::random_device()()) + "_" + std::to_string(++number));
    {
        std::ofstream file(path, std::ios::binary);
        file << "duiyi reversi patterns 1\n";
        for (int stage = 0; stage < PatternWeights::STAGES; ++stage)
            for (std::size_t i = 0; i < PatternWeights::stage_size(); ++i) {
                const int value = weight(stage, i);
                file.put(static_cast<char>(value & 255)).put(static_cast<char>(value >> 8));
            }
    }
    auto found = PatternWeights::load(path.string());
    std::filesystem::remove(path);
    return found;
}

std::shared_ptr<const PatternWeights> random_weights() {
    Random random(11);
    return weights_of([&](int, std::size_t) { return static_cast<int>(random.below(81)) - 40; });
}

/// Moves are worth 60 each, whatever the patterns.
std::shared_ptr<const PatternWeights> mobility_weights() {
    const std::size_t moves = PatternWeights::stage_size() - 2 * PatternWeights::MOBILITIES;
    return weights_of([&](int, std::size_t i) {
        if (i < moves) return 0;
        const int count = static_cast<int>((i - moves) % PatternWeights::MOBILITIES);
        return i < moves + PatternWeights::MOBILITIES ? 60 * count : -60 * count;
    });
}

Standard after_random_plies(int plies, std::uint64_t seed) {
    Standard position = Standard::initial({8});
    Random random(seed);
    for (int ply = 0; ply < plies && !position.outcome(); ++ply) {
        MoveList<Standard::MAX_MOVES> moves;
        position.generate(moves);
        Standard::Undo undo;
        position.do_move(moves[random.below(static_cast<std::uint32_t>(moves.size()))], undo);
    }
    return position;
}

TEST(reversi_search_the_indices_of_patterns_are_kept_by_the_move) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Standard position = Standard::initial({8});
        PatternBoard board = PatternBoard::of(position.own(), position.other());
        Random random(seed);
        while (!position.outcome()) {
            MoveList<Standard::MAX_MOVES> moves;
            position.generate(moves);
            const Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            board = move == 64 ? board.passed() : board.after(move, Board8::flips(position.own(), position.other(), move));
            Standard::Undo undo;
            position.do_move(move, undo);
            const PatternBoard fresh = PatternBoard::of(position.own(), position.other());
            CHECK_EQUAL(board.own, fresh.own);
            CHECK_EQUAL(board.other, fresh.other);
            CHECK(board.seen.at == fresh.seen.at);
            CHECK(board.taken.at == fresh.taken.at);
        }
    }
}

/// Plain minimax without anything, where a pass costs no depth: the reference.
int negamax(const Standard& position, PatternEvaluation& evaluation, int depth, int ply) {
    if (const auto end = position.outcome()) return outcome_score(*end, position.to_move(), ply);
    if (depth == 0) return evaluation.evaluate(position);
    MoveList<Standard::MAX_MOVES> moves;
    position.generate(moves);
    int best = -INFINITE;
    for (const Move move : moves) {
        Standard next = position;
        Standard::Undo undo;
        next.do_move(move, undo);
        best = std::max(best, -negamax(next, evaluation, move == 64 && ply > 0 ? depth : depth - 1, ply + 1));
    }
    return best;
}

TEST(reversi_search_finds_the_minimax_value_with_a_table_and_without) {
    PatternEvaluation evaluation(random_weights());
    const StopFlag stop;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Standard position = after_random_plies(static_cast<int>(5 * seed - 4), seed);
        if (position.outcome()) continue;
        Limits limits;
        limits.depth = 5;
        for (const bool uses_table : {true, false}) {
            AlphaBeta<Standard, PatternEvaluation> engine({std::size_t{1} << 20, uses_table, false}, evaluation);
            CHECK_EQUAL(static_cast<int>(engine.search(position, limits, stop, nullptr).lines[0].score),
                        negamax(position, evaluation, 5, 0));
        }
    }
}

TEST(reversi_search_probable_cuts_save_nodes_and_hardly_change_the_value) {
    const PatternEvaluation evaluation(mobility_weights());
    const StopFlag stop;
    std::uint64_t whole_nodes = 0, cut_nodes = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        const Standard position = after_random_plies(20, seed);
        if (position.outcome()) continue;
        Limits limits;
        limits.depth = 8;
        AlphaBeta<Standard, PatternEvaluation> careful({std::size_t{1} << 20, true, false}, evaluation);
        AlphaBeta<Standard, PatternEvaluation> bold({std::size_t{1} << 20, true, true}, evaluation);
        const Report whole = careful.search(position, limits, stop, nullptr);
        const Report cut = bold.search(position, limits, stop, nullptr);
        whole_nodes += whole.nodes;
        cut_nodes += cut.nodes;
        CHECK(std::abs(whole.lines[0].score - cut.lines[0].score) <= 400);
    }
    CHECK(cut_nodes * 4 < whole_nodes * 3);
}

TEST(reversi_search_a_line_can_be_played_and_ends_where_its_score_says) {
    PatternEvaluation evaluation(random_weights());
    const StopFlag stop;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Standard position = after_random_plies(static_cast<int>(8 * seed), seed);
        if (position.outcome()) continue;
        Limits limits;
        limits.depth = 6;
        AlphaBeta<Standard, PatternEvaluation> engine({std::size_t{1} << 20, false, false}, evaluation);
        const Line line = engine.search(position, limits, stop, nullptr).lines[0];
        const Seat seat = position.to_move();
        for (const Move move : line.moves) {
            CHECK(position.is_legal(move));
            Standard::Undo undo;
            position.do_move(move, undo);
        }
        if (position.outcome()) continue;
        const int value = evaluation.evaluate(position);
        CHECK_EQUAL(static_cast<int>(line.score), position.to_move() == seat ? value : -value);
    }
}

}  // namespace
}  // namespace duiyi
