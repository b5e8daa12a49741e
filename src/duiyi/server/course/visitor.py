"""Somebody who came without a browser: the house sees an ordinary guest, a socket and commands."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Callable
from math import inf

from duiyi import wire
from duiyi.server.connections import Connection
from duiyi.server.dispatch import handle
from duiyi.server.errors import ProblemError, TooFast
from duiyi.server.services import Services

__all__ = ["Visitor"]

_PATIENCE = 30.0
_log = logging.getLogger("duiyi.server.course")


class Visitor:
    """A guest of the house who speaks through us. Frames go to `hear`, in order; answers to whoever asked."""

    def __init__(self, services: Services, user: wire.User, address: str, hear: Callable[[wire.ServerFrame], None]):
        self.user = user
        self._services = services
        self._hear = hear
        self._connection = Connection(user, address)
        self._connection.heard = inf  # the line below tells when a client is gone, not its silence
        self._asked: dict[str, asyncio.Future[wire.Ok | wire.No]] = {}
        self._ids = itertools.count(1)
        services.connections.add(self._connection)
        self._pump = asyncio.create_task(self._connection.pump(self._take), name=f"visitor {user.name}")

    @classmethod
    async def enter(
        cls, services: Services, name: str, address: str, hear: Callable[[wire.ServerFrame], None]
    ) -> Visitor:
        """A new guest of this name; one of a single letter keeps it at the table only."""
        guest, _, _ = await services.accounts.new_guest("course client")
        with contextlib.suppress(ProblemError):
            guest = await services.accounts.rename(guest, name)
        return cls(services, wire.User(guest.id, name, "guest"), address, hear)

    async def open(self, settings: wire.Settings, seat: int) -> str:
        """A new room in which we sit; its code. Raises `ProblemError`, also when an address opens too many."""
        wait = self._services.buckets.wait("room", self._connection.address.rpartition(":")[0])
        if wait:
            raise TooFast(wait)
        plans = tuple(wire.SeatPlan("me" if number == seat else "open") for number in range(seat + 1))
        live = await self._services.house.open(self.user, wire.CreateRoom(settings=settings, seats=plans))
        return live.code

    async def follow(self, room: str) -> None:
        """Hear everything that happens in a room, its snapshot first; raises `ProblemError`."""
        await handle(self._services, self._connection, wire.Hello(room))

    async def ask(self, command: type[wire.RoomCommand], room: str, /, **fields: object) -> wire.Ok | wire.No:
        """Give the room a command and wait for its answer."""
        name = f"course-{next(self._ids)}"
        answer: asyncio.Future[wire.Ok | wire.No] = asyncio.get_running_loop().create_future()
        self._asked[name] = answer
        try:
            await handle(self._services, self._connection, command(room=room, id=name, **fields))  # type: ignore[arg-type]
            return await asyncio.wait_for(answer, _PATIENCE)
        except ProblemError as error:
            return wire.No(name, error.code, error.words)
        except TimeoutError:
            return wire.No(name, "stopping", wire.Words("the room does not answer", "房间没有回应"))
        finally:
            self._asked.pop(name, None)

    async def forget(self, room: str) -> None:
        """Hear of a room no more."""
        await handle(self._services, self._connection, wire.Bye(room))

    async def close(self) -> None:
        """Go, as somebody does who closes the last tab."""
        for room in list(self._connection.follows):
            await self.forget(room)
        self._connection.close()
        self._services.connections.discard(self._connection)
        self._pump.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._pump

    async def _take(self, text: str | bytes) -> None:
        frame = wire.decode_server(text)
        if isinstance(frame, wire.Probe):
            self._connection.echoed(frame.n)
            return
        if isinstance(frame, wire.Ok | wire.No):
            waiting = self._asked.get(frame.id)
            if waiting is not None and not waiting.done():
                waiting.set_result(frame)
            return
        try:
            self._hear(frame)
        except Exception:  # one frame that we cannot tell must not deafen the visitor
            _log.exception("%s cannot be told of %s", self.user.name, type(frame).__name__)
