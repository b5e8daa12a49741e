"""What a teaching search may spend, and the exception that ends it."""

from __future__ import annotations

import time

from duiyi.analysis import Limits

__all__ = ["Budget", "Spent"]


class Spent(Exception):
    """The limit was reached, or somebody asked to stop: the search unwinds and keeps what it has finished."""


class Budget:
    """Counts nodes and watches the clock.

    >>> budget = Budget(Limits(nodes=1))
    >>> budget.spend()
    >>> budget.spend()
    Traceback (most recent call last):
    ...
    duiyi.engines.teaching.budget.Spent
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.nodes = 0
        self._began = time.perf_counter()
        self._stopped = False

    @property
    def seconds(self) -> float:
        """Wall time since the search began."""
        return time.perf_counter() - self._began

    def stop(self) -> None:
        """Make the next `spend` raise; may be called from any thread."""
        self._stopped = True

    def spend(self) -> None:
        """Pay for one node, or raise `Spent`."""
        limits = self.limits
        if (
            self._stopped
            or (limits.nodes is not None and self.nodes >= limits.nodes)
            or (limits.seconds is not None and self.seconds >= limits.seconds)
        ):
            raise Spent
        self.nodes += 1

    def progress(self, depth: float = 0.0) -> float:
        """The fraction of the nearest limit that is used up, 0..1."""
        limits = self.limits
        used = 0.0
        if limits.nodes is not None:
            used = max(used, self.nodes / limits.nodes)
        if limits.seconds is not None:
            used = max(used, self.seconds / limits.seconds)
        if limits.depth is not None:
            used = max(used, depth / limits.depth)
        return min(1.0, used)
