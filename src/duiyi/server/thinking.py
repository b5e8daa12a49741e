"""Engines at work for rooms: players are lent out, a few think at a time, and a dead one does not end a game."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections import defaultdict
from collections.abc import Callable

from duiyi import wire
from duiyi.analysis import Analysis, Engine, Limits, Player
from duiyi.base import Game, Move, Position
from duiyi.rooms.clocks import left
from duiyi.rooms.state import RoomState
from duiyi.server.engines import EngineSource, check_spec
from duiyi.server.errors import ProblemError
from duiyi.server.metrics import Metrics
from duiyi.server.slots import Slots
from duiyi.spec import SpecError

__all__ = ["Thinkers", "limits_for"]

_FALLBACK = "greedy"
_IDLE_KEPT = 4
_log = logging.getLogger("duiyi.server.thinking")


class Thinkers:
    """Lends players to seats. At most `slots` think at once; the rest wait, those first who use the fewest."""

    def __init__(
        self, source: EngineSource, metrics: Metrics, slots: int, seconds: float, external: dict[str, str]
    ) -> None:
        self.source = source
        self.seconds = seconds
        self._metrics = metrics
        self._slots = Slots(slots)
        self._spare = asyncio.Semaphore(1)
        self._external = external
        self._idle: dict[tuple[str, str], list[Player]] = defaultdict(list)
        self._checked: set[tuple[str, str]] = set()

    @property
    def waiting(self) -> int:
        """How many engines wait for a slot."""
        return self._slots.waiting

    async def check(self, controller: wire.Controller, game: Game) -> None:
        """Refuse an engine that does not exist or may not be used."""
        spec = self._spec(controller)
        if (spec, game.spec) in self._checked:
            return
        try:
            player = await asyncio.to_thread(self.source.player, spec, game)
        except (SpecError, ValueError):
            raise ProblemError("bad_engine") from None
        self._idle[spec, game.spec].append(player)
        self._checked.add((spec, game.spec))

    def choices(self, game: Game) -> tuple[wire.EngineChoice, ...]:
        """The engines that may sit down at a game, the host's own last."""
        own = []
        for name, spec in self._external.items():
            with contextlib.suppress(SpecError, ValueError):
                self.source.player(spec, game)
                own.append(wire.EngineChoice(name, wire.Words(name, name), external=True))
        return (*self.source.choices(game), *own)

    async def choose(
        self,
        controller: wire.Controller,
        position: Position,
        limits: Callable[[], Limits],
        who: str = "",
        *,
        is_timed: bool = False,
    ) -> Move:
        """A legal move, whatever happens: the engine's, else a simple engine's, else any. `who` has asked for it.

        `limits` are asked for when a slot is free: the time spent waiting for it is gone by then.
        """
        try:
            own = self._spec(controller)
        except ProblemError:  # an engine that was taken out of the host's configuration meanwhile
            own = _FALLBACK
        for spec in (own, own, _FALLBACK):
            try:
                async with self._slots.taken(who, is_timed=is_timed):
                    move = await self._ask(spec, position, limits())
            except asyncio.CancelledError:
                raise
            except Exception as error:  # an engine may die in any way; the game goes on
                self._metrics.counters["engine_failures_total"] += 1
                _log.warning("engine %s failed: %s: %s", spec, type(error).__name__, error)
                continue
            if position.is_legal(move):
                return move
            _log.warning("engine %s chose an illegal move in %s", spec, position.text())
        return random.choice(position.legal_moves())

    async def refuted(self, position: Position, seconds: float, who: str = "") -> dict[Move, int]:
        """The moves of a game of two that lose by force, as far as that can be proven, with the plies it takes."""
        found: dict[Move, int] = {}
        moves = position.legal_moves() if position.game.seats == 2 else []
        async with self._slots.taken(who):
            engine = await asyncio.to_thread(self.source.engine, "champion", position.game)
            try:
                async with asyncio.timeout(seconds * 3 + 10):
                    for move in moves:
                        plies = await _forced_win(engine, position.after(move), position.to_move, seconds / len(moves))
                        if plies is not None:
                            found[move] = plies + 1
            finally:
                await engine.close()
        return found

    async def look(
        self, position: Position, seconds: float, who: str = "", *, only_if_idle: bool = False
    ) -> Analysis | None:
        """A short look of the strongest engine, for hints, draws and win rates; None when there is no time for it."""
        if only_if_idle and (self._spare.locked() or self._slots.is_full):
            return None
        async with self._spare if only_if_idle else self._slots.taken(who):
            engine = await asyncio.to_thread(self.source.engine, "champion", position.game)
            found: Analysis | None = None
            try:
                async with asyncio.timeout(seconds * 3 + 10):
                    async for analysis in engine.analyse(position, Limits(seconds=seconds)):
                        found = analysis
            finally:
                await engine.close()
            return found

    async def close(self) -> None:
        """Let all players go."""
        for players in self._idle.values():
            for player in players:
                await _close(player)
        self._idle.clear()
        await self.source.close()

    async def _ask(self, spec: str, position: Position, limits: Limits) -> Move:
        key = (spec, position.game.spec)
        player: Player | None = None
        started = time.perf_counter()
        try:
            player = self._idle[key].pop() if self._idle[key] else await asyncio.to_thread(self._new, spec, position)
            async with asyncio.timeout((limits.seconds or self.seconds) * 3 + 20):
                move = await player.choose(position, limits)
        except BaseException:
            if player is not None:
                await asyncio.shield(_close(player))
            raise
        else:
            if len(self._idle[key]) < _IDLE_KEPT:
                self._idle[key].append(player)
            else:
                await _close(player)
            return move
        finally:
            self._metrics.histograms["engine_seconds"].add(time.perf_counter() - started)

    def _new(self, spec: str, position: Position) -> Player:
        return self.source.player(spec, position.game)

    def _spec(self, controller: wire.Controller) -> str:
        if isinstance(controller, wire.External):
            if controller.engine not in self._external:
                raise ProblemError("bad_engine")
            return self._external[controller.engine]
        if isinstance(controller, wire.AI):
            return check_spec(controller.engine)
        raise ProblemError("bad_engine")


def limits_for(state: RoomState, seat: int, now: int, longest: float) -> Limits:
    """How long an engine may think: a share of its clock, never so much that the flag could fall."""
    time_left = left(state.settings.clock, state.clock, seat, now)
    if time_left is None or isinstance(state.settings.clock, wire.Correspondence):
        return Limits(seconds=longest)
    seconds = time_left / 1000
    if isinstance(state.settings.clock, wire.PerMove):
        return Limits(seconds=max(0.05, min(longest * 3, 0.5 * seconds)))
    increment = state.settings.clock.increment if isinstance(state.settings.clock, wire.Fischer) else 0
    return Limits(seconds=max(0.02, min(longest * 5, seconds / 30 + 0.7 * increment, 0.3 * seconds)))


async def _forced_win(engine: Engine, position: Position, loser: int, seconds: float) -> int | None:
    """In how many plies whoever is to move wins against `loser`, if that can be proven."""
    if position.outcome() is not None or position.to_move == loser:
        return None
    end: int | None = None
    async for analysis in engine.analyse(position, Limits(seconds=seconds)):
        end = analysis.lines[0].end_in if analysis.lines else None
    return end if end is not None and end > 0 else None


async def _close(player: Player) -> None:
    close = getattr(player, "close", None)
    if close is not None:
        with contextlib.suppress(Exception):
            await close()
