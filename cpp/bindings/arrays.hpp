// Arrays of Python as spans, and how any kind of network is asked with them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <span>
#include <tuple>

#include "core/errors.hpp"

namespace duiyi {

template <class Number>
using Array = nanobind::ndarray<Number, nanobind::c_contig, nanobind::device::cpu>;

template <class Number>
std::span<Number> span_of(const Array<Number>& array) {
    return {array.data(), array.size()};
}

template <class Net>
std::tuple<std::size_t, std::size_t, std::size_t> sizes_of(const Net& net) {
    return {net.row(), net.num_moves(), net.seats()};
}

template <class Net>
void run_net(Net& net, const Array<const float>& planes, const Array<float>& logits, const Array<float>& rates) {
    const std::size_t count = rates.size() / net.seats();
    if (planes.size() != count * net.row() || logits.size() != count * net.num_moves() || rates.size() % net.seats() != 0)
        throw RulesError("expected planes, a logit for every move and a rate for every seat, row by row");
    const nanobind::gil_scoped_release released;
    net.run(span_of(planes), span_of(logits), span_of(rates));
}

}  // namespace duiyi
