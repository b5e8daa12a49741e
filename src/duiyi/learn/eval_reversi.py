"""Reversi's evaluation from own games: fit the weights of patterns to the rows of self-play, by least squares.

    python -m duiyi.learn.eval_reversi ROWS... --out FILE.patterns

The fit has one solution, so it converges by construction; what is repeated is the play, with the weights found last.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi.learn.eval_fit import command_line, read_rows
from duiyi.learn.reversi_patterns import MOBILITIES, STAGES, layout, stage_of, write_weights
from duiyi.learn.reversi_rows import row_type

__all__ = ["Fit", "FitSettings", "fit"]

_PIECE = 1 << 15
"""Rows worked on at a time: their numbers stay in the cache."""


class FitSettings(NamedTuple):
    """How a fit is done."""

    share: float = 0.7
    """Of the search's score in what is learnt, where the margin is not that of perfect play."""
    penalty: float = 30.0
    """Pulls every weight to nothing, as so many rows with a value of nothing would."""
    iterations: int = 40
    held_out: float = 0.05


class Fit(NamedTuple):
    """Weights in discs by stage, and the mean absolute error on rows held out by stage."""

    weights: NDArray[np.float64]
    errors: list[float]


def fit(rows: NDArray[np.void], settings: FitSettings | None = None) -> Fit:
    """Least squares per stage, each with its neighbours' rows as well so that the evaluation does not jump.

    >>> from duiyi.learn.reversi_rows import play_game
    >>> fit(np.concatenate([play_game(seed, nodes=20) for seed in range(5)])).weights.shape
    (15, 113941)
    """
    settings = settings or FitSettings()
    discs = np.bitwise_count(rows["own"] | rows["other"])
    stages = np.array([stage_of(int(count)) for count in range(65)])[discs]
    is_held = _held_out(rows, settings.held_out)
    weights, errors = [], []
    for stage in range(STAGES):
        near = np.abs(stages - stage) <= 1
        learnt = rows[near & ~is_held]
        found = _solve(learnt, _target(learnt, settings.share), settings)
        weights.append(found)
        test = rows[(stages == stage) & is_held]
        errors.append(_error(test, found, settings.share) if len(test) else float("nan"))
    return Fit(np.array(weights), errors)


def _held_out(rows: NDArray[np.void], share: float, stretch: int = 5000) -> NDArray[np.bool_]:
    """Rows of a game stand together: the last of every stretch are held out in one piece."""
    stretch = min(stretch, len(rows))
    held: NDArray[np.bool_] = np.arange(len(rows)) % stretch >= round(stretch * (1 - share))
    return held


def _target(rows: NDArray[np.void], share: float) -> NDArray[np.float64]:
    margin = rows["margin"].astype(np.float64)
    return np.where(rows["is_exact"], margin, share * rows["score"] / 100 + (1 - share) * margin)


def _error(rows: NDArray[np.void], weights: NDArray[np.float64], share: float) -> float:
    return float(np.abs(_predict(rows, weights) - _target(rows, share)).mean())


def _columns(rows: NDArray[np.void]) -> NDArray[np.int32]:
    """By row: the numbers of the weights that add up to its value."""
    where = layout()
    columns = np.empty((len(rows), len(where.places) + 2), np.int32)
    for begin in range(0, len(rows), _PIECE):
        piece = rows[begin : begin + _PIECE]
        into = columns[begin : begin + _PIECE]
        digits = (_bits(piece["own"]) + 2 * _bits(piece["other"])).T.copy()
        for i, (cells, folding, first) in enumerate(where.places):
            index = np.zeros(len(piece), np.int32)
            for digit, cell in enumerate(cells):
                index += digits[cell] * np.int32(3**digit)
            into[:, i] = folding[index] + first
        into[:, -2] = where.size + _mobility(piece["own"], piece["other"])
        into[:, -1] = where.size + MOBILITIES + _mobility(piece["other"], piece["own"])
    return columns


def _pieces(count: int) -> Iterator[slice]:
    return (slice(begin, begin + _PIECE) for begin in range(0, count, _PIECE))


def _sums(columns: NDArray[np.int32], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """By row, given the weights."""
    found = np.empty(len(columns))
    for piece in _pieces(len(columns)):
        found[piece] = weights[columns[piece]].sum(axis=1)
    return found


def _spread(columns: NDArray[np.int32], of_rows: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    """The other way: by weight, the sum over the rows that have it."""
    found = np.zeros(size)
    for piece in _pieces(len(columns)):
        found += np.bincount(columns[piece].ravel(), np.repeat(of_rows[piece], columns.shape[1]), size)
    return found


def _solve(rows: NDArray[np.void], target: NDArray[np.float64], settings: FitSettings) -> NDArray[np.float64]:
    """Conjugate gradients on the normal equations, scaled by how often a weight occurs."""
    size = layout().size + 2 * MOBILITIES
    columns = _columns(rows)
    scale = 1.0 / (_spread(columns, np.ones(len(rows)), size) + settings.penalty)
    weights = np.zeros(size)
    left = target
    gradient = _spread(columns, left, size)
    direction = scaled = gradient * scale
    strength = float(gradient @ scaled)
    for _ in range(settings.iterations):
        if strength < 1e-9:
            break
        step = _sums(columns, direction)
        length = strength / float(step @ step + settings.penalty * direction @ direction)
        weights = weights + length * direction
        left = left - length * step
        gradient = _spread(columns, left, size) - settings.penalty * weights
        scaled = gradient * scale
        before, strength = strength, float(gradient @ scaled)
        direction = scaled + strength / before * direction
    return weights


def _predict(rows: NDArray[np.void], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return _sums(_columns(rows), weights)


def _bits(boards: NDArray[np.uint64]) -> NDArray[np.int32]:
    packed = np.ascontiguousarray(boards).view(np.uint8).reshape(-1, 8)
    return np.unpackbits(packed, axis=1, bitorder="little").astype(np.int32)


def _mobility(own: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.int64]:
    return np.minimum(np.bitwise_count(_moves(own, other)), MOBILITIES - 1).astype(np.int64)


def _moves(own: NDArray[np.uint64], other: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Where the side `own` may move, all boards at once."""
    found = np.zeros_like(own)
    inner = other & np.uint64(0x7E7E7E7E7E7E7E7E)
    for shift, between in ((1, inner), (8, other), (7, inner), (9, inner)):
        by = np.uint64(shift)
        for turn in (np.left_shift, np.right_shift):
            line = between & turn(own, by)
            for _ in range(5):
                line |= between & turn(line, by)
            found |= turn(line, by)
    return found & ~(own | other)


def _main() -> None:
    told = command_line("reversi", FitSettings())
    begun = time.monotonic()
    rows = np.concatenate([read_rows(path, row_type) for path in told.rows])
    found = fit(rows, told.settings)
    write_weights(told.out, found.weights)
    shown = " ".join(f"{error:.2f}" for error in found.errors)
    took = time.monotonic() - begun
    print(f"{len(rows)} rows, mean absolute errors by stage on rows held out: {shown}; {took:.0f} s", flush=True)


if __name__ == "__main__":
    _main()
