"""Plain networks of others that the core runs itself: convolutions and connected layers, one after the other.

What has any other kind of node, or a convolution of another kind, is left to ONNX Runtime.
"""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import msgspec

from duiyi import _core
from duiyi.base import Game
from duiyi.engines.onnx_file import Array, Node, OnnxFile

__all__ = ["load_layers"]

_SAME = ("Identity", "QuantizeLinear", "DequantizeLinear")  # bytes matter only where a layer reads them
_PLAIN: dict[str, dict[str, tuple[float, ...]]] = {
    "Conv": {"dilations": (1, 1), "strides": (1, 1), "group": (1,), "auto_pad": (0,)},
    "Gemm": {"alpha": (1,), "beta": (1,), "transA": (0,)},
    "Flatten": {"axis": (1,)},
    "Softmax": {"axis": (1,)},
    "Relu": {},
}
"""The kinds of nodes that the core knows, and what their options have to be where they are given."""


def load_layers(path: Path, game: Game, threads: int = 1) -> _core.Layers | None:
    """The network of a file in the core; None where the core cannot run it, or not faster."""
    if not _core.has_fast_towers():
        return None
    try:
        layers = _Reader(OnnxFile(path), game, threads).layers
    except (LookupError, OSError, TypeError, ValueError):
        return None
    return layers if layers.sizes == (math.prod(game.feature_shape), game.num_moves, game.seats) else None


class _Conv(msgspec.Struct):
    """A convolution as the core wants it; scales and the input's bytes where it is one in eight bits."""

    weights: Array
    biases: Array
    is_relu: bool
    has_edge: bool
    scales: Array | None = None
    in_scale: float = 1.0
    in_zero: int = 0

    def with_more(self, other: _Conv) -> _Conv:
        """Both in one, the outputs of the other behind those of this."""
        import numpy as np

        both = [(self.weights, other.weights), (self.biases, other.biases)]
        if self.scales is not None and other.scales is not None:
            both.append((self.scales, other.scales))
        weights, biases, *scales = (np.concatenate(pair) for pair in both)
        scale = scales[0] if scales else None
        return _Conv(weights, biases, self.is_relu, self.has_edge, scale, self.in_scale, self.in_zero)

    def is_like(self, other: _Conv) -> bool:
        """Whether they could be one: alike in everything but the weights."""
        one, two = (
            (conv.weights.shape[1:], conv.weights.dtype, conv.is_relu, conv.scales is None, conv.in_scale, conv.in_zero)
            for conv in (self, other)
        )
        return one == two


class _Reader:
    """Nodes in their order become layers; raises `KeyError` or `ValueError` for those that the core does not know."""

    def __init__(self, file: OnnxFile, game: Game, threads: int) -> None:
        self._file = file
        self.layers = _core.Layers(*game.feature_shape, threads)
        self._same = {
            node.outputs[0]: node.inputs[0]
            for node in file.nodes.values()
            if node.kind in _SAME and node.inputs[0] not in file.weights
        }
        self._nodes = [node for node in file.nodes.values() if node.kind not in _SAME]
        self._readers = Counter(self._origin(name) for node in self._nodes for name in node.inputs)
        self._relus = {self._origin(node.inputs[0]): node for node in self._nodes if node.kind == "Relu"}
        made = {output for node in file.nodes.values() for output in node.outputs}
        given = {name for node in self._nodes for name in map(self._origin, node.inputs) if name not in made}
        (planes,) = given - file.weights.keys()
        # Of every name the number of its layer, and which of that layer's channels it is: from where on, how many.
        self._found = {planes: (0, 0, game.feature_shape[0])}
        self._parts = set[str]()
        for node in self._nodes:
            if self._output(node) not in self._found:
                self._add(node)
        self.layers.end(self._number("policy"), self._number("value"))

    def _add(self, node: Node) -> None:
        _check(node)
        if node.kind == "Conv":
            self._add_convs(node)
            return
        is_relu, source = self._output(node) != node.outputs[0], self._origin(node.inputs[0])
        if node.kind == "Gemm":
            number = self._add_linear(node, self._number(source), is_relu)
        elif node.kind == "Flatten" and not is_relu:
            number = self.layers.add_flat(*self._found[source])
        elif node.kind == "Softmax" and not is_relu:
            number = self.layers.add_softmax(self._number(source))
        else:
            raise ValueError(node.kind)
        self._found[self._output(node)] = (number, 0, 1)

    def _add_linear(self, node: Node, source: int, is_relu: bool) -> int:
        data, weight, bias = node.inputs
        biases, is_by_output = self._file.numbers_of(bias), node.options.get("transB", (0,)) == (1,)
        if not self._file.is_quantised(weight) or not self._file.is_quantised(data):
            numbers = self._file.numbers_of(weight)
            return self.layers.add_linear(source, _whole(numbers if is_by_output else numbers.T), biases, is_relu)
        weights, scales, in_scale, in_zero = self._bytes(data, weight, 0 if is_by_output else 1)
        by_output = _whole(weights if is_by_output else weights.T)
        return self.layers.add_small_linear(source, by_output, scales, biases, in_scale, in_zero, is_relu)

    def _add_convs(self, node: Node) -> None:
        """A convolution, and with it all of one point that read the same: narrow ones take as long as wide ones."""
        source, whole = self._origin(node.inputs[0]), self._conv(node)
        channels = [(self._output(node), len(whole.biases))]
        for other in self._nodes:
            is_near = other is not node and other.kind == "Conv" and self._origin(other.inputs[0]) == source
            if is_near and whole.weights.shape[2] == 1 and (more := self._conv(other)).is_like(whole):
                whole = whole.with_more(more)
                channels.append((self._output(other), len(more.biases)))
        number, first = self._add_conv(whole, self._number(source)), 0
        for name, count in channels:
            self._found[name] = (number, first, count)
            first += count
        if len(channels) > 1:
            self._parts.update(name for name, _ in channels)

    def _add_conv(self, conv: _Conv, source: int) -> int:
        if conv.scales is None:
            return self.layers.add_conv(source, conv.weights, conv.biases, conv.is_relu, conv.has_edge)
        return self.layers.add_small_conv(
            source, conv.weights, conv.scales, conv.biases, conv.in_scale, conv.in_zero, conv.is_relu, conv.has_edge
        )

    def _conv(self, node: Node) -> _Conv:
        _check(node)
        data, weight, bias = node.inputs
        biases, is_relu = self._file.numbers_of(bias), self._output(node) != node.outputs[0]
        is_small = weight not in self._file.weights
        weights = self._file.bytes_of(weight)[0] if is_small else self._file.weights[weight]
        size, pads = weights.shape[2] if weights.ndim == 4 else 0, node.options.get("pads", (0,) * 4)
        if weights.shape[3:] != (size,) or pads not in ((size // 2,) * 4, (0,) * 4):
            raise ValueError("a convolution that covers neither the board nor all but its edge")
        conv = _Conv(weights, biases, is_relu, has_edge=pads == (size // 2,) * 4)
        if is_small:
            _, conv.scales, conv.in_scale, conv.in_zero = self._bytes(data, weight, 0)
        return conv

    def _bytes(self, data: str, weight: str, axis: int) -> tuple[Array, Array, float, int]:
        """Weights of a layer in eight bits, a scale for each of its outputs, which lie along an axis; scale and zero of
        its inputs."""
        import numpy as np

        weights, scale, zero = self._file.bytes_of(weight)
        _, in_scale, in_zero = self._file.bytes_of(data)
        if weights.dtype != np.int8 or zero.any() or in_zero.dtype != np.uint8:
            raise ValueError("weights with a sign around zero, inputs without one")
        if self._file.axis_of(weight) not in (None, axis):
            raise ValueError("a scale for every output")
        scales = _whole(np.broadcast_to(scale.ravel(), weights.shape[axis]).astype(np.float32))
        return weights, scales, float(in_scale), int(in_zero)

    def _origin(self, name: str) -> str:
        while name in self._same:
            name = self._same[name]
        return name

    def _output(self, node: Node) -> str:
        """The name of its numbers, behind a relu that is the only one to read them."""
        relu = self._relus.get(node.outputs[0])
        if relu is None or node.kind == "Relu":
            return node.outputs[0]
        if self._readers[node.outputs[0]] > 1:
            raise ValueError(f"{node.outputs[0]} with and without a relu")
        return relu.outputs[0]

    def _number(self, name: str) -> int:
        """Of the layer whose numbers they are, all of them."""
        if self._origin(name) in self._parts:
            raise ValueError(f"{name} is a part of other numbers")
        return self._found[self._origin(name)][0]


def _check(node: Node) -> None:
    for name, numbers in node.options.items():
        if _PLAIN[node.kind].get(name, numbers) != numbers:
            raise ValueError(f"{node.kind} with {name} {numbers}")


def _whole(array: Array) -> Array:
    import numpy as np

    return np.ascontiguousarray(array)
