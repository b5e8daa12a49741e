"""A host for tests: talks to a session in this process, line by line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from duiyi import load_game
from duiyi.protocols import open_session
from duiyi.protocols.mind import Mind

Result = TypeVar("Result")

PATIENCE = 20.0  # seconds before a test gives up; nothing is measured by it


class Dialogue:
    """``async with Dialogue("uci", "xiangqi") as host``: send lines, read answers."""

    def __init__(self, protocol: str, game: str, engine: str = "alphabeta") -> None:
        rules = load_game(game)
        self.heard: list[str] = []
        self._sent: asyncio.Queue[str | None] = asyncio.Queue()
        self._unread: asyncio.Queue[str] = asyncio.Queue()
        self.mind = Mind(rules, engine)
        self.session = open_session(protocol, rules, self.mind, self._write)
        self._running: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Dialogue:
        self._running = asyncio.create_task(self.session.run(self._lines()))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.finish()

    def send(self, *lines: str) -> None:
        """Say some lines at once."""
        for line in lines:
            self._sent.put_nowait(line)

    async def read(self) -> str:
        """The next line of the engine."""
        return await asyncio.wait_for(self._unread.get(), PATIENCE)

    async def until(self, start: str) -> list[str]:
        """The lines up to the first that begins with `start`."""
        lines = [await self.read()]
        while not lines[-1].startswith(start):
            lines.append(await self.read())
        return lines

    async def ask(self, line: str, start: str = "") -> str:
        """Say a line, and give the first answer that begins with `start`."""
        self.send(line)
        return (await self.until(start))[-1]

    async def finish(self) -> list[str]:
        """Close our end, wait for the engine's, and give all that was not read yet."""
        self._sent.put_nowait(None)
        assert self._running is not None
        await asyncio.wait_for(self._running, PATIENCE)
        return [self._unread.get_nowait() for _ in range(self._unread.qsize())]

    async def _lines(self) -> AsyncIterator[str]:
        while (line := await self._sent.get()) is not None:
            yield line

    def _write(self, text: str) -> None:
        for line in text.split("\n"):
            self.heard.append(line)
            self._unread.put_nowait(line)


def run(test: Callable[[], Awaitable[Result]]) -> Result:
    """Run an async test."""

    async def inner() -> Result:
        return await test()

    return asyncio.run(inner())


def replies(protocol: str, game: str, *lines: str, engine: str = "alphabeta") -> list[str]:
    """All that an engine says to some lines."""

    async def talk() -> list[str]:
        async with Dialogue(protocol, game, engine) as host:
            host.send(*lines)
            return await host.finish()

    return run(talk)
