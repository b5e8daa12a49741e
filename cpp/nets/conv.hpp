// A convolution in eight bits over one board: the work of a network. Points are stored with all their channels together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nets/aligned.hpp"

namespace duiyi::nets {

/// Unsigned bytes of a board with a margin of one point around it; a byte stands for (byte - zero) * scale.
class Bytes {
  public:
    Bytes() = default;
    Bytes(std::size_t rows_, std::size_t columns_, std::size_t channels_);

    /// Numbers point by point become bytes; the margin means zero.
    void fill(std::span<const float> numbers, float scale, std::uint8_t zero);
    /// The same for numbers plane by plane.
    void fill_planes(std::span<const float> numbers, float scale, std::uint8_t zero);

    std::size_t rows = 0, columns = 0, channels = 0;
    std::size_t stride = 0;  // bytes of a point: its channels, up to a multiple of four
    std::vector<std::uint8_t> bytes;

  private:
    std::vector<std::uint8_t> plane_;
};

/// Weights of seven bits and a sign, as the kernels want them, for outputs in groups of sixteen.
class Conv {
  public:
    static constexpr std::size_t GROUP = 16;

    Conv() = default;
    /// `weights` by output, input, row and column of a kernel of 1 or 3; a sum of products counts `scales` times `in_scale`.
    /// Without the edge, a kernel of 3 has outputs only where it lies on the board.
    Conv(std::span<const std::int8_t> weights, std::span<const float> scales, std::span<const float> biases, std::size_t inputs,
         std::size_t size, float in_scale, std::uint8_t in_zero, bool has_edge = true);

    /// The outputs of every point, in full precision.
    void run(const Bytes& in, std::span<float> out, bool is_relu = false) const;

    std::size_t inputs() const { return inputs_; }
    std::size_t outputs() const { return scales_.size(); }
    float in_scale() const { return in_scale_; }
    std::uint8_t in_zero() const { return in_zero_; }

  private:
    std::size_t inputs_ = 0, size_ = 0;
    std::size_t left_out_ = 0;  // points of the board at each side
    float in_scale_ = 1;
    std::uint8_t in_zero_ = 0;
    Aligned<std::int8_t> packed_;  // by kernel place, four inputs, group; within: sixteen outputs of four inputs each
    std::vector<float> scales_, biases_;
};

/// number / scale + zero, to the nearest whole number of a byte; `inverse` is 1 / scale.
void write_bytes(const float* numbers, std::size_t count, float inverse, float zero, std::uint8_t* out);

/// Whether this build and processor have instructions for it; without them other libraries are faster.
bool is_fast();

}  // namespace duiyi::nets
