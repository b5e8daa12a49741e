"""A program of somebody else as a child process: lines in, lines out, time-outs, and an end in any case.

Two threads read what it says, so that a child belongs to no event loop: it may be asked from one ``asyncio.run`` after
the other. What nobody reads is held back in the pipe, not in our memory.
"""

from __future__ import annotations

import asyncio
import queue
import shlex
import subprocess
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

__all__ = ["Child", "ExternalCrash", "ExternalError"]

_LONGEST = 1 << 20
_AHEAD = 4096  # lines that are read ahead of us
_POLITE = 1.0  # seconds to leave after being asked


class ExternalError(RuntimeError):
    """A program that did not do what its protocol says: it crashed, kept silent, or answered nonsense."""


class ExternalCrash(ExternalError):
    """A program that has ended on its own account."""


class Child:
    """A running program.

    >>> import asyncio, sys
    >>> child = Child([sys.executable, "-c", "print(input().upper())"])
    >>> child.send("hello")
    >>> asyncio.run(child.read(20))
    'HELLO'
    >>> child.close()
    """

    def __init__(self, command: str | Sequence[str]) -> None:
        self.command = command if isinstance(command, str) else shlex.join(command)
        words = shlex.split(command) if isinstance(command, str) else list(command)
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
            )
        except (OSError, ValueError, IndexError) as error:
            raise ExternalError(f"{self.command}: cannot be started: {error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(_AHEAD)
        self._complaints: deque[str] = deque(maxlen=5)
        self._waiter: tuple[asyncio.AbstractEventLoop, asyncio.Event] | None = None
        self._is_closed = False
        self._threads = [
            threading.Thread(target=self._read_output, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_complaints, args=(self._process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether the program still runs."""
        return not self._is_closed and self._process.poll() is None

    def send(self, line: str) -> None:
        """Say one line; raises `ExternalError` when nobody listens."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write((line + "\n").encode())
        except (OSError, ValueError):
            raise self._gone() from None

    async def read(self, seconds: float) -> str:
        """The next line; raises `ExternalError` after `seconds`, or when the program has ended."""
        deadline = time.monotonic() + seconds
        event = asyncio.Event()
        self._waiter = (asyncio.get_running_loop(), event)
        try:
            while True:
                event.clear()
                with suppress(queue.Empty):
                    line = self._lines.get_nowait()
                    if line is None:
                        self._lines.put_nowait(None)
                        raise self._gone()
                    return line
                left = deadline - time.monotonic()
                if left <= 0:
                    raise TimeoutError
                await asyncio.wait_for(event.wait(), left)
        except TimeoutError:
            raise ExternalError(f"{self.command}: expected an answer within {seconds:.1f} s, got none") from None
        finally:
            self._waiter = None

    def close(self, farewell: str | None = None) -> None:
        """Ask it to leave, then make it."""
        if self._is_closed:
            return
        self._is_closed = True
        if farewell is not None and self._process.poll() is None:
            with suppress(ExternalError):
                self.send(farewell)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_POLITE)
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        while any(thread.is_alive() for thread in self._threads):
            with suppress(queue.Empty):
                self._lines.get_nowait()  # a reader may be waiting for room
            for thread in self._threads:
                thread.join(0.01)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def _read_output(self, pipe: IO[bytes] | None) -> None:
        assert pipe is not None
        kept = b""
        while chunk := _chunk(pipe):
            *lines, kept = (kept + chunk).split(b"\n")
            for line in lines:
                self._hand_over(line.decode("utf-8", "replace").rstrip("\r"))
            kept = kept[:_LONGEST]
        if kept:
            self._hand_over(kept.decode("utf-8", "replace"))
        self._hand_over(None)

    def _hand_over(self, line: str | None) -> None:
        while not self._is_closed:
            with suppress(queue.Full):
                self._lines.put(line, timeout=0.1)
                break
        waiter = self._waiter
        if waiter is not None:
            with suppress(RuntimeError):  # its loop is closed
                waiter[0].call_soon_threadsafe(waiter[1].set)

    def _read_complaints(self, pipe: IO[bytes] | None) -> None:
        assert pipe is not None
        while chunk := _chunk(pipe):
            self._complaints.extend(chunk[-2000:].decode("utf-8", "replace").splitlines())

    def _gone(self) -> ExternalCrash:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0.2)
        status = self._process.poll()
        how = "has closed its output" if status is None else f"has ended with status {status}"
        last = f": {self._complaints[-1][:200]}" if self._complaints else ""
        return ExternalCrash(f"{self.command}: {how}{last}")


def _chunk(pipe: IO[bytes]) -> bytes:
    try:
        return pipe.read(65536)
    except (OSError, ValueError):
        return b""
