// A convolution of three by three by Winograd's way, for wide layers: between a third and a quarter of the multiplications.
//
// In full precision (`float`), or for weights and inputs of eight bits (`std::int16_t`): spread into tiles those need fifteen
// bits.
#pragma once

#include <span>

#include "nets/aligned.hpp"
#include "nets/winograd_kernel.hpp"

namespace duiyi::nets {

template <class Number>
class Winograd {
  public:
    using Sum = typename WinogradKernels<Number>::Sum;
    static constexpr std::size_t GROUP = 16;

    /// What one thread writes on, the same for all layers.
    struct Desk {
        Aligned<Number> tiles;
        Aligned<Sum> sums;
    };

    /// `weights` by output, input, row and column; outputs by sixteens. Without the edge there are outputs only where all of the
    /// kernel lies on the board. Throws RulesError where the processor has no kernels.
    Winograd(std::span<const float> weights, std::span<const float> biases, std::size_t inputs, bool has_edge = true)
        requires std::is_same_v<Number, float>;
    /// `weights` count `scales` times; inputs become bytes, which count (byte - zero) * in_scale.
    Winograd(std::span<const std::int8_t> weights, std::span<const float> scales, std::span<const float> biases,
             std::size_t inputs, float in_scale, std::uint8_t in_zero, bool has_edge = true)
        requires std::is_same_v<Number, std::int16_t>;

    /// Boards with margins, for one layer and one thread: nothing is ever written on the margins. Grids are those of outputs.
    Aligned<Number> boards_for(const Grid& grid) const;
    /// Makes a desk large enough for boards like these.
    void fit(const Grid& grid, Desk& desk) const;
    /// Outputs of every point, by board, point and channel; `in` is the same, its channels filled up to sixteens.
    void run(const Grid& grid, const float* in, bool is_relu, float* out, Aligned<Number>& boards, Desk& desk) const;

    std::size_t inputs() const { return inputs_; }
    std::size_t outputs() const { return biases_.size(); }

  private:
    static constexpr std::size_t PAIRED = sizeof(float) / sizeof(Number);  // inputs whose weights lie together

    Winograd(std::span<const float> biases, std::size_t inputs, bool has_edge);
    Number& weight(std::size_t place, std::size_t output, std::size_t input);

    std::size_t inputs_, channels_;  // the channels of a tile are the inputs, up to whole vectors
    bool has_edge_;
    float in_scale_ = 1;
    int in_zero_ = 0;
    Aligned<Number> weights_;    // by block of outputs, place, input
    std::vector<float> scales_;  // of sums, by output
    std::vector<float> biases_;
    const WinogradKernels<Number>* kernels_;
};

/// Whether this build and processor have kernels for it.
bool has_winograd();

}  // namespace duiyi::nets
