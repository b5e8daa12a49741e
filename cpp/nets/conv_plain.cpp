// The kernel for every processor: what the others are compared with.
#include "nets/conv_kernel.hpp"

namespace duiyi::nets {
namespace {

struct Plain {
    template <std::size_t Points, std::size_t Groups>
    static void strip(const Strip& s) {
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
                const float number = static_cast<float>(sum) * s.scales[output] + s.biases[output];
                s.out[p * s.out_stride + output] = number > s.least ? number : s.least;
            }
    }
};

}  // namespace

StripKernel plain_kernel(std::size_t points, std::size_t groups) { return chosen<Plain>(points, groups); }

}  // namespace duiyi::nets
