"""Put the biases of an int8 network right, so that on average each of its layers says what the original's says.

Rounding a layer's weights moves the mean of its outputs a little, always to the same side; after ten layers the rates
of all positions are too high, or too low, for the seat to move. A few rows of planes are enough to see by how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper

from duiyi.engines.alphazero_net import Floats

__all__ = ["balance"]


def balance(original: onnx.ModelProto, twin: onnx.ModelProto, rows: Floats) -> None:
    """Change the biases of the twin, first layer first, by the mean difference of the outputs on rows."""
    layers = [node for node in original.graph.node if node.op_type in ("Conv", "Gemm") and len(node.input) == 3]
    wanted = _means(original, [node.output[0] for node in layers], rows)
    twins = {node.name: node for node in twin.graph.node}
    for node, mean in zip(layers, wanted, strict=True):
        found = _means(twin, [twins[node.name].output[0]], rows)[0]
        _add_to_bias(twin, twins[node.name].input[2], mean - found)


def _means(model: onnx.ModelProto, outputs: Sequence[str], rows: Floats) -> list[Any]:
    """Of each of these outputs, the mean of every channel."""
    from onnxruntime import InferenceSession

    looked = onnx.ModelProto()
    looked.CopyFrom(model)
    del looked.graph.output[:]
    looked.graph.output.extend(onnx.helper.make_empty_tensor_value_info(name) for name in outputs)
    answers = InferenceSession(looked.SerializeToString(), providers=["CPUExecutionProvider"]).run(
        None, {"planes": rows}
    )
    return [answer.mean(axis=(0, *range(2, answer.ndim))) for answer in answers]


def _add_to_bias(model: onnx.ModelProto, name: str, change: Any) -> None:
    """Biases of eight-bit layers are whole numbers behind a scale; those of the others stand as they are."""
    maker = next((node for node in model.graph.node if name in node.output), None)
    weights = {weight.name: weight for weight in model.graph.initializer}
    if maker is None:
        changed = numpy_helper.to_array(weights[name]) + change.astype(np.float32)
        weights[name].CopyFrom(numpy_helper.from_array(changed, name))
        return
    whole, scale = (weights[part] for part in maker.input[:2])
    steps = np.rint(change / numpy_helper.to_array(scale))
    whole.CopyFrom(numpy_helper.from_array((numpy_helper.to_array(whole) + steps).astype(np.int32), whole.name))
