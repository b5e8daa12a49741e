// A learnt evaluation of Reversi on 8x8: what the patterns of discs along edges, corners, ranks and diagonals are worth, and the
// moves of both sides, in stages of the game. The weights come from a file that `duiyi learn eval reversi` writes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/evaluator.hpp"
#include "games/reversi/position.hpp"

namespace duiyi::reversi {

/// Where the patterns of a board stand: by place a number in base 3 of its cells, 0 empty, 1 own, 2 other.
struct alignas(32) PatternIndices {
    static constexpr std::size_t PLACES = 48;
    std::array<std::uint16_t, PLACES> at;
};

/// What is on the board, for a search that keeps it up to date by the move.
struct PatternBoard {
    std::uint64_t own = 0, other = 0;
    PatternIndices taken;  // as if all discs were the mover's
    PatternIndices seen;   // as the mover sees them

    static PatternBoard of(std::uint64_t own, std::uint64_t other);
    /// The turn goes to the other side, after a move or without one.
    PatternBoard after(int cell, std::uint64_t turned) const;
    PatternBoard passed() const;
    int discs() const { return std::popcount(own | other); }
};

/// The weights of one file, unfolded for look-up. Immutable, so engines and threads share it.
class PatternWeights {
  public:
    static constexpr int STAGES = 15;      // four discs each
    static constexpr int MOBILITIES = 32;  // weights by number of moves, more count as 31

    /// Reads a file, or takes it from memory when it was the last to be read; throws RulesError.
    static std::shared_ptr<const PatternWeights> load(const std::string& path);
    /// Folded weights per stage, as they lie in the file: the patterns, then moves, then replies.
    static std::size_t stage_size();

    /// In hundredths of a disc for the side to move, which has so many moves; the other would have so many.
    int evaluate(const PatternBoard& board, int moves, int replies) const;
    int evaluate(const PatternBoard& board) const {
        return evaluate(board, std::popcount(Board8::moves(board.own, board.other)),
                        std::popcount(Board8::moves(board.other, board.own)));
    }

  private:
    explicit PatternWeights(const std::vector<std::int16_t>& folded);

    struct Stage {
        std::vector<std::int16_t> weights;
        std::array<std::int16_t, MOBILITIES> moves{}, replies{};
    };
    std::array<Stage, STAGES> stages_;
};

/// The evaluator around the weights: keeps nothing between moves. Its search is that of engines/search_reversi.hpp.
class PatternEvaluation : public PlainEvaluator<PatternEvaluation, Standard> {
  public:
    static constexpr double UNIT = 500.0;

    PatternEvaluation() = default;
    explicit PatternEvaluation(std::shared_ptr<const PatternWeights> weights) : weights_(std::move(weights)) {}

    const PatternWeights& weights() const { return *weights_; }
    int evaluate(const Standard& position) { return weights_->evaluate(PatternBoard::of(position.own(), position.other())); }

  private:
    std::shared_ptr<const PatternWeights> weights_;
};

}  // namespace duiyi::reversi
