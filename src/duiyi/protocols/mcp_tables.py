"""Where a language model plays: at tables of this process, or in the rooms of a running server."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import time
import urllib.error
import urllib.request
from typing import Any, Protocol

import msgspec

from duiyi import wire
from duiyi.analysis import Limits
from duiyi.base import RulesError, TextError
from duiyi.engines import load_player
from duiyi.games.registry import load_game
from duiyi.rooms import Begin, EngineMove, Refused, Room
from duiyi.rooms.view import card, snapshot
from duiyi.spec import SpecError

__all__ = ["OwnTables", "ServerTables", "TableError", "Tables"]

_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LARGEST = 4 * 1024 * 1024


class TableError(ValueError):
    """Something that cannot be done at a table; says why."""


class Tables(Protocol):
    """Rooms by their codes, wherever they are."""

    async def rooms(self) -> tuple[wire.RoomCard, ...]:
        """The rooms that one may see."""
        ...

    async def open(self, settings: wire.Settings, seats: tuple[wire.SeatPlan, ...]) -> str:
        """A new room; its code."""
        ...

    async def look(self, room: str) -> wire.Snapshot:
        """A room as it is now."""
        ...

    async def ask(self, command: type[wire.RoomCommand], room: str, /, **fields: object) -> None:
        """Give a command; raises `TableError` when it is refused."""
        ...


class OwnTables:
    """Tables in this process: a model against engines, without any server.

    >>> tables = OwnTables()
    >>> plans = (wire.SeatPlan("me"), wire.SeatPlan("engine", wire.AI("greedy")))
    >>> async def begin():
    ...     code = await tables.open(wire.Settings(game="reversi"), plans)
    ...     await tables.ask(wire.Play, code, base=1, move="f5")
    ...     return (await tables.look(code)).moves
    >>> [move.text for move in asyncio.run(begin())][0]
    'f5'
    """

    def __init__(self, seconds: float = 1.0) -> None:
        self._seconds = seconds
        self._rooms: dict[str, Room] = {}
        self._me = wire.User("model", "model")
        self._ids = itertools.count(1)

    async def rooms(self) -> tuple[wire.RoomCard, ...]:
        """All tables, the latest first."""
        return tuple(card(room.state) for room in reversed(self._rooms.values()))

    async def open(self, settings: wire.Settings, seats: tuple[wire.SeatPlan, ...]) -> str:
        """A new table; it begins when all seats are taken."""
        code = "".join(secrets.choice(_ALPHABET) for _ in range(6))
        try:
            room = Room.open(code, settings, self._me, load_game, _now())
            for plan in seats:
                if plan.controller is not None:
                    load_player(plan.controller.engine, room.state.game)
        except (RulesError, TextError, SpecError, Refused) as error:
            raise TableError(str(error)) from None
        self._rooms[code] = room
        for seat, plan in enumerate(seats):
            if plan.who == "me":
                await self.ask(wire.Sit, code, seat=seat)
            elif plan.controller is not None:
                await self.ask(wire.PlaceEngine, code, seat=seat, controller=plan.controller)
        with contextlib.suppress(Refused):
            room.apply(Begin(), _now())
        await self._let_engines_play(room)
        return code

    async def look(self, room: str) -> wire.Snapshot:
        """A table as it is now."""
        return snapshot(self._room(room).state, _now(), self._me.id)

    async def ask(self, command: type[wire.RoomCommand], room: str, /, **fields: object) -> None:
        """Do a command, and let the engines answer."""
        found = self._room(room)
        try:
            order: Any = command(room=room, id=f"m{next(self._ids)}", **fields)
            found.apply(order, _now(), self._me)
        except Refused as refused:
            raise TableError(refused.words.en) from None
        await self._let_engines_play(found)

    async def _let_engines_play(self, room: Room) -> None:
        state = room.state
        while state.phase == "playing" and not state.is_played_by_person(state.position.to_move):
            seat, position = state.position.to_move, state.position
            controller = state.seats[seat].controller
            assert not isinstance(controller, wire.Person)
            move = await load_player(controller.engine, state.game).choose(position, Limits(seconds=self._seconds))
            room.apply(EngineMove(seat, state.seats[seat].epoch, state.turn, state.game.move_text(move)), _now())

    def _room(self, code: str) -> Room:
        room = self._rooms.get(code.upper())
        if room is None:
            raise TableError(f"expected a room among {', '.join(self._rooms) or 'none'}, got {code[:20]!r}")
        return room


class ServerTables:
    """The rooms of a running server, as a guest or, with a token, as a bot."""

    def __init__(self, url: str, token: str = "") -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._cookie = ""
        self._ids = itertools.count(1)
        self._tab = secrets.token_hex(4)

    async def rooms(self) -> tuple[wire.RoomCard, ...]:
        """The server's lobby."""
        return msgspec.json.decode(await self._call("GET", "/api/rooms"), type=wire.RoomList).rooms

    async def open(self, settings: wire.Settings, seats: tuple[wire.SeatPlan, ...]) -> str:
        """A new room on the server."""
        wanted = wire.CreateRoom(settings=settings, seats=seats)
        answer = await self._call("POST", "/api/rooms", wire.encode(wanted))
        return msgspec.json.decode(answer, type=wire.RoomCreated).room

    async def look(self, room: str) -> wire.Snapshot:
        """The room as the server shows it."""
        answer = await self._call("GET", f"/api/rooms/{_code(room)}")
        return msgspec.json.decode(answer, type=wire.Snapshot)

    async def ask(self, command: type[wire.RoomCommand], room: str, /, **fields: object) -> None:
        """Give a command by HTTP."""
        order: Any = command(room=_code(room), id=f"{self._tab}-{next(self._ids)}", **fields)
        answer = await self._call("POST", f"/api/rooms/{_code(room)}/commands", wire.encode(order))
        told = msgspec.json.decode(answer, type=wire.Ok | wire.No)
        if isinstance(told, wire.No):
            raise TableError(told.words.en)

    async def _call(self, method: str, path: str, body: bytes | None = None) -> bytes:
        if not self._token and not self._cookie:
            await asyncio.to_thread(self._send, "POST", "/api/guest", b"{}")
        return await asyncio.to_thread(self._send, method, path, body)

    def _send(self, method: str, path: str, body: bytes | None) -> bytes:
        headers = {"Content-Type": "application/json", "User-Agent": "duiyi mcp"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        elif self._cookie:
            headers["Cookie"] = self._cookie
        query = urllib.request.Request(self._url + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(query, timeout=30) as answer:
                self._cookie = (answer.headers.get("Set-Cookie") or self._cookie).split(";")[0]
                data: bytes = answer.read(_LARGEST)
                return data
        except urllib.error.HTTPError as error:
            with error:
                raise TableError(_refusal(error.read(_LARGEST), error.code)) from None
        except (OSError, ValueError) as error:
            raise TableError(f"{self._url} cannot be reached: {error}") from None


def _code(room: str) -> str:
    if not room.isalnum():
        raise TableError(f"expected the code of a room, got {room[:20]!r}")
    return room.upper()


def _refusal(body: bytes, status: int) -> str:
    try:
        return str(json.loads(body)["words"]["en"])
    except (ValueError, KeyError, TypeError):
        return f"the server refused with status {status}"


def _now() -> int:
    return int(time.time() * 1000)
