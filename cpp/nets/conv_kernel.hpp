// What a kernel is told: a run of neighbouring points in one row of the board, and one to three groups of outputs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace duiyi::nets {

struct Strip {
    const std::uint8_t* in;      // the first input byte that the first point's kernel covers
    std::size_t stride;          // bytes from a point to the next
    std::size_t row_stride;      // bytes from a row to the next
    std::size_t size;            // of the kernel: 1 or 3
    std::size_t quads;           // inputs, by fours
    const std::int8_t* weights;  // of the first group
    std::size_t weight_stride;   // from one four of inputs to the next
    const float* scales;
    const float* biases;
    float least;  // 0 for a relu, else less than all numbers
    float* out;
    std::size_t out_stride;  // numbers from a point to the next
};

constexpr float least_of(bool is_relu) { return is_relu ? 0.0F : -__builtin_inff(); }

using StripKernel = void (*)(const Strip&);
inline constexpr std::size_t MOST_POINTS = 12, MOST_GROUPS = 3;

/// `Kernel::strip<points, groups>`, chosen when the program runs.
template <class Kernel>
StripKernel chosen(std::size_t points, std::size_t groups) {
    static constexpr auto TABLE = []<std::size_t... I>(std::index_sequence<I...>) {
        return std::array<StripKernel, sizeof...(I)>{&Kernel::template strip<I % MOST_POINTS + 1, I / MOST_POINTS + 1>...};
    }(std::make_index_sequence<MOST_POINTS * MOST_GROUPS>());
    return TABLE[(groups - 1) * MOST_POINTS + points - 1];
}

/// The kernel for a number of points (1 to MOST_POINTS) and groups (1 to MOST_GROUPS); null where this build has none.
StripKernel vnni_kernel(std::size_t points, std::size_t groups);
StripKernel avx2_kernel(std::size_t points, std::size_t groups);
StripKernel plain_kernel(std::size_t points, std::size_t groups);
/// Points that a kernel takes at once without running out of registers.
std::size_t vnni_points(std::size_t groups);
std::size_t avx2_points(std::size_t groups);

struct StripKernels {
    StripKernel (*of)(std::size_t points, std::size_t groups);
    std::size_t (*points)(std::size_t groups);
};

/// The fastest of this build and processor.
const StripKernels& best_strips();

}  // namespace duiyi::nets
