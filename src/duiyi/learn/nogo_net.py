"""The weights of NoGo's evaluation in whole numbers, as the core has them: see `cpp/games/nogo/net.hpp`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from duiyi.learn.net_file import NetFormat, divided
from duiyi.learn.nogo_rows import CELLS, OFF_BOARD, SIDE

__all__ = [
    "FEW",
    "MAGIC",
    "MANY",
    "SCALE",
    "SHIPPED",
    "STAGES",
    "TURNS",
    "UNIT",
    "crosses",
    "folding",
    "mix",
    "num_crosses",
    "read_net",
    "values",
    "write_net",
]

MAGIC = b"duiyi nogo net 1\n"
SHIPPED = Path(__file__).resolve().parent.parent / "nets" / "nogo.net"

STAGES, FEW, MANY = 2, 5, 40
"""Weights for so few points that both may play, and fewer, then for so many, and more; in between they are mixed."""

SCALE, UNIT = 16, 350
"""Weights are in sixteenths of the evaluation's unit; a lead of 350 wins e : 1."""

TURNS = 2
"""Weights of the turn: for an even and for an odd number of points that both may play."""

_STATES = 7

_FORMAT = NetFormat("NoGo", MAGIC, ("<i2", "<i2"), lambda stages, size, turns: ((stages, size), (stages, turns)))


@cache
def folding() -> NDArray[np.int64]:
    """By number of a cross, a point and those above, left, right and below as digits in base 7: that of its weight.

    >>> folding().shape
    (14406,)
    """
    index = np.arange(6 * _STATES**4)
    point, above, left, right, below = (index // _STATES**power % _STATES for power in (4, 3, 2, 1, 0))
    least = index
    for _ in range(4):
        above, left, right, below = left, below, above, right
        for west, east in ((left, right), (right, left)):
            image = ((point * _STATES + above) * _STATES + west) * _STATES**2 + east * _STATES + below
            least = np.minimum(least, image)
    return np.unique(least, return_inverse=True)[1].astype(np.int64)


def num_crosses() -> int:
    """How many weights of crosses a stage has.

    >>> num_crosses()
    2436
    """
    return int(folding().max()) + 1


def crosses(rows: NDArray[np.void]) -> NDArray[np.int64]:
    """By row the numbers of the weights that add up to its value: of all points, then of the turn.

    Points beyond the edge have the number after the last.

    >>> from duiyi.learn.nogo_rows import row_type
    >>> crosses(np.zeros(1, row_type)).shape
    (1, 82)
    """
    size = num_crosses()
    board = np.full((len(rows), SIDE + 2, SIDE + 2), OFF_BOARD, np.int64)
    board[:, 1:-1, 1:-1] = rows["cells"].reshape(-1, SIDE, SIDE)
    point = board[:, 1:-1, 1:-1]
    arms = board[:, :-2, 1:-1], board[:, 1:-1, :-2], board[:, 1:-1, 2:], board[:, 2:, 1:-1]
    cross = np.where(point == OFF_BOARD, 0, point)
    for arm in arms:
        cross = cross * _STATES + arm
    found = np.empty((len(rows), CELLS + 1), np.int64)
    found[:, :-1] = np.where(point == OFF_BOARD, size + TURNS, folding()[cross]).reshape(len(rows), -1)
    found[:, -1] = size + np.count_nonzero(rows["cells"] == 0, axis=1) % 2
    return found


def mix(rows: NDArray[np.void]) -> NDArray[np.int64]:
    """By row how much the second stage counts, of ``MANY - FEW``.

    >>> from duiyi.learn.nogo_rows import row_type
    >>> mix(np.zeros(1, row_type)).tolist()
    [35]
    """
    return np.asarray(np.clip(np.count_nonzero(rows["cells"] == 0, axis=1), FEW, MANY) - FEW, np.int64)


def write_net(path: Path, weights: NDArray[np.int64]) -> None:
    """Write weights by stage, of crosses and then of the turn, as the core reads them: `alphabeta(net=FILE)`."""
    size = num_crosses()
    if weights.shape != (STAGES, size + TURNS):
        raise ValueError(f"expected {STAGES} stages of {size + TURNS} weights, got {weights.shape}")
    _FORMAT.write(path, (STAGES, size, TURNS), (weights[:, :size], weights[:, size:]))


def read_net(path: Path) -> NDArray[np.int64]:
    """Read what `write_net` wrote; raises `ValueError` for anything else.

    >>> read_net(SHIPPED).shape
    (2, 2438)
    """
    return np.concatenate(_FORMAT.read(path), axis=1)


def values(weights: NDArray[np.int64], rows: NDArray[np.void]) -> NDArray[np.int64]:
    """What the core makes of positions, in whole numbers, for the seat to move.

    >>> from duiyi.learn.nogo_rows import row_type
    >>> values(read_net(SHIPPED), np.zeros(1, row_type)).shape
    (1,)
    """
    few, many = np.pad(weights, ((0, 0), (0, 1)))[:, crosses(rows)].sum(axis=2)
    second = mix(rows)
    total = few * (MANY - FEW - second) + many * second
    return divided(total, (MANY - FEW) * SCALE)
