// A layer that sees every row of numbers alone, in eight bits: as `Product`, with weights a quarter as large.
#pragma once

#include <cstdint>
#include <span>

#include "nets/aligned.hpp"

namespace duiyi::nets {

class ByteProduct {
  public:
    static constexpr std::size_t GROUP = 16;

    /// `weights` by output and input count `scales` times; inputs become bytes, which count (byte - zero) * in_scale.
    ByteProduct(std::span<const std::int8_t> weights, std::span<const float> scales, std::span<const float> biases,
                float in_scale, std::uint8_t in_zero);

    /// Rows of inputs and of outputs are filled up to sixteens; `bytes` has room for those of the inputs.
    void run(const float* in, std::size_t rows, bool is_relu, float* out, std::span<std::uint8_t> bytes) const;

    std::size_t inputs() const { return inputs_; }
    std::size_t outputs() const { return outputs_; }

  private:
    static constexpr std::size_t GROUPS = 2;  // at once: their weights lie together

    std::size_t inputs_ = 0, outputs_ = 0;
    float inverse_ = 1, in_zero_ = 0;
    Aligned<std::int8_t> weights_;  // by groups, four inputs, group; within: sixteen outputs of four inputs each
    Aligned<float> scales_, biases_;
};

}  // namespace duiyi::nets
