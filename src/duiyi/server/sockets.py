"""The socket: frames in, frames out. Every frame is decoded into the tagged union or refused."""

from __future__ import annotations

import asyncio
import contextlib
from importlib.metadata import PackageNotFoundError, version

from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from duiyi import wire
from duiyi.server.connections import Connection, DirectConnection
from duiyi.server.dispatch import answer, forget, refusal
from duiyi.server.errors import ProblemError
from duiyi.server.http import address_of, cookie_name
from duiyi.server.secrets import digest
from duiyi.server.security import is_same_site
from duiyi.server.services import Services

__all__ = ["VERSION", "socket"]

_LARGEST_FRAME = 32 * 1024
_MOST_STRIKES = 300
"""Frames over the limit that are refused before the socket is closed."""

try:
    VERSION = version("duiyi")
except PackageNotFoundError:
    VERSION = "0"


async def socket(websocket: WebSocket) -> None:
    """One socket from its handshake to its end."""
    services: Services = websocket.app.state.services
    address = address_of(websocket.scope, services)
    if not is_same_site(websocket.headers, services.config.origins) or services.is_stopping:
        await websocket.close(4403)
        return
    if services.buckets.wait("socket", address) or _is_crowded(services, address):
        await websocket.close(4429)
        return
    token = _token(websocket, services)
    user, session = await services.accounts.who(token), digest(token or "")
    await websocket.accept()
    client = websocket.client
    place = f"{address}:{client.port if client else 0}"
    transport = websocket.scope.get("duiyi.transport")
    if transport is None:
        connection = Connection(user, place, session)
    else:
        connection = DirectConnection(user, place, transport, session)
    services.connections.add(connection)
    services.metrics.counters["sockets_total"] += 1
    connection.send(wire.Welcome(services.times.now(), VERSION, user))
    try:
        if isinstance(connection, DirectConnection):
            await _read(websocket, services, connection)
        else:
            await _pumped(websocket, services, connection)
    finally:
        await _forget(websocket, services, connection)


async def _pumped(websocket: WebSocket, services: Services, connection: Connection) -> None:
    """The same where the server does not show its transport: a second task writes."""
    reader = asyncio.create_task(_read(websocket, services, connection))
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await connection.pump(websocket.send_text)
    finally:
        reader.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await reader


async def _read(websocket: WebSocket, services: Services, connection: Connection) -> None:
    try:
        while not connection.is_closed and await _hear(services, connection, await websocket.receive()):
            pass
    except (WebSocketDisconnect, RuntimeError):
        return
    finally:
        connection.close()


async def _hear(services: Services, connection: Connection, message: Message) -> bool:
    """Do what a message asks; False for the last one. Nothing of it is kept while the socket waits for the next."""
    if message["type"] == "websocket.disconnect":
        return False
    connection.heard = asyncio.get_running_loop().time()
    await _take(services, connection, message.get("text") or message.get("bytes") or "")
    return True


async def _take(services: Services, connection: Connection, data: str | bytes) -> None:
    """One frame; whatever it holds, the socket lives on unless it floods us."""
    wait = services.buckets.wait("frame", connection.address)
    if wait:
        connection.strikes += 1
        if connection.strikes > _MOST_STRIKES:
            connection.close()
        connection.send(refusal(None, ProblemError("too_fast", retry_after=round(wait, 2))))
        return
    connection.strikes = max(0, connection.strikes - 1)
    if len(data) > _LARGEST_FRAME:
        connection.send(refusal(None, ProblemError("too_large")))
        return
    await answer(services, connection, data)


async def _forget(websocket: WebSocket, services: Services, connection: Connection) -> None:
    connection.close()
    forget(services, connection)
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        if websocket.application_state is not WebSocketState.DISCONNECTED:
            await websocket.close(1012 if services.is_stopping else 1000)


def _token(websocket: WebSocket, services: Services) -> str | None:
    kind, _, token = websocket.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else websocket.cookies.get(cookie_name(services))


def _is_crowded(services: Services, address: str) -> bool:
    if len(services.connections) < services.config.max_sockets_per_address:
        return False
    mine = sum(connection.address.rpartition(":")[0] == address for connection in services.connections)
    return mine >= services.config.max_sockets_per_address
