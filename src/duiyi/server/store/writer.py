"""The writer of the log: what many rooms write at the same moment is one transaction."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection, insert
from sqlalchemy.exc import SQLAlchemyError

from duiyi import wire
from duiyi.server.store.database import Database
from duiyi.server.store.tables import events as events_table

__all__ = ["Extra", "Write", "Writer"]

Extra = Callable[[Connection], None]
"""Writes something in the transaction of the events it belongs to; it runs in the thread of the store."""
_LARGEST = 500


@dataclass
class Write:
    """Events of one room, and whatever else must be true together with them."""

    events: Sequence[wire.Event]
    extras: Sequence[Extra] = ()
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Writer:
    """One task that takes what is queued, commits it together, and then tells those who wait."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: asyncio.Queue[Write] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.commits = 0
        self.written = 0

    def start(self) -> None:
        """Begin to write."""
        self._task = asyncio.create_task(self._run(), name="writer")

    async def append(self, events: Sequence[wire.Event], extras: Sequence[Extra] = ()) -> None:
        """Return when the events are durable; raises what the database raised."""
        write = Write(events, extras)
        self._queue.put_nowait(write)
        await write.done

    @property
    def waiting(self) -> int:
        """How many writes wait."""
        return self._queue.qsize()

    async def close(self) -> None:
        """Write what is queued and stop."""
        while not self._queue.empty():
            await asyncio.sleep(0.005)
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while not self._queue.empty() and len(batch) < _LARGEST:
                batch.append(self._queue.get_nowait())
            try:
                await self._commit(batch)
            except SQLAlchemyError as error:
                await self._one_by_one(batch, error)
            else:
                for write in batch:
                    _tell(write, None)

    async def _commit(self, batch: Sequence[Write]) -> None:
        self.written += await self._database.transact(lambda connection: _write(connection, batch))
        self.commits += 1

    async def _one_by_one(self, batch: Sequence[Write], error: SQLAlchemyError) -> None:
        """One bad write must not take the others with it."""
        for write in batch:
            failure: SQLAlchemyError | None = error
            if len(batch) > 1:
                try:
                    await self._commit([write])
                    failure = None
                except SQLAlchemyError as own:
                    failure = own
            _tell(write, failure)


def _write(connection: Connection, batch: Sequence[Write]) -> int:
    """All events of a batch and what belongs to them; says how many events there were."""
    rows = [
        {"room": event.room, "seq": event.seq, "at": event.at, "body": wire.encode(event).decode()}
        for write in batch
        for event in write.events
    ]
    if rows:
        connection.execute(insert(events_table), rows)
    for write in batch:
        for extra in write.extras:
            extra(connection)
    return len(rows)


def _tell(write: Write, error: Exception | None) -> None:
    if write.done.done():
        return
    if error is None:
        write.done.set_result(None)
    else:
        write.done.set_exception(error)
