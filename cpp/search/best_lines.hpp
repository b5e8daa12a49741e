// The best line found so far from every ply of a search on.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "core/concepts.hpp"
#include "search/score.hpp"

namespace duiyi {

class BestLines {
  public:
    void forget(int ply) { lines_[static_cast<std::size_t>(ply)].length = 0; }
    /// A move is the best at its ply; what was found below it follows.
    void remember(Move move, int ply) {
        Line& line = lines_[static_cast<std::size_t>(ply)];
        const Line& rest = lines_[static_cast<std::size_t>(ply + 1)];
        line.moves[0] = move;
        std::copy_n(rest.moves.begin(), rest.length, line.moves.begin() + 1);
        line.length = rest.length + 1;
    }
    std::span<const Move> from(int ply) const {
        const Line& line = lines_[static_cast<std::size_t>(ply)];
        return {line.moves.data(), static_cast<std::size_t>(line.length)};
    }

  private:
    struct Line {
        int length = 0;
        std::array<Move, MAX_PLY> moves;
    };

    std::array<Line, MAX_PLY + 2> lines_;
};

}  // namespace duiyi
