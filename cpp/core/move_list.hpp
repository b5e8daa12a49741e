// A list of moves that never allocates: the capacity is the game's known maximum.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "core/types.hpp"

namespace duiyi {

template <std::size_t Capacity>
class MoveList {
  public:
    void push(Move move) {
        assert(size_ < Capacity);
        moves_[size_++] = move;
    }
    void clear() { size_ = 0; }
    void truncate(std::size_t size) { size_ = size; }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t i) const { return moves_[i]; }
    Move& operator[](std::size_t i) { return moves_[i]; }

    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    Move* begin() { return moves_.data(); }
    Move* end() { return moves_.data() + size_; }

  private:
    std::size_t size_ = 0;
    std::array<Move, Capacity> moves_;  // left unset on purpose: filling it would cost more than generating
};

}  // namespace duiyi
