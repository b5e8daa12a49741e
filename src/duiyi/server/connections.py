"""One open socket: who it is, what it follows, and the frames on their way to it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

from duiyi import wire

__all__ = ["Connection"]

_MOST_WAITING = 512
"""Frames that may wait for a slow reader; then the socket is closed, and comes back with `since`."""


class Connection:
    """A socket as rooms see it. Sending never waits."""

    __slots__ = (
        "_outbox",
        "_probe_number",
        "_probed_at",
        "_wake",
        "address",
        "follows",
        "heard",
        "is_closed",
        "jobs",
        "lag",
        "remotes",
        "strikes",
        "user",
        "watches_lobby",
    )

    def __init__(self, user: wire.User | None, address: str) -> None:
        self.user = user
        self.address = address
        self.follows: set[str] = set()
        self.watches_lobby = False
        self.jobs: set[str] = set()
        self.heard = time.monotonic()
        self.lag = 0
        self.remotes: dict[str, str] = {}
        """Rooms that this socket follows on other nodes; ``""`` is its name there."""
        self.strikes = 0
        self.is_closed = False
        self._outbox: deque[str] = deque()
        self._wake = asyncio.Event()
        self._probe_number = 0
        self._probed_at = 0.0

    def send(self, frame: wire.ServerFrame) -> None:
        """Send a frame."""
        self.send_text(wire.encode(frame).decode())

    def send_text(self, text: str) -> None:
        """Send a frame that is encoded already."""
        if self.is_closed:
            return
        if len(self._outbox) >= _MOST_WAITING:
            self.close()
            return
        self._outbox.append(text)
        self._wake.set()

    def probe(self) -> None:
        """Measure the way there and back, unless a measurement is under way."""
        if self._probed_at and time.monotonic() - self._probed_at < 5:
            return
        self._probe_number += 1
        self._probed_at = time.monotonic()
        self.send(wire.Probe(self._probe_number))

    def echoed(self, number: int) -> None:
        """The answer to a probe: a new lag, smoothed."""
        if number == self._probe_number and self._probed_at:
            measured = int((time.monotonic() - self._probed_at) * 1000)
            self.lag = measured if not self.lag else (7 * self.lag + 3 * measured) // 10
            self._probed_at = 0.0

    def close(self) -> None:
        """Close it as soon as its task wakes."""
        self.is_closed = True
        self._outbox.clear()
        self._wake.set()

    async def pump(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Write frames until the connection is closed."""
        while not self.is_closed:
            if not self._outbox:
                self._wake.clear()
                await self._wake.wait()
            while self._outbox:
                await send(self._outbox.popleft())
