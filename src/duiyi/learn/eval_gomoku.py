"""Gomoku's evaluation from own games: fit a small network to the rows of self-play.

    python -m duiyi.learn.eval_gomoku ROWS... --out FILE.net

The same kinds of points come again and again: a batch of thousands of positions has some ten thousand pairs of shapes.
Their channels are made once a batch, and added up by a product with a sparse matrix that says how many a position has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi.learn.eval_fit import Errors, Known, fit_from_command_line, learn, split
from duiyi.learn.gomoku_net import (
    CHANNELS,
    DIRECT,
    HIDDEN,
    MIXED,
    ONE,
    OUTPUT,
    SHIFT,
    UNIT,
    Network,
    read_net,
    traits,
    write_net,
)
from duiyi.learn.gomoku_rows import NOTHING, SHAPES, points, row_type
from duiyi.learn.sparse import sparse

if TYPE_CHECKING:
    import torch

__all__ = ["FitSettings", "fit"]

_MIX_SCALE = MIXED * (1 << SHIFT) / (ONE / 2)
_GAIN = 0.2
"""What the weights from channels to hidden units are multiplied by, so that all weights learn at one rate."""


class FitSettings(NamedTuple):
    """How a fit is done."""

    epochs: int = 12
    channels: int = CHANNELS
    hidden: int = HIDDEN
    share: float = 0.6
    """Of the search's score in what is learnt, where the result is known."""
    batch: int = 4096
    """At most; few rows make smaller batches."""
    rate: float = 4e-3
    decay: float = 1.0
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
    parts = split(len(rows), settings, stretch=20_000, least=512)
    learnt, size = chance.permutation(parts.learnt), parts.batch
    batches = [_Batch(rows[learnt[at : at + size]]) for at in range(0, len(learnt) - size + 1, size)]
    exam = [_Batch(rows[parts.held[at : at + size]]) for at in range(0, len(parts.held), size)]
    model = _Model(settings, torch.Generator().manual_seed(settings.seed), start)

    def shuffled(epoch: int) -> Iterator[_Batch]:
        return (batches[number] for number in chance.permutation(len(batches)))

    errors = learn(model, settings, len(batches), shuffled, lambda: exam, tell, is_new=start is None)
    return model.network(), errors


class _Batch(Known):
    """Some positions: their pairs of shapes, and how many each has of which."""

    def __init__(self, rows: NDArray[np.void]) -> None:
        import torch

        super().__init__(rows, UNIT)
        found = points(rows)
        kinds, place = np.unique(found.kinds, return_inverse=True)
        order = np.argsort(place, kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(place, minlength=len(kinds)))])
        position = np.repeat(np.arange(len(rows)), np.diff(found.first))
        self.own, self.enemy = (torch.from_numpy(part.astype(np.int64)) for part in np.divmod(kinds, SHAPES))
        self._sums = found.first, place, found.counts
        self._spread = starts, position[order], found.counts[order]
        self.turn = torch.from_numpy(2 * rows["rule"].astype(np.int64) + rows["side"])

    def add_up(self, channels: torch.Tensor) -> torch.Tensor:
        """By position the sum over its points, given what every pair of shapes is."""
        import torch

        (first, kinds, counts), (starts, positions, of_kind) = self._sums, self._spread
        width, size = len(self.own), len(self.turn)

        class Sum(torch.autograd.Function):
            @staticmethod
            def forward(ctx: object, table: torch.Tensor) -> torch.Tensor:
                return sparse(first, kinds, width, counts) @ table

            @staticmethod
            def backward(ctx: object, gradient: torch.Tensor) -> torch.Tensor:
                return sparse(starts, positions, size, of_kind) @ gradient.contiguous()

        return Sum.apply(channels)  # type: ignore[no-untyped-call,no-any-return]


class _Model:
    """The network in floating point. A shape's row is what its patterns and their numbers share, and what is its own;
    the own part is held small, so that rare shapes are like their relatives. The last column is the direct value."""

    def __init__(self, settings: FitSettings, chance: torch.Generator, start: Network | None) -> None:
        import torch

        self._traits = torch.from_numpy(traits())
        size, (channels, hidden) = self._traits.shape[1], (settings.channels, settings.hidden)
        self._shared = torch.randn(2, size, channels + 1, generator=chance) * 0.1
        self._shared[:, :4, :channels] = -0.04  # quiet points begin as nothing
        self._shared[:, 14:] *= 0.5
        self._shared[:, :, -1] = 0
        self._own = torch.zeros(2, SHAPES, channels + 1)
        self._mix = torch.randn(channels, hidden, generator=chance) * 0.1
        self._mix_bias = torch.rand(hidden, generator=chance) * 0.5
        self._output = torch.randn(hidden, generator=chance) * 0.1
        self._turn = torch.zeros(8)
        if start is not None:
            self._take_over(start)
        self.decaying = [part.requires_grad_() for part in (self._shared, self._own, self._mix)]
        self.plain = [part.requires_grad_() for part in (self._mix_bias, self._output, self._turn)]

    def _take_over(self, start: Network) -> None:
        """The weights of a network; channels and units that it does not have stay random, but count nothing yet."""
        import torch

        channels, hidden = (min(old, new) for old, new in zip(start.mix.shape, self._mix.shape, strict=True))
        whole = np.zeros((2, SHAPES, channels + 1), np.float32)
        whole[:, :, :-1] = start.points[:, :, :channels] / ONE
        whole[:, :, -1] = start.direct / (UNIT * DIRECT)
        columns = [*range(channels), self._shared.shape[2] - 1]
        for whose in range(2):
            shared = np.linalg.lstsq(traits(), whole[whose], rcond=None)[0].astype(np.float32)
            self._shared[whose][:, columns] = torch.from_numpy(shared)
            self._own[whose][:, columns] = torch.from_numpy(whole[whose] - traits() @ shared)
        self._mix[channels:] = 0
        self._mix[:channels, :hidden] = torch.from_numpy(start.mix[:channels, :hidden] / (_MIX_SCALE * _GAIN))
        self._mix_bias[:hidden] = torch.from_numpy(start.mix_bias[:hidden] / (MIXED << SHIFT))
        self._output[hidden:] = 0
        self._output[:hidden] = torch.from_numpy(start.output[:hidden] / OUTPUT)
        self._turn[:] = torch.from_numpy(start.turn.ravel() / UNIT)

    def _rows(self) -> torch.Tensor:
        import torch

        is_something = torch.ones(SHAPES, 1)
        is_something[NOTHING] = 0
        return (self._traits @ self._shared + self._own) * is_something

    def rates(self, batch: _Batch) -> torch.Tensor:
        """The rate of winning of the movers."""
        import torch

        rows = self._rows()
        pairs = rows[0][batch.own] + rows[1][batch.enemy]
        sums = batch.add_up(torch.cat([pairs[:, :-1].clamp(0, 1), pairs[:, -1:]], 1))
        hidden = (_GAIN * sums[:, :-1] @ self._mix + self._mix_bias).clamp(0, 1)
        return torch.sigmoid(hidden @ self._output + sums[:, -1] + self._turn[batch.turn])

    def clip(self) -> None:
        """Sums must fit into their bits."""
        import torch

        with torch.no_grad():
            self._mix.clamp_(-2, 2)

    def network(self) -> Network:
        def whole(part: torch.Tensor, scale: float) -> NDArray[np.int64]:
            return np.rint(part.detach().numpy() * scale).astype(np.int64)

        rows = self._rows()
        return Network(
            whole(rows[:, :, :-1], ONE).clip(-16000, 16000),
            whole(rows[:, :, -1], UNIT * DIRECT).clip(-32000, 32000),
            whole(self._turn.reshape(4, 2), UNIT),
            whole(self._mix, _MIX_SCALE * _GAIN),
            whole(self._mix_bias, MIXED << SHIFT),
            whole(self._output, OUTPUT).clip(-32000, 32000),
        )


def _fit_files(
    rows: NDArray[np.void], settings: FitSettings, tell: Callable[[int, Errors], None], start: Path | None, out: Path
) -> None:
    write_net(out, fit(rows, settings, tell, None if start is None else read_net(start))[0])


if __name__ == "__main__":
    fit_from_command_line("Gomoku", row_type, FitSettings(), _fit_files)
