"""The engines of the native core, in this process: for the command line, scripts and worker processes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import TypeAlias

from duiyi import _core
from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import GameOver, Position
from duiyi.engines.settle import settle
from duiyi.engines.stream import Turns
from duiyi.games.native import NativeGame, NativePosition

__all__ = ["NativeEngine", "search", "searchable"]

_LineTuple: TypeAlias = tuple[list[int], list[float], float, float | None, int | None]
_ReportTuple: TypeAlias = tuple[list[_LineTuple], int, int, float, float]


class NativeEngine:
    """A search of the core with its memory (table, tree), which serves one analysis after the other.

    With a seed every analysis starts from nothing, so that equal questions get equal answers; without one it builds
    on what the last one found.

    >>> from duiyi import load_game
    >>> from duiyi.engines.sync import analyse
    >>> game = load_game("reversi")
    >>> analyse(NativeEngine("alphabeta", game), game.initial(), Limits(depth=4)).depth
    4
    """

    def __init__(
        self,
        search_name: str,
        game: NativeGame,
        own: Limits | None = None,
        options: dict[str, str] | None = None,
        name: str | None = None,
    ) -> None:
        self.name = name or search_name
        self._own = own or Limits()
        rules = {key: str(value) for key, value in game.native_options().items()}
        self._native = _core.load_engine(game.name, rules, search_name, options or {})
        self._turns = Turns()

    def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        """Stream what the search finds; closing the iterator stops it."""
        stop = _core.StopFlag()
        return self._turns.stream(lambda emit: emit(self.search(position, limits, stop, emit)), stop.stop)

    def search(
        self,
        position: Position,
        limits: Limits,
        stop: _core.StopFlag | None = None,
        emit: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Search in the calling thread; the GIL is free meanwhile.

        >>> from duiyi import load_game
        >>> game = load_game("nogo(size=5)")
        >>> NativeEngine("alphabeta", game).search(game.initial(), Limits(depth=3)).final
        True
        """
        return search(self._native, position, settle(limits, self._own, position), stop or _core.StopFlag(), emit)

    async def close(self) -> None:
        """Nothing is held but memory."""


def search(
    engine: _core.Engine,
    position: Position,
    limits: Limits,
    stop: _core.StopFlag,
    emit: Callable[[Analysis], None] | None,
) -> Analysis:
    """Run one native search with limits that are already settled."""
    report = engine.search(
        searchable(position).native,
        stop,
        seconds=limits.seconds,
        nodes=limits.nodes,
        depth=limits.depth,
        threads=limits.threads,
        lines=limits.lines,
        seed=limits.seed,
        on_report=None if emit is None else lambda found: emit(_analysis(found, False)),
    )
    return _analysis(report, True)


def searchable(position: Position) -> NativePosition:
    """A position that the core can search: native, and not at its end.

    >>> from duiyi import load_game
    >>> searchable(load_game("nogo").initial()).to_move
    0
    """
    if not isinstance(position, NativePosition):
        raise TypeError(f"expected a position of a native game, got {position!r}")
    if position.outcome() is not None:
        raise GameOver(f"the game is over: {position.text()}")
    return position


def _analysis(report: _ReportTuple, final: bool) -> Analysis:
    lines, depth, nodes, seconds, progress = report
    return Analysis(
        lines=tuple(
            Line(moves=tuple(moves), rates=tuple(rates), score=score, share=share, end_in=end_in)
            for moves, rates, score, share, end_in in lines
        ),
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        progress=progress,
        final=final,
    )
