"""The port for course clients. The first line tells which course a client belongs to."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from duiyi.server.course.checkers import CheckersClient
from duiyi.server.course.hall import Hall
from duiyi.server.course.messages import LONGEST, CheckersOp, Message, NoGoOp, decode, encode
from duiyi.server.course.nogo import NoGoClient
from duiyi.server.services import Services

__all__ = ["course_gate", "is_nogo"]

_MOST_CLIENTS = 500
_MOST_WAITING = 256 * 1024
_log = logging.getLogger("duiyi.server.course")


def is_nogo(first: Message) -> bool:
    """Whether a first message is one of the NoGo course: its operators have the same numbers.

    A request for a game carries a colour where the other course has the name of a player.

    >>> is_nogo(Message(200000, "ann", "b")), is_nogo(Message(200000, "lab", "ann"))
    (True, False)
    """
    if first.op == NoGoOp.READY:
        return first.data2 in ("b", "w", "")
    if first.op == NoGoOp.LEAVE:
        return " " not in first.data2
    return first.op == NoGoOp.CHAT


@asynccontextmanager
async def course_gate(services: Services) -> AsyncIterator[int | None]:
    """Listen for course clients while the block runs, if the host wants it; the port."""
    wanted = services.config.course_port
    if wanted is None:
        yield None
        return
    hall = Hall(services)
    clients: set[asyncio.Task[None]] = set()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        clients.add(task)
        try:
            if len(clients) <= _MOST_CLIENTS:
                await _Line(services, hall, reader, writer).run()
        finally:
            clients.discard(task)
            writer.close()

    server = await asyncio.start_server(meet, services.config.host, wanted, limit=LONGEST)
    port = int(server.sockets[0].getsockname()[1])
    _log.info("course clients are welcome on port %d", port)
    try:
        yield port
    finally:
        server.close()
        for task in list(clients):
            task.cancel()
        await asyncio.gather(*clients, return_exceptions=True)


class _Line:
    """One client's connection."""

    def __init__(
        self, services: Services, hall: Hall, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._services = services
        self._hall = hall
        self._reader = reader
        self._writer = writer
        host, port, *_ = writer.get_extra_info("peername") or ("local", 0)
        self._host, self._address = str(host), f"{host}:{port}"
        self._client: CheckersClient | NoGoClient | None = None

    async def run(self) -> None:
        """Talk until the client goes."""
        if self._services.buckets.wait("socket", self._host):
            return
        line: socket.socket | None = self._writer.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        try:
            while (text := await self._reader.readline()) and not self._services.is_stopping:
                await self._take(text)
        except (ConnectionError, ValueError, TimeoutError) as error:  # ValueError: a line without end
            _log.info("%s: %s", self._address, error)
        finally:
            if self._client is not None:
                with contextlib.suppress(Exception):
                    await self._client.close()

    async def _take(self, text: bytes) -> None:
        if not text.strip():
            return
        wait = self._services.buckets.wait("frame", self._address)
        if wait:
            await asyncio.sleep(min(wait, 1.0))
        try:
            message = decode(text)
        except ValueError as error:
            self._client_for(None).refuse(str(error))
            return
        client = self._client_for(message)
        self._log("recv", message)
        await client.take(message)

    def _client_for(self, message: Message | None) -> CheckersClient | NoGoClient:
        """The client of this line; what cannot be read does not settle which course it belongs to."""
        if self._client is not None:
            return self._client
        if message is not None and is_nogo(message):
            self._client = NoGoClient(self._services, self._address, self._send)
            return self._client
        client = CheckersClient(self._services, self._hall, self._address, self._send)
        if message is not None and message.op == CheckersOp.JOIN_ROOM:
            self._client = client
        return client

    def _send(self, message: Message) -> None:
        transport = self._writer.transport
        if transport.is_closing() or transport.get_write_buffer_size() > _MOST_WAITING:
            transport.abort()  # somebody who does not read
            return
        self._log("send", message)
        self._writer.write(encode(message))

    def _log(self, way: str, message: Message) -> None:
        step = -1 if self._client is None else self._client.step
        now, data = self._services.times.now(), f"{message.data1} {message.data2}".strip()
        self._services.network_log.line(now, step, way, self._address, str(int(message.op)), data)
