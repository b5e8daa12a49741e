"""The nodes and weights of an ONNX file, read without the `onnx` library: an engine must not need what training needs.

An ONNX file is a protocol buffer. Of its many fields only those are read that our own networks have.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["Node", "OnnxFile"]

Array: TypeAlias = "npt.NDArray[Any]"

_MODEL_GRAPH, _MODEL_NOTE, _GRAPH_NODE, _GRAPH_WEIGHT = 7, 14, 1, 5
_NODE_INPUT, _NODE_OUTPUT, _NODE_NAME, _NODE_KIND, _NODE_OPTION = 1, 2, 3, 4, 5
_OPTION_NAME, _OPTION_FLOAT, _OPTION_WHOLE, _OPTION_WHOLES = 1, 2, 3, 8
_WEIGHT_SIZES, _WEIGHT_TYPE, _WEIGHT_NAME, _WEIGHT_BYTES = 1, 2, 8, 9
_WEIGHT_FLOATS, _WEIGHT_WHOLE = 4, (5, 7)  # the same numbers in a wordier form
_TYPES = {1: "<f4", 2: "<u1", 3: "<i1", 6: "<i4", 7: "<i8"}
_LONGEST = 63  # bits of a whole number
_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5


class Node(msgspec.Struct, frozen=True):
    """One step of the graph."""

    name: str
    kind: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    options: dict[str, tuple[float, ...]]  # those that are numbers; others are empty


class OnnxFile:
    """Nodes by their name, weights by theirs, notes; raises `ValueError` for a file that is none, or has its weights
    elsewhere.

    >>> from duiyi import load_game
    >>> from duiyi.engines.alphazero_net import net_path
    >>> file = OnnxFile(net_path(load_game("nogo")))
    >>> file.nodes["stem"].kind
    'Conv'
    """

    def __init__(self, path: Path) -> None:
        try:
            model = list(_fields(path.read_bytes()))
            self.notes = dict(_note(value) for field, value in model if field == _MODEL_NOTE)
            parts = list(_fields(b"".join(bytes(value) for field, value in model if field == _MODEL_GRAPH)))
            nodes = [_node(value) for field, value in parts if field == _GRAPH_NODE]
            self.weights: dict[str, Array] = dict(_weight(value) for field, value in parts if field == _GRAPH_WEIGHT)
        except (IndexError, KeyError, TypeError, UnicodeDecodeError, struct.error) as error:
            raise ValueError(f"expected an ONNX file in {path.name}: {error}") from None
        self.nodes = {node.name: node for node in nodes}
        self._sources = {output: node for node in nodes for output in node.outputs}

    def source(self, name: str) -> Node | None:
        """The node whose output it is."""
        return self._sources.get(name)

    def bytes_of(self, name: str) -> tuple[Array, Array, Array]:
        """Of an input that stands for quantised numbers: these, their scale and their zero; the numbers are empty where
        they only come when the graph runs. Raises `KeyError` for others."""
        import numpy as np

        node = self.source(name)
        if node is None or node.kind != "DequantizeLinear":
            raise KeyError(name)
        numbers, scale, zero = node.inputs
        return self.weights.get(numbers, np.empty(0, np.int8)), self.weights[scale], self.weights[zero]

    def is_quantised(self, name: str) -> bool:
        """Whether an input stands for quantised numbers."""
        node = self.source(name)
        return node is not None and node.kind == "DequantizeLinear"

    def axis_of(self, name: str) -> int | None:
        """Along which axis of quantised weights each place has a scale of its own; None where all have one.

        Raises `ValueError` for scales of other kinds.
        """
        numbers, scale, _ = self.bytes_of(name)
        if scale.size == 1:
            return None
        node = self._sources[name]
        (axis,) = node.options.get("axis", (1,))
        if numbers.ndim == 1:
            axis = 0  # however the file counts it, there is no other
        if scale.ndim != 1 or axis not in range(-numbers.ndim, numbers.ndim):
            raise ValueError(f"{name}: scales along an axis")
        return int(axis) % numbers.ndim

    def numbers_of(self, name: str) -> Array:
        """A weight as the numbers it stands for, whatever its precision."""
        import numpy as np

        if name in self.weights:
            return self.weights[name]
        numbers, scale, zero = self.bytes_of(name)
        axis = self.axis_of(name)
        shape = [] if axis is None else [-1 if i == axis else 1 for i in range(numbers.ndim)]
        whole = numbers.astype(np.int64) - zero.astype(np.int64).reshape(shape)
        return (whole * scale.reshape(shape)).astype(np.float32)


def _note(message: memoryview) -> tuple[str, str]:
    """A word about the network and what it says."""
    words = {field: bytes(value).decode() for field, value in _fields(message)}
    return words[1], words.get(2, "")


def _node(message: memoryview) -> Node:
    words: dict[int, list[str]] = {field: [] for field in (_NODE_INPUT, _NODE_OUTPUT, _NODE_NAME, _NODE_KIND)}
    options: dict[str, tuple[float, ...]] = {}
    for field, value in _fields(message):
        if field in words:
            words[field].append(bytes(value).decode())
        elif field == _NODE_OPTION:
            options.update([_option(value)])
    return Node(
        words[_NODE_NAME][0], words[_NODE_KIND][0], tuple(words[_NODE_INPUT]), tuple(words[_NODE_OUTPUT]), options
    )


def _option(message: memoryview) -> tuple[str, tuple[float, ...]]:
    name, numbers = "", list[float]()
    for field, value in _fields(message):
        if field == _OPTION_NAME:
            name = bytes(value).decode()
        elif field == _OPTION_FLOAT:
            numbers += struct.unpack("<f", value)
        elif field in (_OPTION_WHOLE, _OPTION_WHOLES):
            numbers += [number - (1 << 64) if number >> 63 else number for number in _varints(value)]
    return name, tuple(numbers)


def _weight(message: memoryview) -> tuple[str, Array]:
    import numpy as np

    sizes: list[int] = []
    whole: list[int] = []
    found: dict[int, Any] = {}
    for field, value in _fields(message):
        if field == _WEIGHT_SIZES:
            sizes += _varints(value)
        elif field in _WEIGHT_WHOLE:
            whole += _varints(value)
        elif field == _WEIGHT_FLOATS:
            found[field] = found.get(field, b"") + bytes(value)
        else:
            found[field] = value
    kind = _TYPES[found[_WEIGHT_TYPE]]
    if whole:
        numbers = np.array(whole, np.uint64).astype(np.int64).astype(kind)
    else:
        # A copy, because the numbers stand anywhere in the file, and the core wants them where numbers may stand.
        numbers = np.frombuffer(found.get(_WEIGHT_BYTES) or found.get(_WEIGHT_FLOATS, b""), kind).copy()
    if len(numbers) != int(np.prod(sizes)):
        raise IndexError("a weight of another size than it says")
    return bytes(found[_WEIGHT_NAME]).decode(), numbers.reshape(sizes)


def _fields(message: bytes | memoryview) -> Iterator[tuple[int, Any]]:
    """The fields of a message: whole numbers, or the bytes of what they hold."""
    view, at = memoryview(message), 0
    while at < len(view):
        key, at = _varint(view, at)
        field, kind = key >> 3, key & 7
        if kind == _VARINT:
            value, at = _varint(view, at)
            yield field, value
            continue
        if kind == _BYTES:
            size, at = _varint(view, at)
        elif kind in (_EIGHT_BYTES, _FOUR_BYTES):
            size = 8 if kind == _EIGHT_BYTES else 4
        else:
            raise IndexError("a field of an unknown kind")
        if at + size > len(view):
            raise IndexError("it ends too early")
        yield field, view[at : at + size]
        at += size


def _varint(view: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = view[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
        if shift > _LONGEST:
            raise IndexError("a number without an end")


def _varints(view: int | memoryview) -> list[int]:
    """One whole number, or many packed into one field."""
    if isinstance(view, int):
        return [view]
    numbers, at = [], 0
    while at < len(view):
        number, at = _varint(view, at)
        numbers.append(number)
    return numbers
