// Plain networks: connected layers against plain loops, and many boards at once against one alone.
#include <cmath>
#include <random>

#include "core/errors.hpp"
#include "nets/layers.hpp"
#include "tests/check.hpp"

using namespace duiyi;
using namespace duiyi::nets;

namespace {

struct Numbers {
    std::mt19937 random{7};

    std::vector<float> floats(std::size_t count, float most) {
        std::uniform_real_distribution<float> number(-most, most);
        std::vector<float> all(count);
        for (float& one : all) one = number(random);
        return all;
    }
    /// Of seven bits and a sign.
    std::vector<std::int8_t> small(std::size_t count) {
        std::vector<std::int8_t> all(count);
        for (auto& one : all) one = static_cast<std::int8_t>(static_cast<int>(random() % 129) - 64);
        return all;
    }
};

std::size_t filled(std::size_t count) { return (count + 15) / 16 * 16; }

struct Sizes {
    std::size_t rows, inputs, outputs;
};
const Sizes SIZES[] = {{1, 1, 1}, {3, 5, 16}, {16, 64, 48}, {13, 33, 70}, {32, 128, 32}};

/// Rows of random numbers, filled up to sixteens.
std::vector<float> rows_of(Numbers& numbers, const Sizes& a, float most) {
    std::vector<float> in = numbers.floats(a.rows * filled(a.inputs), most);
    for (std::size_t i = 0; i < in.size(); ++i)
        if (i % filled(a.inputs) >= a.inputs) in[i] = 0;
    return in;
}

/// Convolutions with and without the edge, in full precision or eight bits, and two connected layers behind them.
Layers network(bool is_small, std::size_t threads) {
    Numbers numbers;
    Layers layers(3, 6, 7, threads);
    const auto conv = [&](std::size_t from, std::size_t inputs, std::size_t outputs, bool has_edge) {
        const std::size_t count = inputs * outputs * 9;
        const auto biases = numbers.floats(outputs, 0.1F);
        if (!is_small) return layers.add_conv(from, numbers.floats(count, 0.1F), biases, true, has_edge);
        return layers.add_conv(from, numbers.small(count), std::vector<float>(outputs, 0.002F), biases, 0.01F, 3, true, has_edge);
    };
    const auto linear = [&](std::size_t from, std::size_t inputs, std::size_t outputs) {
        const auto biases = numbers.floats(outputs, 0.1F);
        if (!is_small) return layers.add_linear(from, numbers.floats(inputs * outputs, 0.1F), biases, false);
        return layers.add_linear(from, numbers.small(inputs * outputs), std::vector<float>(outputs, 0.002F), biases, 0.01F, 3,
                                 false);
    };
    const std::size_t wide = conv(conv(conv(0, 3, 20, true), 20, 40, false), 40, 36, false);
    const std::size_t flat = layers.add_flat(wide, 2, 30);
    layers.end(linear(flat, 30 * 2 * 3, 11), layers.add_softmax(linear(flat, 30 * 2 * 3, 2)));
    return layers;
}

}  // namespace

TEST(a_connected_layer_is_the_sums_it_stands_for) {
    if (!has_winograd()) return;
    Numbers numbers;
    for (const Sizes& a : SIZES)
        for (const bool is_relu : {false, true}) {
            const auto weights = numbers.floats(a.inputs * a.outputs, 1), biases = numbers.floats(a.outputs, 1);
            const auto in = rows_of(numbers, a, 1);
            std::vector<float> out(a.rows * filled(a.outputs));
            Product(weights, biases).run(in.data(), a.rows, is_relu, out.data());
            for (std::size_t row = 0; row < a.rows; ++row)
                for (std::size_t output = 0; output < a.outputs; ++output) {
                    double sum = static_cast<double>(biases[output]);
                    for (std::size_t i = 0; i < a.inputs; ++i)
                        sum += static_cast<double>(weights[output * a.inputs + i]) *
                               static_cast<double>(in[row * filled(a.inputs) + i]);
                    const double meant = is_relu ? std::max(sum, 0.0) : sum;
                    CHECK(std::abs(meant - static_cast<double>(out[row * filled(a.outputs) + output])) < 1e-4);
                }
        }
}

TEST(a_connected_layer_in_bytes_is_the_sums_it_stands_for) {
    Numbers numbers;
    for (const Sizes& a : SIZES)
        for (const bool is_relu : {false, true})
            for (const std::uint8_t zero : {std::uint8_t{0}, std::uint8_t{100}}) {
                const auto weights = numbers.small(a.inputs * a.outputs);
                const auto biases = numbers.floats(a.outputs, 1), in = rows_of(numbers, a, 5);
                const std::vector<float> scales(a.outputs, 0.5F);
                std::vector<float> out(a.rows * filled(a.outputs));
                std::vector<std::uint8_t> bytes(in.size());
                ByteProduct(weights, scales, biases, 0.25F, zero).run(in.data(), a.rows, is_relu, out.data(), bytes);
                for (std::size_t row = 0; row < a.rows; ++row)
                    for (std::size_t output = 0; output < a.outputs; ++output) {
                        double sum = 0;
                        for (std::size_t i = 0; i < a.inputs; ++i) {
                            const float byte = std::nearbyint(in[row * filled(a.inputs) + i] * 4 + static_cast<float>(zero));
                            sum += weights[output * a.inputs + i] * (std::clamp(static_cast<int>(byte), 0, 255) - zero);
                        }
                        sum = 0.125 * sum + static_cast<double>(biases[output]);
                        const double meant = is_relu ? std::max(sum, 0.0) : sum;
                        CHECK(std::abs(meant - static_cast<double>(out[row * filled(a.outputs) + output])) < 0.01);
                    }
            }
}

TEST(many_boards_answer_as_each_alone) {
    if (!has_winograd()) return;
    for (const bool is_small : {false, true}) {
        Layers one = network(is_small, 1), two = network(is_small, 2);
        const std::size_t count = 71;
        Numbers numbers;
        const auto planes = numbers.floats(count * one.row(), 1);
        std::vector<float> logits(count * one.num_moves()), rates(count * 2), others(logits), other_rates(rates);
        one.run(planes, logits, rates);
        two.run(planes, others, other_rates);
        CHECK(logits == others);
        CHECK(rates == other_rates);
        for (std::size_t i = 0; i < count; ++i)
            one.run({planes.data() + i * one.row(), one.row()}, {others.data() + i * one.num_moves(), one.num_moves()},
                    {other_rates.data() + i * 2, 2});
        CHECK(logits == others);
        CHECK(rates == other_rates);
        CHECK(logits[0] != logits[one.num_moves()]);
    }
}

TEST(a_board_that_is_all_edge_cannot_be_left_without_it) {
    if (!has_winograd()) return;
    Layers layers(1, 2, 5, 1);
    CHECK_THROWS(RulesError, layers.add_conv(0, std::vector<float>(16 * 9), std::vector<float>(16), true, false));
}
