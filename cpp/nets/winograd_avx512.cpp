// The kernels for processors with AVX-512 VNNI.
#include "nets/winograd_kernel.hpp"

#if defined(__AVX2__) && defined(__x86_64__)
#include <immintrin.h>

namespace duiyi::nets {
namespace {

#define DUIYI_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vnni")))

typedef float Floats __attribute__((vector_size(64)));
typedef std::int32_t Wholes __attribute__((vector_size(64)));
typedef std::int16_t Shorts __attribute__((vector_size(64)));
typedef std::int16_t HalfShorts __attribute__((vector_size(32)));
constexpr std::size_t MOST_ROWS = 8;

DUIYI_TARGET inline void add_products(Floats& sums, const float* number, const Floats& weights) { sums += *number * weights; }
DUIYI_TARGET inline void add_products(Wholes& sums, const std::int16_t* numbers, const Shorts& weights) {
    std::int32_t two;
    __builtin_memcpy(&two, numbers, sizeof two);
    sums = reinterpret_cast<Wholes>(
        _mm512_dpwssd_epi32(reinterpret_cast<__m512i>(sums), _mm512_set1_epi32(two), reinterpret_cast<__m512i>(weights)));
}
/// With a mask of everything, because about the plain forms some compilers warn.
DUIYI_TARGET inline Floats larger(const Floats& one, const Floats& other) { return _mm512_maskz_max_ps(0xFFFF, one, other); }
DUIYI_TARGET inline Floats smaller(const Floats& one, const Floats& other) { return _mm512_maskz_min_ps(0xFFFF, one, other); }

#include "nets/winograd_body.hpp"

bool is_there() {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vnni");
}

template <class Number>
const WinogradKernels<Number>* here() {
    static const bool THERE = is_there();
    return THERE ? &KERNELS_HERE<Number> : nullptr;
}

}  // namespace

template <>
const WinogradKernels<float>* avx512_winograd() {
    return here<float>();
}
template <>
const WinogradKernels<std::int16_t>* avx512_winograd() {
    return here<std::int16_t>();
}

}  // namespace duiyi::nets

#else

namespace duiyi::nets {
template <>
const WinogradKernels<float>* avx512_winograd() {
    return nullptr;
}
template <>
const WinogradKernels<std::int16_t>* avx512_winograd() {
    return nullptr;
}
}  // namespace duiyi::nets

#endif
