"""Everything a request or a socket needs, made once at the start."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import insert, select

from duiyi.base import Game
from duiyi.games.registry import load_game
from duiyi.server.accounts import Accounts
from duiyi.server.buckets import Buckets
from duiyi.server.bus import open_bus
from duiyi.server.config import Config
from duiyi.server.connections import Connection
from duiyi.server.dispatch import answer, forget
from duiyi.server.engines import Engines, EngineSource, host_engines
from duiyi.server.heartbeat import beat_for_ever
from duiyi.server.house import House
from duiyi.server.jobs import Jobs
from duiyi.server.lobby import Lobby
from duiyi.server.metrics import Metrics, watch_loop
from duiyi.server.network_log import NetworkLog
from duiyi.server.nodes import Nodes
from duiyi.server.passwords import Passwords
from duiyi.server.store import Database, Writer
from duiyi.server.store.tables import meta
from duiyi.server.thinking import Thinkers
from duiyi.server.times import ServerTime

__all__ = ["Services", "open_services"]

_FAREWELL_SECONDS = 0.3
_log = logging.getLogger("duiyi.server")


@dataclass
class Services:
    """The parts of a running server."""

    config: Config
    database: Database
    writer: Writer
    times: ServerTime
    accounts: Accounts
    house: House
    lobby: Lobby
    jobs: Jobs
    nodes: Nodes
    thinkers: Thinkers
    buckets: Buckets
    metrics: Metrics
    network_log: NetworkLog
    connections: set[Connection] = field(default_factory=set)
    is_stopping: bool = False
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def stop(self) -> None:
        """Finish what is queued, write it, close."""
        self.is_stopping = True
        for task in self.tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self.jobs.stop()
        self.nodes.lost()
        await self.house.stop()
        await self.writer.close()
        await self.house.bus.close()
        await self.thinkers.close()
        await self.network_log.close()
        await self.database.close()


async def open_services(
    config: Config, source: EngineSource | None = None, load: Callable[[str], Game] = load_game
) -> Services:
    """Open the database, rebuild the rooms, start the tasks."""
    path = str(Path(config.database).expanduser()) if "://" not in config.database else config.database
    database = await Database.open(path)
    times, metrics = ServerTime(), Metrics()
    writer = Writer(database)
    writer.start()
    external = host_engines(config)
    thinkers = Thinkers(
        source or Engines(config.engine_slots + config.analysis_slots + 1, external),
        metrics,
        config.engine_slots,
        config.engine_seconds,
        external,
    )
    accounts = Accounts(database, times, Passwords())
    secret = await _secret(database)
    bus = open_bus(config.bus, config.lease_seconds)
    house = House(config, database, writer, times, thinkers, bus, load, secret)
    lobby = Lobby(house)
    nodes = Nodes(
        bus,
        house,
        lambda connection, data: answer(services, connection, data),
        lambda connection: forget(services, connection),
    )
    services = Services(
        config=config,
        database=database,
        writer=writer,
        times=times,
        accounts=accounts,
        house=house,
        lobby=lobby,
        nodes=nodes,
        jobs=Jobs(thinkers.source, database, times, load, config.analysis_slots),
        thinkers=thinkers,
        buckets=Buckets(factor=config.rate_factor),
        metrics=metrics,
        network_log=NetworkLog(_log_path(config, path)),
    )
    services.network_log.start()
    services.jobs.start()
    _measure(services)
    services.tasks = [
        asyncio.create_task(watch_loop(metrics.histograms["loop_lag_seconds"]), name="loop lag"),
        asyncio.create_task(_sweep(services), name="sweep"),
    ]
    accounts.share_changes(bus, lambda user: _sessions_ended(services, user))
    bus.subscribe("erased", house.forget_person)
    await bus.start(lambda: _begin_again(services))
    if bus.is_shared:
        watching = nodes.watch(config.lease_seconds / 3, lobby.drop_cards_of_the_dead)
        services.tasks.append(asyncio.create_task(watching, name="other nodes"))
        lobby.ask_others()
    count = await house.recover()
    _log.info("%d unfinished rooms go on", count)
    services.tasks.append(asyncio.create_task(beat_for_ever(house.note_alive), name="heartbeat"))
    return services


def _sessions_ended(services: Services, user: str) -> None:
    """Close the sockets of sessions that are over; after a moment, so that the answer with a new session is there."""
    task = asyncio.create_task(_close_ended(services, user), name="ended sessions")
    services.tasks = [other for other in services.tasks if not other.done()] + [task]


async def _close_ended(services: Services, user: str) -> None:
    await asyncio.sleep(_FAREWELL_SECONDS)
    living = await services.accounts.living_sessions(user)
    for connection in list(services.connections):
        if connection.user is not None and connection.user.id == user and connection.session not in living:
            connection.close()


def _begin_again(services: Services) -> None:
    """Leases or messages may be lost: give up all rooms, and take those that nobody has."""
    services.nodes.lost()
    services.house.give_all_up()
    task = asyncio.create_task(_recover(services), name="begin again")
    services.tasks = [other for other in services.tasks if not other.done()] + [task]


async def _recover(services: Services) -> None:
    await asyncio.sleep(services.config.lease_seconds / 3)
    await services.house.recover()


async def _secret(database: Database) -> str:
    """The secret that signs invite links: made at the first start."""
    async with database.write() as connection:
        known = (await connection.execute(select(meta.c.value).where(meta.c.name == "secret"))).scalar()
        if known is None:
            known = secrets.token_hex(32)
            await connection.execute(insert(meta).values(name="secret", value=known))
        return str(known)


def _log_path(config: Config, database: str) -> Path | None:
    if config.network_log == "-":
        return None
    if config.network_log:
        return Path(config.network_log).expanduser()
    return Path(database).with_suffix(".network.jsonl") if "://" not in database else Path("duiyi.network.jsonl")


def _measure(services: Services) -> None:
    services.metrics.gauges.update(
        {
            "rooms": lambda: len(services.house.rooms),
            "sockets": lambda: len(services.connections),
            "engine_queue": lambda: services.thinkers.waiting,
            "analysis_queue": lambda: services.jobs.waiting,
            "write_queue": lambda: services.writer.waiting,
            "events_written": lambda: services.writer.written,
        }
    )


async def _sweep(services: Services) -> None:
    """Once in a while: sockets that went silent, rooms that nobody needs."""
    loop = asyncio.get_running_loop()
    rooms_at = loop.time() + 30
    while True:
        await asyncio.sleep(5)
        silent = loop.time() - 45
        for connection in list(services.connections):
            if connection.heard < silent:
                connection.close()
        if loop.time() > rooms_at:
            rooms_at = loop.time() + 30
            await services.house.sweep()
