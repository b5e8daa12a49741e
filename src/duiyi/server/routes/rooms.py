"""``/api/rooms``: open rooms, create one, invite, and the bot API: commands by POST, events as a stream of lines."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Annotated

import segno
from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse

from duiyi import wire
from duiyi.rooms.view import snapshot
from duiyi.server.connections import Connection
from duiyi.server.dispatch import answer, check_command, find_room, forget, look_at
from duiyi.server.errors import ProblemError, TooFast
from duiyi.server.http import Json, address_of, body, describe, everybody, limited, member, services_of, token_of
from duiyi.server.live import Ask
from duiyi.server.network_log import told
from duiyi.server.routes.games import game_detail
from duiyi.server.secrets import digest

__all__ = ["router"]

router = APIRouter(prefix="/api/rooms", tags=["rooms"])
Member = Annotated[wire.User, Depends(member)]
Anybody = Annotated[wire.User | None, Depends(everybody)]
_BEAT_SECONDS = 10.0
_HOST = re.compile(r"[A-Za-z0-9._\-\[\]:]{1,255}")


@router.get("", **describe(wire.RoomList))
async def rooms(request: Request) -> Response:
    """Public rooms: open ones first."""
    return Json(wire.RoomList(services_of(request).lobby.rooms()))


@router.post("", dependencies=[limited("room")], **describe(wire.RoomCreated, wire.CreateRoom))
async def create(request: Request, user: Member, wanted: Annotated[wire.CreateRoom, body(wire.CreateRoom)]) -> Response:
    """Open a room."""
    live = await services_of(request).house.open(user, wanted)
    return Json(wire.RoomCreated(live.code))


@router.get("/{code}", **describe(wire.Snapshot))
async def room(request: Request, code: str, user: Anybody) -> Response:
    """A room as it is now."""
    services = services_of(request)
    state = await look_at(services, code, user)
    return Json(snapshot(state, services.times.now(), user.id if user is not None else None))


@router.get("/{code}/game", **describe(wire.GameDetail))
async def game(request: Request, code: str, user: Anybody) -> Response:
    """The game of a room, for pages that draw its board before they follow it."""
    services = services_of(request)
    return Json(game_detail(services, (await look_at(services, code, user)).game))


@router.get("/{code}/invite", **describe(wire.InviteLink))
async def invite(request: Request, code: str, user: Member, seat: int | None = None) -> Response:
    """A link to the room, or for its host to one seat, with a QR code."""
    services = services_of(request)
    state = await look_at(services, code, user)
    scheme = "https" if services.config.secure_cookies else request.url.scheme
    host = request.headers.get("host", "")
    if not _HOST.fullmatch(host):
        raise ProblemError("bad_request")
    url = f"{scheme}://{host}/r/{code}"
    if seat is not None:
        if state.host is None or state.host.id != user.id:
            raise ProblemError("forbidden")
        if not 0 <= seat < len(state.seats):
            raise ProblemError("not_found")
        url += f"?seat={seat}&key={services.house.invite_key(code, seat)}"
    code_image = segno.make(url, error="m")
    return Json(wire.InviteLink(seat, url, code_image.svg_inline(scale=4, border=2, omitsize=True)))


@router.post("/{code}/commands", **describe(wire.Ok | wire.No, wire.Command))
async def command(
    request: Request, code: str, user: Member, wanted: Annotated[wire.Command, body(wire.Command)]
) -> Response:
    """Give the room a command, as over the socket; the answer says whether it was done."""
    services = services_of(request)
    wait = services.buckets.wait("play", address_of(request.scope, services), user.id)
    if wait:
        raise TooFast(wait)
    if wanted.room != code:
        raise ProblemError("bad_request")
    elsewhere = await services.nodes.ask(user, address_of(request.scope, services), wanted)
    if elsewhere is not None:
        return Json(elsewhere)
    live = await find_room(services, code, user)
    keys = await check_command(services, wanted, live.room.state.game)
    address, op = address_of(request.scope, services), type(wanted).__name__
    step = live.room.state.ply
    services.network_log.line(services.times.now(), step, "recv", address, op, told(wanted))
    said = await live.ask(Ask(wanted, user, 0, keys))
    text = wire.encode(said).decode()
    services.network_log.line(services.times.now(), live.room.state.ply, "send", address, type(said).__name__, text)
    return Json(said)


@router.get("/{code}/stream", **describe(media="application/x-ndjson"))
async def stream(request: Request, code: str, user: Member, since: int | None = None) -> Response:
    """Everything that happens in a room, one JSON frame per line; an empty line now and then keeps the connection."""
    services = services_of(request)
    await look_at(services, code, user)
    connection = Connection(user, address_of(request.scope, services), digest(token_of(request) or ""))
    if sum(other.user == user for other in services.connections) >= services.config.max_sockets_per_address:
        raise ProblemError("too_many")

    async def lines() -> AsyncIterator[bytes]:
        waiting: asyncio.Queue[str] = asyncio.Queue()
        services.connections.add(connection)
        await answer(services, connection, wire.encode(wire.Hello(code, since)))
        pump = asyncio.create_task(connection.pump(waiting.put))
        try:
            while not connection.is_closed:
                connection.heard = asyncio.get_running_loop().time()
                try:
                    text = await asyncio.wait_for(waiting.get(), _BEAT_SECONDS)
                except TimeoutError:
                    text = ""
                yield text.encode() + b"\n"
        finally:
            pump.cancel()
            connection.close()
            forget(services, connection)

    return StreamingResponse(lines(), media_type="application/x-ndjson")
