"""TensorBoard reads what a run wrote: a curve for every number of its progress."""

from __future__ import annotations

from pathlib import Path

import pytest

from duiyi.learn.board import EventFiles
from duiyi.learn.run import ProgressLine

accumulators = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")


def line(step: int, loss: float) -> ProgressLine:
    return ProgressLine(step, 1.5, 10, 200, 300, loss, 2.0, 0.5, games_per_hour=None, promoted=True, is_last=step == 1)


def test_numbers_become_curves_and_marks_do_not(tmp_path: Path) -> None:
    files = EventFiles(tmp_path)
    for step, loss in enumerate((2.5, 2.25)):
        files.write(line(step, loss))
    files.close()
    seen = accumulators.EventAccumulator(str(tmp_path))
    seen.Reload()
    names = set(seen.Tags()["tensors"])
    assert {"loss", "minutes", "games"} <= names
    assert not {"step", "games_per_hour", "promoted", "is_last"} & names
    assert [event.step for event in seen.Tensors("loss")] == [0, 1]
