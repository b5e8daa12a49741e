"""A real server process, and clients that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import secrets
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]
T = TypeVar("T")
PATIENCE = 60.0
"""Seconds after which a test gives up; nothing is measured by it."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run an async test."""

    async def limited() -> T:
        async with asyncio.timeout(10 * PATIENCE):
            return await work

    return asyncio.run(limited())


class Server:
    """A server process that can be killed and started again on the same database."""

    def __init__(self, database: str, **config: Any) -> None:
        self.config = {
            "database": database,
            "network_log": "-",
            "runs": "/nonexistent",
            "engine_pace": 0.0,
            "presence_delay": 0.05,
            "rate_factor": 50.0,
            "max_rooms_per_user": 500,
            "external_engines": {"my engine": "greedy", "broken": "level(12)"},
            **config,
        }
        self.process: subprocess.Popen[str] | None = None
        self.port = 0

    def start(self) -> None:
        """Start the process and wait until it listens."""
        command = [sys.executable, "-m", "tests.server.serve_toys", json.dumps(self.config)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.strip().isdigit():
            self.kill()
            raise AssertionError("the server did not start")
        self.port = int(line)

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        self._reap()

    def stop(self) -> int:
        """As Ctrl-C would; the exit status."""
        assert self.process is not None
        self.process.terminate()
        return self._reap()

    def _reap(self) -> int:
        assert self.process is not None
        status = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return status

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def serving(database: str, **config: Any) -> Iterator[Server]:
    """A server for the length of a block."""
    server = Server(database, **config)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.kill()


class Client:
    """One person with one tab."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx.AsyncClient(base_url=server.url, timeout=PATIENCE)
        self.user: dict[str, Any] = {}
        self.frames: list[dict[str, Any]] = []
        self.echo_after = 0.0
        """Seconds that an answer to a probe takes, as from far away."""
        self._socket: ClientConnection | None = None
        self._tab = secrets.token_hex(4)
        self._ids = itertools.count(1)

    async def guest(self) -> Client:
        """Become a guest."""
        answer = await self.http.post("/api/guest")
        assert answer.status_code == 200, answer.text
        self.user = answer.json()["user"]
        return self

    async def account(self, name: str, password: str = "correct horse") -> Client:
        """Make an account."""
        answer = await self.http.post("/api/register", json={"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        self.user = answer.json()["user"]
        return self

    async def open(self) -> Client:
        """Open the socket; one that was open is closed."""
        if self._socket is not None:
            await self._socket.close()
        self.http.base_url = httpx.URL(self.server.url)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}
        self._socket = await connect(self.server.url.replace("http", "ws") + "/socket", additional_headers=headers)
        await self.until("welcome")
        return self

    async def close(self) -> None:
        """Close socket and HTTP client."""
        if self._socket is not None:
            with contextlib.suppress(Exception):
                await self._socket.close()
            self._socket = None
        await self.http.aclose()

    async def drop(self) -> None:
        """Lose the connection without a word."""
        assert self._socket is not None
        self._socket.transport.abort()
        self._socket = None

    async def room(self, game: str = "noughts", seats: tuple[str, ...] = ("me",), **settings: Any) -> str:
        """Create a room; a seat is ``me``, ``open``, ``invited`` or an engine's spec."""
        plans: list[dict[str, Any]] = [
            {"who": seat}
            if seat in ("me", "open", "invited")
            else {"who": "engine", "controller": {"kind": "ai", "engine": seat}}
            for seat in seats
        ]
        answer = await self.http.post("/api/rooms", json={"settings": {"game": game, **settings}, "seats": plans})
        assert answer.status_code == 200, answer.text
        return str(answer.json()["room"])

    async def send(self, **frame: Any) -> None:
        """Send a frame."""
        await self.send_text(json.dumps(frame))

    async def send_text(self, text: str | bytes) -> None:
        """Send anything."""
        assert self._socket is not None
        await self._socket.send(text)

    async def receive(self) -> dict[str, Any]:
        """The next frame; probes are answered."""
        assert self._socket is not None
        while True:
            frame: dict[str, Any] = json.loads(await asyncio.wait_for(self._socket.recv(), PATIENCE))
            if frame["t"] == "probe":
                await asyncio.sleep(self.echo_after)
                await self.send(t="echo", n=frame["n"])
                continue
            self.frames.append(frame)
            return frame

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next frame of a kind with these fields."""
        while True:
            frame = await self.receive()
            if frame["t"] == kind and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    async def hello(self, room: str) -> dict[str, Any]:
        """Follow a room; its snapshot."""
        await self.send(t="hello", room=room)
        return await self.until("snapshot", room=room)

    async def command(self, kind: str, room: str, /, **fields: Any) -> dict[str, Any]:
        """Give a command and wait for its answer."""
        command = fields.pop("id", f"{self._tab}-{next(self._ids)}")
        await self.send(t=kind, room=room, id=command, **fields)
        while True:
            frame = await self.receive()
            if frame["t"] in ("ok", "no") and frame["id"] == command:
                return frame


@asynccontextmanager
async def clients(server: Server, count: int = 1) -> AsyncIterator[list[Client]]:
    """Guests with open sockets."""
    people = [await (await Client(server).guest()).open() for _ in range(count)]
    try:
        yield people
    finally:
        for person in people:
            await person.close()


async def seated(server_clients: list[Client], game: str = "noughts", **settings: Any) -> tuple[str, dict[str, Any]]:
    """A room in which the clients sit in order and the game is on; its code and the event that began it."""
    host, *others = server_clients
    room = await host.room(game, **settings)
    for client in server_clients:
        await client.hello(room)
    for seat, client in enumerate(others, start=1):
        assert (await client.command("sit", room, seat=seat))["t"] == "ok"
        await client.command("ready", room)
    await host.command("ready", room)
    started = next((frame for frame in host.frames if frame["t"] == "started"), None) or await host.until("started")
    for client in others:
        if not any(frame["t"] == "started" for frame in client.frames):
            await client.until("started")
    return room, started
