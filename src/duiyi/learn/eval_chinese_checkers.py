"""The evaluation of Chinese Checkers from own games: least squares that stay near the hand-made weights.

Two things are asked of the weights at once: that what an army costs is the turns it still took, and, of two seats,
that the lead foretells the search's score and the game's end. Both are sums over places, so either is a problem of
weighted least squares; a ridge holds the weights of places where nobody goes to what was known before.

``python -m duiyi.learn.eval_chinese_checkers FILE.npy ... --out FILE.weights`` fits rows of several runs.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi.learn.chinese_checkers_rows import HOLES, UNKNOWN, axials
from duiyi.learn.chinese_checkers_weights import (
    HALF_TURN,
    PARTS,
    SIZE,
    STAGES,
    TABLES,
    costs,
    distances,
    hand_made,
    leads,
    offsets,
    places,
    turned_over,
    write_weights,
)
from duiyi.learn.eval_fit import command_line

__all__ = ["Errors", "FitSettings", "fit", "main"]

Array = NDArray[np.float64]

UNIT = 200.0
"""A lead of so much is a winning rate of 73 %, as `Evaluation::UNIT`."""

_PIECE = 20_000  # rows at a time
_SMOOTH = 5 * STAGES + 6  # directions
_LEAST_LATE = (0, 20, 2, -300)  # men who did not mind where they stand would not make room for the last


class FitSettings(NamedTuple):
    """What is fitted, and how freely."""

    duel: float = 2.0
    """How much the leads of two seats count beside the turns."""
    result: float = 1.0
    """How much the game's end counts beside the search's score."""
    smooth: float = 0.003
    """What holds down polynomials of places."""
    single: float = 0.1
    """What holds down single holes."""
    crowd: float = 0.4
    """Where four and six seats crowd the board the turns tell less: so much is found, the rest is made by hand."""
    steps: int = 40


class Errors(NamedTuple):
    """On every tenth thousand of rows, which is held out: in turns, and of winning rates (squared)."""

    turns: float
    rates: float


def fit(rows: NDArray[np.void], settings: FitSettings | None = None) -> tuple[NDArray[np.int64], Errors]:
    """Tables in hundredths of a turn, those of three and more seats from that of two on.

    >>> from duiyi.learn.chinese_checkers_rows import play_game
    >>> tables, errors = fit(np.concatenate([play_game(seed, nodes=20) for seed in range(3)]))
    >>> tables.shape, 0 < errors.rates < 1
    ((3, 401), True)
    """
    told = settings or FitSettings()
    held_out = np.arange(len(rows)) // 1000 % 10 == 9 if len(rows) >= 10_000 else np.zeros(len(rows), np.bool_)
    seats = rows["seats"]
    tables = np.tile(hand_made(), (TABLES, 1))
    tables[0] = _fit_table(rows[~held_out & (seats == 2)], tables[0], told)
    tables[1] = _fit_table(rows[~held_out & (seats == 3)], tables[0], told)
    crowded = _fit_table(rows[~held_out & (seats > 3)], tables[0], told)
    tables[2] = np.rint(told.crowd * crowded + (1 - told.crowd) * tables[2])
    tables[:, PARTS.late] = np.maximum(tables[:, PARTS.late], _LEAST_LATE)
    return tables, _errors(tables, rows[held_out] if held_out.any() else rows, told)


def _fit_table(rows: NDArray[np.void], before: NDArray[np.int64], told: FitSettings) -> NDArray[np.int64]:
    """The minimum of turns' squares, leads' likelihood and the ridge.

    The likelihood is nowhere bent more than by a quarter, so steps by the same matrix, as steep as that, go down every
    time.
    """
    basis = _basis()
    ridge = np.where(np.arange(basis.shape[1]) < _SMOOTH, told.smooth, told.single)
    flat, slope = _turns_part(rows[rows["turns"] != UNKNOWN], before)
    duels = _Duels(rows[rows["seats"] == 2], told.result) if told.duel > 0 else None
    steepest = flat if duels is None else flat + told.duel / 4 * duels.gram()
    inverse = np.linalg.inv(basis.T @ steepest @ basis + np.diag(ridge))
    freedom = np.zeros(basis.shape[1])
    for _ in range(1 if duels is None else told.steps):
        change = basis @ freedom
        downhill = slope - flat @ change
        if duels is not None:
            downhill = downhill + told.duel * duels.slope(before + change)
        freedom = freedom + inverse @ (basis.T @ downhill - ridge * freedom)
    return np.rint(before + basis @ freedom).astype(np.int64)


def _turns_part(rows: NDArray[np.void], table: NDArray[np.int64]) -> tuple[Array, Array]:
    """Normal equations of the turns; early armies are the noisier and count less."""
    gram, slope = np.zeros((SIZE, SIZE)), np.zeros(SIZE)
    for piece in _pieces(rows):
        counts = _scaled(places(piece))
        turns = piece["turns"].astype(np.float64)
        weight = 1 / (150 + 8 * turns) ** 2
        left = 100 * turns - counts @ table - offsets(piece)
        gram += (counts * weight[:, None]).T @ counts
        slope += counts.T @ (weight * left)
    return gram, slope


class _Duels:
    """Rows of two seats: what the other has more of than the mover, and the winning rate to learn."""

    def __init__(self, rows: NDArray[np.void], result: float) -> None:
        self._pieces: list[tuple[NDArray[np.int8], NDArray[np.int64], Array]] = []
        for piece in _pieces(rows):
            other = turned_over(piece)
            counts = (places(other) - places(piece)).astype(np.int8)  # all between -64 and 64
            self._pieces.append((counts, offsets(other) - offsets(piece) + HALF_TURN, _target(piece, result)))

    def gram(self) -> Array:
        """Of all rows, as if each counted one."""
        sums = np.zeros((SIZE, SIZE))
        for packed, _, _ in self._pieces:
            counts = _scaled(packed) / UNIT
            sums += counts.T @ counts
        return sums

    def slope(self, table: Array) -> Array:
        """Where the likelihood grows."""
        found = np.zeros(SIZE)
        for packed, more, target in self._pieces:
            counts = _scaled(packed) / UNIT
            found += counts.T @ (target - _rate(counts @ table + more / UNIT))
        return found


def _target(rows: NDArray[np.void], result: float) -> Array:
    """The winning rate to learn; where the end is not known, the search's alone."""
    searched = _rate(rows["score"] / UNIT)
    known = rows["result"] != UNKNOWN
    return np.asarray(np.where(known, result * (rows["result"] == 1) + (1 - result) * searched, searched))


def _rate(lead: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-lead)))


def _scaled(counts: NDArray[np.int64] | NDArray[np.int8]) -> Array:
    """Whole men instead of parts of 64."""
    found = counts.astype(np.float64)
    found[:, PARTS.cells] /= 64
    return found


def _pieces(rows: NDArray[np.void]) -> list[NDArray[np.void]]:
    return [rows[first : first + _PIECE] for first in range(0, len(rows), _PIECE)]


def _errors(tables: NDArray[np.int64], rows: NDArray[np.void], told: FitSettings) -> Errors:
    duels = rows[rows["seats"] == 2]
    known = duels[duels["turns"] != UNKNOWN]
    turns = np.sqrt(np.mean((costs(tables[0], known) / 100 - known["turns"]) ** 2)) if len(known) else np.nan
    rates = np.mean((_rate(leads(tables, duels) / UNIT) - _target(duels, told.result)) ** 2) if len(duels) else np.nan
    return Errors(float(turns), float(rates))


@cache
def _basis() -> Array:
    """Directions in which a table may move: polynomials of distance and stray, then single weights, mirrored alike."""
    far = distances()[:, HOLES - 1].astype(np.float64)
    aside = abs(2 * axials()[:, 0] + axials()[:, 1]).astype(np.float64)
    by_cell = np.stack([np.ones(HOLES), far / 4, far**2 / 40, aside / 4, aside * far / 40], 1)
    steps = np.arange(PARTS.last_man.stop - PARTS.last_man.start) / 4
    by_step = np.stack([steps, steps**2 / 4], 1)
    smooth = np.zeros((SIZE, _SMOOTH))
    for stage in range(STAGES):
        smooth[stage * HOLES : (stage + 1) * HOLES, stage * 5 : stage * 5 + 5] = by_cell
    smooth[PARTS.last_man, 15:17], smooth[PARTS.last_but_one, 17:19] = by_step, by_step
    smooth[PARTS.late, 19:21] = np.eye(4)[:, [0, 3]]
    number = {tuple(hole): cell for cell, hole in enumerate(axials().tolist())}
    mirror = np.array([number[-x - y, y] for x, y in axials().tolist()])
    kinds = np.minimum(np.arange(HOLES), mirror)
    single = (kinds[:, None] == np.unique(kinds)[None, :]).astype(np.float64)
    blocks = [single] * STAGES + [np.eye(SIZE - PARTS.cells.stop)]
    fine = np.zeros((SIZE, sum(block.shape[1] for block in blocks)))
    row = column = 0
    for block in blocks:
        fine[row : row + block.shape[0], column : column + block.shape[1]] = block
        row, column = row + block.shape[0], column + block.shape[1]
    return np.concatenate([smooth, fine], 1)


def main(words: list[str] | None = None) -> None:
    """Fit files of rows and tell the errors."""
    told = command_line("chinese_checkers", FitSettings(), words)
    rows = np.concatenate([np.load(path) for path in told.rows])
    tables, errors = fit(rows, told.settings)
    write_weights(told.out, tables)
    print(f"{len(rows)} rows; held out: {errors.turns:.3f} turns, {errors.rates:.5f} of winning rates (squared)")


if __name__ == "__main__":
    main()
