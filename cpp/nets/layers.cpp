#include "nets/layers.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"

namespace duiyi::nets {
namespace {

constexpr std::size_t WIDE_INPUTS = 32;  // in eight bits; with fewer the plain way is faster

void demand(bool is_so, const char* what) {
    if (!is_so) throw RulesError(std::string("expected the layers of a network to fit each other: ") + what);
}

/// `count` of them, with others behind them up to sixteens that change nothing.
template <class Number>
std::vector<Number> filled(std::span<const Number> numbers, std::size_t each, std::size_t count) {
    std::vector<Number> all(numbers.begin(), numbers.end());
    all.resize((count + Conv::GROUP - 1) / Conv::GROUP * Conv::GROUP * each);
    return all;
}

/// Weights by output, input and place with inputs up to `wide`.
std::vector<std::int8_t> widened(std::span<const std::int8_t> weights, std::size_t inputs, std::size_t places, std::size_t wide) {
    std::vector<std::int8_t> all;
    for (std::size_t i = 0; i < weights.size(); i += inputs * places) {
        all.insert(all.end(), weights.begin() + i, weights.begin() + i + inputs * places);
        all.resize(all.size() + (wide - inputs) * places);
    }
    return all;
}

/// Planes, or numbers by channel and point, to numbers by point and channel, and back.
void turn(const float* in, std::size_t rows, std::size_t in_stride, std::size_t columns, std::size_t out_stride, float* out) {
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column) out[column * out_stride + row] = in[row * in_stride + column];
}

void relu(float* numbers, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) numbers[i] = std::max(numbers[i], 0.0F);
}

void softmax(const float* in, std::size_t count, float* out) {
    const float most = *std::max_element(in, in + count);
    float sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += out[i] = std::exp(in[i] - most);
    for (std::size_t i = 0; i < count; ++i) out[i] /= sum;
}

}  // namespace

Layers::Layers(std::size_t planes, std::size_t rows, std::size_t columns, std::size_t threads)
    : values_{{rows, columns, planes}}, threads_(std::max<std::size_t>(1, threads)) {
    demand(planes > 0 && rows > 0 && columns > 0, "planes of a board");
}

const Layers::Value& Layers::value(std::size_t from) const {
    demand(from < values_.size(), "a layer before it");
    return values_[from];
}

std::size_t Layers::add(Step step, Value value) {
    demand(desks_.empty(), "nothing behind the end");
    steps_.push_back(std::move(step));
    values_.push_back(value);
    return steps_.size();
}

/// Of a convolution's kernel.
std::size_t Layers::size_of(std::size_t from, std::size_t weights, std::size_t outputs) const {
    const std::size_t pairs = outputs * value(from).channels;
    demand(pairs > 0 && (weights == pairs || weights == 9 * pairs), "weights of a convolution of 1 or 3");
    return weights == pairs ? 1 : 3;
}

std::size_t Layers::add_conv(std::size_t from, std::span<const float> weights, std::span<const float> biases, bool is_relu) {
    const std::size_t size = size_of(from, weights.size(), biases.size());
    const Value in = value(from), out{in.rows, in.columns, biases.size()};
    if (size == 1) return add({from, is_relu, Product(weights, biases)}, out);
    return add({from, is_relu,
                Winograd<float>(filled(weights, in.channels * 9, biases.size()), filled(biases, 1, biases.size()), in.channels)},
               out);
}

std::size_t Layers::add_conv(std::size_t from, std::span<const std::int8_t> weights, std::span<const float> scales,
                             std::span<const float> biases, float in_scale, std::uint8_t in_zero, bool is_relu) {
    const std::size_t size = size_of(from, weights.size(), biases.size()), count = biases.size();
    demand(scales.size() == count && in_scale > 0, "scales of weights and inputs");
    const Value in = value(from), out{in.rows, in.columns, count};
    const std::size_t places = size * size;
    const auto all_scales = filled(scales, 1, count), all_biases = filled(biases, 1, count);
    if (size == 3 && in.channels >= WIDE_INPUTS) {
        const auto all = filled(weights, in.channels * places, count);
        return add({from, is_relu, Winograd<std::int16_t>(all, all_scales, all_biases, in.channels, in_scale, in_zero)}, out);
    }
    const auto wide = widened(weights, in.channels, places, in.stride());
    const auto all = filled<std::int8_t>(wide, in.stride() * places, count);
    return add({from, is_relu, Conv(all, all_scales, all_biases, in.stride(), size, in_scale, in_zero)}, out);
}

std::size_t Layers::add_flat(std::size_t from, std::size_t first, std::size_t count) {
    const std::size_t channels = value(from).channels;
    demand(first < channels && count > 0 && count <= channels - first, "channels of a board");
    return add({from, false, Flat{first}}, {1, 1, count * value(from).points()});
}

std::size_t Layers::add_linear(std::size_t from, std::span<const float> weights, std::span<const float> biases, bool is_relu) {
    demand(value(from).points() == 1 && weights.size() == biases.size() * value(from).channels, "weights of a connected layer");
    return add({from, is_relu, Product(weights, biases)}, {1, 1, biases.size()});
}

std::size_t Layers::add_softmax(std::size_t from) {
    demand(value(from).points() == 1, "a row of numbers for a softmax");
    return add({from, false, Softmax{}}, value(from));
}

void Layers::end(std::size_t logits, std::size_t rates) {
    demand(desks_.empty(), "one end");
    demand(value(logits).points() == 1 && value(rates).points() == 1, "rows of numbers at the end");
    logits_ = logits;
    rates_ = rates;
    for (std::size_t i = 0; i < threads_; ++i) desks_.push_back(new_desk());
    if (threads_ > 1) crew_ = std::make_unique<Crew>(threads_);
}

Layers::Desk Layers::new_desk() const {
    Desk desk;
    for (const Value& value : values_) desk.values.emplace_back(AT_ONCE * value.size());
    desk.float_boards.resize(steps_.size());
    desk.short_boards.resize(steps_.size());
    desk.bytes.resize(steps_.size());
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        const Value& in = values_[steps_[i].from];
        const Grid grid{in.rows, in.columns, AT_ONCE};
        if (const auto* layer = std::get_if<Winograd<float>>(&steps_[i].layer)) {
            desk.float_boards[i] = layer->boards_for(grid);
            layer->fit(grid, desk.floats);
        } else if (const auto* shorts = std::get_if<Winograd<std::int16_t>>(&steps_[i].layer)) {
            desk.short_boards[i] = shorts->boards_for(grid);
            shorts->fit(grid, desk.shorts);
        } else if (std::holds_alternative<Conv>(steps_[i].layer)) {
            desk.bytes[i] = Bytes(in.rows, in.columns, in.stride());
        }
    }
    return desk;
}

void Layers::run(std::span<const float> planes, std::span<float> logits, std::span<float> rates) {
    demand(!desks_.empty(), "an end");
    const std::size_t count = rates.size() / seats();
    const auto share = [&](std::size_t first, std::size_t last, Desk& desk) {
        for (std::size_t i = first; i < last; i += AT_ONCE)
            run_few(desk, std::min(AT_ONCE, last - i), planes.data() + i * row(), logits.data() + i * num_moves(),
                    rates.data() + i * seats());
    };
    if (crew_ == nullptr || count < 2) return share(0, count, desks_[0]);
    crew_->run([&](std::size_t i) { share(count * i / crew_->size(), count * (i + 1) / crew_->size(), desks_[i]); });
}

void Layers::run_few(Desk& desk, std::size_t count, const float* planes, float* logits, float* rates) const {
    const Value& board = values_[0];
    for (std::size_t i = 0; i < count; ++i)
        turn(planes + i * row(), board.channels, board.points(), board.points(), board.stride(),
             desk.values[0].data() + i * board.size());
    for (std::size_t i = 0; i < steps_.size(); ++i) run_step(desk, i, count);
    for (std::size_t i = 0; i < count; ++i) {
        std::copy_n(desk.values[logits_].data() + i * values_[logits_].size(), num_moves(), logits + i * num_moves());
        std::copy_n(desk.values[rates_].data() + i * values_[rates_].size(), seats(), rates + i * seats());
    }
}

void Layers::run_step(Desk& desk, std::size_t number, std::size_t count) const {
    const Step& step = steps_[number];
    const Value &in = values_[step.from], &out = values_[number + 1];
    const float* from = desk.values[step.from].data();
    float* to = desk.values[number + 1].data();
    const Grid grid{in.rows, in.columns, count};
    if (const auto* floats = std::get_if<Winograd<float>>(&step.layer)) {
        floats->run(grid, from, step.is_relu, to, desk.float_boards[number], desk.floats);
    } else if (const auto* shorts = std::get_if<Winograd<std::int16_t>>(&step.layer)) {
        shorts->run(grid, from, step.is_relu, to, desk.short_boards[number], desk.shorts);
    } else if (const auto* product = std::get_if<Product>(&step.layer)) {
        product->run(from, count * in.points(), step.is_relu, to);
    } else if (const auto* conv = std::get_if<Conv>(&step.layer)) {
        for (std::size_t i = 0; i < count; ++i) {
            desk.bytes[number].fill({from + i * in.size(), in.size()}, conv->in_scale(), conv->in_zero());
            conv->run(desk.bytes[number], {to + i * out.size(), out.size()});
        }
        if (step.is_relu) relu(to, count * out.size());
    } else if (const auto* flat = std::get_if<Flat>(&step.layer)) {
        for (std::size_t i = 0; i < count; ++i)
            turn(from + i * in.size() + flat->first, in.points(), in.stride(), out.channels / in.points(), in.points(),
                 to + i * out.size());
    } else {
        for (std::size_t i = 0; i < count; ++i) softmax(from + i * in.size(), in.channels, to + i * out.size());
    }
}

}  // namespace duiyi::nets
