"""Time in GTP: main time, then so many moves (stones) in every period; own memory where nobody tells the clocks.

>>> clock = GtpClock()
>>> clock.seconds(0) is None
True
>>> clock.set(main=60, period=0, stones=0)
>>> 1.5 < clock.seconds(0) < 2.5
True
"""

from __future__ import annotations

from duiyi.protocols.clock import fixed_seconds, move_seconds

__all__ = ["GtpClock"]

_OVERHEAD = 0.1


class GtpClock:
    """The clocks of both colours."""

    def __init__(self) -> None:
        self._main = self._period = 0.0
        self._stones = 0
        self._is_set = False
        self._left: list[tuple[float, int]] = [(0.0, 0), (0.0, 0)]

    def set(self, main: float, period: float, stones: int) -> None:
        """``time_settings``; a period without stones means no limit at all."""
        self._is_set = not (period > 0 and stones == 0)
        self._main, self._period, self._stones = main, period, stones
        self.reset()

    def reset(self) -> None:
        """A new game begins."""
        first = (self._main, 0) if self._main > 0 else (self._period, self._stones)
        self._left = [first, first]

    def unset(self) -> None:
        """There is no limit."""
        self._is_set = False

    def tell(self, seat: int, seconds: float, stones: int) -> None:
        """``time_left``."""
        self._is_set = True
        self._left[seat] = (seconds, stones)

    def spend(self, seat: int, seconds: float) -> None:
        """A move took so long."""
        left, stones = self._left[seat]
        left -= seconds
        if stones > 0:
            stones -= 1
            self._left[seat] = (self._period, self._stones) if stones == 0 else (left, stones)
        elif left <= 0 and self._stones > 0:
            self._left[seat] = (self._period + min(0.0, left), self._stones)
        else:
            self._left[seat] = (max(0.0, left), 0)

    def seconds(self, seat: int) -> float | None:
        """What the next move may take, or None without a limit."""
        if not self._is_set:
            return None
        left, stones = self._left[seat]
        if stones > 0:
            return fixed_seconds(left / stones, _OVERHEAD)
        share = move_seconds(left, overhead=_OVERHEAD)
        if self._stones > 0:  # after the main time comes more: it may be used up
            share = max(share, min(0.5 * left, fixed_seconds(self._period / self._stones, _OVERHEAD)))
        return share
