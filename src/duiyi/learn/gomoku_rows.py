"""Rows of Gomoku's self-play: positions with what a search and the game's end said, and their points as numbers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi import _core

__all__ = ["CELLS", "NOTHING", "SHAPES", "Points", "play_game", "points", "row_type", "shapes"]

SHAPES = 2380
"""Kinds of points for one colour: multisets of four of the fourteen line patterns, four fives first."""

NOTHING = SHAPES - 1
"""Four dead lines: the number of a stone, too, and under renju of black's forbidden points."""

CELLS = 225

row_type = np.dtype(
    [
        ("rule", "u1"),
        ("side", "u1"),
        ("result", "i1"),
        ("ply", "u1"),
        ("score", "<i2"),
        ("black", "u1", 29),
        ("white", "u1", 29),
    ]
)
"""A position where nothing is forced; a small search's score and the game's result are for the side to move."""


def play_game(seed: int, nodes: int = 1300, net: str = "") -> NDArray[np.void]:
    """The rows of one game, decided by its seed: a fair opening of random stones, then about `nodes` a move.

    `net` is a network's file, ``off`` the hand-made evaluation, nothing the network that ships.

    >>> rows = play_game(1, nodes=20)
    >>> len(rows) > 1, (play_game(1, nodes=20) == rows).all()
    (True, np.True_)
    """
    return np.frombuffer(_core.play_gomoku(seed, nodes, net), row_type)


def shapes(rows: NDArray[np.void]) -> NDArray[np.uint16]:
    """By row and cell the numbers of the mover's shape and of the other's.

    >>> shapes(play_game(1, nodes=20)).shape[1:]
    (225, 2)
    """
    return np.frombuffer(_core.gomoku_shapes(rows.tobytes()), np.uint16).reshape(-1, CELLS, 2)


class Points(NamedTuple):
    """The points of some positions: every kind of point once a position, with how many there are."""

    kinds: NDArray[np.int32]
    """``SHAPES`` times the mover's number plus the other's, one position after the other."""
    counts: NDArray[np.uint8]
    first: NDArray[np.int64]
    """Where the kinds of a position begin, and the end of the last."""


def points(rows: NDArray[np.void], piece: int = 4096) -> Points:
    """Count the points of every kind; those with nothing for either colour are left out.

    >>> row = np.zeros(1, row_type)
    >>> int(points(row).counts.sum())
    225
    """
    kinds, counts, sizes = [np.empty(0, np.int32)], [np.empty(0, np.uint8)], [np.zeros(1, np.int64)]
    for begin in range(0, len(rows), piece):
        seen = shapes(rows[begin : begin + piece]).astype(np.int64)
        code = seen[:, :, 0] * SHAPES + seen[:, :, 1]
        key = code + (np.arange(len(seen)) << 32)[:, None]
        key = np.sort(key[code != NOTHING * (SHAPES + 1)])
        starts = np.flatnonzero(np.concatenate([[True], key[1:] != key[:-1]])) if len(key) else np.empty(0, np.int64)
        kinds.append((key[starts] & 0xFFFFFFFF).astype(np.int32))
        counts.append(np.diff(np.append(starts, len(key))).astype(np.uint8))
        sizes.append(np.bincount(key[starts] >> 32, minlength=len(seen)))
    return Points(np.concatenate(kinds), np.concatenate(counts), np.cumsum(np.concatenate(sizes)))
