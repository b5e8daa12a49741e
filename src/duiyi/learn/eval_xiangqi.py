"""Xiangqi's evaluation from own games: fit a small network to the rows of self-play.

    python -m duiyi.learn.eval_xiangqi ROWS... --out FILE.net

Most of the work is to add up a few dozen rows of the first layer for every position, and to spread the gradient over
them again. Both are products with a sparse matrix, several times as fast as embeddings: millions of positions take
minutes on one core.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi.learn.eval_fit import Errors, Known, fit_from_command_line, learn, split
from duiyi.learn.sparse import sparse
from duiyi.learn.xiangqi_net import (
    DIRECT,
    HIDDEN,
    ONE,
    PLACES,
    SETS,
    STAGES,
    UNIT,
    WEIGHT,
    Network,
    numbers,
    read_net,
    write_net,
)
from duiyi.learn.xiangqi_rows import Views, inputs, row_type

if TYPE_CHECKING:
    import torch

__all__ = ["FitSettings", "fit", "sum_rows"]

_WORTHS = (0, 110, 115, 280, 620, 300, 60)
"""Of the kinds of pieces, to begin with."""


class FitSettings(NamedTuple):
    """How a fit is done."""

    epochs: int = 8
    hidden: int = HIDDEN
    share: float = 0.7
    """Of the search's score in what is learnt; the rest is the result."""
    batch: int = 16384
    """At most; few rows make smaller batches."""
    rate: float = 4e-3
    decay: float = 3.0
    mirrors: bool = True
    """Whether every other batch is seen in a mirror."""
    held_out: float = 0.04
    threads: int = 1
    seed: int = 1


def fit(
    rows: NDArray[np.void],
    settings: FitSettings | None = None,
    tell: Callable[[int, Errors], None] = lambda epoch, errors: None,
    start: Network | None = None,
) -> tuple[Network, Errors]:
    """Fit a network, anew or from one that is there; `tell` hears the errors on rows held out after every epoch."""
    import torch

    settings = settings or FitSettings()
    chance = np.random.default_rng(settings.seed)
    learnt, held, size = split(len(rows), settings, stretch=100_000, least=1024)
    model = _Model(settings.hidden, torch.Generator().manual_seed(settings.seed), start)
    steps = len(learnt) // size

    def shuffled(epoch: int) -> Iterator[_Batch]:
        order = chance.permutation(learnt)
        for step in range(steps):
            # In the order of the file, so that memory is read forwards.
            part = rows[np.sort(order[step * size : (step + 1) * size])]
            yield _Batch(part, mirrored=settings.mirrors and (step + epoch) % 2 == 1)

    def exam() -> Iterator[_Batch]:
        return (_Batch(rows[held[at : at + size]]) for at in range(0, len(held), size))

    errors = learn(model, settings, steps, shuffled, exam, tell, is_new=start is None)
    return model.network(), errors


class _Batch(Known):
    """Some positions, or their mirror images: their pieces and stages."""

    def __init__(self, rows: NDArray[np.void], *, mirrored: bool = False) -> None:
        import torch

        super().__init__(rows, UNIT)
        self.seen = inputs(rows, mirrored=mirrored)
        shared = np.where(self.seen.numbers == SETS * PLACES, PLACES, self.seen.numbers % PLACES)
        self.shared = Views(shared, self.seen.first)
        self.stage = torch.from_numpy(np.minimum((rows["count"].astype(np.int64) - 2) * STAGES // 31, STAGES - 1))


class _Model:
    """The network in floating point. The direct values are one more column of the first layer.

    A row is what all places of the king share and what is of one: seldom seen places learn from the others.
    """

    def __init__(self, hidden: int, chance: torch.Generator, start: Network | None) -> None:
        import torch

        self._first = torch.randn(PLACES + 1, hidden, generator=chance) * 0.08
        self._first[PLACES] = 0
        self._direct = torch.zeros(PLACES + 1, 1)
        for kind, worth in enumerate(_WORTHS):
            for whose, sign in ((0, 0.5), (1, -0.5)):
                found = numbers()[whose, kind]
                self._direct[found[found >= 0], 0] = sign * worth / UNIT
        self._sets, self._set_direct = torch.zeros(SETS * PLACES + 1, hidden), torch.zeros(SETS * PLACES + 1, 1)
        self._bias, self._output_bias = torch.full((hidden,), 0.1), torch.zeros(STAGES)
        self._output = torch.randn(STAGES, 2 * hidden, generator=chance) * 0.1
        if start is not None:
            self._take_over(start, hidden)
        self.decaying = [part.requires_grad_() for part in (self._first, self._sets, self._output)]
        self.plain = [part.requires_grad_() for part in (self._direct, self._set_direct, self._bias, self._output_bias)]

    def _take_over(self, start: Network, hidden: int) -> None:
        """The weights of a network; units that it does not have stay random, but count nothing yet."""
        import torch

        old = min(start.rows.shape[1], hidden)
        shared = len(start.rows) == PLACES + 1
        rows, direct = (self._first, self._direct) if shared else (self._sets, self._set_direct)
        if not shared:
            self._first[:, :old] = 0
            self._direct.zero_()
        rows[:, :old] = torch.from_numpy(start.rows[:, :old] / ONE)
        direct[:, 0] = torch.from_numpy(start.direct / (UNIT * DIRECT))
        self._bias[:old] = torch.from_numpy(start.bias[:old] / ONE)
        self._output.zero_()
        for half in range(2):
            weights = start.output[:, half * start.rows.shape[1] :][:, :old] / WEIGHT
            self._output[:, half * hidden : half * hidden + old] = torch.from_numpy(weights)
        self._output_bias[:] = torch.from_numpy(start.output_bias / UNIT)

    def rates(self, batch: _Batch) -> torch.Tensor:
        """The rate of winning of the movers."""
        import torch

        sums = sum_rows(torch.cat([self._first, self._direct], 1), batch.shared)
        sums = sums + sum_rows(torch.cat([self._sets, self._set_direct], 1), batch.seen)
        own, other = sums.chunk(2)
        hidden = torch.cat([own[:, :-1] + self._bias, other[:, :-1] + self._bias], 1).clamp(0, 1) ** 2
        staged = hidden @ self._output.T + self._output_bias
        return torch.sigmoid(staged.gather(1, batch.stage[:, None])[:, 0] + own[:, -1] - other[:, -1])

    def clip(self) -> None:
        """Products of an activation and a weight must fit into 16 bits, and so must sums of rows."""
        import torch

        with torch.no_grad():
            for part in self.decaying:
                part.clamp_(-1.9, 1.9)

    def network(self) -> Network:
        import torch

        def whole(part: torch.Tensor, scale: float) -> NDArray[np.int64]:
            return np.rint(part.detach().numpy() * scale).astype(np.int64)

        def summed(shared: torch.Tensor, sets: torch.Tensor) -> torch.Tensor:
            return torch.cat([shared[:PLACES].repeat(SETS, 1), shared[PLACES:]]) + sets

        return Network(
            whole(summed(self._first, self._sets), ONE),
            whole(self._bias, ONE),
            whole(self._output, WEIGHT),
            whole(self._output_bias, UNIT),
            whole(summed(self._direct, self._set_direct)[:, 0], UNIT * DIRECT),
        )


def sum_rows(weights: torch.Tensor, seen: Views) -> torch.Tensor:
    """For every view the sum of the weights' rows with its numbers.

    >>> import torch
    >>> sum_rows(torch.tensor([[1.0], [10.0], [100.0]]), Views(np.array([0, 2, 1]), np.array([0, 2, 3]))).tolist()
    [[101.0], [10.0]]
    """
    import torch

    class Sum(torch.autograd.Function):
        @staticmethod
        def forward(ctx: object, table: torch.Tensor) -> torch.Tensor:
            return sparse(seen.first, seen.numbers, len(table)) @ table

        @staticmethod
        def backward(ctx: object, gradient: torch.Tensor) -> torch.Tensor:
            found = torch.zeros_like(weights)
            for first, last in _pieces(len(seen.first) - 1):
                part = seen.numbers[seen.first[first] : seen.first[last]]
                views_of = np.repeat(np.arange(last - first), np.diff(seen.first[first : last + 1]))
                order = np.argsort(part.astype(np.int16), kind="stable")
                starts = np.concatenate([[0], np.cumsum(np.bincount(part, minlength=len(weights)))])
                found += sparse(starts, views_of[order], last - first) @ gradient[first:last]
            return found

    return Sum.apply(weights)  # type: ignore[no-untyped-call,no-any-return]


def _pieces(count: int, size: int = 4096) -> Iterator[tuple[int, int]]:
    """Stretches of views whose gradients stay in the nearest memory while they are picked from."""
    for first in range(0, count, size):
        yield first, min(first + size, count)


def _fit_files(
    rows: NDArray[np.void], settings: FitSettings, tell: Callable[[int, Errors], None], start: Path | None, out: Path
) -> None:
    write_net(out, fit(rows, settings, tell, None if start is None else read_net(start))[0])


if __name__ == "__main__":
    fit_from_command_line("Xiangqi", row_type, FitSettings(), _fit_files)
