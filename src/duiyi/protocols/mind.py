"""The engine behind a protocol: thinks until its limits or a stop, and always has an answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import aclosing, suppress
from typing import Any, cast

import msgspec

from duiyi import _core
from duiyi.analysis import Analysis, Engine, Limits, Line, Player
from duiyi.base import Game, GameOver, Move, Position
from duiyi.engines.levels import LEVELS
from duiyi.engines.load import load_engine, load_player
from duiyi.engines.native import NativeEngine
from duiyi.engines.stream import stream
from duiyi.games.native import NativeGame
from duiyi.protocols.among import analyse_among
from duiyi.spec import SpecError, format_spec, parse_spec

__all__ = ["Mind"]

Report = Callable[[Analysis], None]

_FEW_NODES = 500  # of the search for a host that cannot wait
_LATE = 0.25  # seconds that a search may take longer than it was told before it is stopped


class Mind:
    """An engine (or a level) with the settings that protocols may change.

    >>> from duiyi import load_game
    >>> game = load_game("reversi")
    >>> mind = Mind(game, "alphabeta")
    >>> analysis = asyncio.run(mind.think(game.initial(), Limits(depth=2), asyncio.Event()))
    >>> analysis.best in game.initial().legal_moves()
    True
    """

    def __init__(self, game: Game, spec: str = "champion") -> None:
        self.game = game
        self.spec = spec
        self.threads = 1
        self.level: int | None = None
        """A level instead of the engine, 1 to 12."""
        self.memory: int | None = None
        """Megabytes, where the engine has a use for them."""
        self.seconds: float | None = None
        """How long a move may take where the protocol does not say."""
        self.trouble = ""
        """What went wrong in the last thought, if something did."""
        parsed = parse_spec(spec)
        if parsed.name == "level":
            load_player(spec, game)  # refuses a level that does not exist
            self.level = int((*parsed.values, *parsed.options.values())[0])
        self._engine = load_engine(spec, game)
        self._players: dict[int, Player] = {}

    @property
    def name(self) -> str:
        """What the engine is called."""
        return self.spec if self.level is None else f"level({self.level})"

    def forget(self) -> None:
        """Start with an empty memory: a new game, or other settings."""
        self._engine = self._load()
        self._players.clear()

    def play(self, game: Game) -> None:
        """Change to another game or size."""
        self.game = game
        self.forget()

    def set_level(self, level: int) -> None:
        """Play at a level; anything beyond the highest means the engine itself.

        >>> from duiyi import load_game
        >>> mind = Mind(load_game("reversi"))
        >>> mind.set_level(3)
        >>> mind.name
        'level(3)'
        """
        self.level = max(1, level) if level <= LEVELS else None

    async def think(
        self,
        position: Position,
        limits: Limits,
        stop: asyncio.Event,
        on_report: Report | None = None,
        only: Collection[Move] | None = None,
    ) -> Analysis:
        """The final analysis, within the limits or as soon as `stop` is set; `only` restricts the first move.

        `on_report` hears what is known before that. Whatever goes wrong in the engine, the answer is a legal move, and
        `trouble` says what it was.
        """
        legal = position.legal_moves()
        allowed = [move for move in legal if only is None or move in only] or legal
        if not allowed:
            raise GameOver(f"the game is over: {position.text()}")
        self.trouble = ""
        limits = msgspec.structs.replace(limits, threads=self.threads)
        if limits.seconds is None and limits.nodes is None and limits.depth is None:
            limits = msgspec.structs.replace(limits, seconds=self.seconds)
        late = None
        if limits.seconds is not None:
            late = asyncio.get_running_loop().call_later(limits.seconds + _LATE, stop.set)
        seen: list[Analysis] = []
        try:
            await self._follow(position, limits, stop, seen, on_report, allowed if len(allowed) < len(legal) else None)
        except Exception as error:
            self.trouble = f"{type(error).__name__}: {error}"
        finally:
            if late is not None:
                late.cancel()
        if seen and seen[-1].lines and seen[-1].best in allowed:
            return msgspec.structs.replace(seen[-1], final=True)
        return _short_look(position, allowed)

    async def close(self) -> None:
        """Free what the engine holds."""
        with suppress(Exception):
            await self._engine.close()

    def _load(self) -> Engine:
        """The engine anew, with the memory it was given, if it takes any."""
        if self.memory is not None:
            parsed = parse_spec(self.spec)
            options = {**parsed.options, "memory": str(self.memory)}
            with suppress(SpecError, _core.RulesError):
                return load_engine(format_spec(parsed.name, options), self.game)
        return load_engine(self.spec, self.game)

    async def _follow(
        self,
        position: Position,
        limits: Limits,
        stop: asyncio.Event,
        seen: list[Analysis],
        on_report: Report | None,
        only: Collection[Move] | None,
    ) -> None:
        """Read a search to its end, or make it end when `stop` is set; what it found is appended to `seen`."""
        flag = _core.StopFlag()
        engine = self._engine
        is_native = isinstance(engine, NativeEngine) and only is None and self.level is None
        if is_native:
            native = cast(NativeEngine, engine)
            found: AsyncIterator[Analysis] = stream(
                lambda emit: emit(native.search(position, limits, flag, emit)), flag.stop
            )
        elif only is not None:
            found = analyse_among(engine, position, limits, only)
        elif self.level is not None:
            found = self._choose(position, limits, self.level)
        else:
            found = engine.analyse(position, limits)

        async def read() -> None:
            async with aclosing(cast(Any, found)) as analyses:
                async for analysis in analyses:
                    seen.append(analysis)
                    if on_report is not None and analysis.lines and not analysis.final:
                        on_report(analysis)

        reading, stopped = asyncio.create_task(read()), asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({reading, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if not reading.done():
                # A native search hands over what it has so far; others are closed, and their last report counts.
                flag.stop() if is_native else reading.cancel()
            await asyncio.wait({reading})
            if not reading.cancelled():
                reading.result()
        finally:
            stopped.cancel()
            reading.cancel()
            await asyncio.wait({reading, stopped})

    async def _choose(self, position: Position, limits: Limits, level: int) -> AsyncIterator[Analysis]:
        if level not in self._players:
            self._players[level] = load_player(f"level({level})", self.game)
        move = await self._players[level].choose(position, limits)
        yield _any_move(position, move)


def _short_look(position: Position, allowed: Collection[Move]) -> Analysis:
    """A move for a host that wants one before anything is known: a search of a few milliseconds, where we have one."""
    best = next(iter(allowed))
    if isinstance(position.game, NativeGame):
        with suppress(Exception):
            limits = Limits(nodes=_FEW_NODES, lines=1 + len(position.legal_moves()) - len(allowed))
            looked = NativeEngine("alphabeta", position.game, options={"memory": "1"}).search(position, limits)
            best = next((line.moves[0] for line in looked.lines if line.moves[0] in allowed), best)
    return _any_move(position, best)


def _any_move(position: Position, move: Move) -> Analysis:
    """An answer that claims to know nothing but a move."""
    seats = position.game.seats
    line = Line(moves=(move,), rates=(1.0 / seats,) * seats)
    return Analysis(lines=(line,), depth=0, nodes=0, seconds=0.0, progress=1.0, final=True)
