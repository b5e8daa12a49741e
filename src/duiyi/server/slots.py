"""A few at a time, fairly: who has the fewest at work goes first, so that nobody's crowd keeps others waiting."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

__all__ = ["Slots"]


@dataclass(eq=False)
class _Waiting:
    """Somebody in the queue."""

    who: str
    is_timed: bool
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Slots:
    """`count` of everybody's tasks run at the same time.

    The next one is of whoever has the fewest running; then of a game with a clock; then of whoever was served longest
    ago; then the one that has waited longest.

    >>> async def crowd() -> list[str]:
    ...     slots, order = Slots(1), []
    ...     async def work(who: str) -> None:
    ...         async with slots.taken(who):
    ...             order.append(who)
    ...             await asyncio.sleep(0)
    ...     await asyncio.gather(*(work(who) for who in ("ann", "ann", "ann", "bob")))
    ...     return order
    >>> asyncio.run(crowd())
    ['ann', 'bob', 'ann', 'ann']
    """

    def __init__(self, count: int) -> None:
        self._free = count
        self._queue: list[_Waiting] = []
        self._running: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        self._count = 0

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._queue)

    @property
    def is_full(self) -> bool:
        """Whether whoever comes now must wait."""
        return self._free == 0

    @asynccontextmanager
    async def taken(self, who: str, *, is_timed: bool = False) -> AsyncIterator[None]:
        """Wait for a slot, and have it for the length of a block."""
        if self._free:
            self._free -= 1
            self._begin(who)
        else:
            await self._wait(_Waiting(who, is_timed))
        try:
            yield
        finally:
            self._end(who)

    async def _wait(self, waiting: _Waiting) -> None:
        self._queue.append(waiting)
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._queue:
                self._queue.remove(waiting)
            else:  # the slot was given just now, and nobody is there to take it
                self._end(waiting.who)
            raise

    def _begin(self, who: str) -> None:
        self._count += 1
        self._running[who] += 1
        self._served[who] = self._count

    def _end(self, who: str) -> None:
        self._running[who] -= 1
        if not self._running[who]:
            del self._running[who]
        if not self._queue:
            self._free += 1
            if not self._running:
                self._served.clear()
            return
        chosen = min(self._queue, key=self._rank)
        self._queue.remove(chosen)
        self._begin(chosen.who)
        if not chosen.turn.done():
            chosen.turn.set_result(None)

    def _rank(self, waiting: _Waiting) -> tuple[int, bool, int]:
        return self._running[waiting.who], not waiting.is_timed, self._served.get(waiting.who, 0)
