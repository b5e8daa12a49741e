// The small network behind the evaluation: which piece stands where, seen by either side, through one hidden layer.
//
// Two accumulators, one a side, hold the hidden layer before its activation; a move changes two or three pieces, so it adds and
// takes away as many rows. Where a side's own king stands decides which set of rows it sees by, and whether in a mirror: with the
// king on the right it sees the board as if he stood on the left. All numbers are integers: every compiler and every instruction
// set gives the same value. The weights come from a file (net_file.hpp) that src/duiyi/learn/xiangqi_net.py writes; the one that
// ships is part of the core.
#pragma once

#include <array>
#include <cstdint>

#include "games/xiangqi/board.hpp"

namespace duiyi::xiangqi {

inline constexpr std::size_t NET_HIDDEN = 128;  // a multiple of 16; files may have fewer
inline constexpr std::size_t NET_PLACES = 692;  // cells that a piece can reach, of both colours
inline constexpr std::size_t NET_SETS = 6;      // of rows, by the place of the own king; files may have only one
inline constexpr std::size_t NET_STAGES = 4;    // output weights by the number of pieces on the board

// Fixed-point scales: an activation of 1, an output weight of 1, and the parts of an evaluation unit in the direct values.
inline constexpr int NET_ONE = 255;
inline constexpr int NET_WEIGHT = 64;
inline constexpr int NET_DIRECT = 16;
inline constexpr int NET_UNIT = 180;  // of the evaluation: an output of 1

using NetRow = std::array<std::int16_t, NET_HIDDEN>;

struct NetWeights {
    static constexpr std::size_t ROWS = NET_SETS * (NET_PLACES + 1);  // the last of a set is of pieces that cannot be there

    bool has_sets = true;  // if not, all kings see by the first set, and nobody in a mirror
    alignas(64) std::array<NetRow, ROWS> rows{};
    alignas(64) NetRow bias{};
    alignas(64) std::array<std::array<NetRow, 2>, NET_STAGES> output{};  // the mover's half first
    std::array<std::int32_t, NET_STAGES> output_bias{};
    std::array<std::int16_t, ROWS> direct{};  // straight to the output: material and places
};

/// Squared, clipped activations times weights. The product of one activation and a weight fits into 16 bits.
std::int32_t weigh(const NetRow& hidden, const NetRow& weights);

/// The hidden layer of a position. The weights must outlive it.
class NetState {
  public:
    explicit NetState(const NetWeights& weights) : weights_(&weights) {}

    void reset(const Board& board);
    /// A piece went from one cell to another, where `taken` stood or nothing; `undo` is the way back. The board is that after it.
    void move(const Board& board, Piece piece, int from, int to, Piece taken) { changed<1>(board, piece, from, to, taken); }
    void undo(const Board& board, Piece piece, int from, int to, Piece taken) { changed<-1>(board, piece, from, to, taken); }
    /// In units of the evaluation, for the side to move; `pieces` stand on the board.
    int value(Color to_move, int pieces) const;

  private:
    /// How a side sees the board, by the place of its king.
    struct Sight {
        std::uint16_t first = 0;  // row of the set
        bool is_mirrored = false;

        bool operator==(const Sight&) const = default;
    };
    struct alignas(64) View {
        NetRow hidden;
        std::int32_t direct;
        Sight sight;
    };

    Sight sight(std::size_t side, int king) const;
    std::size_t number_of(std::size_t side, Piece piece, int cell) const;
    void look(const Board& board, std::size_t side);
    template <int Sign>
    void changed(const Board& board, Piece piece, int from, int to, Piece taken);

    const NetWeights* weights_;
    std::array<View, 2> views_{};
};

}  // namespace duiyi::xiangqi
