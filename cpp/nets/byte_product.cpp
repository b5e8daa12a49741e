#include "nets/byte_product.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "nets/conv.hpp"
#include "nets/conv_kernel.hpp"

namespace duiyi::nets {
namespace {

constexpr std::size_t QUAD = 4;

std::size_t filled(std::size_t count) { return (count + ByteProduct::GROUP - 1) / ByteProduct::GROUP * ByteProduct::GROUP; }

}  // namespace

ByteProduct::ByteProduct(std::span<const std::int8_t> weights, std::span<const float> scales, std::span<const float> biases,
                         float in_scale, std::uint8_t in_zero)
    : inputs_(biases.empty() ? 0 : weights.size() / biases.size()),
      outputs_(biases.size()),
      inverse_(1 / in_scale),
      in_zero_(in_zero),
      scales_(filled(biases.size())),
      biases_(filled(biases.size())) {
    if (inputs_ == 0 || inputs_ * outputs_ != weights.size() || scales.size() != outputs_)
        throw RulesError("expected weights for every input and output, and a scale for every output");
    weights_.resize(filled(inputs_) * biases_.size());
    for (std::size_t output = 0; output < outputs_; ++output) {
        const std::size_t group = output / GROUP, first = group / GROUPS * GROUPS;
        const std::size_t width = std::min(GROUPS, biases_.size() / GROUP - first) * GROUP;
        int sum = 0;
        for (std::size_t input = 0; input < inputs_; ++input) {
            const std::int8_t weight = weights[output * inputs_ + input];
            const std::size_t quad = first * GROUP * filled(inputs_) + input / QUAD * QUAD * width;
            weights_[quad + (output - first * GROUP) * QUAD + input % QUAD] = weight;
            sum += weight;
        }
        scales_[output] = scales[output] * in_scale;
        biases_[output] = biases[output] - static_cast<float>(sum) * in_zero_ * scales_[output];
    }
}

void ByteProduct::run(const float* in, std::size_t rows, bool is_relu, float* out, std::span<std::uint8_t> bytes) const {
    const StripKernels& kernels = best_strips();
    const std::size_t stride = filled(inputs_), outputs = biases_.size(), groups = outputs / GROUP;
    write_bytes(in, rows * stride, inverse_, in_zero_, bytes.data());
    for (std::size_t first = 0; first < groups; first += GROUPS) {
        const std::size_t count = std::min(GROUPS, groups - first), done = first * GROUP;
        const std::size_t most = kernels.points(count), strips = (rows + most - 1) / most;
        for (std::size_t strip = 0; strip < strips; ++strip) {
            const std::size_t from = rows * strip / strips, to = rows * (strip + 1) / strips;
            kernels.of(to - from, count)({bytes.data() + from * stride, stride, 0, 1, stride / QUAD,
                                          weights_.data() + done * stride, count * GROUP * QUAD, scales_.data() + done,
                                          biases_.data() + done, least_of(is_relu), out + from * outputs + done, outputs});
        }
    }
}

}  // namespace duiyi::nets
