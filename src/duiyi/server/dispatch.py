"""Where each frame of a client goes."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING, Any

import msgspec

from duiyi import wire
from duiyi.base import Game, RulesError
from duiyi.rooms import RoomState
from duiyi.rooms.view import can_enter
from duiyi.server.connections import Connection
from duiyi.server.errors import ProblemError, TooFast
from duiyi.server.live import Ask, LiveRoom
from duiyi.server.network_log import told
from duiyi.server.nodes import SEEKS

if TYPE_CHECKING:
    from duiyi.server.services import Services

__all__ = ["answer", "check_command", "find_room", "forget", "handle", "look_at", "refusal"]

_log = logging.getLogger("duiyi.server.dispatch")
_MOST_WAITING = 200
_LIMITED = {"Say": "say", "HintRequest": "hint"}
"""Commands with a bucket of their own; all others share that of moves."""


async def answer(services: Services, connection: Connection, data: str | bytes) -> None:
    """Decode a frame and do what it asks; whatever it holds, the answer is a frame."""
    try:
        frame = wire.decode_client(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        words = wire.Words(str(error), f"无法读懂这个消息：{error}")
        connection.send(wire.No(_id_in(data), "bad_frame", words))
        return
    try:
        await handle(services, connection, frame)
    except ProblemError as error:
        connection.send(refusal(frame, error))
    except Exception:
        _log.exception("frame %s failed", type(frame).__name__)
        connection.send(refusal(frame, ProblemError("internal")))


def forget(services: Services, connection: Connection) -> None:
    """A socket is gone: nothing here waits for it any more."""
    services.connections.discard(connection)
    services.lobby.leave(connection)
    services.nodes.left(connection)
    for code in connection.follows:
        live = services.house.rooms.get(code)
        if live is not None:
            live.unfollow(connection)
            if connection.user is not None:
                services.house.leave(live, connection.user.id)
    for job in list(connection.jobs):
        if connection.user is not None:
            services.jobs.cancel(job, connection.user.id)


def refusal(frame: wire.ClientFrame | None, error: ProblemError) -> wire.No:
    """The answer to a frame that is refused."""
    command, room = getattr(frame, "id", ""), getattr(frame, "room", "")
    return wire.No(command, error.code, error.words, retry_after=error.retry_after, room=room)


async def handle(services: Services, connection: Connection, frame: wire.ClientFrame) -> None:
    """Do what a frame asks; raises `ProblemError` when it may not be."""
    match frame:
        case wire.Ping(n):
            connection.send(wire.Pong(n, services.times.now()))
        case wire.Echo(n):
            connection.echoed(n)
        case wire.Hello(room, since):
            if not await services.nodes.forwarded(connection, room, frame):
                await _hello(services, connection, room, since)
        case wire.Bye(room):
            if not await services.nodes.forwarded(connection, room, frame):
                _bye(services, connection, room)
        case wire.LobbySubscribe(on):
            services.lobby.watch(connection, on)
        case wire.Seek():
            if not await services.nodes.forwarded(connection, SEEKS, frame):
                await services.lobby.seek(connection, _member(connection), frame)
        case wire.Unseek(seek):
            if not await services.nodes.forwarded(connection, SEEKS, frame):
                services.lobby.unseek(_member(connection), seek)
        case wire.AnalyseFrame():
            _take(services, connection, "analyse")
            await services.jobs.submit(connection, _member(connection), frame)
        case wire.CancelFrame(job):
            services.jobs.cancel(job, _member(connection).id)
        case _:
            if not await services.nodes.forwarded(connection, frame.room, frame):
                await _command(services, connection, frame)


async def find_room(services: Services, code: str, user: wire.User | None) -> LiveRoom:
    """A room that somebody may follow; one that they may not looks like one that is not there."""
    live = await services.house.find(code)
    if live is None or not can_enter(live.room.state, user.id if user is not None else None):
        raise ProblemError("not_found")
    return live


async def look_at(services: Services, code: str, user: wire.User | None) -> RoomState:
    """A room that somebody may follow, to look at, wherever it lives."""
    room = await services.house.look(code)
    if room is None or not can_enter(room.state, user.id if user is not None else None):
        raise ProblemError("not_found")
    return room.state


async def check_command(services: Services, command: wire.Command, game: Game) -> tuple[int, ...]:
    """Check what only the server knows (engines, invite keys); the seats that the command's key opens."""
    if isinstance(command, wire.PlaceEngine) and not isinstance(command.controller, wire.Person):
        await services.thinkers.check(command.controller, game)
    elif isinstance(command, wire.HandOver):
        await services.thinkers.check(wire.AI(command.engine), game)
    elif isinstance(command, wire.Configure) and command.settings.stand_in is not None:
        with contextlib.suppress(RulesError):  # a game that does not exist is refused by the room, in its own words
            game = services.house.load(command.settings.game)
            await services.thinkers.check(wire.AI(command.settings.stand_in), game)
    elif isinstance(command, wire.Sit):
        return services.house.keys(command.room, command.seat, command.key)
    return ()


async def _command(services: Services, connection: Connection, command: wire.Command) -> None:
    user = _member(connection)
    op = type(command).__name__
    _take(services, connection, _LIMITED.get(op, "play"))
    live = await find_room(services, command.room, user)
    if live.waiting > _MOST_WAITING:
        raise ProblemError("too_fast", retry_after=1.0)
    services.metrics.counters["commands_total"] += 1
    began = services.times.now()
    step = live.room.state.ply
    services.network_log.line(began, step, "recv", connection.address, op, told(command))
    keys = await check_command(services, command, live.room.state.game)

    def reply(frame: wire.Ok | wire.No) -> None:
        now = services.times.now()
        services.metrics.histograms["command_seconds"].add((now - began) / 1000)
        text = wire.encode(frame).decode()
        services.network_log.line(now, live.room.state.ply, "send", connection.address, type(frame).__name__, text)
        connection.send_text(text)

    live.put(Ask(command, user, connection.lag, keys, reply))


async def _hello(services: Services, connection: Connection, code: str, since: int | None) -> None:
    _take(services, connection, "hello")
    live = await find_room(services, code, connection.user)
    connection.follows.add(code)
    live.follow(connection, since)
    services.network_log.line(services.times.now(), live.room.state.ply, "recv", connection.address, "Hello", code)


def _bye(services: Services, connection: Connection, code: str) -> None:
    live = services.house.rooms.get(code)
    if live is not None and code in connection.follows:
        live.unfollow(connection)
        if connection.user is not None:
            services.house.leave(live, connection.user.id)
    connection.follows.discard(code)


def _member(connection: Connection) -> wire.User:
    if connection.user is None:
        raise ProblemError("no_session")
    return connection.user


def _take(services: Services, connection: Connection, kind: str) -> None:
    user = connection.user.id if connection.user is not None else ""
    wait = services.buckets.wait(kind, connection.address.rpartition(":")[0] or connection.address, user)
    if wait:
        raise TooFast(wait)


def _id_in(data: str | bytes) -> str:
    """The id of a frame that is wrong otherwise, so that its sender knows which it was."""
    try:
        found = msgspec.json.decode(data, type=dict[str, Any]).get("id", "")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    return found[:40] if isinstance(found, str) else ""
