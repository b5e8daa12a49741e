"""Where jobs run: in this process, or in several of this machine. The results do not depend on it."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from duiyi.learn.jobs import Done, Job, work
from duiyi.learn.settings import Settings

__all__ = ["Executor", "HereExecutor", "ProcessExecutor"]

_RESTARTS = 5  # of the workers in one iteration, before it is given up


class Executor(Protocol):
    """Does jobs, in any order."""

    workers: int

    def run(self, settings: Settings, jobs: Sequence[Job]) -> Iterator[Done]:
        """Every job once, as they are finished."""
        ...

    def close(self) -> None:
        """End what was started."""
        ...


class HereExecutor:
    """One job after the other in this process."""

    workers = 1

    def run(self, settings: Settings, jobs: Sequence[Job]) -> Iterator[Done]:
        for job in jobs:
            yield work(settings, job)

    def close(self) -> None:
        """Nothing was started."""


class ProcessExecutor:
    """Worker processes of this machine. When one dies, all are started anew and what was not finished is done again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def run(self, settings: Settings, jobs: Sequence[Job]) -> Iterator[Done]:
        left = {job.name: job for job in jobs}
        for _ in range(_RESTARTS):
            try:
                for done in self._attempt(settings, list(left.values())):
                    del left[done.name]
                    yield done
                return
            except BrokenProcessPool:
                self.close()
        raise RuntimeError(f"learn: the worker processes died {_RESTARTS} times in one iteration")

    def _attempt(self, settings: Settings, jobs: Sequence[Job]) -> Iterator[Done]:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_be_small)
        waiting: set[Future[Done]] = {self._pool.submit(work, settings, job) for job in jobs}
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _be_small() -> None:
    """A worker is one of many: one thread, and it steps back for the server."""
    os.environ["OMP_NUM_THREADS"] = "1"
    os.nice(5)
