"""The last moment at which the server is known to have lived: until then clocks are charged after a crash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from duiyi.server.store import Database
from duiyi.server.store.tables import meta
from duiyi.server.store.writer import Extra

__all__ = ["BEAT_SECONDS", "beat", "beat_for_ever", "last_beat"]

BEAT_SECONDS = 5.0
_ALIVE = "alive"
_log = logging.getLogger("duiyi.server.heartbeat")


def beat(now: int) -> Extra:
    """What writes that the server lives now."""

    def write(connection: Connection) -> None:
        mine = meta.c.name == _ALIVE
        if connection.execute(update(meta).where(mine).values(value=str(now))).rowcount == 0:
            connection.execute(insert(meta).values(name=_ALIVE, value=str(now)))

    return write


async def last_beat(database: Database) -> int:
    """When (ms) a node last wrote that it lives; 0 for never."""
    async with database.read() as connection:
        known = (await connection.execute(select(meta.c.value).where(meta.c.name == _ALIVE))).scalar()
    return int(known or 0)


async def beat_for_ever(note: Callable[[], Awaitable[None]]) -> None:
    """Note every few seconds that the server lives."""
    while True:
        await asyncio.sleep(BEAT_SECONDS)
        try:
            await note()
        except SQLAlchemyError as error:  # the database may be away for a while
            _log.warning("no heartbeat: %s", error)
