"""The first generation: try every move, keep the one after which the board looks best."""

from __future__ import annotations

from collections.abc import Iterator

from duiyi.analysis import Analysis, Line
from duiyi.base import Position
from duiyi.engines.teaching.budget import Budget
from duiyi.engines.teaching.estimate import estimate

__all__ = ["greedy"]


def greedy(position: Position, budget: Budget) -> Iterator[Analysis]:
    """Look one move ahead.

    >>> from duiyi import Limits, load_game
    >>> start = load_game("nogo(size=3)").initial()
    >>> [found.depth for found in greedy(start, Budget(Limits(depth=1)))]
    [1]
    """
    me = position.to_move
    lines = []
    for move in position.legal_moves():
        budget.nodes += 1
        lines.append(Line(moves=(move,), rates=estimate(position.after(move))))
    lines.sort(key=lambda line: -line.rates[me])
    yield Analysis(
        lines=tuple(lines[: budget.limits.lines]), depth=1, nodes=budget.nodes, seconds=budget.seconds, progress=1.0
    )
