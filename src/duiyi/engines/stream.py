"""From a search that blocks a thread to an async iterator of `Analysis`."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable

from duiyi.analysis import Analysis

__all__ = ["Turns", "stream"]

Emit = Callable[[Analysis], None]


class Turns:
    """The searches of an engine that can do one at a time: each begins when the one before it has ended."""

    def __init__(self) -> None:
        self._lock: asyncio.Lock | None = None

    async def stream(self, run: Callable[[Emit], None], stop: Callable[[], None]) -> AsyncGenerator[Analysis, None]:
        """Like `stream`, in its turn."""
        if self._lock is None:
            self._lock = asyncio.Lock()
        async with self._lock:
            found = stream(run, stop)
            try:
                async for analysis in found:
                    yield analysis
            finally:
                await found.aclose()


async def stream(run: Callable[[Emit], None], stop: Callable[[], None]) -> AsyncGenerator[Analysis, None]:
    """Run `run(emit)` in a thread of its own and yield what it emits.

    The event loop never waits for the search. Closing the iterator, or cancelling the task that reads it, calls
    `stop`; `run` must then return soon. When the reader is slower than the search it misses what is out of date,
    never the last.
    """
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[Analysis | BaseException | None] = asyncio.Queue()

    def hand_over(item: Analysis | BaseException | None) -> None:
        try:
            loop.call_soon_threadsafe(queue.put_nowait, item)
        except RuntimeError:  # the loop was closed while the search went on
            stop()

    def work() -> None:
        try:
            run(hand_over)
        except BaseException as error:
            hand_over(error)
        else:
            hand_over(None)

    thread = threading.Thread(target=work, name="duiyi-search", daemon=True)
    thread.start()
    item: Analysis | BaseException | None = None
    done = False
    try:
        while True:
            item = await queue.get()
            while isinstance(item, Analysis) and not item.final and not queue.empty():
                item = queue.get_nowait()
            if not isinstance(item, Analysis):
                done = True
                break
            yield item
        if item is not None:
            raise item
    finally:
        if not done:
            stop()
            await asyncio.shield(asyncio.to_thread(thread.join))
