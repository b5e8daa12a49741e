"""Networks in eight bits that the core runs: the answers of ONNX Runtime, and files that are none of ours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from duiyi import _core
from duiyi.engines.alphazero_net import Net, net_path, open_session
from duiyi.engines.onnx_file import OnnxFile
from duiyi.engines.tower import load_tower
from duiyi.learn.export import export_net, quantize_net
from duiyi.learn.jobs import learnable
from tests.learn.networks import ALL, asked, random_network, rows_of

needs_instructions = pytest.mark.skipif(not _core.has_fast_towers(), reason="this processor leaves it to ONNX Runtime")


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network of NoGo on a small board, in eight bits."""
    return quantized("nogo(size=5)", tmp_path_factory.mktemp("tower"))


def quantized(spec: str, folder: Path) -> Path:
    export_net(random_network(spec), folder / "net.onnx")
    quantize_net(folder / "net.onnx", folder / "int8.onnx", rows_of(spec, 64))
    return folder / "int8.onnx"


@needs_instructions
@pytest.mark.parametrize("spec", ALL)
def test_the_core_answers_as_full_precision_does(spec: str, tmp_path: Path) -> None:
    path, game, rows = quantized(spec, tmp_path), learnable(spec), rows_of(spec, 64)
    tower = load_tower(path, game)
    assert tower is not None
    logits, rates = asked(tower, rows, spec)
    session, name = open_session(tmp_path / "net.onnx", game, 1)
    wanted_logits, wanted_rates = session.run(["policy", "value"], {name: rows})
    spread = wanted_logits.std()
    assert np.abs(logits - wanted_logits).mean() < 0.1 * spread
    assert np.abs(rates - wanted_rates).max() < 0.02


@needs_instructions
@pytest.mark.parametrize("spec", ["nogo", "gomoku", "reversi", "xiangqi", "chinese_checkers"])
def test_networks_that_ship_run_in_the_core_and_mean_the_same(spec: str) -> None:
    game, rows = learnable(spec), rows_of(spec, 32)
    tower = load_tower(net_path(game), game, threads=2)
    assert tower is not None
    logits, rates = asked(tower, rows, spec)
    session, name = open_session(net_path(game), game, 1)
    wanted_logits, wanted_rates = session.run(["policy", "value"], {name: rows})
    assert np.abs(logits - wanted_logits).mean() < 0.15 * wanted_logits.std()
    assert np.abs(rates - wanted_rates).mean() < 0.05


def test_other_networks_are_left_to_the_library(twin: Path, tmp_path: Path) -> None:
    game, rows = learnable("nogo(size=5)"), rows_of("nogo(size=5)", 4)
    full = twin.with_name("net.onnx")
    assert load_tower(full, game) is None, "full precision"
    assert load_tower(twin, learnable("nogo(size=7)")) is None, "another board"
    assert load_tower(net_path(learnable("reversi")), game) is None, "another game"
    (tmp_path / "bad.onnx").write_bytes(b"no network")
    assert load_tower(tmp_path / "bad.onnx", game) is None
    assert load_tower(tmp_path / "nowhere.onnx", game) is None
    logits, rates = Net(full, game).run(rows)
    assert logits.shape == (4, game.num_moves)
    assert rates.shape == (4, 2)


@needs_instructions
def test_arrays_of_another_size_are_refused(twin: Path) -> None:
    game, rows = learnable("nogo(size=5)"), rows_of("nogo(size=5)", 4)
    tower = load_tower(twin, game)
    assert tower is not None
    with pytest.raises(ValueError, match="row by row"):
        tower.run(rows[:3], np.zeros((4, game.num_moves), np.float32), np.zeros((4, 2), np.float32))
    with pytest.raises(ValueError, match="stem"):
        _core.Tower(5, 5, {}, {}, np.zeros(0, np.float32), [])


def test_a_file_is_read_as_the_onnx_library_reads_it() -> None:
    path = net_path(learnable("xiangqi"))
    graph, file = onnx.load(path).graph, OnnxFile(path)
    assert {node.name: (node.op_type, tuple(node.input), tuple(node.output)) for node in graph.node} == {
        node.name: (node.kind, node.inputs, node.outputs) for node in file.nodes.values()
    }
    assert len(graph.initializer) == len(file.weights)
    for one in graph.initializer:
        wanted = numpy_helper.to_array(one)
        assert file.weights[one.name].dtype == wanted.dtype
        np.testing.assert_array_equal(file.weights[one.name], wanted)
        assert file.weights[one.name].flags.aligned


def test_a_damaged_file_is_an_error_or_none_of_ours(twin: Path, tmp_path: Path) -> None:
    whole, game = twin.read_bytes(), learnable("nogo(size=5)")
    path = tmp_path / "part.onnx"
    for size in range(1, len(whole), 997):
        path.write_bytes(whole[:size])
        with pytest.raises(ValueError, match="expected an ONNX file"):
            OnnxFile(path)
    path.write_bytes(b"\xff" * 10**6)
    with pytest.raises(ValueError, match="expected an ONNX file"):
        OnnxFile(path)
    chance = np.random.default_rng(1)
    for _ in range(200):
        spoilt = bytearray(whole)
        spoilt[chance.integers(len(whole))] = chance.integers(256)
        path.write_bytes(spoilt)
        load_tower(path, game)  # whatever it holds, the core is not harmed
