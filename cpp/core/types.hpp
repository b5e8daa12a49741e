// The words every layer shares: seats, moves, keys. Knows no game.
#pragma once

#include <cstdint>

namespace duiyi {

/// A seat at the board, numbered from 0 in turn order.
using Seat = int;
inline constexpr int MAX_SEATS = 6;

/// A move is its own policy index: 0 <= move < num_moves of the game.
using Move = std::uint16_t;
inline constexpr Move NO_MOVE = 0xFFFF;

/// Hash of what the rules see on the board (history apart).
using Key = std::uint64_t;

}  // namespace duiyi
