// A layer that sees every row of numbers alone: it connects everything, or does so at every point of a board.
#pragma once

#include <span>

#include "nets/aligned.hpp"

namespace duiyi::nets {

class Product {
  public:
    static constexpr std::size_t GROUP = 16;

    /// `weights` by output and input. Throws RulesError where the processor has no kernels for it.
    Product(std::span<const float> weights, std::span<const float> biases);

    /// Rows of inputs and of outputs are filled up to sixteens.
    void run(const float* in, std::size_t rows, bool is_relu, float* out) const;

    std::size_t inputs() const { return inputs_; }
    std::size_t outputs() const { return outputs_; }

  private:
    std::size_t inputs_ = 0, outputs_ = 0;
    Aligned<float> weights_;  // by block of outputs, input and output
    std::vector<float> biases_;
};

}  // namespace duiyi::nets
