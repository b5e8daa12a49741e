// The kernels for processors with AVX2.
#include "nets/winograd_kernel.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

namespace duiyi::nets {
namespace {

#define DUIYI_TARGET

typedef float Floats __attribute__((vector_size(32)));
typedef std::int32_t Wholes __attribute__((vector_size(32)));
typedef std::int16_t Shorts __attribute__((vector_size(32)));
typedef std::int16_t HalfShorts __attribute__((vector_size(16)));
constexpr std::size_t MOST_ROWS = 4;

inline void add_products(Floats& sums, const float* number, const Floats& weights) { sums += *number * weights; }
inline void add_products(Wholes& sums, const std::int16_t* numbers, const Shorts& weights) {
    std::int32_t two;
    __builtin_memcpy(&two, numbers, sizeof two);
    sums += reinterpret_cast<Wholes>(_mm256_madd_epi16(_mm256_set1_epi32(two), reinterpret_cast<__m256i>(weights)));
}
inline Floats larger(const Floats& one, const Floats& other) { return _mm256_max_ps(one, other); }
inline Floats smaller(const Floats& one, const Floats& other) { return _mm256_min_ps(one, other); }

#include "nets/winograd_body.hpp"

}  // namespace

template <>
const WinogradKernels<float>* avx2_winograd() {
    return &KERNELS_HERE<float>;
}
template <>
const WinogradKernels<std::int16_t>* avx2_winograd() {
    return &KERNELS_HERE<std::int16_t>;
}

}  // namespace duiyi::nets

#else

namespace duiyi::nets {
template <>
const WinogradKernels<float>* avx2_winograd() {
    return nullptr;
}
template <>
const WinogradKernels<std::int16_t>* avx2_winograd() {
    return nullptr;
}
}  // namespace duiyi::nets

#endif
