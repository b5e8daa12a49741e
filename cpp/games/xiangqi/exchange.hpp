// What a series of captures on one cell is worth: static exchange evaluation that sees screens come and go.
#pragma once

#include "games/xiangqi/board.hpp"

namespace duiyi::xiangqi {

/// What pieces are worth when they are exchanged; by Type, the last is an empty cell. Kings are beyond price.
inline constexpr std::array<int, 8> EXCHANGE_VALUES = {10000, 110, 115, 280, 620, 300, 70, 0};

/// True when the move and the captures that follow on its target, each side taking with its cheapest piece and stopping when it
/// likes, leave the mover at least `balance`. Pins are not looked at.
bool exchange_leaves(const Board& board, Move move, int balance);

/// The pieces of both sides that attack a cell when these cells are occupied.
Set attackers_of(const Board& board, int cell, Set occupied, Set occupied_by_files);

}  // namespace duiyi::xiangqi
