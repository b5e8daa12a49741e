// A plain network, layer after layer: convolutions, connected layers and what lies between them, as other programs have them.
#pragma once

#include <algorithm>
#include <memory>
#include <variant>

#include "nets/byte_product.hpp"
#include "nets/conv.hpp"
#include "nets/crew.hpp"
#include "nets/product.hpp"
#include "nets/winograd.hpp"

namespace duiyi::nets {

/// Layers are added one after the other; each reads the numbers of one before it, 0 being the planes.
class Layers {
  public:
    /// Throws RulesError, as everything here, where something does not fit.
    Layers(std::size_t planes, std::size_t rows, std::size_t columns, std::size_t threads);

    /// Of one or three points, over the whole board or all but its edge; `weights` by output, input, row and column.
    std::size_t add_conv(std::size_t from, std::span<const float> weights, std::span<const float> biases, bool is_relu,
                         bool has_edge = true);
    /// In eight bits, as `Conv`.
    std::size_t add_conv(std::size_t from, std::span<const std::int8_t> weights, std::span<const float> scales,
                         std::span<const float> biases, float in_scale, std::uint8_t in_zero, bool is_relu, bool has_edge = true);
    /// Some channels of a board as one row of numbers, channel by channel.
    std::size_t add_flat(std::size_t from, std::size_t first, std::size_t count);
    /// `weights` by output and input.
    std::size_t add_linear(std::size_t from, std::span<const float> weights, std::span<const float> biases, bool is_relu);
    /// In eight bits, as `ByteProduct`.
    std::size_t add_linear(std::size_t from, std::span<const std::int8_t> weights, std::span<const float> scales,
                           std::span<const float> biases, float in_scale, std::uint8_t in_zero, bool is_relu);
    std::size_t add_softmax(std::size_t from);
    /// Says which rows of numbers are the logits and the rates; only then can it run.
    void end(std::size_t logits, std::size_t rates);

    std::size_t row() const { return values_[0].channels * values_[0].points(); }
    std::size_t num_moves() const { return values_[logits_].channels; }
    std::size_t seats() const { return values_[rates_].channels; }

    /// As many rows as there are rates.
    void run(std::span<const float> planes, std::span<float> logits, std::span<float> rates);

  private:
    static constexpr std::size_t FEW_POINTS = 512;  // of boards: enough to use a weight often, few enough for the nearer caches
    static constexpr std::size_t MANY = 32;         // boards, for connected layers: their weights may be megabytes
    static constexpr std::size_t GROUP = 16;

    /// Numbers by point and channel, the channels filled up to sixteens.
    struct Value {
        std::size_t rows = 1, columns = 1, channels = 0;
        bool is_late = false;  // comes from a connected layer, directly or not: made for many boards at once
        bool is_kept = false;  // of many boards at once, because something late reads it
        std::size_t points() const { return rows * columns; }
        std::size_t stride() const { return (channels + GROUP - 1) / GROUP * GROUP; }
        std::size_t size() const { return points() * stride(); }
    };
    struct Flat {
        std::size_t first;
    };
    struct Softmax {};
    struct Step {
        std::size_t from;
        bool is_relu;
        std::variant<Winograd<float>, Winograd<std::int16_t>, Conv, Product, ByteProduct, Flat, Softmax> layer;
    };
    /// What one thread writes on; vectors by value or by step.
    struct Desk {
        std::vector<Aligned<float>> values, float_boards;
        std::vector<Aligned<std::int16_t>> short_boards;
        std::vector<Bytes> bytes;
        Aligned<std::uint8_t> byte_rows;
        const float* planes = nullptr;  // of the boards at work
        Winograd<float>::Desk floats;
        Winograd<std::int16_t>::Desk shorts;
    };

    const Value& value(std::size_t from) const;
    std::size_t add(Step step, Value value);
    std::size_t size_of(std::size_t from, std::size_t weights, std::size_t outputs) const;
    Value conv_value(std::size_t from, std::size_t outputs, bool is_smaller) const;
    /// Boards at once.
    std::size_t few() const { return std::clamp<std::size_t>(FEW_POINTS / values_[0].points(), 1, MANY); }
    std::size_t room(const Value& value) const { return value.is_late || value.is_kept ? MANY : few(); }
    Desk new_desk() const;
    void run_many(Desk& desk, std::size_t count, const float* planes, float* logits, float* rates) const;
    void run_few(Desk& desk, std::size_t first, std::size_t count) const;
    void run_step(Desk& desk, std::size_t number, std::size_t first, std::size_t count) const;
    float* numbers(Desk& desk, std::size_t value, std::size_t first) const;

    std::vector<Value> values_;
    std::vector<Step> steps_;
    std::size_t logits_ = 0, rates_ = 0, threads_ = 1;
    bool turns_planes_ = false;  // into points; a convolution in bytes needs only planes
    std::vector<Desk> desks_;
    std::unique_ptr<Crew> crew_;
};

}  // namespace duiyi::nets
