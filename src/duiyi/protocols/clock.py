"""From what a protocol says about clocks to the seconds that a move may take."""

from __future__ import annotations

from duiyi.analysis import Limits
from duiyi.engines.settle import clock_share

__all__ = ["fixed_seconds", "move_seconds"]

_SHORTEST = 0.005


def fixed_seconds(seconds: float, overhead: float = 0.05) -> float:
    """The thinking time of a move that must be answered within `seconds`: a margin is left for the way.

    >>> fixed_seconds(1.0), fixed_seconds(0.02)
    (0.95, 0.01)
    """
    return max(_SHORTEST, seconds - overhead, 0.5 * min(seconds, overhead))


def move_seconds(left: float, increment: float = 0.0, moves_left: int | None = None, overhead: float = 0.05) -> float:
    """A share of a clock with `left` seconds, for the rest of the game or for `moves_left` moves.

    >>> move_seconds(60.05)
    2.0
    >>> move_seconds(10.05, moves_left=10)
    0.9
    >>> move_seconds(0.0)
    0.005
    """
    safe = max(0.0, left - overhead)
    if moves_left is not None and moves_left > 0:
        share = 0.9 * safe / moves_left + 0.8 * increment
        return max(_SHORTEST, min(share, (0.8 if moves_left == 1 else 0.5) * safe))
    share = clock_share(Limits(clocks=(safe,), increment=increment), 0) or 0.0
    return max(_SHORTEST, min(share, 0.5 * safe))
