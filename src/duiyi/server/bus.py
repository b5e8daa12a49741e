"""How nodes talk to each other: messages by channel, and leases that say which node holds a room.

One process needs neither a network nor locks for it: `MemoryBus`. Several share a Redis or Valkey: `redis_bus`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

__all__ = ["Bus", "MemoryBus", "open_bus"]


class Bus(Protocol):
    """Messages and leases. A lease ends when it is released or when its node is dead."""

    node: str
    """The name of this node, new at every start."""
    is_shared: bool
    """Whether there may be other nodes."""

    def subscribe(self, channel: str, listener: Callable[[str], None]) -> None:
        """Listen on a channel; all subscriptions are made before the start."""
        ...

    async def start(self, lost: Callable[[], None]) -> None:
        """Begin. `lost` is called when leases or messages may have been lost: nothing that is held is certain then."""
        ...

    async def close(self) -> None:
        """Give all rooms back and end."""
        ...

    def publish(self, channel: str, message: str) -> None:
        """Tell all who listen on a channel, on every node."""
        ...

    async def lease(self, room: str) -> bool:
        """Take a room for this node; False when another living node holds it."""
        ...

    async def release(self, room: str) -> None:
        """Give a room back."""
        ...

    async def holder(self, room: str) -> str | None:
        """The living node that holds a room."""
        ...

    async def nodes(self) -> set[str]:
        """All living nodes."""
        ...

    async def orphans(self) -> list[str]:
        """Rooms whose node is dead."""
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

    node = "here"
    is_shared = False

    def __init__(self) -> None:
        self._listeners: dict[str, list[Callable[[str], None]]] = defaultdict(list)

    def subscribe(self, channel: str, listener: Callable[[str], None]) -> None:
        """Listen on a channel."""
        self._listeners[channel].append(listener)

    async def start(self, lost: Callable[[], None]) -> None:
        """Nothing can be lost here."""

    async def close(self) -> None:
        """There is nothing to end."""

    def publish(self, channel: str, message: str) -> None:
        """Tell all who listen on a channel."""
        for listener in self._listeners[channel]:
            listener(message)

    async def lease(self, room: str) -> bool:
        """Every room is ours."""
        return True

    async def release(self, room: str) -> None:
        """Nobody else could take it."""

    async def holder(self, room: str) -> str | None:
        """Always this node."""
        return self.node

    async def nodes(self) -> set[str]:
        """This node alone."""
        return {self.node}

    async def orphans(self) -> list[str]:
        """None: this node lives."""
        return []


def open_bus(url: str, lease_seconds: float = 6.0) -> Bus:
    """The bus of a URL.

    >>> type(open_bus("memory:")).__name__
    'MemoryBus'
    """
    if url == "memory:":
        return MemoryBus()
    if url.startswith(("redis://", "rediss://", "valkey://", "unix://")):
        from duiyi.server.redis_bus import RedisBus

        return RedisBus(url.replace("valkey://", "redis://", 1), lease_seconds)
    raise ValueError(f"bus: expected 'memory:' or redis://host:port/0, got {url!r}")
