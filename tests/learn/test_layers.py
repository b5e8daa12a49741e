"""Plain networks of others that the core runs: the answers of ONNX Runtime, and graphs that are left to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from duiyi import _core
from duiyi.engines.alphazero_net import Floats, Net, open_session
from duiyi.engines.layers import load_layers
from duiyi.engines.onnx_file import OnnxFile
from duiyi.learn.export import quantize_net
from duiyi.learn.jobs import learnable
from tests.learn.networks import asked, rows_of

needs_instructions = pytest.mark.skipif(not _core.has_fast_towers(), reason="this processor leaves it to ONNX Runtime")

Change = Callable[[str, str, dict[str, Any]], None]
GAMES = ["gomoku(size=7)", "gomoku(size=15)", "reversi", "nogo(rows=5,cols=6)"]


def plain_net(
    path: Path, spec: str, change: Change | None = None, late_relu: bool = False, without_edge: bool = False
) -> Path:
    """Three convolutions, two heads with connected layers behind them; `change` may spoil the words of a node.

    Without the edge, two of the convolutions leave it out and a connected layer is large.
    """
    game, chance = learnable(spec), np.random.default_rng(2)
    planes, rows, columns = game.feature_shape
    nodes: list[Any] = []
    weights: list[Any] = []

    def weight(*shape: int) -> str:
        spread = float(np.prod(shape[1:])) ** -0.5 if len(shape) > 1 else 0.1
        name = f"weight_{len(weights)}"
        weights.append(numpy_helper.from_array(chance.normal(0, spread, shape).astype(np.float32), name))
        return name

    def op(kind: str, name: str, *inputs: str, **words: Any) -> str:
        if change is not None:
            change(kind, name, words)
        nodes.append(helper.make_node(kind, inputs, [name], name=name, **words))
        return name

    def conv(name: str, source: str, inputs: int, outputs: int, size: int, pad: int | None = None) -> str:
        pads = [size // 2 if pad is None else pad] * 4
        found = op("Conv", name, source, weight(outputs, inputs, size, size), weight(outputs), pads=pads)
        return op("Relu", f"{name}_relu", found)

    pad = None
    hidden = 20
    if without_edge:
        pad, hidden, rows, columns = 0, 1800, rows - 4, columns - 4
    x = conv("second", conv("first", "planes", planes, 40, 3), 40, 24, 3, pad)
    x = conv("third", x, 24, 48, 3, pad)
    policy = op("Flatten", "policy_flat", conv("policy_in", x, 48, 3, 1))
    if late_relu:
        policy = op("Relu", "late", policy)
    points = rows * columns
    op("Gemm", "policy", policy, weight(game.num_moves, 3 * points), weight(game.num_moves), transB=1)
    value = op("Flatten", "value_flat", conv("value_in", x, 48, 2, 1), axis=1)
    value = op("Relu", "hidden", op("Gemm", "value_hidden", value, weight(2 * points, hidden), weight(hidden)))
    if without_edge:
        value = op("Relu", "narrow", op("Gemm", "value_narrow", value, weight(hidden, 50), weight(50)))
        hidden = 50
    op("Softmax", "value", op("Gemm", "value_out", value, weight(hidden, 2), weight(2)), axis=1)
    graph = helper.make_graph(
        nodes,
        "plain",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", *game.feature_shape])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", game.num_moves]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch", 2]),
        ],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString())
    return path


def wanted(path: Path, rows: Floats, spec: str) -> tuple[Floats, Floats]:
    session, name = open_session(path, learnable(spec), 1)
    logits, rates = session.run(["policy", "value"], {name: rows})
    return logits, rates


@needs_instructions
@pytest.mark.parametrize("without_edge", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("spec", GAMES)
def test_full_precision_is_the_answer_of_the_library(
    spec: str, threads: int, without_edge: bool, tmp_path: Path
) -> None:
    path, rows = plain_net(tmp_path / "net.onnx", spec, without_edge=without_edge), rows_of(spec, 37)
    layers = load_layers(path, learnable(spec), threads)
    assert layers is not None
    for count in (37, 1, 4):
        for ours, theirs in zip(asked(layers, rows[:count], spec), wanted(path, rows[:count], spec), strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-5)


@needs_instructions
@pytest.mark.parametrize("without_edge", [False, True])
@pytest.mark.parametrize("spec", GAMES)
def test_eight_bits_are_no_further_from_full_precision_than_those_of_the_library(
    spec: str, without_edge: bool, tmp_path: Path
) -> None:
    path, twin = plain_net(tmp_path / "net.onnx", spec, without_edge=without_edge), tmp_path / "int8.onnx"
    rows = rows_of(spec, 32)
    quantize_net(path, twin, rows)
    layers = load_layers(twin, learnable(spec))
    assert layers is not None
    full = wanted(path, rows, spec)
    for ours, theirs, best in zip(asked(layers, rows, spec), wanted(twin, rows, spec), full, strict=True):
        assert np.abs(ours - best).mean() < 1.5 * np.abs(theirs - best).mean() + 1e-4
        assert np.abs(ours - best).max() < 0.1 * np.abs(best).max()


def test_only_large_connected_layers_become_bytes(tmp_path: Path) -> None:
    path, twin = plain_net(tmp_path / "net.onnx", "reversi", without_edge=True), tmp_path / "int8.onnx"
    quantize_net(path, twin, rows_of("reversi", 8))
    file = OnnxFile(twin)
    small = {node.name for node in file.nodes.values() if node.kind == "Gemm" and file.is_quantised(node.inputs[1])}
    assert small == {"value_narrow"}
    weight = file.nodes["value_narrow"].inputs[1]
    assert file.axis_of(weight) == 1
    full = OnnxFile(path)
    numbers = full.numbers_of(full.nodes["value_narrow"].inputs[1])
    np.testing.assert_allclose(file.numbers_of(weight), numbers, atol=np.abs(numbers).max() / 100)


@needs_instructions
def test_weights_in_bytes_of_numbers_in_full_precision_are_read_along_their_axis(tmp_path: Path) -> None:
    path, twin, rows = (
        plain_net(tmp_path / "net.onnx", "reversi", without_edge=True),
        tmp_path / "int8.onnx",
        rows_of("reversi", 8),
    )
    quantize_net(path, twin, rows)
    model = onnx.load(twin)
    narrow = next(node for node in model.graph.node if node.name == "value_narrow")
    back = next(node for node in model.graph.node if node.output[0] == narrow.input[0])
    there = next(node for node in model.graph.node if node.output[0] == back.input[0])
    narrow.input[0] = there.input[0]
    model.graph.node.remove(back)
    model.graph.node.remove(there)
    twin.write_bytes(model.SerializeToString())
    layers = load_layers(twin, learnable("reversi"))
    assert layers is not None
    for ours, theirs in zip(asked(layers, rows, "reversi"), wanted(twin, rows, "reversi"), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=0.02 * np.abs(theirs).max())


@needs_instructions
def test_a_network_of_others_plays_in_the_core(tmp_path: Path) -> None:
    path, game, rows = plain_net(tmp_path / "net.onnx", "reversi"), learnable("reversi"), rows_of("reversi", 3)
    logits, rates = Net(path, game).run(rows)
    np.testing.assert_allclose(logits, wanted(path, rows, "reversi")[0], atol=1e-5)
    assert rates.shape == (3, 2)


@pytest.mark.parametrize(
    ("node", "word", "value"),
    [
        ("third", "pads", [1, 1, 0, 0]),
        ("third", "pads", [2, 2, 2, 2]),
        ("policy_in", "pads", [1, 1, 1, 1]),
        ("third", "auto_pad", "SAME_UPPER"),
        ("second", "strides", [2, 2]),
        ("second", "dilations", [2, 2]),
        ("value_in", "strides", [2, 2]),
        ("policy", "alpha", 2.0),
        ("value_out", "beta", 0.5),
    ],
)
def test_layers_of_another_kind_are_left_to_the_library(node: str, word: str, value: Any, tmp_path: Path) -> None:
    def change(_kind: str, name: str, words: dict[str, Any]) -> None:
        if name == node:
            words[word] = value
            if word == "auto_pad":
                del words["pads"]

    path = plain_net(tmp_path / "net.onnx", "reversi", change)
    assert load_layers(path, learnable("reversi")) is None


def test_a_relu_where_the_core_has_none_is_left_to_the_library(tmp_path: Path) -> None:
    path = plain_net(tmp_path / "net.onnx", "reversi", late_relu=True)
    assert load_layers(path, learnable("reversi")) is None


def test_other_games_and_other_files_are_left_alone(tmp_path: Path) -> None:
    path = plain_net(tmp_path / "net.onnx", "reversi")
    assert load_layers(path, learnable("gomoku(size=8)")) is None
    assert load_layers(tmp_path / "nowhere.onnx", learnable("reversi")) is None
    (tmp_path / "bad.onnx").write_bytes(b"no network")
    assert load_layers(tmp_path / "bad.onnx", learnable("reversi")) is None


def test_a_damaged_file_does_no_harm(tmp_path: Path) -> None:
    spec = "nogo(rows=5,cols=6)"
    path, twin, rows, game = (
        plain_net(tmp_path / "net.onnx", spec),
        tmp_path / "int8.onnx",
        rows_of(spec, 4),
        learnable(spec),
    )
    quantize_net(path, twin, rows)
    inner, inner_twin = plain_net(tmp_path / "inner.onnx", spec, without_edge=True), tmp_path / "inner_int8.onnx"
    quantize_net(inner, inner_twin, rows)
    chance = np.random.default_rng(1)
    for file in (path, twin, inner_twin):
        whole = file.read_bytes()
        for _ in range(100):
            spoilt = bytearray(whole)
            spoilt[chance.integers(len(whole))] = chance.integers(256)
            (tmp_path / "part.onnx").write_bytes(spoilt)
            layers = load_layers(tmp_path / "part.onnx", game)
            if layers is not None:
                asked(layers, rows, spec)


@needs_instructions
def test_layers_that_do_not_fit_are_refused() -> None:
    layers = _core.Layers(3, 5, 5)
    ones = np.ones(16, np.float32)
    with pytest.raises(ValueError, match="convolution of 1 or 3"):
        layers.add_conv(0, np.ones((16, 4, 3, 3), np.float32), ones, True)
    with pytest.raises(ValueError, match="a layer before it"):
        layers.add_softmax(1)
    with pytest.raises(ValueError, match="channels of a board"):
        layers.add_flat(0, 2, 2)
    flat = layers.add_flat(0, 0, 3)
    with pytest.raises(ValueError, match="connected layer"):
        layers.add_linear(flat, np.ones((16, 74), np.float32), ones, True)
    with pytest.raises(ValueError, match="rows of numbers at the end"):
        layers.end(flat, 0)
    planes, answer = np.ones((1, 3, 5, 5), np.float32), np.ones((1, 75), np.float32)
    with pytest.raises(ValueError, match="an end"):
        layers.run(planes, np.ones((1, 3), np.float32), np.ones((1, 3), np.float32))
    layers.end(flat, flat)
    layers.run(planes, answer, np.ones((1, 75), np.float32))
    with pytest.raises(ValueError, match="nothing behind the end"):
        layers.add_softmax(flat)
