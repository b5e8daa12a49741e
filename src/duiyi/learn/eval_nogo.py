"""NoGo's evaluation from own games: fit the weights of crosses to the rows of self-play.

    python -m duiyi.learn.eval_nogo ROWS... --out FILE.net

where rows are files of `learn eval` (.npy) or of `learn alphazero` (.games).

Logistic regression: one best solution, found by Newton's steps, each by conjugate gradients.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi.learn.eval_fit import UNKNOWN, Errors, command_line
from duiyi.learn.nogo_net import FEW, MANY, SCALE, STAGES, TURNS, UNIT, crosses, mix, num_crosses, values, write_net
from duiyi.learn.nogo_rows import ONE, read_rows

__all__ = ["FitSettings", "fit"]


class FitSettings(NamedTuple):
    """How a fit is done."""

    share: float = 0.5
    """Of the search's rate in what is learnt, where the result is known."""
    penalty: float = 15.0
    """Pulls every weight to nothing, as so many rows without a result would."""
    tie: float = 100.0
    """Pulls the weights of the two stages together."""
    held_out: float = 0.1
    """Share of the games."""
    steps: int = 4
    inner_steps: int = 12


def fit(rows: NDArray[np.void], settings: FitSettings | None = None) -> tuple[NDArray[np.int64], Errors]:
    """Weights as `write_net` takes them, and their errors.

    >>> from duiyi.learn.nogo_rows import play_game
    >>> weights, errors = fit(np.concatenate([play_game(seed, nodes=20) for seed in range(20)]))
    >>> weights.shape, 0 < errors.target < 0.3
    ((2, 2438), True)
    """
    settings = settings or FitSettings()
    # Rows of a game resemble one another, so that whole games are held out; the same ones whatever else is learnt from.
    drawn = rows["game"] * np.uint32(2654435761)
    is_held = drawn < settings.held_out * (1 << 32)
    if is_held.all() or not is_held.any():
        is_held = np.arange(len(rows)) % 10 == 0
    found = _solve(rows[~is_held], settings)
    weights = np.clip(np.rint(found * SCALE * UNIT), -32767, 32767).astype(np.int64)
    return weights, _errors(weights, rows[is_held], settings)


def _target(rows: NDArray[np.void], share: float) -> NDArray[np.float64]:
    rate, result = rows["rate"] / ONE, (rows["result"] + 1.0) / 2
    return np.where(rows["result"] == UNKNOWN, rate, share * rate + (1 - share) * result)


def _errors(weights: NDArray[np.int64], rows: NDArray[np.void], settings: FitSettings) -> Errors:
    rates = 1 / (1 + np.exp(-values(weights, rows) / UNIT))
    known = rows["result"] != UNKNOWN

    def error(to: NDArray[np.float64], where: NDArray[np.bool_]) -> float:
        return float(((rates - to)[where] ** 2).mean()) if where.any() else float("nan")

    everywhere = np.ones(len(rows), bool)
    return Errors(
        error(_target(rows, settings.share), everywhere),
        error((rows["result"] + 1.0) / 2, known),
        error(rows["rate"] / ONE, everywhere),
    )


class _Sums:
    """Rows as sums of weights: every number once a row, with how often it occurs."""

    def __init__(self, rows: NDArray[np.void], piece: int = 8192) -> None:
        self.size = num_crosses() + TURNS
        numbers, counts, lengths = [], [], []
        for begin in range(0, len(rows), piece):
            found = np.sort(crosses(rows[begin : begin + piece]), axis=1)
            is_first = np.concatenate([np.ones((len(found), 1), bool), found[:, 1:] != found[:, :-1]], axis=1)
            starts = np.flatnonzero(is_first)
            kept = found.ravel()[starts] < self.size
            numbers.append(found.ravel()[starts][kept].astype(np.int32))
            counts.append(np.diff(np.append(starts, found.size))[kept].astype(np.float32))
            lengths.append(np.bincount(starts[kept] // found.shape[1], minlength=len(found)))
        self._numbers, self._counts = np.concatenate(numbers), np.concatenate(counts)
        length = np.concatenate(lengths)
        self._first = np.cumsum(length) - length
        self._row = np.repeat(np.arange(len(rows), dtype=np.int32), length)
        many = mix(rows) / (MANY - FEW)
        self._stages = np.stack([1 - many, many])

    def sums(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """By row, given weights by stage."""
        parts = [np.add.reduceat(stage[self._numbers] * self._counts, self._first) for stage in weights]
        return np.asarray((np.stack(parts) * self._stages).sum(axis=0))

    def spread(self, of_rows: NDArray[np.float64], power: int = 1) -> NDArray[np.float64]:
        """The other way: by stage and weight, the sum over the rows that have it."""
        counts = self._counts**power
        parts = [
            np.bincount(self._numbers, (of_rows * stage**power)[self._row] * counts, self.size)
            for stage in self._stages
        ]
        return np.stack(parts)


def _solve(rows: NDArray[np.void], settings: FitSettings) -> NDArray[np.float64]:
    """Newton's steps; in each, conjugate gradients scaled by how often a weight occurs."""
    board, target = _Sums(rows), _target(rows, settings.share)
    weights = np.zeros((STAGES, board.size))

    def pull(of: NDArray[np.float64]) -> NDArray[np.float64]:
        return settings.penalty * of + settings.tie * (of - of[::-1])

    for _ in range(settings.steps):
        rates = 1 / (1 + np.exp(-board.sums(weights)))
        bend = rates * (1 - rates) + 1e-3
        left = board.spread(target - rates) - pull(weights)
        scale = 1 / (board.spread(bend, power=2) + settings.penalty + settings.tie)
        direction = scaled = left * scale
        strength = float((left * scaled).sum())
        for _ in range(settings.inner_steps):
            if strength < 1e-9:
                break
            bent = board.spread(bend * board.sums(direction)) + pull(direction)
            length = strength / float((direction * bent).sum())
            weights = weights + length * direction
            left = left - length * bent
            scaled = left * scale
            before, strength = strength, float((left * scaled).sum())
            direction = scaled + strength / before * direction
    return weights


def _main() -> None:
    told = command_line("nogo", FitSettings())
    begun = time.monotonic()
    rows = np.concatenate([read_rows(path) for path in told.rows])
    weights, errors = fit(rows, told.settings)
    write_net(told.out, weights)
    shown = " ".join(f"{name} {value:.4f}" for name, value in errors._asdict().items())
    print(f"{len(rows)} rows, errors on games held out: {shown}; {time.monotonic() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    _main()
