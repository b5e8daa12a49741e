// The small network behind the evaluation: which piece stands where, seen by either side, through one hidden layer.
//
// Two accumulators, one a side, hold the hidden layer before its activation; a move changes two or three pieces, so it adds and
// takes away as many rows. All numbers are integers: every compiler and every instruction set gives the same value. The weights
// come from a file (net_file.hpp) that src/duiyi/learn/xiangqi_net.py writes; the one that ships is part of the core.
#pragma once

#include <array>
#include <cstdint>

#include "games/xiangqi/board.hpp"

namespace duiyi::xiangqi {

inline constexpr std::size_t NET_HIDDEN = 64;     // a multiple of 16; files may have fewer
inline constexpr std::size_t NET_FEATURES = 692;  // cells that a piece can reach, of both colours
inline constexpr std::size_t NET_STAGES = 4;      // output weights by the number of pieces on the board

// Fixed-point scales: an activation of 1, an output weight of 1, and the parts of an evaluation unit in the direct values.
inline constexpr int NET_ONE = 255;
inline constexpr int NET_WEIGHT = 64;
inline constexpr int NET_DIRECT = 16;
inline constexpr int NET_UNIT = 180;  // of the evaluation: an output of 1

using NetRow = std::array<std::int16_t, NET_HIDDEN>;

struct NetWeights {
    alignas(64) std::array<NetRow, NET_FEATURES + 1> rows{};  // the last row is of pieces that cannot be there
    alignas(64) NetRow bias{};
    alignas(64) std::array<std::array<NetRow, 2>, NET_STAGES> output{};  // the mover's half first
    std::array<std::int32_t, NET_STAGES> output_bias{};
    std::array<std::int16_t, NET_FEATURES + 1> direct{};  // straight to the output: material and places
};

/// Squared, clipped activations times weights. The product of one activation and a weight fits into 16 bits.
std::int32_t weigh(const NetRow& hidden, const NetRow& weights);

/// The hidden layer of a position. The weights must outlive it.
class NetState {
  public:
    explicit NetState(const NetWeights& weights) : weights_(&weights) {}

    void reset(const Board& board);
    /// A piece goes from one cell to another, where `taken` stood or nothing; `undo` is the way back.
    void move(Piece piece, int from, int to, Piece taken) { changed<1>(piece, from, to, taken); }
    void undo(Piece piece, int from, int to, Piece taken) { changed<-1>(piece, from, to, taken); }
    /// In units of the evaluation, for the side to move; `pieces` stand on the board.
    int value(Color to_move, int pieces) const;

  private:
    struct alignas(64) View {
        NetRow hidden;
        std::int32_t direct;
    };
    template <int Sign>
    void changed(Piece piece, int from, int to, Piece taken);

    const NetWeights* weights_;
    std::array<View, 2> views_{};
};

}  // namespace duiyi::xiangqi
