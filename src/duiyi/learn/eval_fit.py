"""How a small network of an evaluation is fitted to rows of self-play, whatever the game.

A game brings its model and its batches; here are the rows held out, the schedule, the errors and the command line.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import torch

__all__ = [
    "UNKNOWN",
    "Errors",
    "Known",
    "Plan",
    "Split",
    "Told",
    "command_line",
    "fit_from_command_line",
    "learn",
    "read_rows",
    "split",
]

UNKNOWN = 2
"""The result of a position off the game's way."""


class Errors(NamedTuple):
    """Mean squared errors of winning rates on rows held out: to what is learnt, the result, the search's score."""

    target: float
    result: float
    score: float


class Plan(Protocol):
    """What the fits of all games are told; their settings have more."""

    @property
    def epochs(self) -> int: ...
    @property
    def share(self) -> float: ...
    @property
    def batch(self) -> int: ...
    @property
    def rate(self) -> float: ...
    @property
    def decay(self) -> float: ...
    @property
    def held_out(self) -> float: ...
    @property
    def threads(self) -> int: ...


class Known:
    """What is known of some positions, as winning rates of the movers. Batches are made of it."""

    def __init__(self, rows: NDArray[np.void], unit: float) -> None:
        import torch

        self.score = torch.sigmoid(torch.from_numpy(rows["score"].astype(np.float32)) / unit)
        self.result = (torch.from_numpy(rows["result"].astype(np.float32)) + 1) / 2
        self.is_known = torch.from_numpy(rows["result"] != UNKNOWN)

    def target(self, share: float) -> torch.Tensor:
        """`share` of the search's score, the rest the result where there is one."""
        import torch

        return torch.where(self.is_known, share * self.score + (1 - share) * self.result, self.score)


_Batch = TypeVar("_Batch", bound=Known, contravariant=True)


class Model(Protocol[_Batch]):
    """A network in floating point."""

    decaying: list[torch.Tensor]
    plain: list[torch.Tensor]

    def rates(self, batch: _Batch, /) -> torch.Tensor:
        """The rate of winning of the movers."""
        ...

    def clip(self) -> None:
        """Keep the weights within what whole numbers can hold."""
        ...


class Split(NamedTuple):
    """The numbers of rows to learn from and of those held out, and how many make a batch."""

    learnt: NDArray[np.int64]
    held: NDArray[np.int64]
    batch: int


def split(count: int, plan: Plan, *, stretch: int, least: int) -> Split:
    """Rows of one game stand together: the last of every stretch are held out in one piece, so that no game is on both
    sides. Few rows make smaller batches, of `least` rows where there are so many.

    >>> class Small(NamedTuple):
    ...     epochs: int = 1; share: float = 1; batch: int = 8; rate: float = 1; decay: float = 0
    ...     held_out: float = 0.25; threads: int = 1
    >>> split(8, Small(), stretch=4, least=2)
    Split(learnt=array([0, 1, 2, 4, 5, 6]), held=array([3, 7]), batch=2)
    """
    stretch = min(stretch, count)
    is_held = np.arange(count) % stretch >= round(stretch * (1 - plan.held_out))
    learnt, held = np.flatnonzero(~is_held), np.flatnonzero(is_held)
    return Split(learnt, held, min(plan.batch, max(least, len(learnt) // 64), len(learnt)))


def learn(
    model: Model[_Batch],
    plan: Plan,
    steps: int,
    batches: Callable[[int], Iterable[_Batch]],
    exam: Callable[[], Iterable[_Batch]],
    tell: Callable[[int, Errors], None],
    *,
    is_new: bool,
) -> Errors:
    """Fit a model: `steps` batches an epoch, the errors of the exam after each. One that is not new learns in smaller
    steps."""
    import torch

    torch.set_num_threads(plan.threads)
    groups = [{"params": model.decaying, "weight_decay": plan.decay}, {"params": model.plain, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups)
    rate = plan.rate if is_new else plan.rate / 4
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=plan.epochs * steps + 1, pct_start=0.1)
    errors = Errors(np.nan, np.nan, np.nan)
    for epoch in range(plan.epochs):
        for batch in batches(epoch):
            optimizer.zero_grad()
            ((model.rates(batch) - batch.target(plan.share)) ** 2).mean().backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            schedule.step()
            model.clip()
        errors = _errors(model, exam(), plan.share)
        tell(epoch, errors)
    return errors


def _errors(model: Model[_Batch], exam: Iterable[_Batch], share: float) -> Errors:
    import torch

    sums, counts = np.zeros(3), np.zeros(3)
    for batch in exam:
        with torch.no_grad():
            found = model.rates(batch)
        every = torch.ones_like(batch.is_known)
        parts = ((batch.target(share), every), (batch.result, batch.is_known), (batch.score, every))
        sums += [float(((found - wanted) ** 2 * asked).sum()) for wanted, asked in parts]
        counts += [int(asked.sum()) for _, asked in parts]
    return Errors(*(float(error) for error in np.where(counts, sums / np.maximum(counts, 1), np.nan)))


def read_rows(path: Path, row_type: np.dtype[np.void]) -> NDArray[np.void]:
    """The rows of a file: an array of numpy, or bare rows, whose last may still be unfinished."""
    if path.suffix == ".npy":
        return np.asarray(np.load(path), row_type)
    return np.fromfile(path, row_type, path.stat().st_size // row_type.itemsize)


_Settings = TypeVar("_Settings", bound=tuple[object, ...])


class Told(NamedTuple, Generic[_Settings]):
    """What the command line of a fit said."""

    rows: list[Path]
    out: Path
    start: Path | None
    settings: _Settings


def command_line(
    game: str, defaults: _Settings, words: Sequence[str] | None = None, *, goes_on: bool = False
) -> Told[_Settings]:
    """``python -m duiyi.learn.eval_GAME ROWS... --out FILE``, and an option for every setting.

    A fit that may go on from older weights is told them by ``--start``.

    >>> class Little(NamedTuple):
    ...     share: float = 0.5
    >>> command_line("nogo", Little(), ["a.npy", "--out", "b.net", "--share", "0.7"]).settings
    Little(share=0.7)
    """
    parser = argparse.ArgumentParser(description=f"Fit the evaluation of {game} to rows of self-play.")
    parser.add_argument("rows", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="where the weights go")
    values: dict[str, object] = defaults._asdict()  # type: ignore[attr-defined]
    if goes_on:
        parser.add_argument("--start", type=Path, help="weights to go on from")
    for name, value in values.items():
        if not isinstance(value, bool):
            parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    told = vars(parser.parse_args(words))
    files, out, start = told.pop("rows"), told.pop("out"), told.pop("start", None)
    return Told(files, out, start, defaults._replace(**told))  # type: ignore[attr-defined]


def fit_from_command_line(
    game: str,
    row_type: np.dtype[np.void],
    defaults: _Settings,
    fit: Callable[[NDArray[np.void], _Settings, Callable[[int, Errors], None], Path | None, Path], None],
) -> None:
    """A network's fit by the command line: `fit` is given the rows, the settings, whom to tell, the network to go on
    from and where the new one goes."""
    told = command_line(game, defaults, goes_on=True)
    rows = np.concatenate([read_rows(path, row_type) for path in told.rows])
    print(f"{len(rows)} rows; held-out errors of the target, the result, the score:", flush=True)
    began = time.monotonic()

    def tell(epoch: int, errors: Errors) -> None:
        shown = " ".join(f"{error:.5f}" for error in errors)
        print(f"epoch {epoch + 1}: {shown}  {time.monotonic() - began:.0f} s", flush=True)

    fit(rows, told.settings, tell, told.start, told.out)
