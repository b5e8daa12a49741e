"""One open socket: who it is, what it follows, and the frames on their way to it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from duiyi import wire

__all__ = ["Connection", "DirectConnection", "Shared"]

_MOST_BYTES = 1 << 20
"""Bytes that may wait for a slow reader of a direct socket."""
_MOST_WAITING = 512
"""Frames that may wait for a slow reader; then the socket is closed, and comes back with `since`."""


class Shared(msgspec.Struct, frozen=True, gc=False):
    """A frame for many: encoded once, and framed once for all sockets, because what a server sends is not masked.

    Rooms keep hundreds of them, so they hold nothing that the garbage collector would have to look at.

    >>> Shared.of(wire.Pong(3, 0)).framed
    b'\\x81\\x1a{"t":"pong","n":3,"now":0}'
    """

    framed: bytes
    """The frame as it goes over the wire (RFC 6455, section 5.2)."""
    start: int
    """Where its text begins."""

    @classmethod
    def of(cls, frame: wire.ServerFrame) -> Shared:
        """Encode a frame."""
        return cls.encoded(wire.encode(frame))

    @classmethod
    def encoded(cls, data: bytes) -> Shared:
        """A frame that is encoded already."""
        size = len(data)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        return cls(head + data, len(head))

    @property
    def text(self) -> str:
        """The frame as text, for sockets that frame for themselves."""
        return self.framed[self.start :].decode()


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
        "session",
        "strikes",
        "user",
        "watches_lobby",
    )

    def __init__(self, user: wire.User | None, address: str, session: str = "") -> None:
        self.user = user
        self.address = address
        self.session = session
        """The hash of the session or token by which the user is known."""
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

    def send_shared(self, frame: Shared) -> None:
        """Send a frame that others get as well."""
        self.send_text(frame.text)

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


class DirectConnection(Connection):
    """A socket whose frames go straight to its transport: no task and no queue of its own."""

    __slots__ = ("_transport",)

    def __init__(self, user: wire.User | None, address: str, transport: asyncio.Transport, session: str = "") -> None:
        super().__init__(user, address, session)
        self._transport = transport

    def send(self, frame: wire.ServerFrame) -> None:
        """Send a frame."""
        self.send_shared(Shared.of(frame))

    def send_text(self, text: str) -> None:
        """Send a frame that is encoded already."""
        self.send_shared(Shared.encoded(text.encode()))

    def send_shared(self, frame: Shared) -> None:
        """Send a frame that others get as well; who reads too slowly is cut off, and comes back with `since`."""
        if self.is_closed or self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > _MOST_BYTES:
            self.is_closed = True
            self._transport.abort()
            return
        self._transport.write(frame.framed)

    def close(self, code: int = 1000) -> None:
        """Say goodbye and close."""
        if not self.is_closed and not self._transport.is_closing():
            self._transport.write(b"\x88\x02" + code.to_bytes(2, "big"))
            self._transport.close()
        self.is_closed = True
