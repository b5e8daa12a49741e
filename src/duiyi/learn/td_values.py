"""What a TD learner adjusts: a value in -1..1 for the seat to move, from few shared weights or from a table of states.

Shared weights say something about positions that were never met; a table says nothing about them. ``docs/td.md`` shows
what that means.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from duiyi.base import Game, Position
from duiyi.learn.games import write_atomically
from duiyi.learn.reversi_patterns import MOBILITIES, STAGES, layout, stage_of, write_weights

__all__ = ["PatternValues", "PlaneValues", "TableValues", "Values", "values_for"]


class Values(Protocol):
    """Values that can be learnt."""

    def of(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """The value of each for its seat to move; none of the games is over."""
        ...

    def learn(self, position: Position, target: float, rate: float) -> None:
        """Move the value of a position towards a target."""
        ...

    def save(self, path: Path) -> None:
        """Write everything that was learnt."""
        ...

    def load(self, path: Path) -> None:
        """Go on from a file."""
        ...


class _Shared(ABC):
    """tanh of a sum of weights; a position has a few active ones. Weight 0 stands for nothing and stays 0."""

    def __init__(self, size: int) -> None:
        self.weights = np.zeros(size)

    @abstractmethod
    def active(self, positions: Sequence[Position]) -> NDArray[np.int64]:
        """By position: the numbers of its weights."""

    def of(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        return np.asarray(np.tanh(self.weights[self.active(positions)].sum(axis=1)), np.float64)

    def learn(self, position: Position, target: float, rate: float) -> None:
        active = self.active([position])[0]
        value = float(np.tanh(self.weights[active].sum()))
        change = rate / max(1, int(np.count_nonzero(active))) * (target - value) * (1.0 - value * value)
        np.add.at(self.weights, active, change)
        self.weights[0] = 0.0

    def save(self, path: Path) -> None:
        write_atomically(path, self.weights.astype("<f8").tobytes())

    def load(self, path: Path) -> None:
        weights = np.frombuffer(path.read_bytes(), "<f8")
        if weights.shape != self.weights.shape:
            raise ValueError(f"learn td: expected {self.weights.size} weights, got {weights.size} in {path}")
        self.weights = weights.copy()


class PlaneValues(_Shared):
    """A weight for every cell of every plane of ``Position.features()``: serves any game with features.

    >>> from duiyi import load_game
    >>> game = load_game("nogo(size=3)")
    >>> values = PlaneValues(game)
    >>> values.learn(game.initial(), 1.0, 0.5)
    >>> bool(values.of([game.initial()])[0] > 0)
    True
    """

    def __init__(self, game: Game) -> None:
        super().__init__(2 + int(np.prod(game.initial().features().shape)))

    def active(self, positions: Sequence[Position]) -> NDArray[np.int64]:
        found = [np.flatnonzero(position.features()) + 2 for position in positions]
        numbers = np.zeros((len(found), 1 + max(map(len, found))), np.int64)
        numbers[:, 0] = 1  # the bias
        for row, cells in zip(numbers, found, strict=True):
            row[1 : 1 + len(cells)] = cells
        return numbers


class PatternValues(_Shared):
    """Reversi's patterns in stages, shared by symmetry: the same weights that ``alphabeta(net=FILE)`` reads.

    >>> from duiyi import load_game
    >>> PatternValues().active([load_game("reversi").initial()]).shape
    (1, 46)
    """

    DISCS = 16.0
    """A value of tanh(1) is a lead of so many discs."""

    def __init__(self) -> None:
        where = layout()
        self._size = where.size
        super().__init__(1 + STAGES * where.size)
        self._powers = np.zeros((64, len(where.places)), np.int64)
        first, foldings = [], []
        start = 0
        for place, (cells, folding, number) in enumerate(where.places):
            for digit, cell in enumerate(cells):
                self._powers[cell, place] = 3**digit
            first.append(start)
            foldings.append(folding + number)
            start += len(folding)
        self._first = np.array(first)
        self._foldings = np.concatenate(foldings)

    def active(self, positions: Sequence[Position]) -> NDArray[np.int64]:
        planes = np.stack([position.features()[:2].reshape(2, 64) for position in positions])
        digits = (planes[:, 0] + 2 * planes[:, 1]).astype(np.int64)
        stages = np.array([stage_of(int(count)) for count in (digits > 0).sum(axis=1)])
        return np.asarray(
            1 + stages[:, None] * self._size + self._foldings[digits @ self._powers + self._first], np.int64
        )

    def export(self, path: Path) -> None:
        """Write the weights for ``alphabeta(net=FILE)``."""
        stages = np.zeros((STAGES, self._size + 2 * MOBILITIES))
        stages[:, : self._size] = self.DISCS * self.weights[1:].reshape(STAGES, self._size)
        write_weights(path, stages)


class TableValues:
    """A value for every state that was met, and 0 for all others: what does not work.

    >>> from duiyi import load_game
    >>> start = load_game("reversi").initial()
    >>> values = TableValues()
    >>> values.learn(start, 1.0, 0.25)
    >>> values.of([start]).tolist(), len(values.table)
    ([0.25], 1)
    """

    def __init__(self) -> None:
        self.table: dict[int, float] = {}

    def of(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        return np.array([self.table.get(position.key, 0.0) for position in positions])

    def learn(self, position: Position, target: float, rate: float) -> None:
        old = self.table.get(position.key, 0.0)
        self.table[position.key] = old + rate * (target - old)

    def save(self, path: Path) -> None:
        rows = np.array(list(self.table.items()), dtype=[("key", "<u8"), ("value", "<f8")])
        write_atomically(path, rows.tobytes())

    def load(self, path: Path) -> None:
        rows = np.frombuffer(path.read_bytes(), dtype=[("key", "<u8"), ("value", "<f8")])
        self.table = dict(zip(rows["key"].tolist(), rows["value"].tolist(), strict=True))


def values_for(game: Game, kind: str) -> Values:
    """The values of a kind: ``shared`` weights or a ``table``.

    >>> from duiyi import load_game
    >>> type(values_for(load_game("reversi"), "shared")).__name__
    'PatternValues'
    """
    if kind == "table":
        return TableValues()
    if kind != "shared":
        raise ValueError(f"learn td: expected shared or table, got {kind!r}")
    return PatternValues() if game.spec == "reversi" else PlaneValues(game)
