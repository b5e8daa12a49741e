"""The network of Gomoku's evaluation in whole numbers, as the core has it: see `cpp/games/gomoku/net.hpp`."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi import _core
from duiyi.learn.gomoku_rows import NOTHING, SHAPES, shapes
from duiyi.learn.net_file import NetFormat, divided

__all__ = [
    "CHANNELS",
    "DIRECT",
    "HIDDEN",
    "MAGIC",
    "MIXED",
    "ONE",
    "OUTPUT",
    "SHIFT",
    "SHIPPED",
    "UNIT",
    "Network",
    "multisets",
    "read_net",
    "traits",
    "values",
    "write_net",
]

MAGIC = b"duiyi gomoku net 1\n"
SHIPPED = Path(__file__).resolve().parent.parent / "nets" / "gomoku.net"

CHANNELS, HIDDEN = _core.gomoku_net_sizes()
"""The largest sizes: `NET_CHANNELS` of a point and `NET_HIDDEN` of the board in `net.hpp`."""

ONE, SHIFT, MIXED, OUTPUT, DIRECT, UNIT = 127, 8, 1024, 256, 16, 250
"""Fixed-point scales: activations of a point, bits dropped from the sums, hidden activations, output weights and direct
values; an output of 1 in units of the evaluation."""

_PATTERNS = 14
_RULES, _COLOURS = 4, 2


class Network(NamedTuple):
    """The weights as whole numbers."""

    points: NDArray[np.int64]
    """By whose shape (the mover's, the other's), its number and the channel."""
    direct: NDArray[np.int64]
    """By whose shape and its number: straight to the output."""
    turn: NDArray[np.int64]
    """By rule and the mover's colour, in units of the evaluation."""
    mix: NDArray[np.int64]
    """By channel and hidden unit."""
    mix_bias: NDArray[np.int64]
    output: NDArray[np.int64]


def _shapes(channels: int, hidden: int, shapes: int) -> list[tuple[int, ...]]:
    return [(2, shapes, channels), (2, shapes), (_RULES, _COLOURS), (channels, hidden), (hidden,), (hidden,)]


_FORMAT = NetFormat("Gomoku", MAGIC, ("<i2", "<i2", "<i4", "<i2", "<i4", "<i2"), _shapes)


@cache
def multisets() -> NDArray[np.int64]:
    """By the number of a shape: how often it has each of the fourteen patterns.

    >>> multisets()[0].tolist(), multisets()[-1].tolist()
    ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4], [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    """
    found = itertools.combinations_with_replacement(range(_PATTERNS - 1, -1, -1), 4)
    return np.array([np.bincount(patterns, minlength=_PATTERNS) for patterns in found])


@cache
def traits() -> NDArray[np.float32]:
    """By the number of a shape what it shares with others: its patterns, and how many are fours, threes and so on.

    >>> traits().shape
    (2380, 59)
    """
    have = multisets()
    fours = have[:, 10] + 2 * have[:, 11] + have[:, 12]
    threes, besides = have[:, 8] + have[:, 9], have[:, 7] + have[:, 5] + have[:, 6]
    threat = 15 * np.minimum(fours, 2) + 5 * np.minimum(threes, 2) + np.minimum(besides, 4)
    found = np.concatenate([have, np.eye(45)[threat]], axis=1).astype(np.float32)
    found[NOTHING] = 0
    return found


def write_net(path: Path, network: Network) -> None:
    """Write a file that the core reads: `alphabeta(net=FILE)`; it is there whole or not at all."""
    channels, hidden = network.mix.shape
    _FORMAT.write(path, (channels, hidden, SHAPES), network)


def read_net(path: Path) -> Network:
    """Read what `write_net` wrote; raises `ValueError` for anything else.

    >>> read_net(SHIPPED).points.shape[:2] == (2, SHAPES)
    True
    """
    return Network(*_FORMAT.read(path))


def values(network: Network, rows: NDArray[np.void]) -> NDArray[np.int64]:
    """What the core makes of positions, in whole numbers, for the side to move.

    >>> from duiyi.learn.gomoku_rows import row_type
    >>> values(read_net(SHIPPED), np.zeros(1, row_type)).shape
    (1,)
    """
    own, enemy = np.moveaxis(shapes(rows).astype(np.int64), 2, 0)
    active = np.clip(network.points[0][own] + network.points[1][enemy], 0, ONE).sum(axis=1)
    mixed = np.clip(((active >> 1) @ network.mix + network.mix_bias) >> SHIFT, 0, MIXED)
    direct = (network.direct[0][own] + network.direct[1][enemy]).sum(axis=1)
    return np.asarray(
        divided(mixed @ network.output * UNIT, MIXED * OUTPUT)
        + divided(direct, DIRECT)
        + network.turn[rows["rule"], rows["side"]]
    )
