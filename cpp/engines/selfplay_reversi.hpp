// Self-play for Reversi's evaluation: positions with the score of a search, or solved, and the margin of their game.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace duiyi {

#pragma pack(push, 1)
/// As src/duiyi/learn/reversi_rows.py reads it.
struct ReversiRow {
    std::uint64_t own = 0, other = 0;  // discs of the side to move and of the other
    std::int16_t score = 0;            // of the search, in hundredths of a disc
    std::int8_t margin = 0;            // at the game's end
    std::uint8_t is_exact = 0;         // whether the margin is that of perfect play
};
#pragma pack(pop)

/// The rows of one game from an opening of random moves: about `nodes` a move by the weights of a file or by hand (`off`), then
/// perfect play, then another end of random moves. The seed decides everything.
std::vector<ReversiRow> play_reversi(std::uint64_t seed, std::uint32_t nodes, const std::string& net);

}  // namespace duiyi
