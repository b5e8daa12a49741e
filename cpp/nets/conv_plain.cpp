// The kernel for every processor: what the others are compared with.
#include <array>
#include <utility>

#include "nets/conv_kernel.hpp"

namespace duiyi::nets {
namespace {

template <std::size_t Points, std::size_t Groups>
void strip(const Strip& s) {
    for (std::size_t p = 0; p < Points; ++p)
        for (std::size_t output = 0; output < 16 * Groups; ++output) {
            int sum = 0;
            const std::int8_t* weights = s.weights + 4 * output;
            for (std::size_t y = 0; y < s.size; ++y)
                for (std::size_t x = 0; x < s.size; ++x) {
                    const std::uint8_t* in = s.in + y * s.row_stride + (p + x) * s.stride;
                    for (std::size_t quad = 0; quad < s.quads; ++quad, in += 4, weights += s.weight_stride)
                        for (std::size_t i = 0; i < 4; ++i) sum += in[i] * weights[i];
                }
            s.out[p * s.out_stride + output] = static_cast<float>(sum) * s.scales[output] + s.biases[output];
        }
}

template <std::size_t Groups, std::size_t... P>
constexpr std::array<StripKernel, MOST_POINTS> row_of(std::index_sequence<P...>) {
    return {&strip<P + 1, Groups>...};
}

}  // namespace

StripKernel plain_kernel(std::size_t points, std::size_t groups) {
    static constexpr auto POINTS = std::make_index_sequence<MOST_POINTS>();
    static constexpr std::array KERNELS{row_of<1>(POINTS), row_of<2>(POINTS), row_of<3>(POINTS)};
    return KERNELS[groups - 1][points - 1];
}

}  // namespace duiyi::nets
