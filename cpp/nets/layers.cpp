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

/// What a convolution makes of a board.
Layers::Value Layers::conv_value(std::size_t from, std::size_t outputs, bool is_smaller) const {
    Value out = value(from);
    out.channels = outputs;
    if (!is_smaller) return out;
    demand(out.rows > 2 && out.columns > 2, "a board with more than an edge");
    out.rows -= 2;
    out.columns -= 2;
    return out;
}

std::size_t Layers::add_conv(std::size_t from, std::span<const float> weights, std::span<const float> biases, bool is_relu,
                             bool has_edge) {
    const std::size_t size = size_of(from, weights.size(), biases.size()), inputs = value(from).channels;
    const Value out = conv_value(from, biases.size(), size == 3 && !has_edge);
    if (size == 1) return add({from, is_relu, Product(weights, biases)}, out);
    const auto all = filled(weights, inputs * 9, biases.size()), all_biases = filled(biases, 1, biases.size());
    return add({from, is_relu, Winograd<float>(all, all_biases, inputs, has_edge)}, out);
}

std::size_t Layers::add_conv(std::size_t from, std::span<const std::int8_t> weights, std::span<const float> scales,
                             std::span<const float> biases, float in_scale, std::uint8_t in_zero, bool is_relu, bool has_edge) {
    const std::size_t size = size_of(from, weights.size(), biases.size()), count = biases.size();
    demand(scales.size() == count && in_scale > 0, "scales of weights and inputs");
    const Value in = value(from), out = conv_value(from, count, size == 3 && !has_edge);
    if (size == 1) return add({from, is_relu, ByteProduct(weights, scales, biases, in_scale, in_zero)}, out);
    const auto all_scales = filled(scales, 1, count), all_biases = filled(biases, 1, count);
    if (in.channels >= WIDE_INPUTS) {
        const auto all = filled(weights, in.channels * 9, count);
        return add({from, is_relu, Winograd<std::int16_t>(all, all_scales, all_biases, in.channels, in_scale, in_zero, has_edge)},
                   out);
    }
    const std::size_t inputs = from == 0 ? in.channels : in.stride();
    const auto wide = widened(weights, in.channels, 9, inputs);
    const auto all = filled<std::int8_t>(wide, inputs * 9, count);
    return add({from, is_relu, Conv(all, all_scales, all_biases, inputs, 3, in_scale, in_zero, has_edge)}, out);
}

std::size_t Layers::add_flat(std::size_t from, std::size_t first, std::size_t count) {
    const Value in = value(from);
    demand(first < in.channels && count > 0 && count <= in.channels - first, "channels of a board");
    return add({from, false, Flat{first}}, {1, 1, count * in.points(), in.is_late});
}

std::size_t Layers::add_linear(std::size_t from, std::span<const float> weights, std::span<const float> biases, bool is_relu) {
    demand(value(from).points() == 1 && weights.size() == biases.size() * value(from).channels, "weights of a connected layer");
    return add({from, is_relu, Product(weights, biases)}, {1, 1, biases.size(), true});
}

std::size_t Layers::add_linear(std::size_t from, std::span<const std::int8_t> weights, std::span<const float> scales,
                               std::span<const float> biases, float in_scale, std::uint8_t in_zero, bool is_relu) {
    demand(value(from).points() == 1 && weights.size() == biases.size() * value(from).channels, "weights of a connected layer");
    demand(scales.size() == biases.size() && in_scale > 0, "scales of weights and inputs");
    return add({from, is_relu, ByteProduct(weights, scales, biases, in_scale, in_zero)}, {1, 1, biases.size(), true});
}

std::size_t Layers::add_softmax(std::size_t from) {
    demand(value(from).points() == 1, "a row of numbers for a softmax");
    return add({from, false, Softmax{}}, {1, 1, value(from).channels, true});
}

void Layers::end(std::size_t logits, std::size_t rates) {
    demand(desks_.empty(), "one end");
    demand(value(logits).points() == 1 && value(rates).points() == 1, "rows of numbers at the end");
    logits_ = logits;
    rates_ = rates;
    values_[logits].is_kept = values_[rates].is_kept = true;
    turns_planes_ = logits == 0 || rates == 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        if (values_[i + 1].is_late) values_[steps_[i].from].is_kept = true;
        if (steps_[i].from == 0 && !std::holds_alternative<Conv>(steps_[i].layer)) turns_planes_ = true;
    }
    for (std::size_t i = 0; i < threads_; ++i) desks_.push_back(new_desk());
    if (threads_ > 1) crew_ = std::make_unique<Crew>(threads_);
}

Layers::Desk Layers::new_desk() const {
    Desk desk;
    for (const Value& value : values_) desk.values.emplace_back(room(value) * value.size());
    desk.float_boards.resize(steps_.size());
    desk.short_boards.resize(steps_.size());
    desk.bytes.resize(steps_.size());
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        const Value &in = values_[steps_[i].from], &out = values_[i + 1];
        const std::size_t boards = out.is_late ? MANY : few();
        const Grid grid{out.rows, out.columns, boards};
        if (const auto* layer = std::get_if<Winograd<float>>(&steps_[i].layer)) {
            desk.float_boards[i] = layer->boards_for(grid);
            layer->fit(grid, desk.floats);
        } else if (const auto* shorts = std::get_if<Winograd<std::int16_t>>(&steps_[i].layer)) {
            desk.short_boards[i] = shorts->boards_for(grid);
            shorts->fit(grid, desk.shorts);
        } else if (const auto* conv = std::get_if<Conv>(&steps_[i].layer)) {
            desk.bytes[i] = Bytes(in.rows, in.columns, conv->inputs());
        } else if (std::holds_alternative<ByteProduct>(steps_[i].layer)) {
            desk.byte_rows.resize(std::max(desk.byte_rows.size(), boards * in.size()));
        }
    }
    return desk;
}

void Layers::run(std::span<const float> planes, std::span<float> logits, std::span<float> rates) {
    demand(!desks_.empty(), "an end");
    const std::size_t count = rates.size() / seats();
    const auto share = [&](std::size_t first, std::size_t last, Desk& desk) {
        for (std::size_t i = first; i < last; i += MANY)
            run_many(desk, std::min(MANY, last - i), planes.data() + i * row(), logits.data() + i * num_moves(),
                     rates.data() + i * seats());
    };
    if (crew_ == nullptr || count < 2) return share(0, count, desks_[0]);
    crew_->run([&](std::size_t i) { share(count * i / crew_->size(), count * (i + 1) / crew_->size(), desks_[i]); });
}

/// A few boards at a time as far as they are boards, then all of them through the connected layers.
void Layers::run_many(Desk& desk, std::size_t count, const float* planes, float* logits, float* rates) const {
    for (std::size_t first = 0; first < count; first += few()) {
        desk.planes = planes + first * row();
        run_few(desk, first, std::min(few(), count - first));
    }
    for (std::size_t i = 0; i < steps_.size(); ++i)
        if (values_[i + 1].is_late) run_step(desk, i, 0, count);
    for (std::size_t i = 0; i < count; ++i) {
        std::copy_n(numbers(desk, logits_, i), num_moves(), logits + i * num_moves());
        std::copy_n(numbers(desk, rates_, i), seats(), rates + i * seats());
    }
}

void Layers::run_few(Desk& desk, std::size_t first, std::size_t count) const {
    const Value& board = values_[0];
    for (std::size_t i = 0; turns_planes_ && i < count; ++i)
        turn(desk.planes + i * row(), board.channels, board.points(), board.points(), board.stride(),
             numbers(desk, 0, first) + i * board.size());
    for (std::size_t i = 0; i < steps_.size(); ++i)
        if (!values_[i + 1].is_late) run_step(desk, i, first, count);
}

float* Layers::numbers(Desk& desk, std::size_t value, std::size_t first) const {
    return desk.values[value].data() + (room(values_[value]) == MANY ? first * values_[value].size() : 0);
}

void Layers::run_step(Desk& desk, std::size_t number, std::size_t first, std::size_t count) const {
    const Step& step = steps_[number];
    const Value &in = values_[step.from], &out = values_[number + 1];
    const float* from = numbers(desk, step.from, first);
    float* to = numbers(desk, number + 1, first);
    const Grid grid{out.rows, out.columns, count};
    if (const auto* floats = std::get_if<Winograd<float>>(&step.layer)) {
        floats->run(grid, from, step.is_relu, to, desk.float_boards[number], desk.floats);
    } else if (const auto* shorts = std::get_if<Winograd<std::int16_t>>(&step.layer)) {
        shorts->run(grid, from, step.is_relu, to, desk.short_boards[number], desk.shorts);
    } else if (const auto* product = std::get_if<Product>(&step.layer)) {
        product->run(from, count * in.points(), step.is_relu, to);
    } else if (const auto* bytes = std::get_if<ByteProduct>(&step.layer)) {
        bytes->run(from, count * in.points(), step.is_relu, to, desk.byte_rows);
    } else if (const auto* conv = std::get_if<Conv>(&step.layer)) {
        Bytes& board = desk.bytes[number];
        for (std::size_t i = 0; i < count; ++i) {
            if (step.from == 0) board.fill_planes({desk.planes + i * row(), row()}, conv->in_scale(), conv->in_zero());
            else board.fill({from + i * in.size(), in.size()}, conv->in_scale(), conv->in_zero());
            conv->run(board, {to + i * out.size(), out.size()}, step.is_relu);
        }
    } else if (const auto* flat = std::get_if<Flat>(&step.layer)) {
        for (std::size_t i = 0; i < count; ++i)
            turn(from + i * in.size() + flat->first, in.points(), in.stride(), out.channels / in.points(), in.points(),
                 to + i * out.size());
    } else {
        for (std::size_t i = 0; i < count; ++i) softmax(from + i * in.size(), in.channels, to + i * out.size());
    }
}

}  // namespace duiyi::nets
