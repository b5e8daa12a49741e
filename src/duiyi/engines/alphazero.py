"""`alphazero`: a tree search guided by a network that learnt by self-play, in this process.

The tree is the core's; the network answers the positions that the tree asks for, several at a time.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import AsyncIterator, Callable

from duiyi import _core
from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import Position
from duiyi.engines.alphazero_net import Net, net_path
from duiyi.engines.native import searchable
from duiyi.engines.settle import settle
from duiyi.engines.stream import Turns
from duiyi.games.native import NativeGame
from duiyi.spec import SpecError

__all__ = ["ADVICE", "DOUBT", "GLANCES", "OPTIONS", "AlphaZeroEngine"]

OPTIONS = ("net", "batch", "curiosity", "doubt", "advice", "glances", "memory")
"""What the engine may be told besides its limits: the network's file, positions in one batch at most, the weight of the
network's first thought against what the tree has seen, the share of that thought that all moves get alike, the share of
the game's own evaluation in a leaf's value, visits of a position that this evaluation answers alone, and megabytes for
the tree."""

ADVICE = {"xiangqi": 0.5}
"""By game, unless the engine is told: the share of the evaluation that alpha-beta uses in the value of a leaf. In the
other games networks learnt more than that evaluation knows."""

GLANCES = {"xiangqi": 4}
"""By game, unless the engine is told: visits of a position before the network is asked about it. Most positions of a
tree are seen once or twice, so it looks at six times as many."""

DOUBT = {"xiangqi": 0.2}
"""By game, unless the engine is told: how much of the first thought is spread over all moves. Where a look costs
little, as with glances, a sacrifice that the network never thought of is tried too."""

_BATCH, _WIDEST = 8, 256
_PER_LEAF = 32  # simulations for every position in a batch: walks under way know nothing of each other
_REPORT_EVERY = 0.1  # seconds
_ENDLESS = 2**30  # simulations
_SHORT_LOOK = 800  # simulations where only a depth was asked for, which a tree does not know


class AlphaZeroEngine:
    """A network and its tree, which serves one analysis after the other; nodes are simulations.

    With a seed every analysis starts from nothing; without one it goes on with the tree of the last.
    """

    def __init__(
        self,
        game: NativeGame,
        own: Limits | None = None,
        options: dict[str, str] | None = None,
        name: str | None = None,
    ) -> None:
        self.name = name or "alphazero"
        self._game, self._own, self._options = game, own or Limits(), dict(options or {})
        self._path = net_path(game, self._options.pop("net", None))
        self._batch = self._leaves = int(_number("batch", self._options.pop("batch", str(_BATCH)), 1, _WIDEST))
        if "curiosity" in self._options:
            _number("curiosity", self._options["curiosity"], 0, 100)
        for name, by_game, most in (("doubt", DOUBT, 1), ("advice", ADVICE, 1), ("glances", GLANCES, 1000)):
            _number(name, self._options.setdefault(name, str(by_game.get(game.name, 0))), 0, most)
        self._nets: dict[int, Net] = {1: Net(self._path, game)}
        try:
            self._forest = self._grow(seed=1)
        except ValueError as error:
            raise SpecError(f"alphazero: {error}") from None
        self._turns = Turns()

    def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        """Stream what the search finds; closing the iterator stops it."""
        stop = threading.Event()
        return self._turns.stream(lambda emit: emit(self.search(position, limits, stop, emit)), stop.set)

    def search(
        self,
        position: Position,
        limits: Limits,
        stop: threading.Event | None = None,
        emit: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Search in the calling thread; the GIL is free while the tree and the network work."""
        import numpy as np  # here, so that engines without networks start at once

        native = searchable(position).native
        settled = settle(limits, self._own, position)
        began = reported = time.perf_counter()
        forest, net = self._prepare(settled)
        rows = np.zeros((forest.capacity, *self._game.feature_shape), np.float32)
        nodes = settled.nodes or (_SHORT_LOOK if settled.seconds is None else _ENDLESS)
        forest.begin(0, native, nodes, fresh=settled.seed is not None)
        while not forest.is_done(0):
            count = forest.gather(rows)
            if count:
                forest.give(*net.run(rows[:count]))
            now = time.perf_counter()
            if stop is not None and stop.is_set() and self._has_moves(forest):
                break
            if settled.seconds is not None and now - began >= settled.seconds and self._has_moves(forest):
                break
            if emit is not None and now - reported >= _REPORT_EVERY and self._has_moves(forest):
                reported = now
                emit(self._analysis(forest, settled, now - began, final=False))
        return self._analysis(forest, settled, time.perf_counter() - began, final=True)

    async def close(self) -> None:
        """Nothing is held but memory."""

    def _prepare(self, limits: Limits) -> tuple[_core.Forest, Net]:
        leaves = self._batch if limits.nodes is None else max(1, min(self._batch, limits.nodes // _PER_LEAF))
        if leaves != self._leaves or limits.seed is not None:
            self._leaves = leaves
            self._forest = self._grow(limits.seed or 1)
        if limits.threads not in self._nets:
            self._nets[limits.threads] = Net(self._path, self._game, limits.threads)
        return self._forest, self._nets[limits.threads]

    def _grow(self, seed: int) -> _core.Forest:
        rules = {name: str(value) for name, value in self._game.native_options().items()}
        options = {"root": "puct", **self._options}
        return _core.load_forest(self._game.name, rules, options, leaves=self._leaves, seed=seed % 2**40)

    @staticmethod
    def _has_moves(forest: _core.Forest) -> bool:
        return bool(forest.root(0)[0])

    def _analysis(self, forest: _core.Forest, limits: Limits, seconds: float, final: bool) -> Analysis:
        moves, _, _, _, simulations = forest.root(0)
        total = max(1, sum(move[1] for move in moves))
        lines = tuple(
            Line(
                moves=tuple(forest.line(0, move)),
                rates=tuple(rates),
                share=visits / total if simulations else prior,
                end_in=end_in,
            )
            for move, visits, prior, _, rates, end_in in moves[: limits.lines]
        )
        spent = 0.0 if limits.seconds is None else seconds / limits.seconds
        if limits.nodes is not None:
            spent = max(spent, simulations / limits.nodes)
        return Analysis(
            lines=lines,
            depth=len(lines[0].moves),
            nodes=simulations,
            seconds=seconds,
            progress=1.0 if final else min(1.0, spent),
            final=final,
        )


def _number(name: str, text: str, least: float, most: float) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise SpecError(f"alphazero: expected {name} to be a number from {least} to {most}, got {text[:40]!r}")
    return number
