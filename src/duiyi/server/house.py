"""The house: all live rooms. Opens, finds, rebuilds, forgets them, and sees to their engines."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from itertools import groupby

from sqlalchemy import Connection, insert, select

from duiyi import wire
from duiyi.base import Game, RulesError, TextError
from duiyi.rooms import Begin, Refused, Restart, Room
from duiyi.rooms.view import card
from duiyi.server.archive import save_game
from duiyi.server.attendants import Attendants
from duiyi.server.bus import Bus
from duiyi.server.config import Config
from duiyi.server.errors import BadGame, ProblemError
from duiyi.server.heartbeat import beat, last_beat
from duiyi.server.live import LeaseLost, LiveRoom
from duiyi.server.secrets import new_code, sign, signature_matches
from duiyi.server.store import Database, Writer
from duiyi.server.store.tables import events as events_table
from duiyi.server.store.tables import room_people
from duiyi.server.store.tables import rooms as rooms_table
from duiyi.server.store.writer import Extra
from duiyi.server.thinking import Thinkers
from duiyi.server.times import ServerTime

__all__ = ["House"]

_log = logging.getLogger("duiyi.server.house")
_UNFINISHED = ("open", "playing", "paused")
_ASLEEP = "asleep"
"""The phase, in the table of rooms, of a game that only waits for its people."""
_MOST_SHOWN = 50
_ARRIVAL_SECONDS = 15.0
_KEPT_SECONDS = 600.0
"""How long a finished room that nobody looks at stays in memory; the log brings it back."""


class House:
    """All live rooms of this node."""

    def __init__(
        self,
        config: Config,
        database: Database,
        writer: Writer,
        times: ServerTime,
        thinkers: Thinkers,
        bus: Bus,
        load: Callable[[str], Game],
        secret: str,
    ) -> None:
        self.rooms: dict[str, LiveRoom] = {}
        self.bus = bus
        self.load = load
        self.thinkers = thinkers
        self._config = config
        self._database = database
        self._writer = writer
        self._times = times
        self._secret = secret
        self._attendants = Attendants(config, thinkers, times)
        self._loading: dict[str, asyncio.Lock] = {}
        self.changed: Callable[[str], None] = lambda code: None
        """Told of every room that has changed."""

    def now(self) -> int:
        """Server time."""
        return self._times.now()

    async def append(self, events: list[wire.Event], extras: list[Extra]) -> None:
        """Make events durable."""
        await self._writer.append(events, extras)

    async def open(self, host: wire.User, wanted: wire.CreateRoom) -> LiveRoom:
        """A new room with its seats filled as wanted; it begins at once when nobody is waited for."""
        settings = wanted.settings
        if sum(self._is_of(live.room, host.id) for live in self.rooms.values()) >= self._config.max_rooms_per_user:
            raise ProblemError("too_many")
        try:
            room = Room.open(new_code(), settings, host, self.load, self.now())
        except (RulesError, TextError) as error:
            raise BadGame(error) from None
        except Refused as refused:
            raise ProblemError("bad_request", refused.words) from None
        if len(wanted.seats) > len(room.state.seats):
            raise ProblemError("bad_request")
        await self._check_engines(wanted, room.state.game)
        events: list[wire.Event] = [room.opening]
        for order in _first_orders(room, wanted):
            with contextlib.suppress(Refused):
                events += room.apply(order, self.now(), host)
        return await self._settle_in(room, events)

    async def open_paired(self, people: list[wire.User], settings: wire.Settings) -> LiveRoom:
        """A room for people who were paired; the game is on."""
        room = Room.open(new_code(), settings, people[0], self.load, self.now())
        events: list[wire.Event] = [room.opening]
        for seat, person in enumerate(people):
            events += room.apply(wire.Sit(seat, room=room.state.code, id="paired"), self.now(), person)
        events += room.apply(Begin(), self.now())
        return await self._settle_in(room, events)

    async def find(self, code: str) -> LiveRoom | None:
        """A room by its code, from memory or from its log."""
        live = self.rooms.get(code)
        if live is not None or not code.isalnum():
            return live
        async with self._loading.setdefault(code, asyncio.Lock()):
            if code not in self.rooms and await self.bus.lease(code):
                room = await self._read(code)
                if room is not None:
                    await self._wake(room, await self._died_at())
                else:
                    await self.bus.release(code)
        self._loading.pop(code, None)
        return self.rooms.get(code)

    async def look(self, code: str) -> Room | None:
        """A room to look at: the living one, or what its log tells while it lives on another node."""
        live = await self.find(code)
        if live is not None:
            return live.room
        return await self._read(code) if self.bus.is_shared and code.isalnum() else None

    async def recover(self) -> int:
        """After a start: rebuild every room that is not finished; says how many there are."""
        query = (
            select(events_table.c.room, events_table.c.body)
            .join(rooms_table, rooms_table.c.code == events_table.c.room)
            .where(rooms_table.c.phase.in_(_UNFINISHED))
            .order_by(events_table.c.room, events_table.c.seq)
        )
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        waking, died = [], await self._died_at()
        for code, group in groupby(rows, key=lambda row: str(row[0])):
            if code in self.rooms or not await self.bus.lease(code):
                continue
            try:
                room = Room.replay((wire.decode_event(row[1]) for row in group), self.load)
            except (ValueError, RulesError) as error:
                _log.error("room %s cannot be rebuilt: %s", code, error)
                await self.bus.release(code)
                continue
            waking.append(self._wake(room, died))
        await asyncio.gather(*waking)
        return len(self.rooms)

    async def reload(self, code: str) -> Room:
        """The room of the log, as it is written; raises `LeaseLost` when it is another node's."""
        if await self.bus.holder(code) != self.bus.node:
            raise LeaseLost(code)
        room = await self._read(code)
        if room is None:
            raise ValueError(f"room {code} has no log")
        return room

    def gave_up(self, live: LiveRoom) -> None:
        """A room is another node's now."""
        if self.rooms.get(live.code) is live:
            del self.rooms[live.code]

    def give_all_up(self) -> None:
        """Nothing that this node holds is certain any more."""
        for live in list(self.rooms.values()):
            live.give_up()

    def forget_person(self, user: str) -> None:
        """Forget the name and the words of somebody in rooms that live; the log is seen to already."""
        for live in self.rooms.values():
            live.forget_person(user)

    def extras(self, room: Room, events: list[wire.Event], *, is_new: bool = False) -> list[Extra]:
        """Further rows for these events: the room's phase, and a record where a game ended."""
        changes = (wire.Started, wire.Paused, wire.Resumed, wire.Finished, wire.Closed, wire.Configured)
        extras: list[Extra] = [_add_person(event) for event in events if _sits(event)]
        if not is_new and any(isinstance(event, changes) for event in events):
            extras.append(_update_room(room))
        return extras + [save_game(room, event) for event in events if isinstance(event, wire.Finished)]

    def happened(self, live: LiveRoom, events: list[wire.Event]) -> None:
        """Tell the lobby and the engines; whoever sat down without looking at the room is not there."""
        for event in events:
            if isinstance(event, wire.SeatChanged) and event.cause == "sat" and event.state.owner is not None:
                loop = asyncio.get_running_loop()
                loop.call_later(_ARRIVAL_SECONDS, live.leave_if_absent, event.state.owner.id)
        self.changed(live.code)
        self._attendants.happened(live, events)

    def invite_key(self, code: str, seat: int) -> str:
        """The key of a seat's invite link."""
        return sign(self._secret, f"{code}:{seat}")

    def keys(self, code: str, seat: int, key: str | None) -> tuple[int, ...]:
        """The seats that a key opens."""
        return (seat,) if key and signature_matches(self._secret, f"{code}:{seat}", key) else ()

    async def cards_of(self, user: str) -> tuple[wire.RoomCard, ...]:
        """Somebody's rooms in which a game is on or may begin, also those that sleep; the latest first."""
        query = (
            select(room_people.c.room)
            .join(rooms_table, rooms_table.c.code == room_people.c.room)
            .where(room_people.c.user == user, rooms_table.c.phase.in_((*_UNFINISHED, _ASLEEP)))
            .order_by(rooms_table.c.updated.desc())
            .limit(_MOST_SHOWN)
        )
        async with self._database.read() as connection:
            codes = (await connection.execute(query)).scalars().all()
        found = [await self.look(code) for code in codes]
        mine = [room.state for room in found if room is not None and self._is_of(room, user)]
        return tuple(card(state, self.rooms[state.code].watchers if state.code in self.rooms else 0) for state in mine)

    def leave(self, live: LiveRoom, user: str) -> None:
        """A tab was closed: after a moment, see whether the person is gone."""
        asyncio.get_running_loop().call_later(self._config.presence_delay, live.leave_if_absent, user)

    async def sweep(self) -> None:
        """Forget rooms that nobody needs in memory, and close those that nobody came back to."""
        for live in list(self.rooms.values()):
            idle = time.monotonic() - live.last_seen
            if live.viewers or live.waiting or live.thinking is not None or idle < _KEPT_SECONDS:
                continue
            state = live.room.state
            if state.phase in ("finished", "closed") or (state.is_on and live.room.next_deadline is None):
                await self._put_to_sleep(live)
            elif state.phase == "open" and idle > self._config.idle_minutes * 60:
                live.expire()

    async def _put_to_sleep(self, live: LiveRoom) -> None:
        """Forget a room that waits for nothing but its people; the log brings it back when they come."""
        async with self._loading.setdefault(live.code, asyncio.Lock()):  # who comes meanwhile waits, and wakes it again
            del self.rooms[live.code]
            await live.stop()
            if live.room.state.is_on:
                await self.append([], [_update_room(live.room, _ASLEEP)])
            await self.bus.release(live.code)

    async def stop(self) -> None:
        """Finish what is queued in every room."""
        for live in list(self.rooms.values()):
            await live.stop()
        await self.note_alive()

    async def note_alive(self) -> None:
        """Write that this node lives, if a clock runs here: after a crash time is charged until then, and no longer."""
        clocks = (live.room.state.clock for live in self.rooms.values())
        if any(clock is not None and clock.running is not None for clock in clocks):
            await self.append([], [beat(self.now())])

    async def _died_at(self) -> int:
        """Until when whoever had the rooms is known to have lived; other nodes say so for the whole house."""
        known = await last_beat(self._database)
        silent = round(self._config.lease_seconds * 1000) if self.bus.is_shared else 0
        return min(known, self.now() - silent)

    async def _settle_in(self, room: Room, events: list[wire.Event]) -> LiveRoom:
        """Let a new room live."""
        if not await self.bus.lease(room.state.code):
            raise ProblemError("stopping")
        await self.append(events, [_insert_room(room), *self.extras(room, events, is_new=True)])
        live = self.rooms[room.state.code] = LiveRoom(room, self)
        self.happened(live, events)
        return live

    async def _wake(self, room: Room, died: int) -> None:
        """Let a room of the log live again: nobody is there yet."""
        state = room.state
        is_running = state.clock is not None and state.clock.running is not None
        events: list[wire.Event] = []
        if state.phase != "closed" and (is_running or any(seat.online for seat in state.seats)):
            events = room.apply(Restart(died), self.now())
        await self.append(events, [_update_room(room)])
        live = self.rooms[room.state.code] = LiveRoom(room, self)
        self.happened(live, events)

    async def _read(self, code: str) -> Room | None:
        query = select(events_table.c.body).where(events_table.c.room == code).order_by(events_table.c.seq)
        async with self._database.read() as connection:
            bodies = (await connection.execute(query)).scalars().all()
        return Room.replay(map(wire.decode_event, bodies), self.load) if bodies else None

    async def _check_engines(self, wanted: wire.CreateRoom, game: Game) -> None:
        for plan in wanted.seats:
            if plan.who == "engine":
                if plan.controller is None:
                    raise ProblemError("bad_request")
                await self.thinkers.check(plan.controller, game)
        if wanted.settings.stand_in is not None:
            await self.thinkers.check(wire.AI(wanted.settings.stand_in), game)

    @staticmethod
    def _is_of(room: Room, user: str) -> bool:
        state = room.state
        is_host = state.host is not None and state.host.id == user
        return state.phase in _UNFINISHED and (bool(state.seats_of(user)) or is_host)


def _first_orders(room: Room, wanted: wire.CreateRoom) -> list[wire.Command | Begin]:
    """The commands that fill the seats as the host wants."""
    code = room.state.code
    orders: list[wire.Command | Begin] = []
    for seat, plan in enumerate(wanted.seats):
        name = f"open{seat}"
        if plan.who == "me":
            orders.append(wire.Sit(seat, room=code, id=name))
        elif plan.who == "invited":
            orders.append(wire.Invite(seat, room=code, id=name))
        elif plan.who == "engine" and plan.controller is not None:
            orders.append(wire.PlaceEngine(seat, plan.controller, room=code, id=name))
    return [*orders, Begin()]


def _insert_room(room: Room) -> Extra:
    state = room.state
    row = {"code": state.code, "phase": state.phase, "game": state.settings.game, "created": state.created_at}

    def write(connection: Connection) -> None:
        connection.execute(insert(rooms_table), [row | {"updated": state.at}])

    return write


def _sits(event: wire.Event) -> bool:
    return isinstance(event, wire.Created) or (isinstance(event, wire.SeatChanged) and event.cause == "sat")


def _add_person(event: wire.Event) -> Extra:
    row = {"room": event.room, "user": event.by}

    def write(connection: Connection) -> None:
        known = select(room_people).where(room_people.c.room == row["room"], room_people.c.user == row["user"])
        if connection.execute(known).first() is None:
            connection.execute(insert(room_people), [row])

    return write


def _update_room(room: Room, phase: str | None = None) -> Extra:
    values = {"phase": phase or room.state.phase, "game": room.state.settings.game, "updated": room.state.at}
    code = room.state.code

    def write(connection: Connection) -> None:
        connection.execute(rooms_table.update().where(rooms_table.c.code == code).values(values))

    return write
