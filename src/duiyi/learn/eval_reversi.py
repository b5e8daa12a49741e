"""Reversi's evaluation from own games: play, solve the ends, fit pattern weights by least squares.

The fit has one solution, so it converges by construction; what is repeated is the play, with the weights found last.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from duiyi import Limits, Position, load_game
from duiyi.engines.native import NativeEngine
from duiyi.engines.solve import solve
from duiyi.games.native import NativeGame
from duiyi.learn.reversi_patterns import MOBILITIES, STAGES, layout, stage_of

__all__ = ["Fit", "fit", "play_game", "row_type"]

row_type = np.dtype([("own", "<u8"), ("other", "<u8"), ("value", "i1")])
"""A position for its mover and the final disc difference."""

SOLVED = 14
"""Empties from which games are played out exactly."""


class Fit(NamedTuple):
    """Weights in discs by stage, and the mean absolute error of the held-out tenth by stage."""

    weights: NDArray[np.float64]
    errors: list[float]


def play_game(seed: int, depth: int = 4, net: str = "off", nodes: int | None = None) -> NDArray[np.void]:
    """The rows of one game: random opening plies, then a search of `depth` plies or of `nodes`, then perfect play.

    >>> rows = play_game(1, depth=1)
    >>> rows.dtype == row_type, len(rows) > 30
    (True, True)
    """
    return np.array(
        list(_rows(random.Random(seed), Limits(depth=depth) if nodes is None else Limits(nodes=nodes), net)),
        dtype=row_type,
    )


def _rows(rng: random.Random, limits: Limits, net: str) -> Iterator[tuple[int, int, int]]:
    game = load_game("reversi")
    assert isinstance(game, NativeGame)
    engine = NativeEngine("alphabeta", game, options={"net": net, "memory": "4"})
    position: Position = game.initial()
    met: list[Position] = []
    opening = rng.randrange(4, 28)
    for ply in range(200):
        if position.outcome() is not None:
            return
        if ply >= opening:
            met.append(position)
        if _empties(position) <= SOLVED:
            break
        moves = position.legal_moves()
        if ply < opening or len(moves) == 1:
            move = rng.choice(moves)
        else:
            found = engine.search(position, structs.replace(limits, lines=2, seed=rng.randrange(1 << 30)))
            # Now and then the second best when it is nearly as good: games must not repeat.
            best = found.lines[0]
            near = [line for line in found.lines if (best.score or 0) - (line.score or 0) < 150]
            move = (rng.choice(near) if rng.random() < 0.3 else best).moves[0]
        position = position.after(move)
    margin = solve(position).value
    assert isinstance(margin, int)
    for earlier in met:
        yield _row(earlier, margin if earlier.to_move == position.to_move else -margin)
    yield from _end(position, rng)


def _end(position: Position, rng: random.Random) -> Iterator[tuple[int, int, int]]:
    """Positions of the end after random moves, each with its exact value."""
    while position.outcome() is None:
        position = position.after(rng.choice(position.legal_moves()))
        if position.outcome() is None:
            margin = solve(position).value
            assert isinstance(margin, int)
            yield _row(position, margin)


def _row(position: Position, margin: int) -> tuple[int, int, int]:
    board, mover = position.text().split()
    cells = "".join(" " * int(letter) if letter.isdigit() else letter for letter in board.replace("/", ""))
    own = sum(1 << i for i, cell in enumerate(cells) if cell == mover)
    other = sum(1 << i for i, cell in enumerate(cells) if cell not in (mover, " "))
    return own, other, margin


def _empties(position: Position) -> int:
    return sum(int(letter) for letter in position.text().split()[0] if letter.isdigit())


def fit(rows: NDArray[np.void], iterations: int = 40, penalty: float = 30.0, seed: int = 1) -> Fit:
    """Least squares per stage, each with its neighbours' rows as well so that the evaluation does not jump."""
    discs = np.bitwise_count(rows["own"] | rows["other"])
    stages = np.array([stage_of(int(count)) for count in range(65)])[discs]
    held_out = np.random.default_rng(seed).random(len(rows)) < 0.1
    weights, errors = [], []
    for stage in range(STAGES):
        near = np.abs(stages - stage) <= 1
        found = _solve(rows[near & ~held_out], iterations, penalty)
        weights.append(found)
        test = rows[(stages == stage) & held_out]
        errors.append(float(np.abs(_predict(test, found) - test["value"]).mean()) if len(test) else float("nan"))
    return Fit(np.array(weights), errors)


def _columns(rows: NDArray[np.void]) -> NDArray[np.int32]:
    """By row: the numbers of the weights that add up to its value."""
    own = _bits(rows["own"])
    digits = own + 2 * _bits(rows["other"])
    where = layout()
    columns = np.empty((len(rows), len(where.places) + 2), np.int32)
    for i, (cells, folding, first) in enumerate(where.places):
        index = np.zeros(len(rows), np.int64)
        for digit, cell in enumerate(cells):
            index += digits[:, cell] * 3**digit
        columns[:, i] = folding[index] + first
    columns[:, -2] = where.size + _mobility(rows["own"], rows["other"])
    columns[:, -1] = where.size + MOBILITIES + _mobility(rows["other"], rows["own"])
    return columns


def _solve(rows: NDArray[np.void], iterations: int, penalty: float) -> NDArray[np.float64]:
    """Conjugate gradients on the normal equations, scaled by how often a weight occurs."""
    size = layout().size + 2 * MOBILITIES
    columns = _columns(rows)
    flat = columns.ravel()
    width = columns.shape[1]
    scale = 1.0 / (np.bincount(flat, minlength=size) + penalty)
    weights = np.zeros(size)
    left = rows["value"].astype(np.float64)
    gradient: NDArray[np.float64] = np.bincount(flat, np.repeat(left, width), size).astype(np.float64)
    direction = scaled = gradient * scale
    strength = float(gradient @ scaled)
    for _ in range(iterations):
        if strength < 1e-9:
            break
        step = direction[columns].sum(axis=1)
        length = strength / float(step @ step + penalty * direction @ direction)
        weights = weights + length * direction
        left = left - length * step
        gradient = np.bincount(flat, np.repeat(left, width), size) - penalty * weights
        scaled = gradient * scale
        before, strength = strength, float(gradient @ scaled)
        direction = scaled + strength / before * direction
    return weights


def _predict(rows: NDArray[np.void], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(weights[_columns(rows)].sum(axis=1), np.float64)


def _bits(boards: NDArray[np.uint64]) -> NDArray[np.int64]:
    packed = np.ascontiguousarray(boards).view(np.uint8).reshape(-1, 8)
    return np.unpackbits(packed, axis=1, bitorder="little").astype(np.int64)


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
