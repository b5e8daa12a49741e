"""The same run on a Ray cluster of two nodes, one of whose workers is killed on the way."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

from duiyi.learn.games import read_games
from duiyi.learn.loop import train
from duiyi.learn.ray import RayExecutor
from duiyi.learn.run import Run
from duiyi.learn.settings import Settings

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own

TINY = Settings(
    game="nogo(size=3)",
    blocks=1,
    channels=8,
    games=24,
    games_per_job=4,
    slots=4,
    simulations=8,
    fast_simulations=4,
    batch=16,
    window=500,
    gate_every=1000,
)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, logging_level=logging.ERROR, log_to_driver=False)
    yield nodes
    ray.shutdown()
    nodes.shutdown()  # type: ignore[no-untyped-call]


def test_a_cluster_of_two_nodes_plays_the_same_games_and_survives_a_killed_worker(cluster: Any, tmp_path: Path) -> None:
    executor = RayExecutor(cluster.address, workers=2)
    victim = ray.get(executor._actors[0].pid.remote())
    lines = train(tmp_path / "ray", TINY, iterations=2, executor=executor)
    assert [next(lines).step, next(lines).step] == [0, 1]
    os.kill(victim, signal.SIGKILL)
    assert next(lines).step == 2
    executor.close()
    # After the first fit the networks differ by rounding: two threads add up in another order than one.
    list(train(tmp_path / "here", TINY, iterations=1))
    here, there = (Run(tmp_path / name).games_of_step(1) for name in ("here", "ray"))
    assert [read_games(path) for path in here] == [read_games(path) for path in there]
    assert sum(len(read_games(path)) for path in Run(tmp_path / "ray").games_of_step(2)) == TINY.games
