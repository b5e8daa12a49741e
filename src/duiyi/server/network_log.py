"""One JSON line per network command: time, step, recv or send, address, op, data."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import msgspec

__all__ = ["NetworkLog"]

_LARGEST = 50_000_000
_LONGEST_DATA = 400


class NetworkLog:
    """Collects lines and writes them in a thread twice a second; the file is turned over at 50 MB.

    >>> NetworkLog(None).line(0, 3, "recv", "127.0.0.1:5000", "play", "f5")
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._lines: list[bytes] = []
        self._encoder = msgspec.json.Encoder()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
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
        if self._path is None or not lines:
            return
        with contextlib.suppress(FileNotFoundError):
            if self._path.stat().st_size > _LARGEST:
                self._path.replace(self._path.with_suffix(".old"))
        with self._path.open("ab") as file:
            file.write(b"\n".join(lines) + b"\n")
