"""Rows of Reversi's self-play: positions with what a search or the solver said and the margin of their game."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duiyi import _core

__all__ = ["play_game", "row_type"]

row_type = np.dtype([("own", "<u8"), ("other", "<u8"), ("score", "<i2"), ("margin", "i1"), ("is_exact", "u1")])
"""The discs of the side to move and of the other; the search's score in hundredths of a disc, and the final disc
difference, which is that of perfect play where it is exact."""


def play_game(seed: int, nodes: int = 1500, net: str = "off") -> NDArray[np.void]:
    """The rows of one game, decided by its seed: random opening moves, about `nodes` a move, then perfect play from 14
    empties on, and once more an end of random moves, solved at every step.

    `net` is a file of weights, or ``off`` for the hand-made evaluation.

    >>> rows = play_game(1, nodes=20)
    >>> len(rows) > 30, (play_game(1, nodes=20) == rows).all()
    (True, np.True_)
    """
    return np.frombuffer(_core.play_reversi(seed, nodes, net), row_type)
