"""An int8 network on average says what its original says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from duiyi.engines.alphazero_net import Net
from duiyi.learn.balance import balance
from duiyi.learn.export import export_net, quantize_net
from duiyi.learn.jobs import learnable
from tests.learn.networks import random_network, rows_of

SPEC = "nogo(size=5)"


def test_biases_that_are_wrong_are_put_right(tmp_path: Path) -> None:
    original, int8, wrong = tmp_path / "net.onnx", tmp_path / "int8.onnx", tmp_path / "wrong.onnx"
    rows = rows_of(SPEC, 128)
    export_net(random_network(SPEC), original)
    quantize_net(original, int8, rows)
    twin = onnx.load(int8)
    for weight in twin.graph.initializer:
        if weight.data_type == onnx.TensorProto.INT32 and weight.name.endswith("_quantized"):
            moved = numpy_helper.to_array(weight) + 3000
            weight.CopyFrom(numpy_helper.from_array(moved.astype(np.int32), weight.name))
    wrong.write_bytes(twin.SerializeToString())
    game = learnable(SPEC)
    wanted, _ = Net(original, game).run(rows)
    before, _ = Net(wrong, game).run(rows)
    balance(onnx.load(original), twin, rows)
    wrong.write_bytes(twin.SerializeToString())
    after, _ = Net(wrong, game).run(rows)
    assert abs((before - wanted).mean()) > 0.01
    assert abs((after - wanted).mean()) < 0.1 * abs((before - wanted).mean())
