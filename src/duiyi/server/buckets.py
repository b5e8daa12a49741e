"""Token buckets: so much at once, so much per second, for every (who, what)."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Buckets", "Rate"]


class Rate(NamedTuple):
    """`burst` tokens at once, `per_second` coming back."""

    burst: float
    per_second: float


RATES = {
    "frame": Rate(60, 20),
    "play": Rate(20, 5),
    "say": Rate(10, 1),
    "room": Rate(10, 0.1),
    "hello": Rate(40, 4),
    "socket": Rate(40, 2),
    "guest": Rate(10, 0.1),
    "login": Rate(10, 0.1),
    "account": Rate(5, 0.02),
    "analyse": Rate(10, 0.5),
    "coach": Rate(5, 0.02),
    "hint": Rate(10, 0.5),
    "request": Rate(120, 20),
    "search": Rate(20, 2),
}
"""What each kind of request may cost a person or an address."""


class Buckets:
    """All buckets; those that are full again are forgotten.

    >>> buckets = Buckets({"say": Rate(2, 1)}, clock=lambda: 0.0)
    >>> [buckets.wait("say", "ann") for _ in range(3)]
    [0.0, 0.0, 1.0]
    """

    def __init__(
        self,
        rates: dict[str, Rate] | None = None,
        factor: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        chosen = RATES if rates is None else rates
        self._rates = {kind: Rate(rate.burst * factor, rate.per_second * factor) for kind, rate in chosen.items()}
        self._clock = clock
        self._levels: dict[tuple[str, str], tuple[float, float]] = {}
        self._swept = clock()

    def wait(self, kind: str, who: str) -> float:
        """Take one token: 0, or the seconds to wait for it."""
        rate, now = self._rates[kind], self._clock()
        level, then = self._levels.get((kind, who), (rate.burst, now))
        level = min(rate.burst, level + (now - then) * rate.per_second)
        if now - self._swept > 60:
            self._sweep(now)
        if level < 1:
            self._levels[kind, who] = (level, now)
            return (1 - level) / rate.per_second
        self._levels[kind, who] = (level - 1, now)
        return 0.0

    def _sweep(self, now: float) -> None:
        self._swept = now
        for (kind, who), (level, then) in list(self._levels.items()):
            rate = self._rates[kind]
            if level + (now - then) * rate.per_second >= rate.burst:
                del self._levels[kind, who]
