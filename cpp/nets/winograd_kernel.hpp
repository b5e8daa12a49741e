// What the kernels of a Winograd convolution are told: boards are cut into tiles of four by four points.
//
// A tile and the margin it needs, six by six numbers of a channel, become as many others by sums alone. There the convolution is
// one multiplication for each of these places instead of nine for each point: 36 for a tile instead of 144.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace duiyi::nets {

inline constexpr std::size_t TILE = 4, WIDE = TILE + 2, PLACES = WIDE * WIDE;
/// Outputs of a layer that are made together: what is multiplied for them is still in a near cache when it becomes outputs.
inline constexpr std::size_t BLOCK = 32;

/// Boards of one size by their outputs, and the tiles that cover these.
struct Grid {
    std::size_t rows = 0, columns = 0, boards = 0;

    std::size_t tile_rows() const { return (rows + TILE - 1) / TILE; }
    std::size_t tile_columns() const { return (columns + TILE - 1) / TILE; }
    std::size_t tiles() const { return boards * tile_rows() * tile_columns(); }
    /// Points that are read for them: one more before them, and behind them as many as the tiles need.
    std::size_t wide_rows() const { return tile_rows() * TILE + 2; }
    std::size_t wide_columns() const { return tile_columns() * TILE + 2; }
};

/// Numbers of one place before those of the next; a little more than there are, or all places would fall upon the same lines of
/// the nearest cache.
constexpr std::size_t place_stride(std::size_t tiles, std::size_t channels) { return tiles * channels + 96; }

/// Of numbers in full precision, or of whole ones of sixteen bits.
template <class Number>
struct WinogradKernels {
    using Sum = std::conditional_t<std::is_same_v<Number, float>, float, std::int32_t>;

    /// Numbers, by sixteens; whole ones are as many scales as a byte would hold, without the zero.
    void (*take)(const float* numbers, std::size_t count, float scale, int zero, Number* out) = nullptr;
    /// Wide boards by point and channel to tiles by place, tile and channel.
    void (*spread)(const Grid& grid, const Number* boards, std::size_t channels, Number* tiles) = nullptr;
    /// Rows of `inputs` numbers times weights by input and output (whole ones by two inputs, output, input); from one row of
    /// sums to the next are `stride` numbers.
    void (*multiply)(const Number* rows, std::size_t count, std::size_t inputs, const Number* weights, std::size_t outputs,
                     Sum* sums, std::size_t stride) = nullptr;
    /// Sums by place, tile and output, of `width` outputs, become as many of the `outputs` of every point, by board and point.
    void (*gather)(const Grid& grid, const Sum* sums, const float* scales, const float* biases, bool is_relu, std::size_t width,
                   std::size_t outputs, float* out) = nullptr;
};

/// None of their members is null; null themselves where this build or processor has none.
template <class Number>
const WinogradKernels<Number>* avx512_winograd();
template <class Number>
const WinogradKernels<Number>* avx2_winograd();
template <class Number>
const WinogradKernels<Number>* best_winograd() {
    const WinogradKernels<Number>* best = avx512_winograd<Number>();
    return best != nullptr ? best : avx2_winograd<Number>();
}

}  // namespace duiyi::nets
