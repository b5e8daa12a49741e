"""What all protocols of external programs share: a greeting, a search, a farewell."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping
from math import exp

from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import Game, Move, Position
from duiyi.engines.external_process import Child, ExternalError

__all__ = ["Dialect", "analysis_of", "checked", "rate_of"]

_PAUSE = 0.1  # seconds between two reports


class Dialect(ABC):
    """One protocol, spoken with one child. A new child gets a new dialect, so that nothing old is remembered."""

    farewell = "quit"

    def __init__(self, game: Game, options: Mapping[str, str], *, handshake: float, grace: float) -> None:
        self.game = game
        self.options = dict(options)
        self.handshake = handshake
        """Seconds that the greeting may take."""
        self.grace = grace
        """Seconds that a move may come later than it was told."""
        self._reported = 0.0

    @abstractmethod
    async def greet(self, child: Child) -> None:
        """Say hello, pass the options, and wait until it is ready."""

    @abstractmethod
    def search(self, child: Child, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        """Ask about a position. Closing the iterator early must leave the child ready for more, or closed."""

    async def until(self, child: Child, word: str, seconds: float) -> list[str]:
        """The lines up to the one that is, or begins with, a word."""
        deadline = time.monotonic() + seconds
        lines: list[str] = []
        while True:
            line = await child.read(max(0.0, deadline - time.monotonic()))
            lines.append(line)
            if line.split()[:1] == [word]:
                return lines

    def is_due(self) -> bool:
        """Whether it is time for another report."""
        now = time.monotonic()
        if now - self._reported < _PAUSE:
            return False
        self._reported = now
        return True


def rate_of(score: float, unit: float = 173.7) -> float:
    """The expected score that hundredths of a man stand for.

    >>> rate_of(0), round(rate_of(400), 2)
    (0.5, 0.91)
    """
    return 1.0 / (1.0 + exp(-max(-5000.0, min(5000.0, score)) / unit))


def checked(child: Child, position: Position, move: Move, text: str) -> Move:
    """A move that may be played; raises `ExternalError` for another."""
    why = position.why_illegal(move)
    if why is not None:
        raise ExternalError(
            f"{child.command}: expected a legal move in {position.text()}, got {text!r}: {why.words.en}"
        )
    return move


def analysis_of(position: Position, move: Move, began: float, rate: float | None = None) -> Analysis:
    """A final analysis of a program that tells nothing but its move."""
    seats = position.game.seats
    rates = [1.0 / seats] * seats
    if rate is not None and seats == 2:
        rates = [1.0 - rate] * 2
        rates[position.to_move] = rate
    line = Line(moves=(move,), rates=tuple(rates))
    seconds = time.monotonic() - began
    return Analysis(lines=(line,), depth=0, nodes=0, seconds=seconds, progress=1.0, final=True)
