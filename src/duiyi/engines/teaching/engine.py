"""The teaching searches as an `Engine`: in a thread, streamed, stoppable."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator

import msgspec

from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import GameOver, Position
from duiyi.engines.settle import settle
from duiyi.engines.stream import stream
from duiyi.engines.teaching.alphabeta import alphabeta
from duiyi.engines.teaching.budget import Budget
from duiyi.engines.teaching.estimate import estimate
from duiyi.engines.teaching.greedy import greedy
from duiyi.engines.teaching.mcts import mcts
from duiyi.engines.teaching.minimax import minimax

__all__ = ["GENERATIONS", "TeachingEngine"]

Search = Callable[[Position, Budget], Iterator[Analysis]]

GENERATIONS: dict[str, Search] = {"greedy": greedy, "minimax": minimax, "alphabeta": alphabeta, "mcts": mcts}
"""The searches by the names under which every game offers them, oldest first."""

_PAUSE = 0.1  # seconds between two reports


class TeachingEngine:
    """One of the teaching searches behind the `Engine` protocol.

    >>> from duiyi import load_game
    >>> from duiyi.engines.sync import analyse
    >>> start = load_game("nogo(rows=2,cols=3)").initial()
    >>> analyse(TeachingEngine("alphabeta"), start, Limits(depth=6)).final
    True
    """

    def __init__(self, generation: str, own: Limits | None = None, name: str | None = None) -> None:
        self.name = name or generation
        self._search = GENERATIONS[generation]
        self._own = own or Limits()

    def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        """Stream what the search finds."""
        if position.outcome() is not None:
            raise GameOver(f"the game is over: {position.text()}")
        budget = Budget(settle(limits, self._own, position))
        return stream(lambda emit: self._run(position, budget, emit), budget.stop)

    async def close(self) -> None:
        """Nothing is held between searches."""

    def _run(self, position: Position, budget: Budget, emit: Callable[[Analysis], None]) -> None:
        last: Analysis | None = None
        shown = time.perf_counter()
        for last in self._search(position, budget):
            if time.perf_counter() - shown >= _PAUSE:
                shown = time.perf_counter()
                emit(last)
        if last is None:  # not even one ply was finished: any legal move is an answer
            line = Line(moves=(position.legal_moves()[0],), rates=estimate(position))
            last = Analysis(lines=(line,), depth=0, nodes=budget.nodes, seconds=budget.seconds, progress=1.0)
        emit(msgspec.structs.replace(last, nodes=budget.nodes, seconds=budget.seconds, progress=1.0, final=True))
