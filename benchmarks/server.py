"""Load: one server process, many rooms and sockets, a move a second in each room, engines thinking meanwhile.

    python benchmarks/server.py [--rooms 500] [--watchers 2] [--seconds 30] [--out benchmarks/server.json]

Measured: the time from sending a move to its receipt by everybody in the room (p50, p99, worst), the lag of the
server's event loop, the memory per idle socket, and that no move was lost. Client and server share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import platform
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

_MOVED = re.compile(rb'^\{"t":"moved".*?"id":"([^"]+)"')
_ENGINES = ("alphabeta", "mcts")


class Socket(asyncio.Protocol):
    """A WebSocket client of as few steps as possible, so that the client does not measure itself."""

    def __init__(self, port: int, cookie: str, on_frame: Any) -> None:
        self._port = port
        self._cookie = cookie
        self._on_frame = on_frame
        self._buffer = bytearray()
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shake hands."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        transport.write(
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{cookie}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Cut frames."""
        buffer = self._buffer
        buffer += data
        if not self._is_open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert buffer.startswith(b"HTTP/1.1 101"), bytes(buffer[:80])
            del buffer[: end + 4]
            self._is_open = True
            self.opened.set_result(None)
        while len(buffer) >= 2:
            length, start = buffer[1] & 127, 2
            if length == 126:
                length, start = int.from_bytes(buffer[2:4], "big"), 4
            elif length == 127:
                length, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + length:
                return
            frame = bytes(buffer[start : start + length])
            is_text = buffer[0] & 15 == 1
            del buffer[: start + length]
            if is_text:
                self._on_frame(self, frame)

    def send(self, **frame: Any) -> None:
        """Send a frame; the mask is zero, which masks nothing and is allowed."""
        data = json.dumps(frame).encode()
        head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2, "big")
        assert self._transport is not None
        self._transport.write(head + b"\0\0\0\0" + data)


@dataclass
class Tally:
    """What was measured."""

    latencies: list[float] = field(default_factory=list)
    waiting: dict[str, tuple[float, int]] = field(default_factory=dict)
    refused: int = 0
    sent: int = 0
    late: int = 0
    """Moves not sent because the one before was still on its way after a second."""

    def received(self, command: str) -> None:
        """One more socket has the move; the last one gives the latency."""
        known = self.waiting.get(command)
        if known is None:
            return
        began, missing = known
        if missing > 1:
            self.waiting[command] = (began, missing - 1)
        else:
            del self.waiting[command]
            self.latencies.append(time.perf_counter() - began)


class Table:
    """A room with two people and some who watch; a move every second."""

    def __init__(self, number: int, tally: Tally, watchers: int) -> None:
        self.number = number
        self.tally = tally
        self.sockets = 2 + watchers
        self.code = ""
        self.people: list[Socket] = []
        self.watchers: list[Socket] = []
        self.users: list[str] = []
        self.state: dict[str, Any] | None = None
        self.chance = random.Random(number)
        self.count = 0
        self.pending = ""

    def on_frame(self, who: Socket, frame: bytes) -> None:
        """Count receipts; the first person also reads what to play next."""
        is_first = bool(self.people) and who is self.people[0]
        moved = _MOVED.match(frame)
        if moved is not None:
            self.tally.received(moved.group(1).decode())
        if frame.startswith(b'{"t":"probe"'):
            who.send(t="echo", n=json.loads(frame)["n"])
        elif frame.startswith(b'{"t":"no"'):
            self.tally.refused += 1
        elif is_first and frame.startswith(
            (b'{"t":"moved"', b'{"t":"snapshot"', b'{"t":"started"', b'{"t":"finished"')
        ):
            self._fold(json.loads(frame))

    def _fold(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "finished":
            self.state = None
        elif frame.get("position") and frame.get("phase", "playing") == "playing":
            seats = frame.get("seats") or (self.state or {}).get("seats")
            self.state = {"turn": frame["turn"], "position": frame["position"], "seats": seats}

    def move(self) -> None:
        """Play a random move, or ask for another game."""
        self.count += 1
        if self.count % 10 == self.number % 10:  # as the pages do: a line that stays silent is taken for dead
            for watcher in self.watchers:
                watcher.send(t="ping", n=self.count)
        command = f"{self.number}-{self.count}"
        if self.state is None:
            for number, person in enumerate(self.people):
                person.send(t="offer", kind="rematch", room=self.code, id=f"{command}-{number}")
            return
        position = self.state["position"]
        if not position.get("legal"):
            return
        if self.pending in self.tally.waiting:
            self.tally.late += 1
            return
        self.pending = command
        owner = self.state["seats"][position["to_move"]]["owner"]["id"]
        person = self.people[self.users.index(owner)]
        self.tally.waiting[command] = (time.perf_counter(), self.sockets)
        self.tally.sent += 1
        text = self.chance.choice(position["legal"])["text"]
        person.send(t="play", room=self.code, id=command, base=self.state["turn"], move=text)


async def open_socket(port: int, cookie: str, on_frame: Any) -> Socket:
    """Connect and shake hands."""
    loop = asyncio.get_running_loop()
    _, protocol = await loop.create_connection(lambda: Socket(port, cookie, on_frame), "127.0.0.1", port)
    await asyncio.wait_for(protocol.opened, 60)
    return protocol


async def furnish(table: Table, client: httpx.AsyncClient, port: int, game: str) -> None:
    """Two guests, one room, all sockets."""
    cookies = []
    for _ in range(2):
        client.cookies.clear()
        answer = await client.post("/api/guest")
        cookies.append(f"sid={answer.cookies['sid']}")
        table.users.append(answer.json()["user"]["id"])
    client.cookies.clear()
    body = {
        "settings": {"game": game, "live_rates": False, "clock": {"kind": "fischer", "seconds": 600, "increment": 10}}
    }
    body["seats"] = [{"who": "me"}]  # type: ignore[assignment]
    created = await client.post("/api/rooms", json=body, headers={"Cookie": cookies[0]})
    table.code = created.json()["room"]
    table.people = [await open_socket(port, cookie, table.on_frame) for cookie in cookies]
    for person in table.people:
        person.send(t="hello", room=table.code)
    for _ in range(table.sockets - 2):
        table.watchers.append(await open_socket(port, "", table.on_frame))
        table.watchers[-1].send(t="hello", room=table.code)
    table.people[1].send(t="sit", seat=1, room=table.code, id="sit")
    for number, person in enumerate(reversed(table.people)):
        person.send(t="ready", room=table.code, id=f"ready{number}")


async def stay_awake(tables: list[Table]) -> None:
    """While the rooms fill, which takes a while: the server closes sockets that have been silent for too long."""
    while True:
        await asyncio.sleep(10)
        for table in tables:
            for one in (*table.people, *table.watchers):
                one.send(t="ping", n=0)


async def let_engines_think(client: httpx.AsyncClient, game: str) -> None:
    """A game between two engines, again and again: one is always thinking; two such rooms."""
    client.cookies.clear()
    await client.post("/api/guest")
    seats = [{"who": "engine", "controller": {"kind": "ai", "engine": name}} for name in _ENGINES]
    for _ in range(2):
        answer = await client.post("/api/rooms", json={"settings": {"game": game, "live_rates": False}, "seats": seats})
        answer.raise_for_status()


async def measure(rooms: int, watchers: int, seconds: float, port: int, pid: int, game: str) -> dict[str, Any]:
    """The whole run against a server that listens."""
    tally = Tally()
    tables = [Table(number, tally, watchers) for number in range(rooms)]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        idle = await idle_socket_bytes(port, pid, min(1000, rooms * 2))
        waking = asyncio.create_task(stay_awake(tables))
        for table in tables:
            await furnish(table, client, port, game)
        await asyncio.sleep(2)
        waking.cancel()
        await let_engines_think(client, "xiangqi")
        before = await loop_lag(client)
        cpu, whole = cpu_seconds(pid), cpu_seconds(pid, all_threads=True)
        began = time.perf_counter()
        ends = began + seconds
        beat = 0
        while time.perf_counter() < ends:
            for number, table in enumerate(tables):
                due = began + beat + number / rooms
                pause = due - time.perf_counter()
                if pause > 0.002:
                    await asyncio.sleep(pause)
                elif number % 16 == 0:
                    await asyncio.sleep(0)
                table.move()
            beat += 1
        spent = time.perf_counter() - began
        cpu, whole = cpu_seconds(pid) - cpu, cpu_seconds(pid, all_threads=True) - whole
        await asyncio.sleep(2)
        after = await loop_lag(client)
        lag = {share: round(1000 * quantile(after, before, share), 1) for share in (0.5, 0.9, 0.99, 1)}
    ordered = sorted(tally.latencies)
    return {
        "rooms": rooms,
        "sockets": rooms * (2 + watchers),
        "game": game,
        "engines": f"two rooms of {' against '.join(_ENGINES)} at xiangqi",
        "seconds": round(spent, 1),
        "moves_sent": tally.sent,
        "moves_received_by_all": len(ordered),
        "moves_per_second": round(tally.sent / spent, 1),
        "refused": tally.refused,
        "late": tally.late,
        "p50_ms": round(1000 * statistics.median(ordered), 1),
        "p99_ms": round(1000 * ordered[int(0.99 * len(ordered))], 1),
        "worst_ms": round(1000 * ordered[-1], 1),
        "loop_lag_at_most_ms": {"p50": lag[0.5], "p90": lag[0.9], "p99": lag[0.99], "worst": lag[1]},
        "loop_lag_probes": max(after.values()) - max(before.values()),
        "event_loop_cpu_share": round(cpu / spent, 2),
        "event_loop_cpu_ms_per_move": round(1000 * cpu / tally.sent, 3),
        "server_cpu_ms_per_move": round(1000 * whole / tally.sent, 3),
        "idle_socket_kib": round(idle / 1024, 1),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "nice": os.nice(0),
        "load_average": os.getloadavg()[0],
    }


async def idle_socket_bytes(port: int, pid: int, count: int) -> float:
    """The server's memory for each further socket that says nothing."""
    before = resident_bytes(pid)
    sockets = [await open_socket(port, "", lambda *_: None) for _ in range(count)]
    await asyncio.sleep(1)
    after = resident_bytes(pid)
    for one in sockets:
        assert one._transport is not None
        one._transport.close()
    await asyncio.sleep(1)
    return (after - before) / count


def resident_bytes(pid: int) -> int:
    """The memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu_seconds(pid: int, *, all_threads: bool = False) -> float:
    """The processor time of a process's main thread, which is the event loop's, or of all its threads."""
    place = f"/proc/{pid}/stat" if all_threads else f"/proc/{pid}/task/{pid}/stat"
    fields = Path(place).read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def loop_lag(client: httpx.AsyncClient) -> dict[float, int]:
    """The histogram of the event loop's lag."""
    text = (await client.get("/metrics")).text
    found = re.findall(r'duiyi_loop_lag_seconds_bucket\{le="([^"]+)"\} (\d+)', text)
    return {float(bound.replace("+Inf", "inf")): int(count) for bound, count in found}


def quantile(after: dict[float, int], before: dict[float, int], share: float) -> float:
    """The bound below which a share of what happened between two readings lies."""
    counts = {bound: after[bound] - before[bound] for bound in sorted(after)}
    total = counts[max(counts)]
    return next(bound for bound, count in counts.items() if count >= share * total)


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def main() -> None:
    """Start a server, measure, print and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--watchers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--game", default="reversi")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DUIYI_RATE_FACTOR": "1000", "DUIYI_MAX_SOCKETS_PER_ADDRESS": "100000"}
        flags = ["--port", str(port), "--database", f"{folder}/load.db", "--no-browser"]
        command = [sys.executable, "-c", "from duiyi.cli import main; main()", "serve", *flags]
        with Path(folder, "log").open("w") as log:
            server = subprocess.Popen(command, env=environment, stderr=log)
            try:
                wait_until_healthy(port, server)
                run = measure(options.rooms, options.watchers, options.seconds, port, server.pid, options.game)
                result = asyncio.run(run)
            finally:
                server.terminate()
                server.wait(30)
    text = json.dumps(result, indent=1)
    print(text)
    if options.out is not None:
        options.out.write_text(text + "\n", encoding="utf-8")


def wait_until_healthy(port: int, server: subprocess.Popen[bytes]) -> None:
    """Until the server answers."""
    while server.poll() is None:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise RuntimeError("the server did not start")


if __name__ == "__main__":
    main()
