"""A server process for the tests: toy games beside the real ones, and engines that do as their spec says."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator

import msgspec

from duiyi import wire
from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import Game, Move, Position, RulesError
from duiyi.games.registry import load_game
from duiyi.server.app import create_app
from duiyi.server.config import Config
from duiyi.server.run import make_server
from duiyi.spec import SpecError, parse_spec
from tests.rooms.toys import load_toy


class ToyEngine:
    """Thinks the first legal move best. ``minimax`` dies, ``mcts`` is slow, ``alphazero`` plays illegal moves."""

    def __init__(self, spec: str, game: Game) -> None:
        name = parse_spec(spec).name
        if name == "level" and parse_spec(spec).values[0] == "12":
            raise SpecError("no such level")
        self.name = spec
        self._kind = name

    async def choose(self, position: Position, limits: Limits) -> Move:
        """A move."""
        if self._kind == "minimax":
            os.kill(os.getpid(), 0)
            raise ConnectionResetError("the engine's process is gone")
        if self._kind == "mcts":
            await asyncio.sleep(1.0)
        return position.legal_moves()[0] if self._kind != "alphazero" else position.game.num_moves - 1

    async def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        """Two results, the last one final; lines come worst first."""
        moves = position.legal_moves()[: limits.lines]
        seats = range(position.game.seats)
        if self._kind == "mcts":
            await asyncio.sleep(0.5)
        for depth in (1, 2):
            lines = tuple(
                Line(moves=(move,), rates=tuple(0.5 + number * (seat == position.to_move) / 100 for seat in seats))
                for number, move in enumerate(moves)
            )
            yield Analysis(lines=lines, depth=depth, nodes=depth, seconds=0.0, progress=depth / 2, final=depth == 2)

    async def close(self) -> None:
        """Nothing to free."""


class ToyEngines:
    """Where the server gets its engines in tests."""

    def player(self, spec: str, game: Game) -> ToyEngine:
        """A player."""
        return ToyEngine(spec, game)

    def engine(self, spec: str, game: Game) -> ToyEngine:
        """An engine."""
        return ToyEngine(spec, game)

    def choices(self, game: Game) -> tuple[wire.EngineChoice, ...]:
        """What people may choose."""
        return (wire.EngineChoice("level(1)", wire.Words("Level 1", "1 级")),)

    async def close(self) -> None:
        """Nothing to free."""


def load_any(spec: str) -> Game:
    """A toy or a real game."""
    try:
        return load_toy(spec)
    except RulesError:
        return load_game(spec)


def main() -> None:
    """Serve on a free port; the first line of the output names it."""
    config = msgspec.convert(json.loads(sys.argv[1]), Config)
    logging.basicConfig(level=logging.WARNING)
    server = make_server(create_app(config, ToyEngines(), load_any), config.host, 0)

    async def run() -> None:
        task = asyncio.create_task(server.serve())
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        if server.started:
            print(server.port, flush=True)
        await task

    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    asyncio.run(run())


if __name__ == "__main__":
    main()
