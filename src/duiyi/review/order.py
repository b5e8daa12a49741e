"""In which order the plies of a game are looked at: coarse to fine."""

from __future__ import annotations

__all__ = ["ply_order"]


def ply_order(first: int, count: int) -> list[int]:
    """The ply on the screen, both ends, then every eighth, fourth, second, and the rest: the graph has its shape early.

    >>> ply_order(3, 10)
    [3, 0, 9, 8, 4, 2, 6, 1, 5, 7]
    """
    order = dict.fromkeys([min(max(first, 0), count - 1), 0, count - 1])
    for step in (8, 4, 2, 1):
        order |= dict.fromkeys(range(0, count, step))
    return list(order)
