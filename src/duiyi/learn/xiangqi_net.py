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
    "FEATURES",
    "HIDDEN",
    "MAGIC",
    "ONE",
    "SHIPPED",
    "STAGES",
    "UNIT",
    "WEIGHT",
    "Network",
    "numbers",
    "read_net",
    "values",
    "views",
    "write_net",
]

MAGIC = b"duiyi xiangqi net 1\n"
SHIPPED = Path(__file__).resolve().parent.parent / "nets" / "xiangqi.net"

HIDDEN, FEATURES, STAGES = _core.xiangqi_hidden(), 692, 4
"""Sizes. A file may have fewer hidden units than `HIDDEN`, which is `NET_HIDDEN` in `net.hpp`."""

ONE, WEIGHT, DIRECT, UNIT = 255, 64, 16, 180
"""Fixed-point scales of activations, output weights and direct values; an output of 1 in units of the evaluation."""

_TYPES, _CELLS, _FILES = 7, 90, 9


class Network(NamedTuple):
    """The weights as whole numbers."""

    rows: NDArray[np.int64]
    bias: NDArray[np.int64]
    output: NDArray[np.int64]
    output_bias: NDArray[np.int64]
    direct: NDArray[np.int64]


def _shapes(hidden: int, features: int, stages: int) -> list[tuple[int, ...]]:
    return [(features + 1, hidden), (hidden,), (stages, 2 * hidden), (stages,), (features + 1,)]


_FORMAT = NetFormat("Xiangqi", MAGIC, ("<i2", "<i2", "<i2", "<i4", "<i2"), _shapes)


@cache
def numbers() -> NDArray[np.int64]:
    """The number of an own (0) or enemy (1) piece of a type on a cell as its viewer sees it; -1 where none can be.

    >>> int(numbers().max()) + 1 == FEATURES
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
    found = np.full((2, 16, 96), FEATURES, np.int64)
    for viewer in range(2):
        for color in range(2):
            for kind in range(_TYPES):
                for cell in range(_CELLS):
                    number = numbers()[int(color != viewer), kind, cell if viewer == 0 else _over(cell)]
                    found[viewer, 8 * color + kind, cell] = number if number >= 0 else FEATURES
    return found.reshape(2, -1)


def write_net(path: Path, network: Network) -> None:
    """Write a file that the core reads: `alphabeta(net=FILE)`; it is there whole or not at all."""
    _FORMAT.write(path, (network.rows.shape[1], FEATURES, STAGES), network)


def read_net(path: Path) -> Network:
    """Read what `write_net` wrote; raises `ValueError` for anything else.

    >>> read_net(SHIPPED).rows.shape[0] == FEATURES + 1
    True
    """
    return Network(*_FORMAT.read(path))


def values(network: Network, own: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    """What the core makes of positions, in whole numbers: by row the pieces as the mover and as the other sees them,
    filled up with `FEATURES`.

    >>> empty = np.full((1, 32), FEATURES)
    >>> values(read_net(SHIPPED), empty, empty).shape
    (1,)
    """
    count = (own != FEATURES).sum(axis=1)
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
