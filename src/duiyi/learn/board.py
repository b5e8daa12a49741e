"""TensorBoard event files of a run, where tensorboard is installed: its writer alone, without TensorFlow."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import msgspec

from duiyi.learn.run import ProgressLine

__all__ = ["EventFiles"]


class EventFiles:
    """Writes every number of a progress line as a scalar; does nothing without tensorboard."""

    def __init__(self, folder: Path) -> None:
        self._writer: Any = None
        if importlib.util.find_spec("tensorboard") is not None:
            from tensorboard.summary import Writer

            self._writer = Writer(str(folder))

    def write(self, line: ProgressLine) -> None:
        """One iteration."""
        if self._writer is None:
            return
        for name, value in msgspec.structs.asdict(line).items():
            if isinstance(value, int | float) and name != "step":
                self._writer.add_scalar(name, float(value), line.step)
        self._writer.flush()

    def close(self) -> None:
        """Finish the file."""
        if self._writer is not None:
            self._writer.close()
