"""A network file can be learnt on from: torch answers as the file does, in full precision and from eight bits."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
import torch

from duiyi.engines.alphazero_net import net_path
from duiyi.learn.adopt import adopt
from duiyi.learn.export import compare, export_net, quantize_net
from duiyi.learn.jobs import learnable
from duiyi.learn.loop import train
from duiyi.learn.net import Network, layout_of
from duiyi.learn.run import Run
from duiyi.learn.settings import Settings
from tests.learn.networks import ALL, random_network, rows_of


@pytest.mark.parametrize("spec", ALL)
def test_a_network_answers_as_the_file_whose_weights_it_took(spec: str, tmp_path: Path) -> None:
    first, rows = random_network(spec), rows_of(spec)
    export_net(first, tmp_path / "net.onnx")
    second = Network(layout_of(learnable(spec), 2, 16))
    assert adopt(second, tmp_path / "net.onnx", rows)
    planes = torch.from_numpy(rows)
    with torch.no_grad():
        wanted = first(planes)
        for found in (second.eval()(planes), second.train()(planes)):
            np.testing.assert_allclose(found.policy.numpy(), wanted.policy.numpy(), atol=1e-3)
            np.testing.assert_allclose(found.value.numpy(), wanted.value.numpy(), atol=1e-3)


def test_eight_bits_are_read_as_the_numbers_they_mean(tmp_path: Path) -> None:
    spec, rows = "gomoku(size=9)", rows_of("gomoku(size=9)", 128)
    export_net(random_network(spec), tmp_path / "net.onnx")
    quantize_net(tmp_path / "net.onnx", tmp_path / "int8.onnx", rows)
    network = Network(layout_of(learnable(spec), 2, 16))
    assert adopt(network, tmp_path / "int8.onnx", rows)
    export_net(network, tmp_path / "again.onnx")
    agreement = compare(tmp_path / "net.onnx", tmp_path / "again.onnx", spec, rows)
    assert agreement.top_move >= 0.8
    assert agreement.rate_mean < 0.01


@pytest.mark.parametrize(
    ("spec", "blocks", "channels"),
    [("nogo", 4, 16), ("nogo", 3, 32), ("nogo", 5, 32), ("nogo(size=7)", 4, 32), ("reversi", 4, 32)],
)
def test_a_file_of_another_size_is_left_alone(spec: str, blocks: int, channels: int) -> None:
    network = Network(layout_of(learnable(spec), blocks, channels))
    before = {name: weight.clone() for name, weight in network.state_dict().items()}
    assert not adopt(network, net_path(learnable("nogo")), rows_of(spec))
    assert all(torch.equal(weight, before[name]) for name, weight in network.state_dict().items())


def test_a_run_goes_on_from_the_network_that_plays_its_first_games(tmp_path: Path) -> None:
    small = Settings(game="nogo(size=3)", blocks=2, channels=8, games=4, games_per_job=4, simulations=4, guided=False)
    list(train(tmp_path / "old", small, iterations=1))
    teacher = Run(tmp_path / "old").net(1)
    asked = msgspec.structs.replace(
        small, warm_engine=f'alphazero(net="{teacher}")', warm_games=8, warm_epochs=0.0, seed=2
    )
    next(train(tmp_path / "new", asked))
    rows = rows_of(small.game)
    assert compare(teacher, Run(tmp_path / "new").net(0), small.game, rows).rate_most < 1e-4
