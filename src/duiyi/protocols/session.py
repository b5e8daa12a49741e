"""The common loop of all protocols: commands are taken in order, none is dropped, and none waits longer than it must.

A subclass answers a line in `handle`. Where that means thinking it calls `begin`; until the thought is finished
further lines are offered to `interrupt`, which deals with those that cannot wait (``stop``, ``isready``, ``quit``), and
the others are kept for later.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from duiyi.base import Game
from duiyi.protocols.mind import Mind

__all__ = ["FOREVER", "Session", "one_line"]

FOREVER: Final = 1e8
"""Seconds of a search that only a command ends."""

_THOUGHT: Final = 0
_CLOSED: Final = 1


class Session(ABC):
    """A conversation with one program that uses us as its engine."""

    workers = 1
    """Positions that are looked at at the same time, where a protocol can ask for several."""
    keeps_running = False
    """Whether the process serves all turns, where a protocol starts one for each otherwise."""

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        self.game = game
        self.mind = mind
        self.is_done = False
        self.is_endless = False
        """Whether only a command ends the present thought: when the other side is gone, we do."""
        self.stop = asyncio.Event()
        self.backlog: deque[str] = deque()
        self._write = write
        self._thinking: asyncio.Task[None] | None = None
        self._events: asyncio.Queue[str | int] = asyncio.Queue()

    @abstractmethod
    async def handle(self, line: str) -> None:
        """Answer a line while not thinking."""

    def interrupt(self, line: str) -> bool:
        """Answer a line that cannot wait while thinking; False keeps it until the thought is finished."""
        return False

    @abstractmethod
    def failed(self, line: str, error: Exception) -> None:
        """Tell the other side that something of ours went wrong with a line."""

    @property
    def is_thinking(self) -> bool:
        """Whether a thought is under way."""
        return self._thinking is not None

    def is_behind(self, line: str) -> bool:
        """Whether other lines are waiting that came before this one."""
        return bool(self.backlog) and self.backlog[0] is not line

    def say(self, line: str) -> None:
        """Write one line (or several joined by line ends) at once."""
        try:
            self._write(line)
        except OSError:  # nobody reads any more: there is nothing left to do
            self.is_done = True
            self._events.put_nowait(_CLOSED)

    def begin(self, thought: Coroutine[Any, Any, None]) -> None:
        """Start a thought; it ends by itself or when `stop` is set."""
        self.stop.clear()
        self._thinking = asyncio.create_task(thought)
        self._thinking.add_done_callback(lambda _: self._events.put_nowait(_THOUGHT))

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Serve until the protocol's word for the end, or the end of the lines."""
        pump = asyncio.create_task(self._pump(lines))
        is_closed = False
        current = ""
        try:
            while not self.is_done:
                event = await self._events.get()
                if event == _CLOSED:
                    is_closed = True
                elif event == _THOUGHT:
                    self._finish(current)
                elif isinstance(event, str) and not (self.is_thinking and self.interrupt(event)):
                    self.backlog.append(event)
                while self.backlog and not self.is_done:
                    if not self.is_thinking:
                        current = self.backlog.popleft()
                        await self._answer(current)
                    elif self.interrupt(self.backlog[0]):
                        self.backlog.popleft()
                    else:
                        break
                if is_closed:
                    if not self.is_thinking:
                        break
                    if self.is_endless:
                        self.stop.set()
        finally:
            pump.cancel()
            await self._drop_thought()
            await self.close()

    async def close(self) -> None:
        """Free what is held."""
        await self.mind.close()

    async def _pump(self, lines: AsyncIterator[str]) -> None:
        async for line in lines:
            self._events.put_nowait(line)
        self._events.put_nowait(_CLOSED)

    async def _answer(self, line: str) -> None:
        try:
            await self.handle(line)
        except Exception as error:  # a host must never see a traceback, whatever it sent
            self.failed(line, error)

    def _finish(self, line: str) -> None:
        task, self._thinking = self._thinking, None
        if task is not None and not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.failed(line, error)

    async def _drop_thought(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await self._thinking


def one_line(error: object) -> str:
    """An error's words without line ends.

    >>> one_line(ValueError("two\\nlines"))
    'two lines'
    """
    return " ".join(str(error).split())[:400]
