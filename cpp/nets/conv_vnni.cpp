// The kernel for processors with AVX-512 VNNI: four products and their sum for each of sixteen outputs in one instruction.
#include "nets/conv_kernel.hpp"

#if defined(__AVX2__) && defined(__x86_64__)
#include <immintrin.h>

namespace duiyi::nets {
namespace {

#define DUIYI_VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))

/// As _mm512_cvtepi32_ps, about which some compilers warn.
DUIYI_VNNI inline __m512 whole(__m512i sums) { return __builtin_convertvector(reinterpret_cast<__v16si>(sums), __v16sf); }

/// As _mm512_max_ps, likewise.
DUIYI_VNNI inline __m512 larger(__m512 one, __m512 other) { return _mm512_maskz_max_ps(0xFFFF, one, other); }

struct Vnni {
    template <std::size_t Points, std::size_t Groups>
    DUIYI_VNNI static void strip(const Strip& s) {
        __m512i sums[Points][Groups];
        for (std::size_t p = 0; p < Points; ++p)
            for (std::size_t g = 0; g < Groups; ++g) sums[p][g] = _mm512_setzero_si512();
        const std::int8_t* weights = s.weights;
        for (std::size_t y = 0; y < s.size; ++y)
            for (std::size_t x = 0; x < s.size; ++x) {
                const std::uint8_t* in = s.in + y * s.row_stride + x * s.stride;
                for (std::size_t quad = 0; quad < s.quads; ++quad, in += 4, weights += s.weight_stride) {
                    __m512i w[Groups];
                    for (std::size_t g = 0; g < Groups; ++g) w[g] = _mm512_loadu_si512(weights + 64 * g);
#pragma GCC unroll 12
                    for (std::size_t p = 0; p < Points; ++p) {
                        int four;
                        __builtin_memcpy(&four, in + p * s.stride, 4);
                        const __m512i bytes = _mm512_set1_epi32(four);
#pragma GCC unroll 3
                        for (std::size_t g = 0; g < Groups; ++g) sums[p][g] = _mm512_dpbusd_epi32(sums[p][g], bytes, w[g]);
                    }
                }
            }
        const __m512 least = _mm512_set1_ps(s.least);
        for (std::size_t g = 0; g < Groups; ++g) {
            const __m512 scale = _mm512_loadu_ps(s.scales + 16 * g), bias = _mm512_loadu_ps(s.biases + 16 * g);
            for (std::size_t p = 0; p < Points; ++p)
                _mm512_storeu_ps(s.out + p * s.out_stride + 16 * g,
                                 larger(_mm512_fmadd_ps(whole(sums[p][g]), scale, bias), least));
        }
    }
};

bool is_there() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vnni");
}

}  // namespace

StripKernel vnni_kernel(std::size_t points, std::size_t groups) {
    static const bool THERE = is_there();
    return THERE ? chosen<Vnni>(points, groups) : nullptr;
}

std::size_t vnni_points(std::size_t groups) { return groups == 3 ? 9 : 12; }

}  // namespace duiyi::nets

#else

namespace duiyi::nets {
StripKernel vnni_kernel(std::size_t, std::size_t) { return nullptr; }
std::size_t vnni_points(std::size_t) { return 1; }
}  // namespace duiyi::nets

#endif
