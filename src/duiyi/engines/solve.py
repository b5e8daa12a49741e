"""Exact values: by a game's own solver where it has one, else by a search that proves what it can."""

from __future__ import annotations

import threading
import time

import msgspec

from duiyi import _core
from duiyi.analysis import Limits
from duiyi.base import GameOver, Move, Position
from duiyi.engines.native import NativeEngine
from duiyi.games.native import NativeGame, NativePosition

__all__ = ["Solution", "has_solver", "solve"]

_WORDS = {1: "win", -1: "loss"}


class Solution(msgspec.Struct, frozen=True):
    """The value for the seat to move, and the first moves that keep it.

    `value` is the final margin where the game counts (discs in Reversi), else ``win``, ``loss``, ``draw`` or
    ``unknown``.
    """

    value: int | str
    moves: tuple[Move, ...]
    nodes: int
    seconds: float


def has_solver(game: NativeGame) -> bool:
    """Whether a game has a solver of its own.

    >>> from duiyi import load_game
    >>> has_solver(load_game("xiangqi"))
    False
    """
    return _core.load_solver(game.name, _rules(game)) is not None


def solve(position: Position, seconds: float | None = None, threads: int = 1) -> Solution:
    """The exact value of a position, or ``unknown`` when the time was not enough.

    >>> from duiyi import load_game
    >>> solve(load_game("nogo(size=3)").initial()).value
    'win'
    """
    if not isinstance(position, NativePosition):
        raise ValueError(f"expected a position of a native game, got {position!r}")
    if position.outcome() is not None:
        raise GameOver(f"the game is over: {position.text()}")
    solver = _core.load_solver(position.game.name, _rules(position.game))
    if solver is None:
        return _prove(position, seconds, threads)
    value, margin, moves, nodes, took = _interruptible(solver, position, seconds, threads)
    return Solution(value if margin is None else margin, tuple(moves), nodes, took)


def _rules(game: NativeGame) -> dict[str, str]:
    return {name: str(value) for name, value in game.native_options().items()}


def _interruptible(
    solver: _core.Solver, position: NativePosition, seconds: float | None, threads: int
) -> tuple[str, int | None, list[int], int, float]:
    """Solve in a thread, so that Ctrl-C reaches us; the solver then stops."""
    stop = _core.StopFlag()
    found: list[tuple[str, int | None, list[int], int, float]] = []
    thread = threading.Thread(
        target=lambda: found.append(solver.solve(position.native, stop, seconds, threads)), daemon=True
    )
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except KeyboardInterrupt:
        stop.stop()
        thread.join()
        raise
    return found[0]


def _prove(position: NativePosition, seconds: float | None, threads: int) -> Solution:
    """Search until the best line is proven: right for wins and losses, silent about draws."""
    began = time.perf_counter()
    limits = Limits(seconds=seconds, depth=126, threads=threads, seed=1)
    found = NativeEngine("alphabeta", position.game, options={"memory": "256"}).search(position, limits)
    best = found.lines[0]
    value = "unknown" if best.end_in is None else _WORDS[1 if best.end_in > 0 else -1]
    moves = best.moves[:1] if value == "win" else ()
    return Solution(value, moves, found.nodes, time.perf_counter() - began)
