"""How nodes would talk to each other: messages by channel, and leases that say which node holds a room.

One process needs neither a network nor locks for it: `MemoryBus`. A bus on another medium gives the same four methods.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

__all__ = ["Bus", "MemoryBus", "open_bus"]


class Bus(Protocol):
    """Messages and leases."""

    def publish(self, channel: str, message: str) -> None:
        """Tell all who listen on a channel, on every node."""
        ...

    def subscribe(self, channel: str, listener: Callable[[str], None]) -> None:
        """Listen on a channel."""
        ...

    async def lease(self, room: str) -> bool:
        """Take a room for this node; False when another node holds it."""
        ...

    async def release(self, room: str) -> None:
        """Give a room back."""
        ...


class MemoryBus:
    """The bus of a single process.

    >>> heard = []
    >>> bus = MemoryBus()
    >>> bus.subscribe("lobby", heard.append)
    >>> bus.publish("lobby", "K3F9")
    >>> heard
    ['K3F9']
    """

    def __init__(self) -> None:
        self._listeners: dict[str, list[Callable[[str], None]]] = defaultdict(list)
        self._leases: set[str] = set()

    def publish(self, channel: str, message: str) -> None:
        """Tell all who listen on a channel."""
        for listener in self._listeners[channel]:
            listener(message)

    def subscribe(self, channel: str, listener: Callable[[str], None]) -> None:
        """Listen on a channel."""
        self._listeners[channel].append(listener)

    async def lease(self, room: str) -> bool:
        """Take a room."""
        if room in self._leases:
            return False
        self._leases.add(room)
        return True

    async def release(self, room: str) -> None:
        """Give a room back."""
        self._leases.discard(room)


def open_bus(url: str) -> Bus:
    """The bus of a URL.

    >>> type(open_bus("memory:")).__name__
    'MemoryBus'
    """
    if url == "memory:":
        return MemoryBus()
    raise ValueError(f"bus: expected 'memory:', got {url!r}")
