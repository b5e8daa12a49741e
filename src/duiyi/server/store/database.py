"""The connection: SQLite in WAL mode by default, PostgreSQL by URL; migrated when it is opened."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import alembic.command
import alembic.config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

__all__ = ["Database", "database_url", "upgrade"]

T = TypeVar("T")

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}

_MIGRATING = 0x647579


def database_url(text: str) -> URL:
    """The URL of a database: a path is a SQLite file, and drivers are ours to choose.

    >>> database_url("games.db").drivername, database_url("postgresql://host/duiyi").drivername
    ('sqlite+aiosqlite', 'postgresql+psycopg')
    """
    url = make_url(text) if "://" in text else URL.create("sqlite", database=text)
    name = url.get_backend_name() if url.drivername != "postgres" else "postgres"
    if name not in _DRIVERS:
        raise ValueError(f"database: expected a file, sqlite://... or postgresql://..., got {text!r}")
    return url.set(drivername=_DRIVERS[name])


class Database:
    """Reads run side by side; writes go one at a time, as SQLite wants it.

    What is written all the time goes by `transact`: a whole transaction in a thread of its own, which costs the event
    loop one hop there and back instead of one for every statement.
    """

    def __init__(self, engine: AsyncEngine, direct: Engine) -> None:
        self.engine = engine
        self._direct = direct.execution_options(is_writing=True)
        self._thread = ThreadPoolExecutor(1, "store")
        self.is_sqlite = engine.dialect.name == "sqlite"
        self._write_lock = asyncio.Lock()
        self._writing = engine.execution_options(is_writing=True)

    @classmethod
    async def open(cls, text: str) -> Database:
        """Connect, and bring the tables up to date."""
        url = database_url(text)
        is_sqlite = url.get_backend_name() == "sqlite"
        if is_sqlite and url.database:
            Path(url.database).expanduser().resolve().parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(url, pool_size=4 if is_sqlite else 8)
        direct = create_engine(url.set(drivername="sqlite+pysqlite") if is_sqlite else url, pool_size=1)
        if is_sqlite:
            for one in (engine.sync_engine, direct):
                event.listen(one, "connect", _prepare_sqlite)
                event.listen(one, "begin", _begin_sqlite)
        database = cls(engine, direct)
        async with database.write() as connection:
            if not database.is_sqlite:  # nodes that start together migrate one after the other
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
            await connection.run_sync(upgrade)
        return database

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction to write in; it is committed at the end of the block."""
        async with self._write_lock, self._writing.begin() as connection:
            yield connection

    async def transact(self, work: Callable[[Connection], T]) -> T:
        """Do a whole transaction in the thread of the store; it is durable when this returns."""
        async with self._write_lock:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()
        await asyncio.get_running_loop().run_in_executor(self._thread, self._direct.dispose)
        self._thread.shutdown()

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self._direct.begin() as connection:
            return work(connection)


def upgrade(connection: Connection) -> None:
    """Bring the tables of a connection up to date."""
    config = alembic.config.Config()
    config.set_main_option("script_location", "duiyi.server.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    alembic.command.upgrade(config, "head")


def _prepare_sqlite(connection: Any, record: object) -> None:
    """Every commit is on the disk before it is told (FULL); readers do not stop the writer (WAL)."""
    connection.isolation_level = None  # transactions are begun by `_begin_sqlite`
    cursor = connection.cursor()
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Who will write says so at once: with several nodes, a reader that becomes a writer would be refused."""
    is_writing = connection.get_execution_options().get("is_writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
