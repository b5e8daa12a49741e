// What searches may know about Reversi.
#pragma once

#include <algorithm>
#include <type_traits>

#include "core/search_traits.hpp"
#include "games/reversi/position.hpp"

namespace duiyi {

template <class Board>
struct SearchTraits<reversi::Position<Board>> : DefaultSearchTraits<reversi::Position<Board>> {
    using Position = reversi::Position<Board>;

    static constexpr int HISTORY = 257;
    static int history_index(const Position&, Move move) { return move; }

    /// Two words identify the position for its mover: mixing them is cheaper than the key, which is made disc by disc.
    static Key mixed(std::uint64_t own_discs, std::uint64_t other_discs) {
        const Key own = own_discs * 0x9E3779B97F4A7C15ULL;
        const Key other = (other_discs ^ other_discs >> 29) * 0xBF58476D1CE4E5B9ULL;
        const Key key = (own ^ own >> 32) + (other << 17 | other >> 47);
        return (key ^ key >> 31) * 0x94D049BB133111EBULL;
    }
    static Key table_key(const Position& position) {
        if constexpr (std::is_same_v<typename Board::Set, std::uint64_t>) return mixed(position.own(), position.other());
        else return position.key();
    }

    /// Fastest first: moves that leave the other few moves; corners before all, points beside an empty corner last.
    static int order(const Position& position, Move move) {
        const Board& board = position.geometry();
        const int n = board.size();
        if (move >= n * n) return 0;
        const auto placed = board.bit(move);
        const auto turned = board.flips(position.own(), position.other(), move);
        const auto replies = board.moves(position.other() & ~turned, position.own() | turned | placed);
        const int row = move / n, file = move % n;
        const int from_top = std::min(row, n - 1 - row), from_side = std::min(file, n - 1 - file);
        int hint = -1500 * Board::count(replies);
        if (from_top + from_side == 0) hint += 20000;
        else if (from_top <= 1 && from_side <= 1) hint -= from_top + from_side == 2 ? 6000 : 3000;
        return hint;
    }

    static constexpr int FUTILITY = 0;
    static constexpr int ASPIRATION = 150;
    static constexpr double PRIOR_UNIT = 6000.0;
};

}  // namespace duiyi
