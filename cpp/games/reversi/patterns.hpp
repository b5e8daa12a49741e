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

/// The weights of one file, unfolded for look-up. Immutable, so engines and threads share it.
class PatternWeights {
  public:
    static constexpr int STAGES = 15;      // four discs each
    static constexpr int MOBILITIES = 32;  // weights by number of moves, more count as 31
    static constexpr std::size_t PLACES = 48;
    using Indices = std::array<std::uint16_t, PLACES>;

    /// Reads a file, or takes it from memory when it was the last to be read; throws RulesError.
    static std::shared_ptr<const PatternWeights> load(const std::string& path);
    /// Folded weights per stage, as they lie in the file: the patterns, then moves, then replies.
    static std::size_t stage_size();

    /// In hundredths of a disc for the side with the discs `own`, who moves.
    int evaluate(std::uint64_t own, std::uint64_t other) const;

  private:
    explicit PatternWeights(const std::vector<std::int16_t>& folded);

    struct Stage {
        std::vector<std::int16_t> weights;
        std::array<std::int16_t, MOBILITIES> moves{}, replies{};
    };
    std::array<Stage, STAGES> stages_;
};

/// The evaluator around the weights: keeps nothing between moves.
class PatternEvaluation : public PlainEvaluator<PatternEvaluation, Standard> {
  public:
    static constexpr double UNIT = 500.0;

    PatternEvaluation() = default;
    explicit PatternEvaluation(std::shared_ptr<const PatternWeights> weights) : weights_(std::move(weights)) {}

    int evaluate(const Standard& position) { return weights_->evaluate(position.own(), position.other()); }

    /// About half the depth, and of the same parity: who moves last shows in the evaluation.
    static int foretelling_depth(int depth) { return depth < 3 ? 0 : depth / 4 * 2 + depth % 2; }
    /// Four fifths of the standard deviation between searches to depths 3 to 10 and such shallow ones; it grows towards the end.
    int foretelling_error(const Standard& position, int /*depth*/) const {
        const int discs = std::popcount(position.own() | position.other());
        return discs < 20 ? 176 : discs < 32 ? 240 : discs < 40 ? 288 : 360;
    }

  private:
    std::shared_ptr<const PatternWeights> weights_;
};

}  // namespace duiyi::reversi
