"""TensorBoard event files of a run, where tensorboard is installed: its writer alone, without TensorFlow."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec

__all__ = ["EventFiles"]


class _Line(Protocol):
    @property
    def step(self) -> int: ...


class EventFiles:
    """Writes every number of a progress line as a scalar; does nothing without tensorboard."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._writer = folder, cast(Any, None)

    def write(self, line: _Line) -> None:
        """One iteration: a struct with a step and numbers."""
        if importlib.util.find_spec("tensorboard") is None:
            return
        if self._writer is None:
            from tensorboard.summary import Writer

            self._writer = Writer(str(self._folder))
        for name, value in msgspec.to_builtins(line).items():
            if isinstance(value, int | float) and not isinstance(value, bool) and name != "step":
                self._writer.add_scalar(name, float(value), line.step)
        self._writer.flush()

    def close(self) -> None:
        """Finish the file."""
        if self._writer is not None:
            self._writer.close()
