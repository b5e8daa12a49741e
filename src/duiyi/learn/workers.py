"""Where jobs run: in this process, or in several of this machine. The results do not depend on it."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Protocol

from duiyi.learn.jobs import Done, Job, work
from duiyi.learn.settings import Settings

__all__ = ["Executor", "HereExecutor", "ProcessExecutor", "worker_pool"]

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
            self._pool = worker_pool(self.workers)
        waiting: set[Future[Done]] = {self._pool.submit(work, settings, job) for job in jobs}
        while waiting:
            finished, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in finished:
                yield future.result()

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def worker_pool(workers: int) -> ProcessPoolExecutor:
    """Processes that are one of many: one thread each, they step back for the server, and end when their parent does,
    however it ends.

    >>> with worker_pool(1) as pool:
    ...     pool.submit(abs, -1).result()
    1
    """
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_begin)


def _begin() -> None:
    os.environ["OMP_NUM_THREADS"] = "1"
    os.nice(5)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
