"""A run in rounds: settings written once, a state replaced after every round, a line of progress for each.

What was begun after the last state is done again, so a run may be killed at any moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from duiyi.learn.games import write_atomically

__all__ = ["RoundFolder", "Rounds", "go_on"]

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T", bound=msgspec.Struct)
L = TypeVar("L", bound=msgspec.Struct)
LineOut = TypeVar("LineOut", bound=msgspec.Struct, covariant=True)


class RoundFolder(Generic[S, T]):
    """The folder of such a run: ``config.json``, ``state.json``, ``progress.jsonl``.

    >>> from tempfile import TemporaryDirectory
    >>> from duiyi.learn.td import TdSettings
    >>> with TemporaryDirectory() as folder:
    ...     RoundFolder(Path(folder), "td", TdSettings(game="reversi"), TdSettings, TdSettings).settings.game
    'reversi'
    """

    def __init__(
        self,
        folder: Path,
        kind: str,
        settings: S | None,
        settings_type: type[S],
        state_type: type[T],
        parts: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        config, self._state = folder / "config.json", folder / "state.json"
        if settings is not None:
            if config.exists():
                raise ValueError(f"learn {kind}: expected an empty folder, got {folder}, where a run is; use --resume")
            for part in ("", *parts):
                (folder / part).mkdir(parents=True, exist_ok=True)
            write_atomically(config, msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
        elif not config.exists():
            raise ValueError(f"learn {kind}: expected a run in {folder}, found no config.json")
        self.settings: S = msgspec.json.decode(config.read_bytes(), type=settings_type)
        self.state: T | None = (
            msgspec.json.decode(self._state.read_bytes(), type=state_type) if self._state.exists() else None
        )

    def commit(self, state: T, line: msgspec.Struct) -> None:
        """A round is done. The state comes last: what was begun after it is done again."""
        with (self.folder / "progress.jsonl").open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
        write_atomically(self._state, msgspec.json.encode(state) + b"\n")
        self.state = state


class Rounds(Protocol[LineOut]):
    """Something that learns in rounds."""

    @property
    def minutes(self) -> float | None:
        """Spent before; None when no round is done."""
        ...

    def round(self, minutes: Callable[[], float]) -> LineOut:
        """One more; `minutes` tells all that were spent when it is asked."""
        ...


def go_on(run: Rounds[L], minutes: float | None, rounds: int | None, tell: Callable[[L], None]) -> None:
    """Rounds until the minutes or their number are used up; the first is always done."""
    began, before, done = time.monotonic(), run.minutes or 0.0, 0
    while rounds is None or done < rounds:
        if minutes is not None and run.minutes is not None and time.monotonic() - began >= 60 * minutes:
            break
        tell(run.round(lambda: before + (time.monotonic() - began) / 60))
        done += 1
