"""Counters, gauges and histograms in the text format of Prometheus."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

__all__ = ["Histogram", "Metrics", "watch_loop"]

_BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Histogram:
    """How often a duration fell below each bound.

    >>> histogram = Histogram()
    >>> histogram.add(0.003)
    >>> histogram.quantile(0.5)
    0.005
    """

    def __init__(self) -> None:
        self.counts = [0] * (len(_BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count one duration."""
        self.counts[bisect_left(_BOUNDS, seconds)] += 1
        self.total += seconds

    def quantile(self, share: float) -> float:
        """The upper bound of the bucket in which a share of the durations ends."""
        wanted, seen = share * sum(self.counts), 0
        for bound, count in zip((*_BOUNDS, float("inf")), self.counts, strict=True):
            seen += count
            if seen >= wanted and seen > 0:
                return bound
        return 0.0


class Metrics:
    """All figures of a server."""

    def __init__(self) -> None:
        self.counters: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}
        self.histograms = {
            "loop_lag_seconds": Histogram(),
            "command_seconds": Histogram(),
            "engine_seconds": Histogram(),
        }

    def text(self) -> str:
        """The figures as Prometheus reads them.

        >>> metrics = Metrics()
        >>> metrics.counters["commands_total"] += 2
        >>> print(metrics.text().splitlines()[1])
        duiyi_commands_total 2
        """
        lines: list[str] = []
        for name, count in sorted(self.counters.items()):
            lines += [f"# TYPE duiyi_{name} counter", f"duiyi_{name} {count}"]
        for name, gauge in sorted(self.gauges.items()):
            lines += [f"# TYPE duiyi_{name} gauge", f"duiyi_{name} {gauge():g}"]
        for name, histogram in self.histograms.items():
            lines.append(f"# TYPE duiyi_{name} histogram")
            seen = 0
            for bound, count in zip((*map(str, _BOUNDS), "+Inf"), histogram.counts, strict=True):
                seen += count
                lines.append(f'duiyi_{name}_bucket{{le="{bound}"}} {seen}')
            lines += [f"duiyi_{name}_sum {histogram.total:.6f}", f"duiyi_{name}_count {seen}"]
        return "\n".join(lines) + "\n"


async def watch_loop(histogram: Histogram, every: float = 0.05) -> None:
    """Measure for ever how much later than asked the event loop wakes us."""
    while True:
        asleep = time.perf_counter()
        await asyncio.sleep(every)
        histogram.add(max(0.0, time.perf_counter() - asleep - every))
