// Self-play for Gomoku's evaluation: positions where nothing is forced, with the score of a small search and the result of their
// game, and the shapes of their points for those who fit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace duiyi {

inline constexpr int GOMOKU_ROW_CELLS = 225;  // games are played on 15x15

#pragma pack(push, 1)
/// As src/duiyi/learn/gomoku_rows.py reads it.
struct GomokuRow {
    std::uint8_t rule = 0, side = 0;  // 0 for black to move
    std::int8_t result = 0;           // for the side to move: 1 won, 0 drawn, -1 lost, 2 nobody knows
    std::uint8_t ply = 0;
    std::int16_t score = 0;                       // for the side to move
    std::uint8_t black[29] = {}, white[29] = {};  // a bit a cell, the lowest first
};
#pragma pack(pop)

/// The rows of one game from a fair opening of random stones: about `nodes` a move, evaluated by the network of a file, by the
/// one that ships (no name) or by hand (`off`). Most games are freestyle, some of every other rule. The seed decides everything.
std::vector<GomokuRow> play_gomoku(std::uint64_t seed, std::uint32_t nodes, const std::string& net);

/// By row and cell the numbers of the mover's shape and of the other's; throws RulesError for bytes that are no rows.
std::vector<std::uint16_t> gomoku_shapes(std::string_view rows);

}  // namespace duiyi
