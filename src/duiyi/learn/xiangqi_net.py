"""The network of Xiangqi's evaluation in whole numbers, as the core has it: see `cpp/games/xiangqi/net.hpp`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi import _core
from duiyi.learn.net_file import NetFormat, divided

__all__ = [
    "DIRECT",
    "HIDDEN",
    "MAGIC",
    "ONE",
    "PLACES",
    "SETS",
    "SHIPPED",
    "STAGES",
    "UNIT",
    "WEIGHT",
    "Network",
    "numbers",
    "read_net",
    "sights",
    "values",
    "views",
    "write_net",
]

MAGIC = b"duiyi xiangqi net 1\n"
SHIPPED = Path(__file__).resolve().parent.parent / "nets" / "xiangqi.net"

HIDDEN, PLACES, SETS, STAGES = _core.xiangqi_hidden(), 692, 6, 4
"""Sizes. A file may have fewer hidden units than `HIDDEN`, which is `NET_HIDDEN` in `net.hpp`, and one set of rows
for all places of the king."""

ONE, WEIGHT, DIRECT, UNIT = 255, 64, 16, 180
"""Fixed-point scales of activations, output weights and direct values; an output of 1 in units of the evaluation."""

_TYPES, _CELLS, _FILES, _MIDDLE = 7, 90, 9, 4


class Network(NamedTuple):
    """The weights as whole numbers."""

    rows: NDArray[np.int64]
    """Of one set after the other, and at last what pieces count that cannot be there."""
    bias: NDArray[np.int64]
    output: NDArray[np.int64]
    output_bias: NDArray[np.int64]
    direct: NDArray[np.int64]


def _shapes(hidden: int, rows: int, stages: int) -> list[tuple[int, ...]]:
    return [(rows + 1, hidden), (hidden,), (stages, 2 * hidden), (stages,), (rows + 1,)]


_FORMAT = NetFormat("Xiangqi", MAGIC, ("<i2", "<i2", "<i2", "<i4", "<i2"), _shapes)


@cache
def numbers() -> NDArray[np.int64]:
    """The number of an own (0) or enemy (1) piece of a type on a cell as its viewer sees it; -1 where none can be.

    >>> int(numbers().max()) + 1 == PLACES
    True
    """
    found = np.full((2, _TYPES, _CELLS), -1, np.int64)
    number = 0
    for whose in range(2):
        for kind in range(_TYPES):
            for cell in range(_CELLS):
                if _can_stand(kind, 9 - cell // _FILES, cell % _FILES):
                    found[whose, kind, cell if whose == 0 else _over(cell)] = number
                    number += 1
    return found


@cache
def views() -> NDArray[np.int64]:
    """By viewer (red first) and 96 * piece + cell: the number of a piece (three bits of kind, then colour).

    >>> views().shape, int(views()[0, 96 * 4 + 89]), int(views()[1, 96 * 12 + 8])
    ((2, 1536), 200, 200)
    """
    found = np.full((2, 16, 96), PLACES, np.int64)
    for viewer in range(2):
        for color in range(2):
            for kind in range(_TYPES):
                for cell in range(_CELLS):
                    number = numbers()[int(color != viewer), kind, cell if viewer == 0 else _over(cell)]
                    found[viewer, 8 * color + kind, cell] = number if number >= 0 else PLACES
    return found.reshape(2, -1)


@cache
def sights() -> NDArray[np.int64]:
    """By viewer and the cell of his king: the set of rows that he sees by and whether he sees a mirror image.

    >>> sights()[0, [85, 84, 86]].tolist(), sights()[1, [4, 13, 23]].tolist()
    ([[0, 0], [3, 0], [3, 1]], [[0, 0], [1, 0], [5, 1]])
    """
    found = np.zeros((2, _CELLS, 2), np.int64)
    for viewer in range(2):
        for cell in range(_CELLS):
            rank, file = divmod(cell, _FILES)
            up = min(2, 9 - rank if viewer == 0 else rank)
            found[viewer, cell] = up + 3 * (file != _MIDDLE), file > _MIDDLE
    return found


def write_net(path: Path, network: Network) -> None:
    """Write a file that the core reads: `alphabeta(net=FILE)`; it is there whole or not at all."""
    _FORMAT.write(path, (network.rows.shape[1], len(network.rows) - 1, STAGES), network)


def read_net(path: Path) -> Network:
    """Read what `write_net` wrote; raises `ValueError` for anything else.

    >>> len(read_net(SHIPPED).rows) in (PLACES + 1, SETS * PLACES + 1)
    True
    """
    return Network(*_FORMAT.read(path))


def values(network: Network, own: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """What the core makes of positions, in whole numbers: by row the pieces as the mover and as the other sees them,
    filled up with the last number of all.

    >>> network = read_net(SHIPPED)
    >>> empty = np.full((1, 32), len(network.rows) - 1)
    >>> values(network, empty, empty).shape
    (1,)
    """
    count = (own != len(network.rows) - 1).sum(axis=1)
    stage = np.minimum((count - 2) * STAGES // 31, STAGES - 1)
    active = [np.clip(network.rows[view].sum(axis=1) + network.bias, 0, ONE) for view in (own, other)]
    hidden = (np.concatenate(active, axis=1) ** 2 * network.output[stage]).sum(axis=1)
    direct = network.direct[own].sum(axis=1) - network.direct[other].sum(axis=1)
    return np.asarray(divided(hidden * UNIT, ONE * ONE * WEIGHT) + divided(direct, DIRECT) + network.output_bias[stage])


def _can_stand(kind: int, up: int, file: int) -> bool:
    if kind in (0, 1):
        return up <= 2 and 3 <= file <= 5 and (kind == 0 or (up + file) % 2 == 1)
    if kind == 2:
        return (up == 2 and file % 4 == 0) or (up in (0, 4) and file % 4 == 2)
    return kind != 6 or up >= 5 or (up in (3, 4) and file % 2 == 0)


def _over(cell: int) -> int:
    return (9 - cell // _FILES) * _FILES + cell % _FILES
