#include "nets/winograd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/errors.hpp"

namespace duiyi::nets {
namespace {

/// A row or column of three weights to the six that are multiplied. Each could be any number of times as large, and its sum
/// count for less in turn: with these all places have sums of about one size, so that one scale does for whole ones.
constexpr double SPREAD[WIDE][3] = {{1.0 / 3, 0, 0},
                                    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                    {1.0 / 9, 2.0 / 9, 4.0 / 9},
                                    {1.0 / 9, -2.0 / 9, 4.0 / 9},
                                    {0, 0, 1.0 / 3}};
/// By what a row or column of a tile is multiplied for each place: the sums of what is added and of what is taken away.
constexpr double ADDED[WIDE] = {5, 2, 5, 3, 3, 5}, TAKEN[WIDE] = {5, 8, 5, 3, 3, 5};

/// The most that a place can hold for inputs from -low to high.
double most_in(std::size_t place, double low, double high) {
    const double added = ADDED[place / WIDE] * ADDED[place % WIDE] + TAKEN[place / WIDE] * TAKEN[place % WIDE];
    const double taken = ADDED[place / WIDE] * TAKEN[place % WIDE] + TAKEN[place / WIDE] * ADDED[place % WIDE];
    return std::max(high * added + low * taken, high * taken + low * added);
}

template <class Weight>
double spread_weight(const Weight* nine, std::size_t place) {
    double sum = 0;
    for (std::size_t i = 0; i < 9; ++i)
        sum += SPREAD[place / WIDE][i / 3] * SPREAD[place % WIDE][i % 3] * static_cast<double>(nine[i]);
    return sum;
}

std::size_t up_to(std::size_t number, std::size_t multiple) { return (number + multiple - 1) / multiple * multiple; }

}  // namespace

bool has_winograd() { return best_winograd<float>() != nullptr; }

template <class Number>
Winograd<Number>::Winograd(std::span<const float> biases, std::size_t inputs, bool has_edge)
    : inputs_(inputs),
      channels_(up_to(inputs, 64 / sizeof(Number))),
      has_edge_(has_edge),
      weights_(PLACES * channels_ * biases.size()),
      scales_(biases.size(), 1.0F),
      biases_(biases.begin(), biases.end()),
      kernels_(best_winograd<Number>()) {
    if (kernels_ == nullptr) throw RulesError("expected a processor with AVX2");
    if (inputs == 0 || biases.empty() || biases.size() % GROUP != 0) throw RulesError("expected outputs by sixteens");
}

template <class Number>
Winograd<Number>::Winograd(std::span<const float> weights, std::span<const float> biases, std::size_t inputs, bool has_edge)
    requires std::is_same_v<Number, float>
    : Winograd(biases, inputs, has_edge) {
    for (std::size_t output = 0; output < outputs(); ++output)
        for (std::size_t input = 0; input < inputs; ++input)
            for (std::size_t place = 0; place < PLACES; ++place)
                weight(place, output, input) = static_cast<Number>(spread_weight(&weights[(output * inputs + input) * 9], place));
}

template <class Number>
Winograd<Number>::Winograd(std::span<const std::int8_t> weights, std::span<const float> scales, std::span<const float> biases,
                           std::size_t inputs, float in_scale, std::uint8_t in_zero, bool has_edge)
    requires std::is_same_v<Number, std::int16_t>
    : Winograd(biases, inputs, has_edge) {
    in_scale_ = in_scale;
    in_zero_ = in_zero;
    std::vector<double> spread(inputs * PLACES);
    for (std::size_t output = 0; output < outputs(); ++output) {
        // As many times as neither a weight leaves sixteen bits nor any sum of products 32, whatever the bytes are.
        double times = std::numeric_limits<Number>::max();
        for (std::size_t place = 0; place < PLACES; ++place) {
            double sum = 0, most = 0;
            for (std::size_t input = 0; input < inputs; ++input) {
                const double one = spread[input * PLACES + place] = spread_weight(&weights[(output * inputs + input) * 9], place);
                sum += std::abs(one);
                most = std::max(most, std::abs(one));
            }
            const double room = std::numeric_limits<std::int32_t>::max() / most_in(place, in_zero, 255 - in_zero) -
                                0.5 * static_cast<double>(inputs);
            if (most > 0) times = std::min({times, std::numeric_limits<Number>::max() / most, std::max(room, 0.0) / sum});
        }
        for (std::size_t i = 0; i < spread.size(); ++i)
            weight(i % PLACES, output, i / PLACES) = static_cast<Number>(std::lround(spread[i] * times));
        scales_[output] = static_cast<float>(in_scale * scales[output] / times);
    }
}

template <class Number>
Number& Winograd<Number>::weight(std::size_t place, std::size_t output, std::size_t input) {
    const std::size_t first = output / BLOCK * BLOCK, width = std::min(BLOCK, outputs() - first);
    const std::size_t pair = first * PLACES * channels_ + place * channels_ * width + input / PAIRED * PAIRED * width;
    return weights_[pair + (output - first) * PAIRED + input % PAIRED];
}

template <class Number>
Aligned<Number> Winograd<Number>::boards_for(const Grid& grid) const {
    return Aligned<Number>(grid.boards * grid.wide_rows() * grid.wide_columns() * channels_);
}

template <class Number>
void Winograd<Number>::fit(const Grid& grid, Desk& desk) const {
    desk.tiles.resize(std::max(desk.tiles.size(), PLACES * place_stride(grid.tiles(), channels_)));
    desk.sums.resize(std::max(desk.sums.size(), PLACES * place_stride(grid.tiles(), std::min(BLOCK, outputs()))));
}

template <class Number>
void Winograd<Number>::run(const Grid& grid, const float* in, bool is_relu, float* out, Aligned<Number>& boards,
                           Desk& desk) const {
    const std::size_t stride = up_to(inputs_, GROUP), tiles = grid.tiles();
    const std::size_t margin = has_edge_ ? 1 : 0;
    const std::size_t rows = grid.rows + 2 - 2 * margin, columns = grid.columns + 2 - 2 * margin;
    for (std::size_t row = 0; row < grid.boards * rows; ++row) {
        const std::size_t wide_row = row / rows * grid.wide_rows() + row % rows + margin;
        Number* to = boards.data() + (wide_row * grid.wide_columns() + margin) * channels_;
        if (stride == channels_) {
            kernels_->take(in, columns * stride, in_scale_, in_zero_, to);
        } else {
            for (std::size_t column = 0; column < columns; ++column)
                kernels_->take(in + column * stride, stride, in_scale_, in_zero_, to + column * channels_);
        }
        in += columns * stride;
    }
    kernels_->spread(grid, boards.data(), channels_, desk.tiles.data());
    for (std::size_t first = 0; first < outputs(); first += BLOCK) {
        const std::size_t width = std::min(BLOCK, outputs() - first);
        const Number* weights = weights_.data() + first * PLACES * channels_;
        for (std::size_t place = 0; place < PLACES; ++place)
            kernels_->multiply(desk.tiles.data() + place * place_stride(tiles, channels_), tiles, channels_,
                               weights + place * channels_ * width, width, desk.sums.data() + place * place_stride(tiles, width),
                               width);
        kernels_->gather(grid, desk.sums.data(), scales_.data() + first, biases_.data() + first, is_relu, width, outputs(),
                         out + first);
    }
}

template class Winograd<float>;
template class Winograd<std::int16_t>;

}  // namespace duiyi::nets
