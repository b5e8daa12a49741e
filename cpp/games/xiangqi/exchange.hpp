// Whether a capture or a step loses material at once, by the cheapest recapture alone.
#pragma once

#include "games/xiangqi/board.hpp"

namespace duiyi::xiangqi {

/// True when the piece that moves is worth more than what it takes, and the enemy takes it back. Pins are not looked at.
bool loses_exchange(const Board& board, Move move);

/// Whether a side attacks a cell when these cells are occupied.
bool attacks_cell(const Board& board, Color color, int cell, Set occupied);

}  // namespace duiyi::xiangqi
