"""Jobs on a Ray cluster: one actor a core, the network put once, whole games back as packed bytes.

A node that dies takes its actors with it; Ray starts them anew elsewhere and their jobs are done again. No more jobs
are under way than actors can hold, so a slow learner is not buried.
"""

from __future__ import annotations

import hashlib
import importlib
import logging
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from duiyi.learn.games import write_atomically
from duiyi.learn.jobs import Done, Job, work
from duiyi.learn.settings import Settings

__all__ = ["RayExecutor"]

_IN_FLIGHT = 2  # jobs an actor: one that it does, one that waits
_RETRIES = 20  # of one job, before the iteration is given up
_PAUSE = 0.5  # seconds, longer each time: an actor needs some to be started anew


class RayExecutor:
    """Actors on the cluster at an address; ``local`` starts a cluster of this machine."""

    def __init__(self, address: str, workers: int) -> None:
        self.workers = workers
        self._ray: Any = importlib.import_module("ray")
        ray = self._ray
        self._owns = not ray.is_initialized()
        if self._owns:
            local = {"num_cpus": workers, "include_dashboard": False} if address == "local" else {"address": address}
            ray.init(logging_level=logging.WARNING, log_to_driver=False, **local)
        actor: Any = ray.remote(num_cpus=1, max_restarts=-1)(_Actor)
        self._actors: list[Any] = [actor.remote() for _ in range(workers)]

    def run(self, settings: Settings, jobs: Sequence[Job]) -> Iterator[Done]:
        """Every job once, as they are finished."""
        ray = self._ray
        nets = {job.net: ray.put(Path(job.net).read_bytes()) for job in jobs if job.net is not None}
        waiting = list(jobs)[::-1]
        tries = {job.name: 0 for job in jobs}
        under_way: dict[Any, tuple[Job, int]] = {}
        load = [0] * len(self._actors)
        while waiting or under_way:
            while waiting and min(load) < _IN_FLIGHT:
                place = load.index(min(load))
                job = waiting.pop()
                ref = self._actors[place].work.remote(settings, job, None if job.net is None else nets[job.net])
                under_way[ref] = job, place
                load[place] += 1
            ready, _ = ray.wait(list(under_way), num_returns=1)
            for ref in ready:
                job, place = under_way.pop(ref)
                load[place] -= 1
                try:
                    yield ray.get(ref)
                except ray.exceptions.RayActorError:
                    tries[job.name] += 1
                    if tries[job.name] >= _RETRIES:
                        raise
                    time.sleep(min(5.0, _PAUSE * tries[job.name]))
                    waiting.append(job)

    def close(self) -> None:
        """Leave the cluster, or end the one that was started here."""
        for actor in self._actors:
            self._ray.kill(actor)
        if self._owns:
            self._ray.shutdown()


class _Actor:
    """A worker on some node. It keeps the network of the iteration as a file of its own."""

    def __init__(self) -> None:
        os.environ["OMP_NUM_THREADS"] = "1"
        self._folder = tempfile.TemporaryDirectory(prefix="duiyi-")

    def work(self, settings: Settings, job: Job, net: bytes | None) -> Done:
        if net is None:
            return work(settings, job)
        path = Path(self._folder.name) / f"{hashlib.sha256(net).hexdigest()[:16]}.onnx"
        if not path.is_file():
            for old in path.parent.glob("*.onnx"):
                old.unlink()
            write_atomically(path, net)
        return work(settings, msgspec.structs.replace(job, net=str(path)))

    def pid(self) -> int:
        """The process, for those who watch it."""
        return os.getpid()
