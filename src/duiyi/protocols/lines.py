"""Lines in and out: a thread of its own reads, so that nobody ever waits for the other side.

>>> list(split_lines([b"uci\\r\\nis", b"ready\\n\\xff", b"go"]))
['uci', 'isready', '\\ufffdgo']
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator

__all__ = ["LONGEST", "line_writer", "split_lines", "stdin_lines"]

LONGEST = 4 << 20
"""Bytes of a line that are kept; what comes after them up to the next line end is dropped."""

_CHUNK = 65536


def split_lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """The lines of a stream of bytes; invalid UTF-8 becomes U+FFFD, and a last line needs no end.

    >>> [len(line) for line in split_lines([b"x" * LONGEST, b"yy", b"\\n", b"z"])] == [LONGEST, 1]
    True
    """
    kept: list[bytes] = []
    size = 0
    for chunk in chunks:
        first, *others = chunk.split(b"\n")
        for piece in others:
            kept.append(first[: max(0, LONGEST - size)])
            yield _text(kept)
            kept, size, first = [], 0, piece
        kept.append(first[: max(0, LONGEST - size)])
        size += len(first)
    if any(kept):
        yield _text(kept)


async def stdin_lines(descriptor: int = 0) -> AsyncIterator[str]:
    """The lines of a file descriptor as they come; ends when the other side has closed it.

    >>> import asyncio, os
    >>> ours, theirs = os.pipe()
    >>> _ = os.write(theirs, b"ping 1\\nquit")
    >>> os.close(theirs)
    >>> async def read():
    ...     return [line async for line in stdin_lines(ours)]
    >>> asyncio.run(read())
    ['ping 1', 'quit']
    >>> os.close(ours)
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    def work() -> None:
        try:
            for line in split_lines(_chunks(descriptor)):
                loop.call_soon_threadsafe(queue.put_nowait, line)
            loop.call_soon_threadsafe(queue.put_nowait, None)
        except RuntimeError:  # the loop was closed: nobody listens any more
            return

    threading.Thread(target=work, name="duiyi-lines", daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line


def line_writer(descriptor: int = 1) -> Callable[[str], None]:
    """A function that writes a line at once; it raises `OSError` when the other side is gone.

    >>> import os
    >>> ours, theirs = os.pipe()
    >>> line_writer(theirs)("readyok")
    >>> os.read(ours, 100)
    b'readyok\\n'
    >>> os.close(ours), os.close(theirs)
    (None, None)
    """

    def write(line: str) -> None:
        rest = memoryview((line + "\n").encode("utf-8", "replace"))
        while rest:
            rest = rest[os.write(descriptor, rest) :]

    return write


def _chunks(descriptor: int) -> Iterator[bytes]:
    while True:
        try:
            chunk = os.read(descriptor, _CHUNK)
        except OSError:  # closed under our hands
            return
        if not chunk:
            return
        yield chunk


def _text(pieces: list[bytes]) -> str:
    return b"".join(pieces).decode("utf-8", "replace").removesuffix("\r")
