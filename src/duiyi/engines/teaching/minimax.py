"""The second generation: look several moves ahead, and expect everybody to play for themselves.

With two seats this is the minimax of Shannon (1950); written with one score per seat it is max-n (Luckhardt and Irani
1986) and serves any number of seats. A line of play is worth what its last position is worth, and everybody walks the
line that is best for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from duiyi.analysis import Analysis, Line
from duiyi.base import Move, Position
from duiyi.engines.teaching.budget import Budget, Spent
from duiyi.engines.teaching.estimate import estimate

__all__ = ["minimax"]

_DEEPEST = 64


def minimax(position: Position, budget: Budget) -> Iterator[Analysis]:
    """Search one ply, then two, then three, as far as the budget goes.

    >>> from duiyi import Limits, load_game
    >>> start = load_game("nogo(rows=2,cols=2)").initial()
    >>> [found.depth for found in minimax(start, Budget(Limits(depth=2)))]
    [1, 2]
    """
    for depth in range(1, (budget.limits.depth or _DEEPEST) + 1):
        try:
            lines = _rank(position, depth, budget)
        except Spent:
            return
        yield Analysis(
            lines=tuple(lines[: budget.limits.lines]),
            depth=depth,
            nodes=budget.nodes,
            seconds=budget.seconds,
            progress=budget.progress(depth),
        )


def _rank(position: Position, depth: int, budget: Budget) -> list[Line]:
    """Every move with the line that follows it, best first."""
    me = position.to_move
    lines = []
    for move in position.legal_moves():
        rates, moves = _search(position.after(move), depth - 1, budget)
        lines.append(Line(moves=(move, *moves), rates=rates))
    return sorted(lines, key=lambda line: -line.rates[me])


def _search(position: Position, depth: int, budget: Budget) -> tuple[tuple[float, ...], tuple[Move, ...]]:
    """What a position is worth to every seat, and the line that shows it."""
    budget.spend()
    if depth == 0 or position.outcome() is not None:
        return estimate(position), ()
    me = position.to_move
    best: tuple[tuple[float, ...], tuple[Move, ...]] | None = None
    for move in position.legal_moves():
        rates, moves = _search(position.after(move), depth - 1, budget)
        if best is None or rates[me] > best[0][me]:
            best = rates, (move, *moves)
    assert best is not None  # a game that goes on has a move
    return best
