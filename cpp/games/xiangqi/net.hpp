// The small network behind the evaluation: which piece stands where, seen by either side, through one hidden layer.
//
// Two accumulators, one a side, hold the hidden layer before its activation; a move changes two or three pieces, so it adds and
// takes away as many rows. All numbers are integers: every compiler and every instruction set gives the same value. The weights
// are in net_weights.cpp, which src/duiyi/learn/eval_xiangqi.py writes.
#pragma once

#include <array>
#include <cstdint>

#include "games/xiangqi/board.hpp"

namespace duiyi::xiangqi {

inline constexpr std::size_t NET_HIDDEN = 32;
inline constexpr std::size_t NET_FEATURES = 692;  // cells that a piece can reach, of both colours
inline constexpr std::size_t NET_STAGES = 4;      // output weights by the number of pieces on the board

// Fixed-point scales: an activation of 1, an output weight of 1, and the parts of an evaluation unit in the direct values.
inline constexpr int NET_ONE = 255;
inline constexpr int NET_WEIGHT = 64;
inline constexpr int NET_DIRECT = 16;
inline constexpr int NET_UNIT = 180;  // of the evaluation: an output of 1

struct NetWeights {
    std::array<std::array<std::int16_t, NET_HIDDEN>, NET_FEATURES + 1> rows;  // the last row is of pieces that cannot be there
    std::array<std::int16_t, NET_HIDDEN> bias;
    std::array<std::array<std::int16_t, 2 * NET_HIDDEN>, NET_STAGES> output;  // the mover's half first
    std::array<std::int32_t, NET_STAGES> output_bias;
    std::array<std::int16_t, NET_FEATURES + 1> direct;  // straight to the output: material and places
};
extern const NetWeights NET;

/// The hidden layer of a position.
class NetState {
  public:
    void reset(const Board& board);
    void change(Piece piece, int cell, int sign);
    /// In units of the evaluation, for the side to move; `pieces` stand on the board.
    int value(Color to_move, int pieces) const;

  private:
    struct alignas(64) View {
        std::array<std::int16_t, NET_HIDDEN> hidden;
        std::int32_t direct;
    };
    std::array<View, 2> views_{};
};

}  // namespace duiyi::xiangqi
