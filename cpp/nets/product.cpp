#include "nets/product.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "nets/winograd_kernel.hpp"

namespace duiyi::nets {
namespace {

std::size_t filled(std::size_t count) { return (count + Product::GROUP - 1) / Product::GROUP * Product::GROUP; }

}  // namespace

Product::Product(std::span<const float> weights, std::span<const float> biases)
    : inputs_(biases.empty() ? 0 : weights.size() / biases.size()), outputs_(biases.size()), biases_(filled(biases.size())) {
    if (best_winograd<float>() == nullptr) throw RulesError("expected a processor with AVX2");
    if (inputs_ == 0 || inputs_ * outputs_ != weights.size()) throw RulesError("expected weights for every input and output");
    weights_.resize(filled(inputs_) * biases_.size());
    std::copy(biases.begin(), biases.end(), biases_.begin());
    for (std::size_t output = 0; output < outputs_; ++output) {
        const std::size_t first = output / BLOCK * BLOCK, width = std::min(BLOCK, biases_.size() - first);
        for (std::size_t input = 0; input < inputs_; ++input)
            weights_[first * filled(inputs_) + input * width + output - first] = weights[output * inputs_ + input];
    }
}

void Product::run(const float* in, std::size_t rows, bool is_relu, float* out) const {
    const std::size_t width = biases_.size();
    for (std::size_t first = 0; first < width; first += BLOCK)
        best_winograd<float>()->multiply(in, rows, filled(inputs_), weights_.data() + first * filled(inputs_),
                                         std::min(BLOCK, width - first), out + first, width);
    for (; rows > 0; --rows, out += width)
        for (std::size_t i = 0; i < width; ++i) {
            const float number = out[i] + biases_[i];
            out[i] = is_relu ? std::max(number, 0.0F) : number;
        }
}

}  // namespace duiyi::nets
