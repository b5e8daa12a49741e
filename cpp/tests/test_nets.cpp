// Networks in eight bits: every kernel gives the sums of the plain one, and layers that do not fit are refused.
#include <cmath>
#include <random>

#include "core/errors.hpp"
#include "nets/conv_kernel.hpp"
#include "nets/tower.hpp"
#include "tests/check.hpp"

using namespace duiyi;
using namespace duiyi::nets;

namespace {

/// Weights of seven bits and bytes of eight, the extremes among them.
struct Numbers {
    std::mt19937 random{5};
    std::int8_t weight() { return static_cast<std::int8_t>(static_cast<int>(random() % 129) - 64); }
    std::uint8_t byte() { return random() % 4 == 0 ? 255 : static_cast<std::uint8_t>(random() % 256); }

    Conv conv(std::size_t inputs, std::size_t outputs, std::size_t size) {
        std::vector<std::int8_t> weights(inputs * outputs * size * size);
        for (auto& one : weights) one = weight();
        const std::vector<float> scales(outputs, 0.01F), biases(outputs, 0.1F);
        return {weights, scales, biases, inputs, size, 0.02F, 3};
    }
    static Linear linear(std::size_t inputs, std::size_t outputs) {
        return {std::vector<float>(inputs * outputs, 0.01F), std::vector<float>(outputs, 0.1F)};
    }
    TowerParts parts() {
        TowerParts parts;
        parts.rows = 3;
        parts.columns = 4;
        parts.stem = conv(5, 16, 3);
        parts.edge.assign(12 * 16, 0.5F);
        parts.blocks.push_back({conv(16, 16, 3), conv(16, 16, 3), linear(32, 16)});
        parts.policy_in = conv(16, 16, 1);
        parts.policy_pool = linear(32, 16);
        parts.policy_out = linear(16, 1);
        parts.value_in = conv(16, 32, 1);
        parts.value_hidden = linear(96, 16);
        parts.value_out = linear(16, 2);
        return parts;
    }
};

}  // namespace

TEST(every_kernel_gives_the_sums_of_the_plain_one) {
    Numbers numbers;
    const std::size_t quads = 5, columns = MOST_POINTS + 2;
    std::vector<std::uint8_t> in(3 * columns * 4 * quads);
    for (auto& one : in) one = numbers.byte();
    for (const std::size_t size : {std::size_t{1}, std::size_t{3}})
        for (std::size_t groups = 1; groups <= MOST_GROUPS; ++groups)
            for (std::size_t points = 1; points <= MOST_POINTS; ++points) {
                std::vector<std::int8_t> weights(size * size * quads * groups * 64);
                for (auto& one : weights) one = numbers.weight();
                const std::vector<float> scales(16 * groups, 0.5F), biases(16 * groups, 1.0F);
                const float least = least_of(points % 2 == 0);
                const auto answer = [&](StripKernel kernel) {
                    std::vector<float> out(points * 16 * groups);
                    kernel({in.data(), 4 * quads, columns * 4 * quads, size, quads, weights.data(), groups * 64, scales.data(),
                            biases.data(), least, out.data(), 16 * groups});
                    return out;
                };
                const auto wanted = answer(plain_kernel(points, groups));
                for (const StripKernel kernel : {vnni_kernel(points, groups), avx2_kernel(points, groups)})
                    if (kernel != nullptr) CHECK(answer(kernel) == wanted);  // halves of whole numbers: nothing is rounded
            }
}

namespace {

void check_convolution(bool has_edge) {
    Numbers numbers;
    const std::size_t rows = 3, columns = 14, inputs = 6, outputs = 64;
    std::vector<std::int8_t> weights(inputs * outputs * 9);
    for (auto& one : weights) one = numbers.weight();
    const std::vector<float> scales(outputs, 0.25F), biases(outputs, 0.5F);
    const Conv conv(weights, scales, biases, inputs, 3, 0.5F, 7, has_edge);
    std::vector<float> board(rows * columns * inputs), out(rows * columns * outputs);
    for (float& one : board) one = static_cast<float>(static_cast<int>(numbers.random() % 200) - 7) * 0.5F;
    Bytes bytes(rows, columns, inputs);
    bytes.fill(board, conv.in_scale(), conv.in_zero());
    conv.run(bytes, out);
    const std::size_t left_out = has_edge ? 0 : 1;
    for (std::size_t row = left_out; row < rows - left_out; ++row)
        for (std::size_t column = left_out; column < columns - left_out; ++column)
            for (std::size_t output = 0; output < outputs; ++output) {
                double sum = 0;
                for (std::size_t place = 0; place < 9; ++place) {
                    const std::size_t y = row + place / 3 - 1, x = column + place % 3 - 1;
                    if (y >= rows || x >= columns) continue;
                    for (std::size_t input = 0; input < inputs; ++input)
                        sum += board[(y * columns + x) * inputs + input] * weights[(output * inputs + input) * 9 + place];
                }
                const std::size_t point = (row - left_out) * (columns - 2 * left_out) + column - left_out;
                CHECK(std::abs(out[point * outputs + output] - (0.25 * sum + 0.5)) < 0.01);
            }
}

}  // namespace

TEST(a_convolution_in_bytes_is_the_sum_it_stands_for) {
    check_convolution(true);
    check_convolution(false);
}

TEST(planes_and_points_become_the_same_bytes) {
    const std::size_t rows = 2, columns = 5, channels = 6, points = rows * columns;
    std::vector<float> by_point(points * channels), by_plane(points * channels);
    for (std::size_t point = 0; point < points; ++point)
        for (std::size_t i = 0; i < channels; ++i)
            by_plane[i * points + point] = by_point[point * channels + i] = static_cast<float>(point * channels + i) * 0.37F - 4;
    Bytes one(rows, columns, channels), two(rows, columns, channels);
    one.fill(by_point, 0.1F, 9);
    two.fill_planes(by_plane, 0.1F, 9);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            for (std::size_t i = 0; i < channels; ++i) {
                const std::size_t at = ((row + 1) * (columns + 2) + column + 1) * one.stride + i;
                CHECK_EQUAL(int{one.bytes[at]}, int{two.bytes[at]});
            }
}

TEST(several_threads_answer_as_one) {
    Tower one(Numbers().parts(), 1), three(Numbers().parts(), 3);
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{8}}) {
        std::vector<float> planes(count * one.row());
        for (std::size_t i = 0; i < planes.size(); ++i) planes[i] = static_cast<float>(i % 3) / 2;
        std::vector<float> logits(count * one.num_moves()), rates(count * 2), others(logits), other_rates(rates);
        one.run(planes, logits, rates);
        three.run(planes, others, other_rates);
        CHECK(logits == others);
        CHECK(rates == other_rates);
        for (std::size_t i = 0; i < count; ++i) CHECK(std::abs(rates[2 * i] + rates[2 * i + 1] - 1) < 1e-6);
    }
}

TEST(parts_that_do_not_fit_are_refused) {
    const auto spoilt = [](auto&& spoil) {
        Numbers numbers;
        TowerParts parts = numbers.parts();
        spoil(parts, numbers);
        return parts;
    };
    CHECK_THROWS(RulesError, Tower(spoilt([](auto& parts, auto&) { parts.edge.pop_back(); }), 1));
    CHECK_THROWS(RulesError, Tower(spoilt([](auto& parts, auto& numbers) { parts.policy_in = numbers.conv(32, 16, 1); }), 1));
    CHECK_THROWS(RulesError, Tower(spoilt([](auto& parts, auto&) { parts.policy_out = Numbers::linear(16, 2); }), 1));
    CHECK_THROWS(RulesError, Tower(spoilt([](auto& parts, auto&) { parts.value_hidden = Numbers::linear(95, 16); }), 1));
    CHECK_THROWS(RulesError, Tower(spoilt([](auto& parts, auto&) {
                                       parts.policy_out = Numbers::linear(16, 4);
                                       parts.places = {0, 12};
                                   }),
                                   1));
    CHECK_THROWS(RulesError, Tower(TowerParts(), 1));
}
