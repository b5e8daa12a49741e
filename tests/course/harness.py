"""A real server process with a course port, and clients that speak to it byte by byte."""

from __future__ import annotations

import itertools
import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx

from tests.server.harness import ROOT, Server

PATIENCE = 60.0


@contextmanager
def course_server(folder: Path, **config: Any) -> Iterator[tuple[Server, int]]:
    """``duiyi serve --course-port 0`` on a database in a folder; the server and the course port."""
    settings = {
        "database": str(folder / "duiyi.db"),
        "network_log": str(folder / "network.jsonl"),
        "engine_pace": 0.0,
        "engine_seconds": 0.05,
        "presence_delay": 0.05,
        "rate_factor": 50.0,
        "course_engine": "greedy",
        "course_wait": 0.0,
        "course_nogo_seconds": 60,
        **config,
    }
    path = folder / "duiyi.toml"
    path.write_text("\n".join(f"{name} = {json.dumps(value)}" for name, value in settings.items()), encoding="utf-8")
    words = ["serve", "--port", "0", "--course-port", "0", "--no-browser", "--config", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-c", "from duiyi.cli import main; main()", *words],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    ports: dict[str, int] = {}
    for line in process.stderr:
        if found := re.search(r"course clients are welcome on port (\d+)", line):
            ports["course"] = int(found[1])
        if found := re.search(r"listening on http://[^:]+:(\d+)", line):
            ports["http"] = int(found[1])
            break
    if len(ports) < 2:
        process.kill()
        process.wait()
        process.stderr.close()
        raise AssertionError("the server did not start")
    drain = threading.Thread(target=process.stderr.read, daemon=True)  # so that the pipe never fills
    drain.start()
    server = Server(settings["database"])
    server.port = ports["http"]
    try:
        yield server, ports["course"]
    finally:
        process.terminate()
        assert process.wait(PATIENCE) in (0, -signal.SIGTERM)
        drain.join(PATIENCE)
        process.stderr.close()


class QtClient:
    """A socket that writes and reads lines as the course's library does."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self._file = self._socket.makefile("rb")

    def __enter__(self) -> QtClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def send(self, op: int, data1: str = "", data2: str = "") -> None:
        """Send as Qt writes it: keys in alphabetical order, compact."""
        text = json.dumps({"data1": data1, "data2": data2, "op": op}, separators=(",", ":"), ensure_ascii=False)
        self.send_bytes(text.encode() + b"\n")

    def send_bytes(self, data: bytes) -> None:
        """Send anything."""
        self._socket.sendall(data)

    def line(self) -> bytes:
        """The next line, byte by byte; empty when the other side has closed."""
        try:
            return self._file.readline()
        except ConnectionResetError:  # closed while something of ours was still unread
            return b""

    def read(self) -> tuple[int, str, str]:
        """The next message."""
        found = json.loads(self.line())
        return found["op"], found["data1"], found["data2"]

    def until(self, op: int) -> tuple[int, str, str]:
        """The next message with this operator."""
        while True:
            message = self.read()
            if message[0] == op:
                return message

    def shut(self) -> None:
        """Say no more, but go on listening."""
        self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Go without a word."""
        self._file.close()
        self._socket.close()


def line(op: int, data1: str = "", data2: str = "") -> bytes:
    """The line that a server sends."""
    shown = {"op": op, "data1": data1, "data2": data2}
    return json.dumps(shown, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


class Browser:
    """Somebody who uses the pages, reduced to the requests that matter here."""

    def __init__(self, server: Server) -> None:
        self._http = httpx.Client(base_url=server.url, timeout=PATIENCE)
        self.name = str(self._http.post("/api/guest").json()["user"]["name"])
        self._ids = itertools.count(1)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def room(self, *seats: str, **settings: Any) -> str:
        """Open a room."""
        body = {"settings": settings, "seats": [{"who": seat} for seat in seats]}
        answer = self._http.post("/api/rooms", json=body)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["room"])

    def command(self, kind: str, room: str, /, **fields: Any) -> None:
        """Give a command that must be done."""
        frame = {"t": kind, "room": room, "id": f"b{next(self._ids)}", **fields}
        answer = self._http.post(f"/api/rooms/{room}/commands", json=frame).json()
        assert answer["t"] == "ok", answer

    def look(self, room: str) -> dict[str, Any]:
        """The room as it is now."""
        return dict(self._http.get(f"/api/rooms/{room}").json())

    def waiting(self) -> list[str]:
        """The codes of the rooms in the lobby."""
        return [card["room"] for card in self._http.get("/api/rooms").json()["rooms"]]
