"""Engines in worker processes: a crash, a hang or a memory overrun costs that search only.

>>> import asyncio
>>> from duiyi import Limits, load_game
>>> async def best() -> str:
...     game = load_game("reversi")
...     async with EnginePool(workers=1) as pool:
...         player = pool.player("alphabeta", game)
...         return game.move_text(await player.choose(game.initial(), Limits(depth=2)))
>>> asyncio.run(best()) in {"c4", "d3", "e6", "f5"}
True
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

import msgspec

from duiyi.analysis import Analysis, Engine, Limits, Player
from duiyi.base import Game, GameOver, Position
from duiyi.engines.load import load_engine, load_player, read_engine_spec
from duiyi.engines.messages import Answer, Ask, Done, Failed, Found, Request, Stop, decode_answer, encode
from duiyi.engines.worker import TOO_MUCH_MEMORY
from duiyi.games.native import NativeGame

__all__ = ["EngineFault", "EnginePool", "Fault", "PooledEngine"]


class Fault(msgspec.Struct, frozen=True):
    """What happened to a worker (``start``, ``crash``, ``hang``, ``memory``), in whose search, and if it is retried."""

    kind: str
    engine: str
    game: str
    position: str
    is_retried: bool


class EngineFault(RuntimeError):
    """A search that failed twice; `fault` says how."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.engine}: the worker process failed ({fault.kind}) at {fault.position}")
        self.fault = fault


class EnginePool:
    """A fixed number of worker processes, started when they are needed, shared by all engines of the pool."""

    def __init__(
        self,
        workers: int | None = None,
        megabytes: int = 1024,
        patience: float = 10.0,
        on_fault: Callable[[Fault], None] | None = None,
    ) -> None:
        self._megabytes = megabytes
        self._patience = patience
        self._on_fault = on_fault
        self._free = asyncio.Semaphore(max(1, workers or (os.cpu_count() or 2) - 1))
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.faults: list[Fault] = []
        """Every fault so far, oldest first."""

    def engine(self, spec: str, game: Game) -> Engine:
        """An engine that runs in the pool. A game known to this process only is thought about here, in a thread."""
        read_engine_spec(spec, game)  # a wrong spec is an error here and now
        return PooledEngine(self, spec, game) if isinstance(game, NativeGame) else load_engine(spec, game)

    def player(self, spec: str, game: Game) -> Player:
        """A player whose engine runs in the pool."""
        return load_player(spec, game, self.engine)

    async def close(self) -> None:
        """End all processes."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(process.kill() for process in list(self._all)))
        self._all.clear()
        self._idle.clear()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def analyse(self, ask: Ask, last: _Process | None = None) -> AsyncIterator[tuple[Analysis, _Process]]:
        """Stream the answers to a question from a free worker, from `last` if it is free: it remembers more."""
        await self._free.acquire()
        is_freed_later = False
        try:
            for is_retried in (True, False):
                process = await self._take(ask, last)
                is_done = False
                try:
                    async for analysis in process.ask(ask, self._patience):
                        yield analysis, process
                    is_done = True
                    return
                except _Ended as ended:
                    await self._end(process)
                    fault = Fault(ended.kind, ask.engine, ask.game, ask.text, is_retried)
                    self._report(fault)
                    if not is_retried:
                        raise EngineFault(fault) from None
                except _Refused as refused:
                    is_done = True
                    raise ValueError(str(refused)) from None
                finally:
                    if is_done:
                        self._idle.append(process)
                    elif process in self._all:  # the reader has gone
                        is_freed_later = True
                        self._stop(process, ask.id)
        finally:
            if not is_freed_later:
                self._free.release()

    def _report(self, fault: Fault) -> None:
        self.faults.append(fault)
        if self._on_fault is not None:
            self._on_fault(fault)

    async def _take(self, ask: Ask, last: _Process | None) -> _Process:
        if last is not None and last in self._idle:
            self._idle.remove(last)
            return last
        if self._idle:
            return self._idle.pop()
        try:
            process = await _Process.start(self._megabytes)
        except (_Ended, TimeoutError):
            fault = Fault("start", ask.engine, ask.game, ask.text, False)
            self._report(fault)
            raise EngineFault(fault) from None
        self._all.add(process)
        return process

    def _stop(self, process: _Process, number: int) -> None:
        """Stop a search at once, and clear up behind it: the worker is free again when it says so."""
        process.send(Stop(number))

        async def clear_up() -> None:
            try:
                if await process.drain(number):
                    self._idle.append(process)
                else:
                    await self._end(process)
            finally:
                self._free.release()

        task = asyncio.create_task(clear_up())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end(self, process: _Process) -> None:
        self._all.discard(process)
        await process.kill()


class PooledEngine:
    """An `Engine` whose searches run in the workers of a pool."""

    def __init__(self, pool: EnginePool, spec: str, game: Game) -> None:
        self.name = spec
        self._pool = pool
        self._game = game
        self._last: _Process | None = None

    async def analyse(self, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        """Stream what a worker finds; closing the iterator stops its search."""
        if position.outcome() is not None:
            raise GameOver(f"the game is over: {position.text()}")
        _, (_, text, moves) = position.__reduce__()
        found = self._pool.analyse(Ask(_Process.next_id(), self.name, self._game.spec, text, moves, limits), self._last)
        try:
            async for analysis, self._last in found:
                yield analysis
        finally:
            await found.aclose()  # type: ignore[attr-defined]

    async def close(self) -> None:
        """The workers belong to the pool."""


class _Ended(Exception):
    """A worker died or froze."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class _Refused(Exception):
    """A worker could not make sense of the question; it is well."""


class _Process:
    """One worker process and its pipes."""

    _START = 60.0  # seconds for a Python that starts on a busy machine
    _DRAIN = 2.0
    _ids = 0

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    def next_id(cls) -> int:
        cls._ids += 1
        return cls._ids

    @classmethod
    async def start(cls, megabytes: int) -> _Process:
        pipe = asyncio.subprocess.PIPE
        words = [sys.executable, "-m", "duiyi.engines.worker", str(megabytes)]
        process = cls(await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=2**22))
        try:
            await asyncio.wait_for(process._read(), cls._START)  # its first sign of life
        except BaseException:
            await process.kill()
            raise
        return process

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, request: Request) -> None:
        assert self._process.stdin is not None
        with suppress(ConnectionError, RuntimeError):  # a dead worker is noticed by its silence
            self._process.stdin.write(encode(request))

    async def ask(self, ask: Ask, patience: float) -> AsyncIterator[Analysis]:
        """Stream the answers; raises `_Ended` when the worker dies, falls silent, or overstays its time."""
        self.send(ask)
        loop = asyncio.get_running_loop()
        latest = loop.time() + ask.limits.seconds + patience if ask.limits.seconds is not None else None
        error: str | None = None
        while True:
            wait = patience if latest is None else max(0.0, min(patience, latest - loop.time()))
            try:
                answer = await asyncio.wait_for(self._read(), wait)
            except TimeoutError:
                raise _Ended("hang") from None
            if isinstance(answer, Found) and answer.id == ask.id:
                yield answer.analysis
            elif isinstance(answer, Failed) and answer.id == ask.id:
                error = answer.error
            elif isinstance(answer, Done) and answer.id == ask.id:
                if error is not None:
                    raise _Refused(error)
                return

    async def drain(self, number: int) -> bool:
        """Read on until a stopped search says that it is done; False when it does not."""

        async def until_done() -> None:
            while True:
                answer = await self._read()
                if isinstance(answer, Done) and answer.id == number:
                    return

        try:
            await asyncio.wait_for(until_done(), self._DRAIN)
        except (TimeoutError, _Ended):
            return False
        return True

    async def _read(self) -> Answer:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            status = await self._process.wait()
            raise _Ended("memory" if status == TOO_MUCH_MEMORY else "crash")
        return decode_answer(line)

    async def kill(self) -> None:
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
