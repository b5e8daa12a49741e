"""Rows of Xiangqi's self-play: positions with what a search and the game's end said, and their pieces as numbers."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi import _core
from duiyi.learn.xiangqi_net import PLACES, SETS, sights, views

__all__ = ["Views", "inputs", "play_game", "row_type"]

row_type = np.dtype(
    [
        ("side", "u1"),
        ("count", "u1"),
        ("result", "i1"),
        ("ply", "u1"),
        ("score", "<i2"),
        ("piece", "u1", 32),
        ("cell", "u1", 32),
    ]
)
"""A quiet position with the score of a small search and the result of its game, both for the side to move."""


def play_game(seed: int, nodes: int = 1500, net: str = "") -> NDArray[np.void]:
    """The rows of one game, decided by its seed: a fair opening of random moves, then about `nodes` a move.

    `net` is a network's file, ``off`` the hand-made evaluation, nothing the network that ships.

    >>> rows = play_game(1, nodes=20)
    >>> len(rows) > 5, (play_game(1, nodes=20) == rows).all()
    (True, np.True_)
    """
    return np.frombuffer(_core.play_xiangqi(seed, nodes, net), row_type)


class Views(NamedTuple):
    """The pieces of some positions as the movers see them and then as the others do, one view after the other."""

    numbers: NDArray[np.int64]
    first: NDArray[np.int64]
    """Where the numbers of a view begin, and the end of the last."""


def inputs(rows: NDArray[np.void], *, mirrored: bool = False, sets: int = SETS) -> Views:
    """The numbers of the pieces on the board, seen by both sides: from the sets of their kings, or from one set.

    >>> row = np.zeros(1, row_type)
    >>> row["count"], row["piece"][0, :2], row["cell"][0, :2] = 2, (0, 8), (86, 4)
    >>> inputs(row, sets=1).numbers.tolist(), inputs(row).first.tolist()
    ([8, 353, 354, 7], [0, 2, 4])
    >>> [divmod(number, PLACES) for number in inputs(row).numbers.tolist()]
    [(3, 6), (3, 353), (0, 354), (0, 7)]
    """
    there = np.arange(32, dtype=np.uint8)[None, :] < rows["count"][:, None]
    pieces = (rows["piece"] & 15).astype(np.int64)
    places = 96 * pieces + rows["cell"]
    if mirrored:
        places = _mirrors()[places]
    side = rows["side"].astype(np.int64)
    seen = [_seen(viewer, places, pieces, there, sets) for viewer in (side, 1 - side)]
    counts = np.concatenate([[0], rows["count"], rows["count"]]).astype(np.int64)
    return Views(np.concatenate(seen), np.cumsum(counts))


def _seen(
    viewer: NDArray[np.int64], places: NDArray[np.int64], pieces: NDArray[np.int64], there: NDArray[np.bool_], sets: int
) -> NDArray[np.int64]:
    """The numbers of the pieces as the viewers see them, one position after the other."""
    if sets == 1:
        return views()[np.repeat(viewer, there.sum(axis=1)), places[there]]
    kings = np.argmax((pieces == 8 * viewer[:, None]) & there, axis=1)
    king = places[np.arange(len(places)), kings] % 96
    chosen, turned = sights()[viewer, king].T
    places = np.where(turned[:, None] == 1, _mirrors()[places], places)
    numbers = views()[viewer[:, None], places]
    return np.where(numbers == PLACES, sets * PLACES, numbers + PLACES * chosen[:, None])[there]


@cache
def _mirrors() -> NDArray[np.int64]:
    place = np.arange(16 * 96)
    cell = place % 96
    return np.where(cell < 90, place - cell + cell // 9 * 9 + 8 - cell % 9, place)
