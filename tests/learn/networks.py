"""Networks with random weights, and rows to ask them about."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch

from duiyi import _core
from duiyi.engines.alphazero_net import Floats
from duiyi.learn.jobs import learnable
from duiyi.learn.net import Network, layout_of

ALL = [
    "nogo(size=5)",
    "gomoku(size=7)",
    "gomoku(opening=swap2)",
    "reversi",
    "xiangqi",
    "chinese_checkers",
    "chinese_checkers(seats=3)",
    "chinese_checkers(seats=6)",
]


def random_network(spec: str) -> Network:
    """A network whose normalisation has seen something, so that folding it matters."""
    torch.manual_seed(5)
    network = Network(layout_of(learnable(spec), 2, 16))
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            assert module.running_mean is not None
            assert module.running_var is not None
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 2)
    return network.eval()


def rows_of(spec: str, count: int = 32) -> npt.NDArray[np.float32]:
    """Planes of positions from random games."""
    game, chance = learnable(spec), np.random.default_rng(3)
    rows: list[npt.NDArray[np.float32]] = []
    position = game.initial()
    while len(rows) < count:
        rows.append(position.features())
        moves = position.legal_moves()
        position = position.after(int(chance.choice(moves))) if moves else game.initial()
    return np.stack(rows)


def asked(net: _core.Tower | _core.Layers, rows: Floats, spec: str) -> tuple[Floats, Floats]:
    """What a network in the core says: logits and rates."""
    game = learnable(spec)
    logits = np.zeros((len(rows), game.num_moves), np.float32)
    rates = np.zeros((len(rows), game.seats), np.float32)
    net.run(rows, logits, rates)
    return logits, rates
