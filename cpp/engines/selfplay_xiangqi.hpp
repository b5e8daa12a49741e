// Self-play for Xiangqi's evaluation: quiet positions with the score of a small search and the result of their game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace duiyi {

#pragma pack(push, 1)
/// As src/duiyi/learn/xiangqi_rows.py reads it.
struct XiangqiRow {
    std::uint8_t side = 0, count = 0;
    std::int8_t result = 0;  // for the side to move: 1 won, 0 drawn, -1 lost
    std::uint8_t ply = 0;
    std::int16_t score = 0;  // for the side to move
    std::uint8_t piece[32] = {}, cell[32] = {};
};
#pragma pack(pop)

/// The rows of one game from a fair opening of random moves: about `nodes` a move, evaluated by the network of a file, by the one
/// that ships (no name) or by hand (`off`). The seed decides everything.
std::vector<XiangqiRow> play_xiangqi(std::uint64_t seed, std::uint32_t nodes, const std::string& net);

}  // namespace duiyi
