"""A live room: one task, one queue. What comes out of `Room.apply` is durable before anybody sees it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from msgspec.structs import replace

from duiyi import wire
from duiyi.rooms import Expire, Order, Present, Refused, Room, Tick
from duiyi.rooms.view import can_see, snapshot, with_position
from duiyi.server.connections import Connection, Shared
from duiyi.server.store.tables import NAMELESS
from duiyi.server.store.writer import Extra

__all__ = ["Ask", "Keeper", "LeaseLost", "LiveRoom"]

_RING = 256
_log = logging.getLogger("duiyi.server.live")
_INTERNAL = wire.Words("something went wrong on the server; it has been noted", "服务器出错，已记录")


@dataclass(frozen=True)
class Ask:
    """A command on its way to a room."""

    order: Order
    by: wire.User | None = None
    lag: int = 0
    keys: Collection[int] = ()
    reply: Callable[[wire.Ok | wire.No], None] | None = None


_TICK = Ask(Tick())


class LeaseLost(Exception):
    """The room is another node's now."""


Deed: TypeAlias = Callable[[], None]
"""Something to do in the room's own task, between commands."""


class Keeper(Protocol):
    """What a live room needs from the house it stands in."""

    def now(self) -> int:
        """Server time."""
        ...

    async def append(self, events: list[wire.Event], extras: list[Extra]) -> None:
        """Make events durable."""
        ...

    def extras(self, room: Room, events: list[wire.Event]) -> list[Extra]:
        """What else must be written together with these events."""
        ...

    def happened(self, live: LiveRoom, events: list[wire.Event]) -> None:
        """Events are durable and sent: see to engines, the lobby, hints."""
        ...

    async def reload(self, code: str) -> Room:
        """The room of the log; raises `LeaseLost` when the room is another node's."""
        ...

    def gave_up(self, live: LiveRoom) -> None:
        """The room does not live here any more."""
        ...


class LiveRoom:
    """A room with its people. All its state changes in its own task; no locks."""

    def __init__(self, room: Room, keeper: Keeper) -> None:
        self.room = room
        self.viewers: dict[Connection, None] = {}
        self.last_seen = time.monotonic()
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_about: tuple[int, int, int] | None = None
        self._keeper = keeper
        self._present: Counter[str] = Counter()
        self._queue: asyncio.Queue[Ask | Deed] = asyncio.Queue()
        self._ring: deque[tuple[int, Shared, wire.Event | None]] = deque(maxlen=_RING)
        """The latest frames: number, what was sent, and the event itself where not everybody may see it."""
        self._people = b""
        self._timer: asyncio.TimerHandle | None = None
        self._task = asyncio.create_task(self._run(), name=f"room {room.state.code}")
        self._set_timer()

    @property
    def code(self) -> str:
        """The room's code."""
        return self.room.state.code

    @property
    def waiting(self) -> int:
        """How many commands wait."""
        return self._queue.qsize()

    @property
    def watchers(self) -> int:
        """How many sockets follow the room without a seat."""
        return sum(not self._has_seat(viewer) for viewer in self.viewers)

    def put(self, ask: Ask) -> None:
        """Queue a command."""
        self._queue.put_nowait(ask)

    async def ask(self, ask: Ask) -> wire.Ok | wire.No:
        """Queue a command and wait for its answer."""
        answer: asyncio.Future[wire.Ok | wire.No] = asyncio.get_running_loop().create_future()

        def tell(frame: wire.Ok | wire.No) -> None:
            if not answer.done():
                answer.set_result(frame)

        self.put(Ask(ask.order, ask.by, ask.lag, ask.keys, tell))
        return await answer

    def follow(self, viewer: Connection, since: int | None) -> None:
        """Show the room to a socket: what it missed, or all of it; then everything that happens."""
        self._queue.put_nowait(lambda: self._follow(viewer, since))

    def unfollow(self, viewer: Connection) -> None:
        """Show it no more."""
        self._queue.put_nowait(lambda: self._unfollow(viewer))

    def people(self) -> wire.PeopleFrame:
        """Everybody who has the room open."""
        users = {viewer.user.id: viewer.user for viewer in self.viewers if viewer.user is not None}
        here = tuple(
            wire.PersonHere(user, next(iter(self.room.state.seats_of(user.id)), None)) for user in users.values()
        )
        return wire.PeopleFrame(self.code, here, sum(viewer.user is None for viewer in self.viewers))

    def send_to_owner(self, seat: int, frame: wire.ServerFrame) -> None:
        """Send something to whoever owns a seat."""
        owner = self.room.state.seats[seat].owner
        for viewer in self.viewers:
            if owner is not None and viewer.user is not None and viewer.user.id == owner.id:
                viewer.send(frame)

    def send_to_watchers(self, frame: wire.ServerFrame) -> None:
        """Send something to those without a seat."""
        shared = Shared.of(frame)
        for viewer in self.viewers:
            if not self._has_seat(viewer):
                viewer.send_shared(shared)

    async def stop(self) -> None:
        """Do what is queued, then stop."""
        while not self._queue.empty():
            await asyncio.sleep(0.005)
        for task in (self._task, self.thinking):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        if self._timer is not None:
            self._timer.cancel()

    def give_up(self) -> None:
        """Stop at once, unwritten things and all: everybody comes back to whoever has the room then."""
        for viewer in list(self.viewers):
            viewer.close()
        for task in (self._task, self.thinking):
            if task is not None:
                task.cancel()
        if self._timer is not None:
            self._timer.cancel()
        self._keeper.gave_up(self)

    async def _run(self) -> None:
        while True:
            await self._do(await self._queue.get())

    async def _do(self, item: Ask | Deed) -> None:
        """Do what came and the commands that came with it; what is done is forgotten, also by this task's frame."""
        asks: list[Ask] = []
        deed: Deed | None = None
        while True:
            if not isinstance(item, Ask):
                deed = item
                break
            asks.append(item)
            if self._queue.empty():
                break
            item = self._queue.get_nowait()
        if asks:
            await self._carry_out(asks)
        if deed is not None:
            try:
                deed()
            except Exception:
                _log.exception("room %s could not show itself", self.code)

    async def _carry_out(self, asks: list[Ask]) -> None:
        """Apply commands, make their events durable, show them, answer."""
        events: list[wire.Event] = []
        shown: list[tuple[wire.Event, Shared]] = []
        extras: list[Extra] = []
        answers: list[tuple[Ask, wire.Ok | wire.No]] = []
        try:
            for ask in asks:
                answer, happened = self._apply(ask)
                answers.append((ask, answer))
                extras += self._keeper.extras(self.room, happened)
                events += happened
                shown += [(event, Shared.of(with_position(event, self.room.state))) for event in happened]
            if events:
                await self._keeper.append(events, extras)
        except Exception as error:  # whatever it was: the log is the truth, so begin again from it
            _log.exception("room %s is rebuilt after %s", self.code, type(error).__name__)
            if not await self._rebuild():
                return
            answers = [(ask, wire.No(_command_id(ask), "internal", _INTERNAL, room=self.code)) for ask in asks]
            events, shown = [], []
        for event, frame in shown:
            self._show(event, frame)
        if any(isinstance(event, wire.SeatChanged | wire.Started | wire.Configured) for event in events):
            self._announce()
        for ask, answer in answers:
            if ask.reply is not None:
                ask.reply(answer)
        self._set_timer()
        if events:
            self._keeper.happened(self, events)

    def _apply(self, ask: Ask) -> tuple[wire.Ok | wire.No, list[wire.Event]]:
        command = _command_id(ask)
        try:
            events = self.room.apply(ask.order, self._keeper.now(), ask.by, ask.lag, ask.keys)
        except Refused as refused:
            return wire.No(command, refused.code, refused.words, refused.cells, room=self.code), []
        if events:
            return wire.Ok(command, events[-1].seq), events
        seq = self.room.done(ask.by.id, command) if ask.by is not None else None
        return wire.Ok(command, seq or self.room.state.seq, repeated=seq is not None), []

    def _show(self, event: wire.Event, frame: Shared) -> None:
        is_private = isinstance(event, wire.PremoveChanged | wire.Chatted)
        self._ring.append((event.seq, frame, event if is_private else None))
        for viewer in self.viewers:
            if is_private and not can_see(self.room.state, event, viewer.user.id if viewer.user else None):
                viewer.send(wire.Skip(self.code, event.seq))
            else:
                viewer.send_shared(frame)
        if isinstance(event, wire.Moved | wire.Started) and event.clock is not None:
            self._probe_next()

    def _probe_next(self) -> None:
        """Measure the lag of whoever is to move now."""
        state = self.room.state
        owner = state.seats[state.position.to_move].owner
        for viewer in self.viewers:
            if owner is not None and viewer.user is not None and viewer.user.id == owner.id:
                viewer.probe()

    def _follow(self, viewer: Connection, since: int | None) -> None:
        state = self.room.state
        user = viewer.user.id if viewer.user is not None else None
        missed = [] if since is None else [kept for kept in self._ring if kept[0] > since]
        if since is not None and since <= state.seq and len(missed) == state.seq - since:
            for seq, frame, event in missed:
                if event is None or can_see(state, event, user):
                    viewer.send_shared(frame)
                else:
                    viewer.send(wire.Skip(self.code, seq))
        else:
            viewer.send(snapshot(state, self._keeper.now(), user))
        if viewer.is_closed or viewer in self.viewers:
            return
        self.viewers[viewer] = None
        self.last_seen = time.monotonic()
        self._announce(viewer)
        if user is not None:
            self._present[user] += 1
            if self._present[user] == 1:
                self.put(Ask(Present(user, True)))

    def _unfollow(self, viewer: Connection) -> None:
        if viewer not in self.viewers:
            return
        del self.viewers[viewer]
        self.last_seen = time.monotonic()
        self._announce()
        if viewer.user is not None:
            self._present[viewer.user.id] -= 1

    def leave_if_absent(self, user: str) -> None:
        """Note that somebody is away, if no tab of theirs is open any more."""
        if not self._present[user]:
            del self._present[user]
            self.put(Ask(Present(user, False)))

    def forget_person(self, user: str) -> None:
        """Blot out somebody's name and words; who comes back gets a snapshot without them."""
        state = self.room.state
        state.chat = deque((said for said in state.chat if said.user.id != user), state.chat.maxlen)
        for number in state.seats_of(user):
            state.seats[number] = replace(state.seats[number], owner=_nameless(state.seats[number].owner))
        if state.host is not None and state.host.id == user:
            state.host = _nameless(state.host)
        self._ring.clear()

    def expire(self) -> None:
        """Close the room unless a game is on."""
        self.put(Ask(Expire()))

    def _announce(self, newcomer: Connection | None = None) -> None:
        """Say who is here and where they sit: to all if that has changed, to a newcomer in any case."""
        people = wire.encode(self.people())
        told = list(self.viewers) if people != self._people else [newcomer] if newcomer is not None else []
        self._people, frame = people, Shared.encoded(people)
        for viewer in told:
            viewer.send_shared(frame)

    def _has_seat(self, viewer: Connection) -> bool:
        return viewer.user is not None and bool(self.room.state.seats_of(viewer.user.id))

    def _set_timer(self) -> None:
        """One timer for whatever is due next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.room.next_deadline
        if due is not None:
            seconds = max(0.0, (due - self._keeper.now()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(seconds, self.put, _TICK)

    async def _rebuild(self) -> bool:
        """Begin again from the log; False when the room is another node's."""
        for pause in (0.1, 0.5, 2.0, 5.0):
            try:
                self.room = await self._keeper.reload(self.code)
                break
            except LeaseLost:
                self.give_up()
                return False
            except Exception:
                _log.exception("room %s cannot be read; trying again", self.code)
                await asyncio.sleep(pause)
        self._ring.clear()
        for viewer in self.viewers:
            viewer.send(snapshot(self.room.state, self._keeper.now(), viewer.user.id if viewer.user else None))
        return True


def _nameless(user: wire.User | None) -> wire.User | None:
    return None if user is None else replace(user, name=NAMELESS)


def _command_id(ask: Ask) -> str:
    return str(getattr(ask.order, "id", ""))
