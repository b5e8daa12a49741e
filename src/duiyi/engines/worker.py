"""A worker process of an engine pool: ``python -m duiyi.engines.worker MEGABYTES``.

It reads requests from stdin and writes answers to stdout, one search at a time. When it uses more memory than it may,
it ends: the pool starts another and asks again.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sys
import threading
from collections import OrderedDict
from contextlib import aclosing
from pathlib import Path
from typing import Any, cast

from duiyi.analysis import Engine
from duiyi.engines.load import load_engine
from duiyi.engines.messages import Alive, Answer, Ask, Done, Failed, Found, decode_request, encode
from duiyi.games.registry import load_game

__all__ = ["TOO_MUCH_MEMORY", "main"]

TOO_MUCH_MEMORY = 86
"""Exit status of a worker that outgrew its cap."""

_KEPT_ENGINES = 4  # with their tables and trees; the least recently used goes first
_HEARTBEAT = 1.0
_MEMORY_CHECK = 0.2
_output = threading.Lock()


class _Worker:
    """The engines of one process and the search that runs."""

    def __init__(self) -> None:
        self._engines: OrderedDict[tuple[str, str], Engine] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._id = 0

    async def handle(self, line: bytes) -> None:
        request = decode_request(line)
        if isinstance(request, Ask):
            await self._end()
            self._id = request.id
            self._task = asyncio.create_task(self._answer(request))
        elif request.id == self._id:
            await self._end()

    async def _end(self) -> None:
        if self._task is not None and not self._task.done():
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _answer(self, ask: Ask) -> None:
        try:
            game = load_game(ask.game)
            engine = self._engine(ask)
            position = game.position(ask.text, ask.moves)
            async with aclosing(cast(Any, engine.analyse(position, ask.limits))) as found:
                async for analysis in found:
                    _write(Found(ask.id, analysis))
        except Exception as error:
            _write(Failed(ask.id, f"{type(error).__name__}: {error}"))
        finally:
            _write(Done(ask.id))

    def _engine(self, ask: Ask) -> Engine:
        key = ask.game, ask.engine
        engine = self._engines.pop(key, None) or load_engine(ask.engine, load_game(ask.game))
        self._engines[key] = engine
        if len(self._engines) > _KEPT_ENGINES:
            self._engines.popitem(last=False)
        return engine


def _write(answer: Answer) -> None:
    with _output:
        sys.stdout.buffer.write(encode(answer))
        sys.stdout.buffer.flush()


def _resident_megabytes() -> float:
    """Memory in use now, or at its peak where the system does not say."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize() / 2**20
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def _watch(megabytes: int) -> None:
    """A thread of its own: searches leave the interpreter free, so it keeps running."""
    wake = threading.Event()
    checks = 0
    while True:
        if _resident_megabytes() > megabytes:
            os._exit(TOO_MUCH_MEMORY)
        if checks % round(_HEARTBEAT / _MEMORY_CHECK) == 0:
            _write(Alive())
        checks += 1
        wake.wait(_MEMORY_CHECK)


async def _serve() -> None:
    reader = asyncio.StreamReader(limit=2**20)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    worker = _Worker()
    while line := await reader.readline():
        await worker.handle(line)
    os._exit(0)  # the pool is gone: so is every reason to think


def main() -> None:
    """Serve until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which closes us
    os.nice(10)  # clocks and sockets go before thinking
    threading.Thread(target=_watch, args=(int(sys.argv[1]),), daemon=True).start()
    try:
        asyncio.run(_serve())
    except BrokenPipeError:
        os._exit(0)


if __name__ == "__main__":
    main()
