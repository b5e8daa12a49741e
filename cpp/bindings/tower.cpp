// Networks in eight bits for Python: weights come as arrays, boards and answers go as arrays, the GIL is free in between.
#include "nets/tower.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "core/errors.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace duiyi {
namespace {

/// Weights by output, input, row and column; scales and biases by output; scale and zero of the input's bytes.
using ConvTuple = std::tuple<Array<const std::int8_t>, Array<const float>, Array<const float>, float, int>;
/// Weights by output and input, biases.
using LinearTuple = std::tuple<Array<const float>, Array<const float>>;
using Convs = std::map<std::string, ConvTuple>;
using Linears = std::map<std::string, LinearTuple>;

template <class Tuples>
const auto& tuple_of(const Tuples& tuples, const std::string& name) {
    const auto it = tuples.find(name);
    if (it == tuples.end()) throw RulesError("expected a network with " + name);
    return it->second;
}

nets::Conv conv_of(const Convs& convs, const std::string& name) {
    const auto& [weights, scales, biases, in_scale, in_zero] = tuple_of(convs, name);
    if (weights.ndim() != 4 || weights.shape(2) != weights.shape(3) || (weights.shape(2) != 1 && weights.shape(2) != 3) ||
        scales.size() != weights.shape(0) || biases.size() != weights.shape(0))
        throw RulesError("expected weights, scales and biases of a convolution of 1 or 3 in " + name);
    if (in_zero < 0 || in_zero > 255 || !(in_scale > 0)) throw RulesError("expected a scale and a zero of bytes in " + name);
    return {span_of(weights),
            span_of(scales),
            span_of(biases),
            weights.shape(1),
            weights.shape(2),
            in_scale,
            static_cast<std::uint8_t>(in_zero)};
}

nets::Linear linear_of(const Linears& linears, const std::string& name) {
    const auto& [weights, biases] = tuple_of(linears, name);
    if (weights.ndim() != 2 || biases.size() != weights.shape(0)) throw RulesError("expected weights and biases in " + name);
    return {span_of(weights), span_of(biases)};
}

std::unique_ptr<nets::Tower> make_tower(int rows, int columns, const Convs& convs, const Linears& linears,
                                        const Array<const float>& edge, const std::vector<std::size_t>& places, int threads) {
    if (rows < 1 || columns < 1 || threads < 1) throw RulesError("expected a board and one thread or more");
    nets::TowerParts parts;
    parts.rows = static_cast<std::size_t>(rows);
    parts.columns = static_cast<std::size_t>(columns);
    parts.stem = conv_of(convs, "stem");
    parts.policy_in = conv_of(convs, "policy_in");
    parts.value_in = conv_of(convs, "value_in");
    parts.edge.assign(edge.data(), edge.data() + edge.size());
    for (std::size_t i = 0; convs.contains("block" + std::to_string(i) + "/first"); ++i) {
        const std::string block = "block" + std::to_string(i);
        nets::TowerBlock& added = parts.blocks.emplace_back();
        added.first = conv_of(convs, block + "/first");
        added.second = conv_of(convs, block + "/second");
        if (linears.contains(block + "/pool")) added.pool = linear_of(linears, block + "/pool");
    }
    parts.policy_pool = linear_of(linears, "policy_pool");
    parts.policy_out = linear_of(linears, "policy/out");
    parts.value_hidden = linear_of(linears, "value_hidden");
    parts.value_out = linear_of(linears, "value_out");
    if (linears.contains("policy_extra")) parts.policy_extra = linear_of(linears, "policy_extra");
    parts.places = places;
    return std::make_unique<nets::Tower>(std::move(parts), static_cast<std::size_t>(threads));
}

}  // namespace

void bind_tower(nb::module_& m) {
    nb::class_<nets::Tower>(m, "Tower", "A network of residual blocks in eight bits, for one thread of Python at a time.")
        .def(nb::new_(&make_tower), "rows"_a, "columns"_a, "convs"_a, "linears"_a, "edge"_a, "places"_a, "threads"_a = 1,
             "Convolutions by name (weights, scales, biases, input's scale and zero), other layers by name (weights, biases), "
             "what is "
             "added to the first by point and channel, and the board's points on the planes where moves are pairs of them.")
        .def_prop_ro("sizes", &sizes_of<nets::Tower>, "Numbers in a row of planes, moves, seats.")
        .def("run", &run_net<nets::Tower>, "planes"_a, "logits"_a, "rates"_a,
             "Fill logits by move and rates by seat for every row of planes.");
    m.def("has_fast_towers", &nets::is_fast, "Whether this build and processor have instructions for networks in eight bits.");
}

}  // namespace duiyi
