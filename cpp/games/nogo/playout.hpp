// Random choice among points that can only disappear: a list pruned when a dead point is drawn.
#pragma once

#include <array>

#include "core/bits.hpp"
#include "core/random.hpp"
#include "core/types.hpp"

namespace duiyi::nogo {

/// Draws uniformly from a shrinking set. Every point is thrown out at most once, so a whole game of draws costs what one scan of
/// the board costs, where picking the k-th bit of a set would cost a scan per move.
template <std::size_t Words>
class Candidates {
  public:
    explicit Candidates(Bits<Words> points) {
        for (auto& word : points.words)
            for (const auto base = static_cast<std::size_t>(&word - points.words.data()) * 64; word != 0; word &= word - 1)
                points_[size_++] = static_cast<Move>(base + static_cast<std::size_t>(std::countr_zero(word)));
    }

    /// One of the points for which `is_alive` holds, or NO_MOVE. A point that was not alive once is never asked for again.
    template <class IsAlive>
    Move draw(Random& random, IsAlive&& is_alive) {
        while (size_ > 0) {
            const std::uint32_t i = random.below(size_);
            const Move move = points_[i];
            if (is_alive(move)) return move;
            points_[i] = points_[--size_];
        }
        return NO_MOVE;
    }

  private:
    std::array<Move, Bits<Words>::SIZE> points_;
    std::uint32_t size_ = 0;
};

}  // namespace duiyi::nogo
