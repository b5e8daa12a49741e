"""The server's time: milliseconds that never go back, whatever happens to the system's clock."""

from __future__ import annotations

import time

__all__ = ["ServerTime"]


class ServerTime:
    """Wall time at the start, monotonic time from there.

    >>> clock = ServerTime(start=1_000)
    >>> clock.now() >= 1_000
    True
    """

    def __init__(self, start: int | None = None) -> None:
        self._start = round(time.time() * 1000) if start is None else start
        self._began = time.monotonic()

    def now(self) -> int:
        """Milliseconds of server time."""
        return self._start + int((time.monotonic() - self._began) * 1000)
