"""The third generation: minimax without the lines that cannot matter.

`low` is what we have already found elsewhere, `high` is what the opponent will allow. A position that turns out worth
more than `high` is never reached, so its other moves need no look (Knuth and Moore 1975). Trying good moves first
makes this happen early: the best moves of the search one ply shallower are remembered by position and tried first.
"""

from __future__ import annotations

from collections.abc import Iterator

from duiyi.analysis import Analysis, Line
from duiyi.base import Move, Position
from duiyi.engines.teaching.budget import Budget, Spent
from duiyi.engines.teaching.estimate import estimate
from duiyi.engines.teaching.minimax import minimax

__all__ = ["alphabeta"]

_DEEPEST = 64


def alphabeta(position: Position, budget: Budget) -> Iterator[Analysis]:
    """Search deeper and deeper; more than two seats are left to `minimax`, where nobody is simply against us.

    >>> from duiyi import Limits, load_game
    >>> start = load_game("nogo(rows=2,cols=2)").initial()
    >>> [found.rates for found in alphabeta(start, Budget(Limits(depth=3)))][-1]
    (1.0, 0.0)
    """
    if position.game.seats != 2:
        yield from minimax(position, budget)
        return
    search = _Search(budget)
    for depth in range(1, (budget.limits.depth or _DEEPEST) + 1):
        try:
            lines = search.rank(position, depth)
        except Spent:
            return
        yield Analysis(
            lines=tuple(lines[: budget.limits.lines]),
            depth=depth,
            nodes=budget.nodes,
            seconds=budget.seconds,
            progress=budget.progress(depth),
        )
        if not search.was_cut_short:
            return  # every line ended inside the depth: more depth finds nothing new


class _Search:
    """What is shared by all nodes of a search."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.best_moves: dict[int, Move] = {}
        self.was_cut_short = False

    def rank(self, position: Position, depth: int) -> list[Line]:
        """The best lines, best first. Only as many as were asked for are exact; the rest are known to be no better."""
        self.was_cut_short = False
        me = position.to_move
        lines: list[Line] = []
        for move in self._ordered(position):
            exact = len(lines) < self.budget.limits.lines
            low = 0.0 if exact else lines[self.budget.limits.lines - 1].rates[me]
            rate, moves = self._look(position, move, depth, low, 1.0)
            if exact or rate > low:
                rates = (rate, 1.0 - rate) if me == 0 else (1.0 - rate, rate)
                lines.append(Line(moves=(move, *moves), rates=rates))
                lines.sort(key=lambda line: -line.rates[me])
        self.best_moves[position.key] = lines[0].moves[0]
        return lines

    def _look(
        self, position: Position, move: Move, depth: int, low: float, high: float
    ) -> tuple[float, tuple[Move, ...]]:
        """What a move is worth to the seat that makes it."""
        after = position.after(move)
        if after.to_move == position.to_move:
            return self._search(after, depth - 1, low, high)
        rate, moves = self._search(after, depth - 1, 1.0 - high, 1.0 - low)
        return 1.0 - rate, moves

    def _search(self, position: Position, depth: int, low: float, high: float) -> tuple[float, tuple[Move, ...]]:
        """What a position is worth to the seat to move, as far as it lies between `low` and `high`."""
        self.budget.spend()
        if depth == 0 or position.outcome() is not None:
            self.was_cut_short |= position.outcome() is None
            return estimate(position)[position.to_move], ()
        best, line = -1.0, ()  # type: tuple[float, tuple[Move, ...]]
        for move in self._ordered(position):
            rate, moves = self._look(position, move, depth, max(low, best), high)
            if rate > best:
                best, line = rate, (move, *moves)
            if best >= high:
                break
        self.best_moves[position.key] = line[0]
        return best, line

    def _ordered(self, position: Position) -> list[Move]:
        """The legal moves, the remembered best one first."""
        moves = position.legal_moves()
        first = self.best_moves.get(position.key)
        return moves if first not in moves else [first, *(move for move in moves if move != first)]
