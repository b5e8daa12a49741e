"""What a training shows while it runs."""

from __future__ import annotations

import time

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from duiyi.learn.run import Phase

__all__ = ["Display"]


class Display:
    """A bar for what is being done and a line of numbers for every iteration that is.

    >>> Display(Console()).say("done")
    done
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar = Progress(
            TextColumn("[bold]{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._task: TaskID | None = None
        self._began = time.monotonic()

    def __enter__(self) -> Display:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def phase(self, phase: Phase) -> None:
        """Show how far the iteration is."""
        if self._task is None:
            self._task = self._bar.add_task("", total=1, speed="")
        if phase.name == "self-play" and phase.done == 0:
            self._began = time.monotonic()
        seconds = max(1e-9, time.monotonic() - self._began)
        speed = f"{phase.positions / seconds:.0f} positions/s" if phase.positions else ""
        self._bar.update(
            self._task,
            description=f"iteration {phase.step}: {phase.name}",
            total=phase.total or None,
            completed=phase.done,
            speed=speed,
        )

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        self._console.print(text, highlight=False)
