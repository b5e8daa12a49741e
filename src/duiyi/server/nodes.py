"""Rooms of other nodes: a frame for one goes there over the bus, and what comes back goes to the socket here.

On the room's node the far socket is a `Far`, a connection like any other; so everything works there as if it were near.
When a node dies or forgets, the sockets that used it are closed: they come back, and a living node has the room.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec

from duiyi import wire
from duiyi.server.bus import Bus
from duiyi.server.connections import Connection
from duiyi.server.errors import ProblemError
from duiyi.server.house import House

__all__ = ["SEEKS", "Envelope", "Far", "Nodes"]

SEEKS = "*seeks"
"""The lease of quick pairing: one node pairs for all."""
_ANSWER_SECONDS = 10.0
_log = logging.getLogger("duiyi.server.nodes")


class Envelope(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message between two nodes about one socket, named by the node where it is open."""

    kind: Literal["frame", "gone", "text", "probe", "close"]
    node: str
    """Who sends."""
    name: str
    body: str = ""
    user: wire.User | None = None
    address: str = ""
    lag: int = 0


class Far(Connection):
    """A socket that is open on another node. Its frames are done one after the other, as everybody's are."""

    __slots__ = ("_bus", "_frames", "_task", "name", "node")

    def __init__(self, first: Envelope, bus: Bus, answer: Callable[[Connection, str], Awaitable[None]]) -> None:
        super().__init__(first.user, first.address)
        self.node = first.node
        self.name = first.name
        self._bus = bus
        self._frames: asyncio.Queue[str] = asyncio.Queue()
        self._task = asyncio.create_task(self._work(answer), name="far socket")

    def take(self, envelope: Envelope) -> None:
        """A frame has come."""
        self.lag = envelope.lag
        self._frames.put_nowait(envelope.body)

    def send_text(self, text: str) -> None:
        """Send a frame that is encoded already."""
        if not self.is_closed:
            self._tell("text", text)

    def probe(self) -> None:
        """Ask the node of the socket to measure its lag."""
        self._tell("probe")

    def close(self) -> None:
        """Close the socket."""
        if not self.is_closed:
            self._tell("close")
        self.is_closed = True
        self._task.cancel()

    def gone(self) -> None:
        """The socket was closed over there."""
        self.is_closed = True
        self._task.cancel()

    def _tell(self, kind: Literal["text", "probe", "close"], body: str = "") -> None:
        _send(self._bus, self.node, Envelope(kind, self._bus.node, self.name, body))

    async def _work(self, answer: Callable[[Connection, str], Awaitable[None]]) -> None:
        while True:
            await answer(self, await self._frames.get())


class Nodes:
    """What goes to other nodes and comes from them; without others there is nothing to do."""

    def __init__(
        self,
        bus: Bus,
        house: House,
        answer: Callable[[Connection, str], Awaitable[None]],
        forget: Callable[[Connection], None],
    ) -> None:
        self._bus = bus
        self._house = house
        self._answer = answer
        self._forget = forget
        self._near: dict[str, Connection] = {}
        self._far: dict[tuple[str, str], Far] = {}
        self._count = 0
        bus.subscribe(f"node:{bus.node}", self._heard)

    async def forwarded(self, connection: Connection, place: str, frame: wire.ClientFrame) -> bool:
        """Whether a room (or `SEEKS`) is another node's; then the frame is on its way there."""
        if not self._bus.is_shared or place in self._house.rooms:
            return False
        node = connection.remotes.get(place) or await self._node_of(place)
        if node is None:
            return False
        if isinstance(connection, Far):  # the room has moved while the frame was on its way
            connection.close()
            self._drop(connection)
            return True
        connection.remotes[place] = node
        self._write(node, connection, wire.encode(frame).decode())
        return True

    async def ask(self, user: wire.User, address: str, command: wire.Command) -> wire.Ok | wire.No | None:
        """The answer of another node to a command; None when the room is not another node's."""
        asker = _Asker(user, address, command.id)
        if not await self.forwarded(asker, command.room, command):
            return None
        try:
            return await asyncio.wait_for(asker.answer, _ANSWER_SECONDS)
        except TimeoutError:
            raise ProblemError("stopping") from None
        finally:
            self.left(asker)

    def left(self, connection: Connection) -> None:
        """A socket of this node was closed: tell those who think it is there."""
        if not connection.remotes:
            return
        self._near.pop(connection.remotes.get("", ""), None)
        for place, node in connection.remotes.items():
            if place:
                _send(self._bus, node, Envelope("gone", self._bus.node, connection.remotes[""]))
        connection.remotes.clear()

    def lost(self) -> None:
        """Messages may be missing: sockets that depend on them begin again."""
        for connection in list(self._near.values()):
            connection.close()
        for far in list(self._far.values()):
            far.close()
            self._drop(far)

    async def watch(self, every: float, died: Callable[[set[str]], None]) -> None:
        """For ever: see who has died, let go of their sockets, and take up the rooms they left."""
        while True:
            await asyncio.sleep(every)
            try:
                living = await self._bus.nodes()
                self._let_go(living)
                died(living)
                for room in await self._bus.orphans():
                    await self._adopt(room)
            except Exception as error:  # the bus may be away for a while
                _log.warning("other nodes cannot be seen: %s: %s", type(error).__name__, error)

    def _let_go(self, living: set[str]) -> None:
        for connection in list(self._near.values()):
            if any(node not in living for place, node in connection.remotes.items() if place):
                connection.close()
        for far in list(self._far.values()):
            if far.node not in living:
                far.gone()
                self._drop(far)

    async def _adopt(self, room: str) -> None:
        if room.isalnum():
            if await self._house.find(room) is not None:
                _log.warning("room %s goes on here: its node is dead", room)
        elif await self._bus.lease(room):
            await self._bus.release(room)

    async def _node_of(self, place: str) -> str | None:
        """The other node that has a room; a room that nobody has becomes ours."""
        if place == SEEKS:
            if await self._bus.lease(place):
                return None
        elif await self._house.find(place) is not None:
            return None
        node = await self._bus.holder(place)
        return None if node == self._bus.node else node

    def _write(self, node: str, connection: Connection, body: str) -> None:
        if "" not in connection.remotes:
            self._count += 1
            connection.remotes[""] = str(self._count)
            self._near[connection.remotes[""]] = connection
        envelope = Envelope(
            kind="frame",
            node=self._bus.node,
            name=connection.remotes[""],
            body=body,
            user=connection.user,
            address=connection.address,
            lag=connection.lag,
        )
        _send(self._bus, node, envelope)

    def _heard(self, message: str) -> None:
        envelope = msgspec.json.decode(message, type=Envelope)
        if envelope.kind in ("frame", "gone"):
            self._from_far(envelope)
            return
        near = self._near.get(envelope.name)
        if near is None:
            return
        if envelope.kind == "text":
            near.send_text(envelope.body)
        elif envelope.kind == "probe":
            near.probe()
        else:
            near.close()

    def _from_far(self, envelope: Envelope) -> None:
        far = self._far.get((envelope.node, envelope.name))
        if envelope.kind == "gone":
            if far is not None:
                far.gone()
                self._drop(far)
            return
        if far is None or far.is_closed:
            far = self._far[envelope.node, envelope.name] = Far(envelope, self._bus, self._answer)
        far.take(envelope)

    def _drop(self, far: Far) -> None:
        self._far.pop((far.node, far.name), None)
        self._forget(far)


class _Asker(Connection):
    """Waits for the answer to one command."""

    __slots__ = ("_id", "answer")

    def __init__(self, user: wire.User, address: str, command: str) -> None:
        super().__init__(user, address)
        self._id = command
        self.answer: asyncio.Future[wire.Ok | wire.No] = asyncio.get_running_loop().create_future()

    def send_text(self, text: str) -> None:
        frame = wire.decode_server(text)
        if isinstance(frame, wire.Ok | wire.No) and frame.id == self._id and not self.answer.done():
            self.answer.set_result(frame)

    def close(self) -> None:
        with contextlib.suppress(asyncio.InvalidStateError):
            self.answer.set_exception(ProblemError("stopping"))


def _send(bus: Bus, node: str, envelope: Envelope) -> None:
    bus.publish(f"node:{node}", msgspec.json.encode(envelope).decode())
