"""What a search may spend: the caller's `Limits`, the engine's own, and a share of the clock, made one."""

from __future__ import annotations

import msgspec

from duiyi.analysis import Limits
from duiyi.base import Position

__all__ = ["SHORT_LOOK", "clock_share", "settle"]

SHORT_LOOK = 1.0
"""Seconds for a search that nobody limited."""

_MOVES_AHEAD = 30  # a clock is shared out over this many moves to come
_OVERHEAD = 0.05  # seconds that a move loses on its way


def settle(limits: Limits, own: Limits, position: Position) -> Limits:
    """The tighter of both in everything; a clock becomes seconds; with nothing set it is a short look.

    >>> from duiyi import load_game
    >>> start = load_game("reversi").initial()
    >>> settle(Limits(nodes=500), Limits(nodes=100, depth=3), start).nodes
    100
    >>> settle(Limits(), Limits(), start).seconds
    1.0
    """
    seconds = _least(limits.seconds, own.seconds, clock_share(limits, position.to_move))
    nodes = _least(limits.nodes, own.nodes)
    depth = _least(limits.depth, own.depth)
    if seconds is None and nodes is None and depth is None:
        seconds = SHORT_LOOK
    return msgspec.structs.replace(
        limits,
        seconds=seconds,
        nodes=None if nodes is None else max(1, int(nodes)),
        depth=None if depth is None else max(1, int(depth)),
        clocks=None,
        threads=max(1, limits.threads),
        lines=max(1, limits.lines),
    )


def clock_share(limits: Limits, seat: int) -> float | None:
    """Seconds of its clock that a seat may spend on one move, or None without clocks.

    >>> clock_share(Limits(clocks=(60.0, 30.0)), 0)
    2.0
    """
    if limits.clocks is None or seat >= len(limits.clocks):
        return None
    left = max(0.0, limits.clocks[seat] - _OVERHEAD)
    share = limits.clocks[seat] / _MOVES_AHEAD + 0.8 * limits.increment
    return max(0.01, min(share, 0.5 * left))


def _least(*values: float | None) -> float | None:
    return min((value for value in values if value is not None), default=None)
