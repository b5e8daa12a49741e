"""One JSON line per network command: time, step, recv or send, address, op, data."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from pathlib import Path

import msgspec

from duiyi import wire

__all__ = ["NetworkLog", "told"]

_LARGEST = 50_000_000
_LONGEST_DATA = 400
_log = logging.getLogger("duiyi.server.network_log")


def told(command: wire.Command) -> str:
    """A command as the log may have it: what people say is theirs, and the key of a seat is a secret.

    >>> told(wire.Say("hello", room="K3F9", id="c1"))
    '{"t":"say","text":"…","room":"K3F9","id":"c1"}'
    """
    if isinstance(command, wire.Say):
        command = msgspec.structs.replace(command, text="…")
    elif isinstance(command, wire.Sit) and command.key is not None:
        command = msgspec.structs.replace(command, key="…")
    return wire.encode(command).decode()


class NetworkLog:
    """Collects lines and writes them in a thread twice a second; the file is turned over at 50 MB.

    >>> NetworkLog(None).line(0, 3, "recv", "127.0.0.1:5000", "play", "f5")
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lines: list[bytes] = []
        self._encoder = msgspec.json.Encoder()
        self._task: asyncio.Task[None] | None = None
        self._is_refused = False

    def start(self) -> None:
        """Begin to write."""
        if self._path is not None:
            self._task = asyncio.create_task(self._run(), name="network log")

    def line(self, now: int, step: int, way: str, address: str, op: str, data: str = "") -> None:
        """Note one command; `step` is the ply of the game it belongs to, -1 for none."""
        if self._path is not None:
            fields = {"time": now, "step": step, "way": way, "address": address, "op": op, "data": data[:_LONGEST_DATA]}
            self._lines.append(self._encoder.encode(fields))

    async def close(self) -> None:
        """Write what is left."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._flush(self._taken())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(0.5)
            lines = self._taken()
            if lines:
                await asyncio.to_thread(self._flush, lines)

    def _taken(self) -> list[bytes]:
        lines, self._lines = self._lines, []
        return lines

    def _flush(self, lines: list[bytes]) -> None:
        """Write lines; where the file cannot be written they are lost, and the server says so once and goes on."""
        if self._path is None or not lines:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with contextlib.suppress(FileNotFoundError):
                if self._path.stat().st_size > _LARGEST:
                    self._path.replace(self._path.with_suffix(".old"))
            with self._path.open("ab") as file:
                file.write(b"\n".join(lines) + b"\n")
        except OSError as error:
            if not self._is_refused:
                _log.warning("the network log cannot be written: %s", error)
            self._is_refused = True
        else:
            self._is_refused = False
