"""The rooms of Chinese Checkers clients: what they call them, and as many seats as there are players."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

from duiyi import wire
from duiyi.rooms.state import RoomState
from duiyi.server.course.messages import course_names
from duiyi.server.course.table import Table
from duiyi.server.course.visitor import Visitor
from duiyi.server.services import Services

__all__ = ["Hall", "Member"]

_SECONDS = 15
_SIZES = (2, 3, 4, 6)
_ENGINES = re.compile(r".+\+([1-5])", re.DOTALL)
_PATIENCE = 30.0


class Member:
    """A client in a room, as the hall sees it."""

    def __init__(self) -> None:
        self.visitor: Visitor | None = None
        self.table: Table | None = None
        self.is_ready = False
        self.seen = asyncio.Event()
        """Set by every frame."""

    def catch_up(self) -> None:
        """Tell the client what has changed while its table was rearranged."""


@dataclass
class Party:
    """The clients in one room, and how many engines they brought."""

    number: str
    engines: int = 0
    is_own: bool = True
    """Whether the room was opened for them, so that its size is theirs to change."""
    members: list[Member] = field(default_factory=list)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_arranging: bool = False
    settled: int = 0
    """The last event of the latest rearrangement."""


class Hall:
    """All rooms in which clients of the course sit."""

    def __init__(self, services: Services) -> None:
        self.paths: dict[str, tuple[int, str]] = {}
        """The latest path in each room as its mover wrote it, with the turn it was for."""
        self._services = services
        self._codes: dict[str, str] = {}
        self._parties: dict[str, Party] = {}

    async def find(self, number: str) -> str | None:
        """The code of the room that clients mean by a number, or None for one that does not exist yet."""
        code = self._codes.get(number)
        if code is not None and await self._state(code) is not None:
            return code
        if code is not None:
            self._drop(code)
        code = number.strip().upper()
        return code if await self._state(code) is not None else None

    async def join(self, member: Member, number: str, code: str | None) -> dict[str, bool] | None:
        """Give a client a seat; who was there before, and whether ready. None when there is no seat."""
        assert member.visitor is not None
        if code is None:
            code = await member.visitor.open(_settings(2), 0)
            self._codes[number] = code
            brought = _ENGINES.fullmatch(number)
            self._parties[code] = Party(number, int(brought[1]) if brought else 0)
        party = self._parties.setdefault(code, Party(number, is_own=False))
        async with party.lock:
            self._parties[code] = party  # the last one may just have left it
            if party.is_own:
                self._codes[number] = code
            member.table, member.is_ready = Table(code), False
            member.seen.clear()
            await member.visitor.follow(code)
            await asyncio.wait_for(member.seen.wait(), _PATIENCE)
            is_seated = member.table.seat_of(member.visitor.user.id) is not None
            party.members.append(member)
            before = _others(member)
            if not is_seated and not member.table.free_seats():
                await self._arrange(code, party, newcomers=1)
            if not is_seated and not await _sit(member):
                party.members.remove(member)
                await member.visitor.forget(code)
                return None
            await self._arrange(code, party)
            return _others(member) if is_seated else before

    async def leave(self, member: Member, code: str) -> None:
        """Let a client go; the others may begin without it."""
        party = self._parties.get(code)
        if party is None or member not in party.members or member.visitor is None:
            return
        is_playing = member.table is not None and member.table.is_on
        self.forget(member)
        async with party.lock:
            if is_playing:
                await member.visitor.ask(wire.Resign, code)
            await member.visitor.ask(wire.Leave, code)
            await member.visitor.forget(code)
            state = await self._state(code)
            if party.members and state is not None and state.phase == "open":
                await self._arrange(code, party)

    def forget(self, member: Member) -> None:
        """Note that a client is in no room; a room without clients needs no notes."""
        if member.table is not None:
            party = self._parties.get(member.table.room)
            if party is not None and member in party.members:
                party.members.remove(member)
                if not party.members:
                    self._drop(member.table.room)
        member.table, member.is_ready = None, False

    def is_settled(self, table: Table) -> bool:
        """Whether what a table shows is how things are, and not a step of a rearrangement."""
        party = self._parties.get(table.room)
        return party is None or (not party.is_arranging and table.seq >= party.settled)

    async def _arrange(self, code: str, party: Party, newcomers: int = 0) -> None:
        """Give a room of ours as many seats as it has players, and everybody a seat and their readiness again."""
        state = await self._state(code)
        if not party.is_own or state is None or state.is_on:
            return
        people = sum(seat.owner is not None for seat in state.seats) + newcomers
        size = next((size for size in _SIZES if size >= max(2, people + party.engines)), None)
        host = next((one for one in party.members if one.visitor and one.visitor.user == state.host), None)
        if host is None or host.visitor is None or size is None:
            return
        is_full = sum(not isinstance(seat.controller, wire.Person) for seat in state.seats) >= party.engines
        if (size == len(state.seats) and is_full) or _has_strangers(state, party, size):
            return
        party.is_arranging = True
        try:
            if size != len(state.seats):
                await host.visitor.ask(wire.Configure, code, settings=_settings(size))
            for member in party.members:
                seat = None if member.visitor is None else next(iter(state.seats_of(member.visitor.user.id)), None)
                if seat is None and newcomers == 0:
                    await _sit(member)
            await self._place_engines(host.visitor, state, party.engines)
        finally:
            party.is_arranging = False
            party.settled = state.seq
        if newcomers == 0:
            await _ready_again(code, party)
        for member in party.members:
            member.catch_up()

    async def _place_engines(self, host: Visitor, state: RoomState, wanted: int) -> None:
        engine = wire.AI(self._services.config.course_engine)
        for seat in range(len(state.seats) - 1, -1, -1):
            present = sum(not isinstance(other.controller, wire.Person) for other in state.seats)
            if present < wanted and state.is_free(seat):
                await host.ask(wire.PlaceEngine, state.code, seat=seat, controller=engine)

    async def _state(self, code: str) -> RoomState | None:
        live = await self._services.house.find(code)
        return None if live is None or live.room.state.phase == "closed" else live.room.state

    def _drop(self, code: str) -> None:
        party = self._parties.pop(code, None)
        if party is not None:
            self._codes.pop(party.number, None)
        self.paths.pop(code, None)


async def _sit(member: Member) -> bool:
    """Take any seat that is free."""
    assert member.table is not None
    assert member.visitor is not None
    for seat in member.table.free_seats():
        answer = await member.visitor.ask(wire.Sit, member.table.room, seat=seat)
        if isinstance(answer, wire.Ok):
            return True
    return False


async def _ready_again(code: str, party: Party) -> None:
    """A changed room has forgotten who was ready; when all are, it begins."""
    for member in list(party.members):
        if member.is_ready and member.visitor is not None:
            await member.visitor.ask(wire.Ready, code)


def _others(member: Member) -> dict[str, bool]:
    assert member.table is not None
    assert member.visitor is not None
    own = member.table.seat_of(member.visitor.user.id)
    seats = member.table.seats
    names = course_names(seats)
    return {names[seat]: seats[seat].ready or seats[seat].owner is None for seat in sorted(names) if seat != own}


def _has_strangers(state: RoomState, party: Party, size: int) -> bool:
    """Whether a smaller room would throw out people who came by the browser."""
    ours = {member.visitor.user.id for member in party.members if member.visitor is not None}
    return any(seat.owner is not None and seat.owner.id not in ours for seat in state.seats[size:])


def _settings(seats: int) -> wire.Settings:
    return wire.Settings(
        game=f"chinese_checkers(seats={seats},rules=ruc)",
        clock=wire.PerMove(_SECONDS),
        takeback="none",
        hints=False,
        stand_in=None,
    )
