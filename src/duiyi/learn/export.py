"""From torch to ONNX: the graph is written node by node, batch normalisation folded into the convolutions.

A static int8 twin (QDQ) is calibrated on real positions; both are compared with torch before anybody plays with them.
"""

from __future__ import annotations

import logging
import math
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from duiyi.engines.alphazero_net import Floats, Net
from duiyi.games.registry import load_game
from duiyi.learn.balance import balance
from duiyi.learn.net import Network

__all__ = ["Agreement", "compare", "export_net", "quantize_net"]

_OPSET = 17
_BIG_LINEAR = 1 << 16  # weights; those of our own networks have fewer


class Agreement(msgspec.Struct, frozen=True):
    """How alike two networks answer: share of equal best moves, mean and largest difference of rates."""

    top_move: float
    rate_mean: float
    rate_most: float


def export_net(network: Network, path: Path, notes: dict[str, str] | None = None) -> None:
    """Write a network for ONNX Runtime; `notes` go into the file."""
    network.eval()
    graph = _Graph(network)
    model = helper.make_model(
        graph.build(), opset_imports=[helper.make_opsetid("", _OPSET)], producer_name="duiyi", ir_version=8
    )
    helper.set_model_props(model, {"duiyi": "alphazero", **(notes or {})})
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())


def quantize_net(source: Path, path: Path, rows: Floats) -> None:
    """Write the static int8 twin of an exported network, calibrated on rows of planes.

    Convolutions and large connected layers; the small ones at the end keep their full precision. Then all biases are
    put right.
    """
    from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static

    model = onnx.load(source)
    sizes = {weight.name: math.prod(weight.dims) for weight in model.graph.initializer}
    layers = [
        node.name
        for node in model.graph.node
        if (node.op_type == "Conv" and not node.name.endswith("/out"))
        or (node.op_type == "Gemm" and sizes.get(node.input[1], 0) >= _BIG_LINEAR)
    ]
    logging.getLogger().addFilter(_is_no_advice)
    with tempfile.TemporaryDirectory() as folder:
        part = Path(folder) / "int8.onnx"
        quantize_static(
            str(source),
            str(part),
            _Reader(rows),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,  # seven bits: sums of eight overflow on processors without VNNI
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_quantize=layers,
            extra_options={
                "ActivationSymmetric": False,
                "WeightSymmetric": True,
                "OpTypesToExcludeOutputQuantization": ["Gemm"],  # logits may leave the range of the calibration
            },
        )
        twin = onnx.load(part)
    balance(model, twin, rows)
    path.write_bytes(twin.SerializeToString())


def compare(one: Path, two: Path, game: str, rows: Floats, moves: npt.NDArray[np.int64] | None = None) -> Agreement:
    """How two exported networks answer the same rows; given moves of each row, which of these they think best."""
    loaded = load_game(game)
    logits_one, rates_one = Net(one, loaded).run(rows)
    logits_two, rates_two = Net(two, loaded).run(rows)
    if moves is not None:
        logits_one, logits_two = (np.take_along_axis(logits, moves, 1) for logits in (logits_one, logits_two))
    apart = np.abs(rates_one - rates_two)
    return Agreement(
        float(np.mean(logits_one.argmax(1) == logits_two.argmax(1))), float(apart.mean()), float(apart.max())
    )


def _is_no_advice(record: logging.LogRecord) -> bool:
    """The quantiser advises a preparation that a graph without redundant nodes does not need."""
    return "pre-processing" not in record.getMessage()


class _Reader:
    """Rows for the calibration, a few at a time."""

    def __init__(self, rows: Floats) -> None:
        self._batches = iter([rows[i : i + 32] for i in range(0, len(rows), 32)])

    def get_next(self) -> dict[str, Floats] | None:
        batch = next(self._batches, None)
        return None if batch is None else {"planes": batch}


class _Graph:
    """The network as ONNX nodes. Names ending in /out stay in full precision."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._nodes: list[Any] = []
        self._weights: list[Any] = []

    def build(self) -> Any:
        network, layout = self._network, self._network.layout
        edge = self._constant(network.stem.folded_edge())
        x = self._relu(self._add(self._conv("planes", network.stem, "stem"), edge))
        for i, block in enumerate(network.tower):
            x = self._block(x, block, f"block{i}")
        pooled = self._pool(x, "pooled")
        head = self._conv(x, network.policy_in, "policy_in")
        head = self._relu(self._add(head, self._as_map(self._linear(pooled, network.policy_pool, "policy_pool"))))
        policy = self._policy(head, pooled)
        value = self._pool(self._relu(self._conv(x, network.value_in, "value_in")), "value_pooled")
        value = self._op("Concat", [value, pooled], axis=1)
        value = self._op("Relu", [self._linear(value, network.value_hidden, "value_hidden")])
        value = self._linear(value, network.value_out, "value_out")
        self._op("Identity", [policy], "policy")
        if layout.seats == 2:
            self._op("Softmax", [value], "value", axis=1)
        else:
            self._op("Sigmoid", [value], "value")
        shape: list[str | int | None] = ["batch", layout.planes, layout.rows, layout.columns]
        return helper.make_graph(
            self._nodes,
            "duiyi",
            [helper.make_tensor_value_info("planes", TensorProto.FLOAT, shape)],
            [
                helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", layout.num_moves]),
                helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch", layout.seats]),
            ],
            self._weights,
        )

    def _policy(self, head: str, pooled: str) -> str:
        network, layout = self._network, self._network.layout
        out = network.policy_out
        depth = network.PAIR_DEPTH
        assert out.bias is not None
        points = self._op(
            "Conv", [head, self._constant(out.weight), self._constant(out.bias)], name="policy/out", kernel_shape=[1, 1]
        )
        if not layout.is_pairs:
            policy = self._op("Flatten", [points], axis=1)
        else:
            points = self._op("Reshape", [points, self._integers([0, 2 * depth, -1])])
            if len(layout.places) < layout.rows * layout.columns:
                points = self._op("Gather", [points, self._integers(layout.places)], axis=2)
            origin = self._op("Slice", [points, *map(self._integers, ([0], [depth], [1]))])
            goal = self._op("Slice", [points, *map(self._integers, ([depth], [2 * depth], [1]))])
            product = self._op("MatMul", [self._op("Transpose", [origin], perm=[0, 2, 1]), goal])
            scaled = self._op("Mul", [product, self._constant(torch.tensor(depth**-0.5))])
            policy = self._op("Flatten", [scaled], axis=1)
        if network.policy_extra is None:
            return policy
        return self._op("Concat", [policy, self._linear(pooled, network.policy_extra, "policy_extra")], axis=1)

    def _block(self, x: str, block: Any, name: str) -> str:
        inner = self._relu(self._conv(x, block.first, f"{name}/first"))
        if block.pool is not None:
            inner = self._add(
                inner, self._as_map(self._linear(self._pool(inner, f"{name}/pooled"), block.pool, f"{name}/pool"))
            )
        return self._relu(self._add(x, self._conv(inner, block.second, f"{name}/second")))

    def _conv(self, x: str, conv: Any, name: str) -> str:
        weight, bias = conv.folded()
        size = weight.shape[2]
        inputs = [x, self._constant(weight), self._constant(bias)]
        return self._op("Conv", inputs, name=name, kernel_shape=[size, size], pads=[size // 2] * 4)

    def _pool(self, x: str, name: str) -> str:
        both = [self._op("GlobalAveragePool", [x]), self._op("GlobalMaxPool", [x])]
        return self._op("Flatten", [self._op("Concat", both, axis=1)], axis=1)

    def _linear(self, x: str, linear: Any, name: str) -> str:
        return self._op("Gemm", [x, self._constant(linear.weight), self._constant(linear.bias)], name=name, transB=1)

    def _as_map(self, x: str) -> str:
        return self._op("Unsqueeze", [x, self._integers([2, 3])])

    def _relu(self, x: str) -> str:
        return self._op("Relu", [x])

    def _add(self, x: str, y: str) -> str:
        return self._op("Add", [x, y])

    def _op(
        self, kind: str, inputs: list[str], output: str | None = None, name: str | None = None, **words: Any
    ) -> str:
        output = output or f"{kind.lower()}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [output], name=name or output, **words))
        return output

    def _constant(self, tensor: torch.Tensor) -> str:
        return self._weight(tensor.detach().cpu().numpy().astype(np.float32))

    def _integers(self, numbers: Any) -> str:
        return self._weight(np.array(numbers, np.int64))

    def _weight(self, array: Any) -> str:
        name = f"weight_{len(self._weights)}"
        self._weights.append(numpy_helper.from_array(array, name))
        return name
