#include "nets/conv.hpp"

#include <algorithm>
#include <bit>

#include "nets/conv_kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace duiyi::nets {
namespace {

constexpr std::size_t QUAD = 4;

std::size_t quads_of(std::size_t channels) { return (channels + QUAD - 1) / QUAD; }

/// The nearest whole number from 0 to 255: added to 2^23 a float has no bits left behind the point.
std::uint8_t as_byte(float number) {
    return static_cast<std::uint8_t>(std::bit_cast<std::uint32_t>(std::clamp(number, 0.0F, 255.0F) + 0x1p23F));
}

StripKernels found_strips() {
    if (vnni_kernel(1, 1) != nullptr) return {vnni_kernel, vnni_points};
    if (avx2_kernel(1, 1) != nullptr) return {avx2_kernel, avx2_points};
    return {plain_kernel, [](std::size_t) { return MOST_POINTS; }};
}

}  // namespace

const StripKernels& best_strips() {
    static const StripKernels BEST = found_strips();
    return BEST;
}

bool is_fast() { return best_strips().of != plain_kernel; }

void write_bytes(const float* numbers, std::size_t count, float inverse, float zero, std::uint8_t* out) {
    std::size_t i = 0;
#if defined(__AVX2__)
    const __m256 times = _mm256_set1_ps(inverse), more = _mm256_set1_ps(zero);
    const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);  // packing works within halves
    for (; i + 32 <= count; i += 32) {
        __m256i whole[4];
        for (std::size_t j = 0; j < 4; ++j)
            whole[j] = _mm256_cvtps_epi32(_mm256_fmadd_ps(_mm256_loadu_ps(numbers + i + 8 * j), times, more));
        const __m256i bytes = _mm256_packus_epi16(_mm256_packs_epi32(whole[0], whole[1]), _mm256_packs_epi32(whole[2], whole[3]));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), _mm256_permutevar8x32_epi32(bytes, order));
    }
#endif
    for (; i < count; ++i) out[i] = as_byte(numbers[i] * inverse + zero);
}

Bytes::Bytes(std::size_t rows_, std::size_t columns_, std::size_t channels_)
    : rows(rows_),
      columns(columns_),
      channels(channels_),
      stride(quads_of(channels_) * QUAD),
      bytes((rows_ + 2) * (columns_ + 2) * stride) {}

void Bytes::fill(std::span<const float> numbers, float scale, std::uint8_t zero) {
    const float inverse = 1 / scale, shift = zero;
    const std::size_t count = channels, step = stride, width = columns;  // which no byte written could change
    std::uint8_t* at = std::fill_n(bytes.data(), (columns + 2) * stride, zero);
    const float* from = numbers.data();
    for (std::size_t row = 0; row < rows; ++row) {
        at = std::fill_n(at, step, zero);
        if (count == step) {
            write_bytes(from, width * count, inverse, shift, at);
            at += width * step;
            from += width * count;
        } else {
            for (std::size_t column = 0; column < width; ++column, at += step, from += count)
                write_bytes(from, count, inverse, shift, at);
        }
        at = std::fill_n(at, step, zero);
    }
    std::fill_n(at, (columns + 2) * stride, zero);
}

void Bytes::fill_planes(std::span<const float> numbers, float scale, std::uint8_t zero) {
    const std::size_t points = rows * columns, step = stride, width = columns;
    std::fill(bytes.begin(), bytes.end(), zero);
    plane_.resize(points);
    for (std::size_t channel = 0; channel < channels; ++channel) {
        write_bytes(numbers.data() + channel * points, points, 1 / scale, zero, plane_.data());
        const std::uint8_t* from = plane_.data();
        std::uint8_t* at = bytes.data() + (width + 3) * step + channel;
        for (std::size_t row = 0; row < rows; ++row, at += 2 * step)
            for (std::size_t column = 0; column < width; ++column, at += step) *at = *from++;
    }
}

Conv::Conv(std::span<const std::int8_t> weights, std::span<const float> scales, std::span<const float> biases, std::size_t inputs,
           std::size_t size, float in_scale, std::uint8_t in_zero, bool has_edge)
    : inputs_(inputs),
      size_(size),
      left_out_(has_edge || size == 1 ? 0 : 1),
      in_scale_(in_scale),
      in_zero_(in_zero),
      packed_(size * size * quads_of(inputs) * QUAD * scales.size()),
      scales_(scales.begin(), scales.end()),
      biases_(biases.begin(), biases.end()) {
    const std::size_t places = size * size, groups = outputs() / GROUP;
    for (std::size_t output = 0; output < outputs(); ++output) {
        int sum = 0;
        for (std::size_t input = 0; input < inputs; ++input)
            for (std::size_t place = 0; place < places; ++place) {
                const std::int8_t weight = weights[(output * inputs + input) * places + place];
                const std::size_t block = (place * quads_of(inputs) + input / QUAD) * groups + output / GROUP;
                packed_[(block * GROUP + output % GROUP) * QUAD + input % QUAD] = weight;
                sum += weight;
            }
        scales_[output] *= in_scale;
        biases_[output] -= static_cast<float>(sum * in_zero) * scales_[output];
    }
}

void Conv::run(const Bytes& in, std::span<float> out, bool is_relu) const {
    const std::size_t groups = outputs() / GROUP, row_stride = (in.columns + 2) * in.stride;
    const StripKernels& kernels = best_strips();
    const std::size_t rows = in.rows - 2 * left_out_, columns = in.columns - 2 * left_out_;
    const std::size_t begin = size_ == 3 ? left_out_ : 1;  // in the margin of the bytes, or behind it
    for (std::size_t first = 0; first < groups;) {
        const std::size_t count = groups - first == 4 ? 2 : std::min(MOST_GROUPS, groups - first);
        const std::size_t most = kernels.points(count), strips = (columns + most - 1) / most;
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t strip = 0; strip < strips; ++strip) {
                const std::size_t from = columns * strip / strips, to = columns * (strip + 1) / strips;
                kernels.of(to - from, count)({in.bytes.data() + (row + begin) * row_stride + (from + begin) * in.stride,
                                              in.stride, row_stride, size_, in.stride / QUAD,
                                              packed_.data() + first * GROUP * QUAD, groups * GROUP * QUAD,
                                              scales_.data() + first * GROUP, biases_.data() + first * GROUP, least_of(is_relu),
                                              out.data() + (row * columns + from) * outputs() + first * GROUP, outputs()});
            }
        first += count;
    }
}

}  // namespace duiyi::nets
