"""Programs that speak a protocol, as engines: ``external(protocol=uci,command="fairy-stockfish",Hash=64)``.

A program that crashes is started again and asked once more; one that answers nonsense or too late is an error that
says so, and is started again for the next question. Options that are not ours are passed to the program. A program of
the user's file needs nothing but its name: ``external(name=Pikafish)``.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, cast

from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, GameOver, Position
from duiyi.engines.external_dialect import Dialect
from duiyi.engines.external_file import named_spec
from duiyi.engines.external_process import Child, ExternalCrash, ExternalError
from duiyi.engines.settle import settle
from duiyi.spec import Spec, SpecError, parse_spec

__all__ = ["PROTOCOLS", "ExternalEngine", "ExternalError", "load_external"]

PROTOCOLS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "uci": ("external_uci", "Uci", ("xiangqi",)),
    "ucci": ("external_uci", "Ucci", ("xiangqi",)),
    "xboard": ("external_xboard", "XBoard", ("xiangqi",)),
    "gtp": ("external_gtp", "Gtp", ("nogo", "reversi", "gomoku")),
    "gomocup": ("external_gomocup", "Gomocup", ("gomoku",)),
    "nboard": ("external_nboard", "NBoard", ("reversi",)),
}
"""Module, class and games of every protocol that programs may speak."""

_OWN = ("protocol", "command", "name", "seconds", "nodes", "depth", "handshake", "grace")
_HANDSHAKE = 15.0
_GRACE = 5.0


def load_external(spec: str, game: Game) -> ExternalEngine:
    """The engine of a spec; raises `SpecError`. The program is started when it is first asked.

    >>> from duiyi import load_game
    >>> load_external('external(protocol=uci,command="pikafish",name=Pikafish)', load_game("xiangqi")).name
    'Pikafish'
    """
    parsed = parse_spec(named_spec(spec, game))
    protocol, command = parsed.options.get("protocol", ""), parsed.options.get("command", "")
    known = [name for name, (_, _, games) in PROTOCOLS.items() if game.name in games]
    if parsed.name != "external" or parsed.values or protocol not in known:
        expected = f"protocol among {', '.join(known) or 'none'} for {game.name}"
        raise SpecError(f"external: expected a {expected}, got {protocol[:40] or spec[:40]!r}")
    if not command.strip():
        raise SpecError('external: expected command="program and its arguments", got none')
    if game.values.get("opening", "none") != "none":
        raise SpecError(f"external: expected a game without an opening rule, got {game.spec}")
    numbers = {name: _number(parsed, name) for name in ("seconds", "nodes", "depth", "handshake", "grace")}
    own = Limits(seconds=numbers["seconds"], nodes=_whole(numbers["nodes"]), depth=_whole(numbers["depth"]))
    options = {name: value for name, value in parsed.options.items() if name not in _OWN}
    return ExternalEngine(
        protocol,
        command,
        game,
        options=options,
        limits=own,
        name=parsed.options.get("name", spec),
        handshake=numbers["handshake"] or _HANDSHAKE,
        grace=numbers["grace"] or _GRACE,
    )


class ExternalEngine:
    """A program behind the `Engine` protocol; one question at a time."""

    def __init__(
        self,
        protocol: str,
        command: str,
        game: Game,
        *,
        options: dict[str, str] | None = None,
        limits: Limits | None = None,
        name: str | None = None,
        handshake: float = _HANDSHAKE,
        grace: float = _GRACE,
    ) -> None:
        self.name = name or command
        self._command = command
        self._game = game
        self._own = limits or Limits()
        self._options = dict(options or {})
        self._waits = {"handshake": handshake, "grace": grace}
        module, cls, _ = PROTOCOLS[protocol]
        self._dialect_class: type[Dialect] = getattr(importlib.import_module(f"duiyi.engines.{module}"), cls)
        self._child: Child | None = None
        self._dialect: Dialect | None = None
        self._lock: tuple[asyncio.AbstractEventLoop, asyncio.Lock] | None = None

    async def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        """Stream what the program says; the last is final."""
        if position.outcome() is not None:
            raise GameOver(f"the game is over: {position.text()}")
        settled = settle(limits, self._own, position)
        async with self._turn():
            for attempt in (1, 2):
                is_started = False
                try:
                    dialect, child = await self._ready()
                    async with aclosing(cast(Any, dialect.search(child, position, settled))) as found:
                        async for analysis in found:
                            is_started = True
                            yield analysis
                    return
                except ExternalCrash:
                    self._drop()
                    if is_started or attempt == 2:
                        raise
                except ExternalError:
                    self._drop()
                    raise

    async def close(self) -> None:
        """Let the program go, politely first."""
        if self._child is not None:
            farewell = self._dialect.farewell if self._dialect is not None else None
            await asyncio.to_thread(self._child.close, farewell)
            self._child = self._dialect = None

    def _turn(self) -> asyncio.Lock:
        """The lock of this event loop: a lock belongs to one, an engine may see several."""
        loop = asyncio.get_running_loop()
        if self._lock is None or self._lock[0] is not loop:
            self._lock = (loop, asyncio.Lock())
        return self._lock[1]

    async def _ready(self) -> tuple[Dialect, Child]:
        if self._child is None or self._dialect is None or not self._child.is_alive:
            self._drop()
            self._child = Child(self._command)
            dialect = self._dialect_class(self._game, self._options, **self._waits)
            await dialect.greet(self._child)
            self._dialect = dialect
        return self._dialect, self._child

    def _drop(self) -> None:
        child, self._child, self._dialect = self._child, None, None
        if child is not None:
            child.close()

    def __del__(self) -> None:
        self._drop()


def _number(spec: Spec, name: str) -> float | None:
    if name not in spec.options:
        return None
    try:
        value = float(spec.options[name])
    except ValueError:
        value = -1.0
    if not 0 < value < 1e15:
        raise SpecError(f"external: expected {name} to be a number above 0, got {spec.options[name][:40]!r}")
    return value


def _whole(value: float | None) -> int | None:
    return None if value is None else max(1, int(value))
