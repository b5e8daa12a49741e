// Winograd's way is a convolution: in full precision, in eight bits, with every kernel that the processor has.
#include <algorithm>
#include <cmath>
#include <random>

#include "core/errors.hpp"
#include "nets/layers.hpp"
#include "tests/check.hpp"

using namespace duiyi;
using namespace duiyi::nets;

namespace {

/// The grid is that of the outputs; without the edge the board is wider by two.
struct Case {
    Grid grid;
    std::size_t inputs, outputs;
    bool has_edge = true;
    std::size_t stride() const { return (inputs + 15) / 16 * 16; }
    std::size_t rows() const { return grid.rows + (has_edge ? 0 : 2); }
    std::size_t columns() const { return grid.columns + (has_edge ? 0 : 2); }
    std::size_t numbers() const { return grid.boards * rows() * columns() * stride(); }
};

const Case CASES[] = {{{15, 15, 2}, 12, 32},      {{8, 8, 3}, 32, 16},       {{10, 9, 1}, 33, 48},
                      {{1, 1, 1}, 1, 16},         {{5, 2, 5}, 20, 16},       {{6, 6, 3}, 32, 64, false},
                      {{4, 4, 2}, 33, 48, false}, {{1, 1, 3}, 5, 16, false}, {{13, 7, 1}, 16, 32, false}};

/// What a convolution means; `weight` by output, input and place, `in` as Winograd wants it.
template <class Weight>
double plain(const Case& a, const Weight& weight, const std::vector<float>& in, std::size_t point, std::size_t output) {
    const std::size_t area = a.grid.rows * a.grid.columns;
    const int y = static_cast<int>(point % area / a.grid.columns), x = static_cast<int>(point % a.grid.columns);
    const int margin = a.has_edge ? 1 : 0;
    double sum = 0;
    for (int place = 0; place < 9; ++place) {
        const int row = y + place / 3 - margin, column = x + place % 3 - margin;
        if (row < 0 || column < 0 || row >= static_cast<int>(a.rows()) || column >= static_cast<int>(a.columns())) continue;
        const std::size_t at =
            (point / area * a.rows() + static_cast<std::size_t>(row)) * a.columns() + static_cast<std::size_t>(column);
        for (std::size_t input = 0; input < a.inputs; ++input)
            sum += weight((output * a.inputs + input) * 9 + static_cast<std::size_t>(place)) *
                   static_cast<double>(in[at * a.stride() + input]);
    }
    return sum;
}

/// The largest difference between what the layer says and what is meant, over the largest of the latter.
template <class Number, class Weight>
double error_of(const Case& a, const Winograd<Number>& layer, const Weight& weight, const std::vector<float>& in, bool is_relu) {
    const std::size_t points = a.grid.boards * a.grid.rows * a.grid.columns;
    std::vector<float> out(points * a.outputs);
    typename Winograd<Number>::Desk desk;
    layer.fit(a.grid, desk);
    auto boards = layer.boards_for(a.grid);
    for (int twice = 0; twice < 2; ++twice) layer.run(a.grid, in.data(), is_relu, out.data(), boards, desk);
    double most = 0, apart = 0;
    for (std::size_t point = 0; point < points; ++point)
        for (std::size_t output = 0; output < a.outputs; ++output) {
            double meant = plain(a, weight, in, point, output) + 0.25;
            if (is_relu) meant = std::max(meant, 0.0);
            most = std::max(most, std::abs(meant));
            apart = std::max(apart, std::abs(meant - static_cast<double>(out[point * a.outputs + output])));
        }
    return apart / most;
}

}  // namespace

TEST(winograd_is_a_convolution_in_full_precision) {
    if (!has_winograd()) return;
    std::mt19937 random{3};
    std::normal_distribution<float> number;
    for (const Case& a : CASES)
        for (const bool is_relu : {false, true}) {
            std::vector<float> weights(a.outputs * a.inputs * 9), in(a.numbers());
            for (float& weight : weights) weight = number(random);
            for (float& one : in) one = number(random);
            const Winograd<float> layer(weights, std::vector<float>(a.outputs, 0.25F), a.inputs, a.has_edge);
            const auto weight = [&](std::size_t i) { return static_cast<double>(weights[i]); };
            CHECK(error_of(a, layer, weight, in, is_relu) < 1e-5);
        }
}

TEST(winograd_is_a_convolution_in_eight_bits) {
    if (!has_winograd()) return;
    std::mt19937 random{4};
    const float in_scale = 0.02F;
    for (const Case& a : CASES)
        for (const int zero : {0, 7, 128, 255})
            for (const bool is_extreme : {false, true}) {
                std::vector<std::int8_t> weights(a.outputs * a.inputs * 9);
                std::vector<float> in(a.numbers());
                for (auto& weight : weights) {
                    const int extreme = random() % 2 == 0 ? 127 : -128;
                    weight = static_cast<std::int8_t>(is_extreme ? extreme : static_cast<int>(random() % 129) - 64);
                }
                for (float& one : in) {
                    const int byte = is_extreme ? (random() % 2 == 0 ? 0 : 255) : static_cast<int>(random() % 256);
                    one = in_scale * static_cast<float>(byte - zero);
                }
                std::vector<float> scales(a.outputs);
                for (std::size_t i = 0; i < a.outputs; ++i) scales[i] = 0.001F * static_cast<float>(i + 1);
                const Winograd<std::int16_t> layer(weights, scales, std::vector<float>(a.outputs, 0.25F), a.inputs, in_scale,
                                                   static_cast<std::uint8_t>(zero), a.has_edge);
                const auto weight = [&](std::size_t i) {
                    return static_cast<double>(scales[i / (a.inputs * 9)]) * static_cast<double>(weights[i]);
                };
                CHECK(error_of(a, layer, weight, in, false) < 0.004);
            }
}

namespace {

/// A layer by these kernels, with random numbers that are always the same.
template <class Number>
std::vector<float> outputs_of(const WinogradKernels<Number>& kernels) {
    using Sum = typename WinogradKernels<Number>::Sum;
    std::mt19937 random{5};
    const Grid grid{7, 6, 3};
    const std::size_t inputs = 32, outputs = 48, tiles = grid.tiles();
    const std::size_t stride = place_stride(tiles, inputs), sum_stride = place_stride(tiles, outputs);
    std::vector<float> numbers(grid.boards * grid.wide_rows() * grid.wide_columns() * inputs), scales(outputs);
    std::vector<Number> boards(numbers.size()), weights(inputs * outputs), spread(PLACES * stride);
    std::vector<Sum> sums(PLACES * sum_stride);
    for (float& one : numbers) one = 0.01F * static_cast<float>(static_cast<int>(random() % 400) - 100);
    for (float& one : scales) one = 1e-6F * static_cast<float>(random() % 100);
    for (Number& one : weights) one = static_cast<Number>(static_cast<int>(random() % 2001) - 1000);
    kernels.take(numbers.data(), numbers.size(), 0.01F, 20, boards.data());
    kernels.spread(grid, boards.data(), inputs, spread.data());
    for (std::size_t place = 0; place < PLACES; ++place)
        kernels.multiply(spread.data() + place * stride, tiles, inputs, weights.data(), outputs, sums.data() + place * sum_stride,
                         outputs);
    std::vector<float> out(grid.boards * grid.rows * grid.columns * outputs);
    kernels.gather(grid, sums.data(), scales.data(), std::vector<float>(outputs, 0.5F).data(), true, outputs, outputs,
                   out.data());
    return out;
}

template <class Number>
void check_kernels() {
    if (avx512_winograd<Number>() == nullptr || avx2_winograd<Number>() == nullptr) return;
    const auto wide = outputs_of(*avx512_winograd<Number>()), narrow = outputs_of(*avx2_winograd<Number>());
    const float most = *std::max_element(wide.begin(), wide.end());
    CHECK(most > 1);
    for (std::size_t i = 0; i < wide.size(); ++i) CHECK(std::abs(wide[i] - narrow[i]) <= 1e-5F * most);
}

}  // namespace

TEST(both_kinds_of_winograd_kernels_say_the_same) {
    check_kernels<float>();
    check_kernels<std::int16_t>();
}

TEST(layers_that_the_processor_cannot_run_are_refused) {
    const std::vector<float> weights(16 * 9), biases(16);
    if (has_winograd()) {
        CHECK_THROWS(RulesError, (Winograd<float>(std::vector<float>(9), std::vector<float>(1), 1)));
    } else {
        CHECK_THROWS(RulesError, (Winograd<float>(weights, biases, 1)));
        CHECK_THROWS(RulesError, (Product(std::vector<float>(16), biases)));
    }
}
