"""Token buckets: so much at once, so much per second, for every (user, address, kind)."""

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
    "guest": Rate(40, 0.5),
    "login": Rate(20, 0.2),
    "account": Rate(10, 0.05),
    "analyse": Rate(10, 0.5),
    "coach": Rate(5, 0.02),
    "hint": Rate(10, 0.5),
    "request": Rate(120, 20),
    "search": Rate(20, 2),
}
"""What each kind of request may cost a person, or an address from which nobody in particular asks."""
_CROWD = 10
"""So many people may be busy behind one address, as in a classroom; more accounts do not help whoever floods us."""
_EVERYBODY = "*"


class Buckets:
    """All buckets; those that are full again are forgotten.

    >>> buckets = Buckets({"say": Rate(2, 1)}, clock=lambda: 0.0)
    >>> [buckets.wait("say", "10.0.0.7", "ann") for _ in range(3)]
    [0.0, 0.0, 1.0]
    >>> buckets.wait("say", "10.0.0.7", "bob")
    0.0
    """

    def __init__(
        self,
        rates: dict[str, Rate] | None = None,
        factor: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        chosen = RATES if rates is None else rates
        self._rates = {kind: Rate(rate.burst * factor, rate.per_second * factor) for kind, rate in chosen.items()}
        self._crowds = {kind: Rate(rate.burst * _CROWD, rate.per_second * _CROWD) for kind, rate in self._rates.items()}
        self._clock = clock
        self._levels: dict[tuple[str, str, str], tuple[float, float]] = {}
        self._swept = clock()

    def wait(self, kind: str, address: str, user: str = "") -> float:
        """Take one token of the user's at this address, and one of all who are there: 0, or the seconds to wait."""
        own = self._take(kind, address, user)
        return own or (self._take(kind, address, _EVERYBODY) if user else 0.0)

    def _take(self, kind: str, address: str, user: str) -> float:
        key, rate, now = (kind, address, user), self._rate(kind, user), self._clock()
        level, then = self._levels.get(key, (rate.burst, now))
        level = min(rate.burst, level + (now - then) * rate.per_second)
        if now - self._swept > 60:
            self._sweep(now)
        if level < 1:
            self._levels[key] = (level, now)
            return (1 - level) / rate.per_second
        self._levels[key] = (level - 1, now)
        return 0.0

    def _rate(self, kind: str, user: str) -> Rate:
        return self._crowds[kind] if user == _EVERYBODY else self._rates[kind]

    def _sweep(self, now: float) -> None:
        self._swept = now
        for key, (level, then) in list(self._levels.items()):
            rate = self._rate(key[0], key[2])
            if level + (now - then) * rate.per_second >= rate.burst:
                del self._levels[key]
