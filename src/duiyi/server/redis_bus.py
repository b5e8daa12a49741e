"""The bus on Redis or Valkey.

Every node keeps one key alive; its leases are worth as much as that key. So holding a thousand rooms costs one small
command every few seconds, and the death of a node frees them all at the same moment. The log's primary key
(room, number) is the fence: a node that does not know yet that its lease has ended cannot write over another.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any, cast

import redis.asyncio as redis
from redis.exceptions import RedisError

__all__ = ["RedisBus"]

_NODE, _LEASES, _CHANNEL = "duiyi:node:", "duiyi:leases", "duiyi:bus:"
_log = logging.getLogger("duiyi.server.bus")

# KEYS: leases. ARGV: room, this node, the prefix of nodes. 1: taken, 0: another living node has it.
_TAKE = """
local holder = redis.call('HGET', KEYS[1], ARGV[1])
if holder and holder ~= ARGV[2] and redis.call('EXISTS', ARGV[3] .. holder) == 1 then return 0 end
if redis.call('EXISTS', ARGV[3] .. ARGV[2]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
"""
_GIVE = "if redis.call('HGET', KEYS[1], ARGV[1]) == ARGV[2] then return redis.call('HDEL', KEYS[1], ARGV[1]) end"


class RedisBus:
    """Messages by publish and subscribe, leases in one hash; `seconds` is how long a silent node is thought alive."""

    is_shared = True

    def __init__(self, url: str, seconds: float) -> None:
        self.node = secrets.token_hex(6)
        self._seconds = seconds
        self._redis = redis.from_url(url, decode_responses=True, socket_timeout=seconds, socket_connect_timeout=seconds)
        self._listeners: dict[str, list[Callable[[str], None]]] = defaultdict(list)
        self._listeners[_CHANNEL + "all"] = []
        self._outbox: list[tuple[str, str]] = []
        self._wake = asyncio.Event()
        self._lost: Callable[[], None] = lambda: None
        self._tasks: list[asyncio.Task[None]] = []
        self._take = self._redis.register_script(_TAKE)
        self._give = self._redis.register_script(_GIVE)

    def subscribe(self, channel: str, listener: Callable[[str], None]) -> None:
        """Listen on a channel."""
        self._listeners[_CHANNEL + channel].append(listener)

    async def start(self, lost: Callable[[], None]) -> None:
        """Say that this node lives, and listen; raises `ValueError` when nobody answers."""
        try:
            await self._redis.set(_NODE + self.node, "1", px=self._milliseconds)
            pubsub = await self._subscribed()
        except (RedisError, OSError) as error:
            raise ValueError(f"bus: expected a Redis or Valkey server that answers: {error}") from None
        self._lost = lost
        self._tasks = [
            asyncio.create_task(self._beat(), name="bus heartbeat"),
            asyncio.create_task(self._listen(pubsub), name="bus listener"),
            asyncio.create_task(self._speak(), name="bus speaker"),
        ]

    async def close(self) -> None:
        """Say what is left to say; without its key all leases of this node are void."""
        with contextlib.suppress(RedisError, OSError):
            await self._say()
            await self._redis.delete(_NODE + self.node)
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        with contextlib.suppress(RedisError, OSError):
            await self._redis.aclose()

    def publish(self, channel: str, message: str) -> None:
        """Tell all who listen on a channel."""
        self._outbox.append((_CHANNEL + channel, message))
        self._wake.set()

    async def lease(self, room: str) -> bool:
        """Take a room; False also when Redis does not answer."""
        try:
            return bool(await self._take(keys=[_LEASES], args=[room, self.node, _NODE]))
        except (RedisError, OSError) as error:
            _log.warning("no lease of %s: %s", room, error)
            return False

    async def release(self, room: str) -> None:
        """Give a room back."""
        with contextlib.suppress(RedisError, OSError):
            await self._give(keys=[_LEASES], args=[room, self.node])

    async def holder(self, room: str) -> str | None:
        """The living node that holds a room; None also when Redis does not answer."""
        try:
            node = await cast(Awaitable[str | None], self._redis.hget(_LEASES, room))
            return node if node is not None and await self._redis.exists(_NODE + node) else None
        except (RedisError, OSError):
            return None

    async def nodes(self) -> set[str]:
        """All living nodes; raises when Redis does not answer, because then nobody knows."""
        return {key.removeprefix(_NODE) async for key in self._redis.scan_iter(_NODE + "*", count=1000)}

    async def orphans(self) -> list[str]:
        """Rooms whose node is dead."""
        leases = await cast(Awaitable[dict[str, str]], self._redis.hgetall(_LEASES))
        living = await self.nodes()
        return [room for room, node in leases.items() if node not in living]

    @property
    def _milliseconds(self) -> int:
        return max(1, int(self._seconds * 1000))

    async def _beat(self) -> None:
        """Keep this node's key alive. Once it has ended, others may have taken our rooms: nothing is certain."""
        held_until = time.monotonic() + self._seconds
        while True:
            await asyncio.sleep(self._seconds / 3)
            asked = time.monotonic()
            try:
                is_held = await self._redis.set(_NODE + self.node, "1", px=self._milliseconds, xx=True)
                if not is_held or asked > held_until:
                    _log.error("this node was thought dead; its rooms are given up")
                    self._lost()
                    await self._redis.set(_NODE + self.node, "1", px=self._milliseconds)
                held_until = asked + self._seconds
            except (RedisError, OSError) as error:
                _log.warning("the bus does not answer: %s", error)

    async def _subscribed(self) -> Any:
        pubsub = self._redis.pubsub(ignore_subscribe_messages=True)
        await pubsub.subscribe(*self._listeners)
        return pubsub

    async def _listen(self, pubsub: Any) -> None:
        while True:
            try:
                message = await pubsub.get_message(timeout=self._seconds)
                if message is not None:
                    self._hear(message["channel"], message["data"])
            except (RedisError, OSError) as error:  # what was said meanwhile is lost
                _log.warning("the bus is silent: %s", error)
                with contextlib.suppress(RedisError, OSError):
                    await pubsub.aclose()
                await asyncio.sleep(min(1.0, self._seconds / 3))
                with contextlib.suppress(RedisError, OSError):
                    pubsub = await self._subscribed()
                    self._lost()

    def _hear(self, channel: str, message: str) -> None:
        for listener in self._listeners[channel]:
            try:
                listener(message)
            except Exception:
                _log.exception("a message on %s was not understood", channel)

    async def _speak(self) -> None:
        while True:
            await self._wake.wait()
            try:
                await self._say()
            except (RedisError, OSError) as error:
                _log.warning("messages to other nodes are lost: %s", error)
                self._lost()
                await asyncio.sleep(min(1.0, self._seconds / 3))

    async def _say(self) -> None:
        self._wake.clear()
        said, self._outbox = self._outbox, []
        if said:
            async with self._redis.pipeline(transaction=False) as pipeline:
                for channel, message in said:
                    pipeline.publish(channel, message)
                await pipeline.execute()
