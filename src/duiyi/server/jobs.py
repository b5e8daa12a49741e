"""Analysis jobs: a queue with places, quotas for everybody, a cache, results as they come."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from sqlalchemy import delete, insert, select

from duiyi import wire
from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, GameOver, IllegalMove, Position, RulesError, TextError
from duiyi.review.cache import analysis_key
from duiyi.review.calibration import Curve, curve_of
from duiyi.review.opinions import Idea, thought_of
from duiyi.review.order import ply_order
from duiyi.rooms.removal import after_text
from duiyi.server.connections import Connection
from duiyi.server.engines import EngineSource, check_spec
from duiyi.server.errors import BadGame, ProblemError
from duiyi.server.secrets import new_code
from duiyi.server.store import Database
from duiyi.server.store.tables import analyses, analysis_cache, records
from duiyi.server.times import ServerTime

__all__ = ["Job", "Jobs"]

_MOST_JOBS = 4
"""Jobs that one person may have queued or running."""
_MOST_SECONDS = 1800.0
"""Engine time that one job may ask for."""
_TURN_SECONDS = 10.0
"""After so long a job makes room, between two plies, for somebody who has none at work."""
_log = logging.getLogger("duiyi.server.jobs")


@dataclass(eq=False)
class Job:
    """One analysis on its way."""

    name: str
    user: str
    connection: Connection
    wanted: wire.AnalyseFrame
    positions: list[Position]
    plies: list[int]
    done: int = 0
    state: Literal["queued", "running", "done", "cancelled", "failed"] = "queued"
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Jobs:
    """The queue. A few jobs run at a time, people take turns, and everybody sees the place of theirs."""

    def __init__(
        self, source: EngineSource, database: Database, times: ServerTime, load: Callable[[str], Game], slots: int
    ) -> None:
        self._source = source
        self._database = database
        self._times = times
        self._load = load
        self._slots = slots
        self._queue: list[Job] = []
        self._running: dict[str, Job] = {}
        self._served: Counter[str] = Counter()
        """When everybody last had a turn, counted in turns."""
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return len(self._queue)

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._run(), name="analysis jobs")

    async def stop(self) -> None:
        """Drop all jobs."""
        if self._task is not None:
            self._task.cancel()
        for job in [*self._queue, *self._running.values()]:
            self.cancel(job.name, job.user)

    async def submit(self, connection: Connection, user: wire.User, wanted: wire.AnalyseFrame) -> Job:
        """Queue a job, or raise `ProblemError`."""
        if sum(job.user == user.id for job in [*self._queue, *self._running.values()]) >= _MOST_JOBS:
            raise ProblemError("too_many")
        check_spec(wanted.engine)
        positions = self._positions(wanted)
        plies = [min(wanted.first, len(positions) - 1)] if wanted.only else ply_order(wanted.first, len(positions))
        plies = [ply for ply in plies if positions[ply].outcome() is None]
        if len(plies) * wanted.seconds > _MOST_SECONDS:
            raise ProblemError("too_large")
        job = Job(new_code(12), user.id, connection, wanted, positions, plies)
        connection.jobs.add(job.name)
        self._queue.append(job)
        self._tell(job)
        self._wake.set()
        return job

    def cancel(self, name: str, user: str) -> None:
        """Stop a job of one's own."""
        for job in [*self._queue, *self._running.values()]:
            if job.name == name and job.user == user:
                job.state = "cancelled"
                if job in self._queue:
                    self._queue.remove(job)
                if job.task is not None:
                    job.task.cancel()
                self._tell(job)

    def _positions(self, wanted: wire.AnalyseFrame) -> list[Position]:
        try:
            game = self._load(wanted.game)
            positions = [game.initial() if wanted.start is None else game.position(wanted.start)]
            for text in wanted.moves:
                positions.append(after_text(positions[-1], text))
        except (RulesError, TextError, IllegalMove, GameOver) as error:
            raise BadGame(error) from None
        return positions

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not self._queue and not self._running:
                self._served.clear()
            while self._queue and len(self._running) < self._slots:
                job = self._order()[0]
                self._queue.remove(job)
                self._running[job.name] = job
                self._served[job.user] = 1 + max(self._served.values(), default=0)
                job.task = asyncio.create_task(self._work(job))
                for place in self._queue:
                    self._tell(place)

    async def _work(self, job: Job) -> None:
        try:
            job.state = "running"
            self._tell(job)
            began = asyncio.get_running_loop().time()
            for ply in job.plies[job.done :]:
                async for frame in self._analysed(job, ply):
                    job.connection.send(frame)
                    if frame.final:
                        await self._keep(job, frame)
                job.done += 1
                self._tell(job)
                is_long = asyncio.get_running_loop().time() - began > _TURN_SECONDS
                if is_long and job.done < len(job.plies) and self._is_somebody_waiting():
                    job.state = "queued"
                    return
            job.state = "done"
        except asyncio.CancelledError:
            job.state = "cancelled"
        except Exception as error:  # an engine may die in any way; the queue goes on
            _log.warning("job %s: %s: %s", job.name, type(error).__name__, error)
            job.state = "failed"
        finally:
            del self._running[job.name]
            if job.state == "queued":
                self._queue.append(job)
            else:
                job.connection.jobs.discard(job.name)
            self._tell(job)
            self._wake.set()

    def _order(self) -> list[Job]:
        """The waiting jobs as they will run: everybody's first, then everybody's second; who had a turn is last."""
        counts = Counter(job.user for job in self._running.values())
        ranks = {}
        for number, job in enumerate(self._queue):
            ranks[job.name] = counts[job.user], self._served[job.user], number
            counts[job.user] += 1
        return sorted(self._queue, key=lambda job: ranks[job.name])

    def _is_somebody_waiting(self) -> bool:
        """Whether somebody waits who has no job at work."""
        at_work = {running.user for running in self._running.values()}
        return any(waiting.user not in at_work for waiting in self._queue)

    async def _analysed(self, job: Job, ply: int) -> AsyncIterator[wire.AnalysisFrame]:
        """The results of one ply: from the cache, or from the engine as they come."""
        position, wanted = job.positions[ply], job.wanted
        limits = Limits(seconds=wanted.seconds, lines=wanted.lines)
        curve = curve_of(position.game, wanted.engine)
        key = analysis_key(position, f"{wanted.engine} {curve.slope}", limits)
        async with self._database.read() as connection:
            query = select(analysis_cache.c.body).where(analysis_cache.c.key == key)
            known = (await connection.execute(query)).scalar()
        if known is not None:
            kept = msgspec.json.decode(known, type=wire.AnalysisFrame)
            yield msgspec.structs.replace(kept, job=job.name, ply=ply, cached=True)
            return
        engine = await asyncio.to_thread(self._source.engine, wanted.engine, position.game)
        try:
            async for analysis in engine.analyse(position, limits):
                frame = _frame(job.name, ply, position, analysis, curve)
                if analysis.final:
                    async with self._database.write() as connection:
                        row = {"key": key, "created": self._times.now(), "body": wire.encode(frame).decode()}
                        await connection.execute(delete(analysis_cache).where(analysis_cache.c.key == key))
                        await connection.execute(insert(analysis_cache), [row])
                if analysis.final or wanted.only:
                    yield frame
        finally:
            with contextlib.suppress(Exception):
                await engine.close()

    async def _keep(self, job: Job, frame: wire.AnalysisFrame) -> None:
        """Keep a result with its record, so that sharing the record shares the graph."""
        record = job.wanted.record
        if record is None:
            return
        row: dict[str, Any] = {"record": record, "ply": frame.ply, "engine": job.wanted.engine}
        async with self._database.write() as connection:
            query = select(records.c.spec, records.c.moves).where(records.c.id == record)
            known = (await connection.execute(query)).first()
            if known is None or known[0] != job.positions[0].game.spec or _length(known[1]) < frame.ply:
                return
            mine = (analyses.c.record == record) & (analyses.c.ply == frame.ply)
            await connection.execute(delete(analyses).where(mine))
            await connection.execute(insert(analyses), [row | {"body": wire.encode(frame).decode()}])

    def _tell(self, job: Job) -> None:
        place = self._order().index(job) + 1 if job in self._queue else 0
        frame = wire.JobFrame(job.wanted.id, job.name, place, job.done, len(job.plies), job.state)
        job.connection.send(frame)


def _length(moves: str) -> int:
    """How many entries a record's line has; seats that were taken out count as one each."""
    return len(msgspec.json.decode(moves, type=list[msgspec.Raw]))


def _frame(job: str, ply: int, position: Position, analysis: Analysis, curve: Curve) -> wire.AnalysisFrame:
    thought = thought_of(position, analysis, curve)
    return wire.AnalysisFrame(
        job=job,
        ply=ply,
        lines=tuple(_line(position, idea) for idea in thought.ideas),
        depth=thought.depth,
        nodes=thought.nodes,
        seconds=thought.seconds,
        final=analysis.final,
    )


def _line(position: Position, idea: Idea) -> wire.LineView:
    path = position.path(position.game.parse_move(idea.moves[0])) if idea.moves else ()
    return wire.LineView(
        moves=idea.moves, rates=idea.rates, path=path, share=idea.share, score=idea.score, end_in=idea.end_in
    )
