"""A forest of the core with its network: positions in, searched roots out, many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

import numpy as np

from duiyi import _core
from duiyi.engines.alphazero_net import Floats
from duiyi.games.native import NativeGame, NativePosition

__all__ = ["Asked", "Root", "Thinker"]


class Asked(Protocol):
    """Whatever answers rows of planes: a network, or in tests a function."""

    def run(self, planes: Floats) -> tuple[Floats, Floats]:
        """Logits by move, rates by seat."""
        ...


class Root(NamedTuple):
    """What a search found: moves with visits, shares to learn and rates, the one to play first."""

    moves: list[tuple[int, int, float, float, list[float], int | None]]
    rates: list[float]
    estimate: list[float]
    is_proven: bool
    simulations: int


class Thinker:
    """Trees in lock-step over one network."""

    def __init__(
        self, game: NativeGame, net: Asked, options: dict[str, str], trees: int, leaves: int = 1, seed: int = 1
    ) -> None:
        rules = {name: str(value) for name, value in game.native_options().items()}
        self._forest = _core.load_forest(game.name, rules, options, trees=trees, leaves=leaves, seed=seed)
        self._net = net
        self._rows = np.zeros((self._forest.capacity, *game.feature_shape), np.float32)
        self.evaluations = 0

    def begin(
        self, tree: int, position: NativePosition, simulations: int, noisy: bool = False, fresh: bool = False
    ) -> None:
        """Start a search in a tree."""
        self._forest.begin(tree, position.native, simulations, noisy=noisy, fresh=fresh)

    def step(self) -> None:
        """One batch: every tree that is not done goes on by one position."""
        count = self._forest.gather(self._rows)
        if count:
            logits, rates = self._net.run(self._rows[:count])
            self._forest.give(logits, rates)
            self.evaluations += count

    def done(self, trees: Iterable[int]) -> Iterator[tuple[int, Root]]:
        """Those of the trees whose search is over, with what it found."""
        for tree in trees:
            if self._forest.is_done(tree):
                yield tree, Root(*self._forest.root(tree))
