"""What engines are asked and what they answer: `Limits`, `Line`, `Analysis`, and the protocols `Engine` and
`Player`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol, runtime_checkable

import msgspec

from duiyi.base import Move, Position

__all__ = ["Analysis", "Engine", "Limits", "Line", "Player"]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How long an engine may think. Whatever is reached first ends the search; with nothing set it is a short look.

    >>> Limits(seconds=0.5).threads
    1
    """

    seconds: float | None = None
    """Wall time for this move."""
    nodes: int | None = None
    depth: int | None = None
    """Plies of a depth-first search."""
    clocks: tuple[float, ...] | None = None
    """Seconds left on each seat's clock; the engine shares its own out over the rest of the game."""
    increment: float = 0.0
    """Seconds added to a clock by each move."""
    threads: int = 1
    lines: int = 1
    """How many best lines to report."""
    seed: int | None = None
    """With one thread, the same seed gives the same search."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of play with what the engine thinks of it."""

    moves: tuple[Move, ...]
    rates: tuple[float, ...]
    """Expected score of every seat in 0..1, by absolute seat."""
    share: float | None = None
    """Share of the visits at the root, for tree searches."""
    score: float | None = None
    """The engine's own unit for the seat to move (hundredths of a man, discs, ...)."""
    end_in: int | None = None
    """Plies to a proven end; the sign says for whom: positive when the seat to move wins."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """What an engine knows so far. The last one of a search is `final`."""

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    progress: float
    """Fraction of the limit used, 0..1, growing linearly."""
    final: bool = False

    @property
    def best(self) -> Move:
        """The first move of the best line."""
        return self.lines[0].moves[0]

    @property
    def rates(self) -> tuple[float, ...]:
        """Expected score of every seat, by the best line."""
        return self.lines[0].rates


@runtime_checkable
class Engine(Protocol):
    """Something that thinks about positions."""

    name: str

    def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        """Stream what is known, at most ten times a second; the last is `final`. Closing the iterator stops
        the search."""
        ...

    async def close(self) -> None:
        """Free what the engine holds."""
        ...


@runtime_checkable
class Player(Protocol):
    """Something that chooses moves: a person, an engine at a level, a remote bot."""

    name: str

    async def choose(self, position: Position, limits: Limits) -> Move:
        """A legal move."""
        ...
