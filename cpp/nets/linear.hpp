// A layer that connects everything, in full precision, for the small ends of a network.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "nets/lanes.hpp"

namespace duiyi::nets {

class Linear {
  public:
    Linear() = default;
    /// `weights` by output and input.
    Linear(std::span<const float> weights, std::span<const float> biases)
        : inputs_(biases.empty() ? 0 : weights.size() / biases.size()),
          weights_(weights.size()),
          biases_(biases.begin(), biases.end()) {
        for (std::size_t output = 0; output < outputs(); ++output)
            for (std::size_t input = 0; input < inputs_; ++input)
                weights_[input * outputs() + output] = weights[output * inputs_ + input];
    }

    void run(const float* in, float* out) const {
        if (outputs() == 1) {
            out[0] = biases_[0] + product(in);
            return;
        }
        multiply(in, inputs_, weights_.data(), biases_.data(), outputs(), out);
    }

    /// Sums of columns of `weights` (by input and output), each times an input, upon what `start` holds.
    static void multiply(const float* in, std::size_t inputs, const float* weights, const float* start, std::size_t outputs,
                         float* __restrict out) {
        if (outputs < AT_ONCE) {
            for (std::size_t i = 0; i < outputs; ++i) {
                out[i] = start[i];
                for (std::size_t input = 0; input < inputs; ++input) out[i] += in[input] * weights[input * outputs + i];
            }
            return;
        }
        for (std::size_t next = 0; next < outputs; next += AT_ONCE) {
            const std::size_t first = std::min(next, outputs - AT_ONCE);  // the last ones may be made twice
            Lanes one, two, weight;
            load(one, start + first);
            load(two, start + first + LANES);
            for (std::size_t input = 0; input < inputs; ++input) {
                load(weight, weights + input * outputs + first);
                one += in[input] * weight;
                load(weight, weights + input * outputs + first + LANES);
                two += in[input] * weight;
            }
            store(one, out + first);
            store(two, out + first + LANES);
        }
    }

    std::size_t inputs() const { return inputs_; }
    std::size_t outputs() const { return biases_.size(); }

  private:
    static constexpr std::size_t AT_ONCE = 2 * LANES;

    /// With the weights of the only output.
    float product(const float* in) const {
        Lanes sums{}, weight, number;
        std::size_t first = 0;
        for (; first + LANES <= inputs_; first += LANES) {
            load(weight, weights_.data() + first);
            load(number, in + first);
            sums += weight * number;
        }
        float sum = 0;
        for (; first < inputs_; ++first) sum += in[first] * weights_[first];
        for (std::size_t i = 0; i < LANES; ++i) sum += sums[i];
        return sum;
    }

    std::size_t inputs_ = 0;
    std::vector<float> weights_;  // by input and output
    std::vector<float> biases_;
};

}  // namespace duiyi::nets
