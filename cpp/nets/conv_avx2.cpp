// The kernel for processors with AVX2: the same in three instructions for eight outputs. Weights of seven bits keep the sums of
// two products within sixteen bits.
#include "nets/conv_kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

namespace duiyi::nets {
namespace {

template <std::size_t Points>
void half_group(const Strip& s, std::size_t first) {
    __m256i sums[Points];
    for (std::size_t p = 0; p < Points; ++p) sums[p] = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi16(1);
    const std::int8_t* weights = s.weights + 4 * first;
    for (std::size_t y = 0; y < s.size; ++y)
        for (std::size_t x = 0; x < s.size; ++x) {
            const std::uint8_t* in = s.in + y * s.row_stride + x * s.stride;
            for (std::size_t quad = 0; quad < s.quads; ++quad, in += 4, weights += s.weight_stride) {
                const __m256i w = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(weights));
#pragma GCC unroll 12
                for (std::size_t p = 0; p < Points; ++p) {
                    int four;
                    __builtin_memcpy(&four, in + p * s.stride, 4);
                    const __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi32(four), w);
                    sums[p] = _mm256_add_epi32(sums[p], _mm256_madd_epi16(pairs, ones));
                }
            }
        }
    const __m256 scale = _mm256_loadu_ps(s.scales + first), bias = _mm256_loadu_ps(s.biases + first);
    const __m256 least = _mm256_set1_ps(s.least);
    for (std::size_t p = 0; p < Points; ++p)
        _mm256_storeu_ps(s.out + p * s.out_stride + first,
                         _mm256_max_ps(_mm256_fmadd_ps(_mm256_cvtepi32_ps(sums[p]), scale, bias), least));
}

struct Avx2 {
    template <std::size_t Points, std::size_t Groups>
    static void strip(const Strip& s) {
        for (std::size_t first = 0; first < 16 * Groups; first += 8) half_group<Points>(s, first);
    }
};

}  // namespace

StripKernel avx2_kernel(std::size_t points, std::size_t groups) { return chosen<Avx2>(points, groups); }

std::size_t avx2_points(std::size_t) { return 9; }

}  // namespace duiyi::nets

#else

namespace duiyi::nets {
StripKernel avx2_kernel(std::size_t, std::size_t) { return nullptr; }
std::size_t avx2_points(std::size_t) { return 1; }
}  // namespace duiyi::nets

#endif
