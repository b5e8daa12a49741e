// Plain networks for Python, which adds their layers one by one.
#include "nets/layers.hpp"

#include <nanobind/stl/tuple.h>

#include "arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace duiyi {
namespace {

using nets::Layers;

std::uint8_t as_byte(int zero) {
    if (zero < 0 || zero > 255) throw RulesError("expected a zero of bytes");
    return static_cast<std::uint8_t>(zero);
}

std::size_t add_conv(Layers& layers, std::size_t from, const Array<const float>& weights, const Array<const float>& biases,
                     bool is_relu, bool has_edge) {
    return layers.add_conv(from, span_of(weights), span_of(biases), is_relu, has_edge);
}

std::size_t add_small_conv(Layers& layers, std::size_t from, const Array<const std::int8_t>& weights,
                           const Array<const float>& scales, const Array<const float>& biases, float in_scale, int in_zero,
                           bool is_relu, bool has_edge) {
    return layers.add_conv(from, span_of(weights), span_of(scales), span_of(biases), in_scale, as_byte(in_zero), is_relu,
                           has_edge);
}

std::size_t add_linear(Layers& layers, std::size_t from, const Array<const float>& weights, const Array<const float>& biases,
                       bool is_relu) {
    return layers.add_linear(from, span_of(weights), span_of(biases), is_relu);
}

std::size_t add_small_linear(Layers& layers, std::size_t from, const Array<const std::int8_t>& weights,
                             const Array<const float>& scales, const Array<const float>& biases, float in_scale, int in_zero,
                             bool is_relu) {
    return layers.add_linear(from, span_of(weights), span_of(scales), span_of(biases), in_scale, as_byte(in_zero), is_relu);
}

}  // namespace

void bind_layers(nb::module_& m) {
    nb::class_<Layers>(
        m, "Layers",
        "A plain network, for one thread of Python at a time. Layers are added one after the other, and each reads "
        "the numbers of one before it; 0 are the planes.")
        .def(nb::init<std::size_t, std::size_t, std::size_t, std::size_t>(), "planes"_a, "rows"_a, "columns"_a, "threads"_a = 1)
        .def("add_conv", &add_conv, "source"_a, "weights"_a, "biases"_a, "is_relu"_a, "has_edge"_a = true,
             "A convolution of 1 or 3 over the whole board, or without the edge only where all of it lies on the board; "
             "weights by output, input, row and column.")
        .def("add_small_conv", &add_small_conv, "source"_a, "weights"_a, "scales"_a, "biases"_a, "in_scale"_a, "in_zero"_a,
             "is_relu"_a, "has_edge"_a = true, "The same in eight bits: weights count as many scales, inputs become bytes.")
        .def("add_flat", &Layers::add_flat, "source"_a, "first"_a, "count"_a,
             "Some channels of a board as one row of numbers, channel by channel.")
        .def("add_linear", &add_linear, "source"_a, "weights"_a, "biases"_a, "is_relu"_a,
             "A layer that connects everything; weights by output and input.")
        .def("add_small_linear", &add_small_linear, "source"_a, "weights"_a, "scales"_a, "biases"_a, "in_scale"_a, "in_zero"_a,
             "is_relu"_a, "The same in eight bits, as the convolution.")
        .def("add_softmax", &Layers::add_softmax, "source"_a)
        .def("end", &Layers::end, "logits"_a, "rates"_a, "Say which numbers are the answer; only then can it run.")
        .def_prop_ro("sizes", &sizes_of<Layers>, "Numbers in a row of planes, moves, seats.")
        .def("run", &run_net<Layers>, "planes"_a, "logits"_a, "rates"_a,
             "Fill logits by move and rates by seat for every row of planes.");
}

}  // namespace duiyi
