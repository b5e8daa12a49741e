// The network of `alphazero` in eight bits: a tower of residual blocks with its heads, as `duiyi.learn` makes them.
//
// One position at a time: a board and the weights of a layer stay in the nearest cache, so a batch has nothing to gain.
#pragma once

#include <memory>
#include <optional>

#include "nets/conv.hpp"
#include "nets/crew.hpp"
#include "nets/linear.hpp"

namespace duiyi::nets {

struct TowerBlock {
    Conv first, second;
    std::optional<Linear> pool;  // lets every point know the whole board
};

struct TowerParts {
    std::size_t rows = 0, columns = 0;
    Conv stem, policy_in, value_in;
    std::vector<float> edge;  // added to the stem's outputs, by point and channel
    std::vector<TowerBlock> blocks;
    Linear policy_pool, policy_out, value_hidden, value_out;
    std::optional<Linear> policy_extra;  // moves that are on no point
    std::vector<std::size_t> places;     // of the board's points, where moves are pairs of them; else empty
};

class Tower {
  public:
    /// Throws RulesError where the parts do not fit each other.
    Tower(TowerParts parts, std::size_t threads);

    std::size_t row() const { return parts_.stem.inputs() * points(); }
    std::size_t num_moves() const;
    std::size_t seats() const { return parts_.value_out.outputs(); }

    /// Planes to a logit for every move and a rate for every seat, row by row; as many rows as there are rates.
    void run(std::span<const float> planes, std::span<float> logits, std::span<float> rates);

  private:
    /// What one thread writes on.
    struct Desk {
        Bytes planes, bytes;
        std::vector<float> x, inner, pooled, hidden, ends, turned, nothing;
    };

    std::size_t points() const { return parts_.rows * parts_.columns; }
    std::size_t channels() const { return parts_.stem.outputs(); }
    void check() const;
    void run_row(Desk& desk, const float* planes, float* logits, float* rates) const;
    void run_block(const TowerBlock& block, Desk& desk) const;
    void write_policy(Desk& desk, float* logits) const;
    void write_rates(Desk& desk, float* rates) const;

    TowerParts parts_;
    std::vector<Desk> desks_;
    std::unique_ptr<Crew> crew_;
};

}  // namespace duiyi::nets
