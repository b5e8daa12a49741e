"""Rows of NoGo's self-play: what every point is to the seat to move, and what a search and the game's end said."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi import Limits, Position, load_game
from duiyi.engines.native import NativeEngine
from duiyi.games.native import NativeGame
from duiyi.learn.eval_fit import UNKNOWN
from duiyi.learn.games import read_games

__all__ = ["CELLS", "OFF_BOARD", "ONE", "SIDE", "cells_of", "play_game", "read_rows", "row_type"]

SIDE = 9
"""Of the largest board whose games are learnt from; smaller ones lie in the corner of the same square."""

CELLS = SIDE * SIDE

OFF_BOARD = 6
"""A point is open to both 0, to the other alone 1, to the mover alone 2, to nobody 3; it has the mover's stone 4 or the
other's 5; or it lies beyond the edge."""

ONE = 65535
"""A certain win, in a row."""

row_type = np.dtype([("game", "<u4"), ("result", "i1"), ("rate", "<u2"), ("cells", "u1", CELLS)])
"""The result, 1 or -1, and the search's rate of winning, of 65535, are for the seat to move."""

_SMALL = 0.25
"""Share of games on smaller boards."""


def cells_of(position: Position) -> NDArray[np.uint8]:
    """What the points are to the seat to move.

    >>> cells_of(load_game("nogo(rows=2,cols=3)").position("x2/3 o"))[:12].tolist()
    [5, 0, 0, 6, 6, 6, 6, 6, 6, 0, 0, 0]
    """
    own, other, may, others_may = (position.features()[:4] > 0).astype(np.uint8)
    cells = np.full((SIDE, SIDE), OFF_BOARD, np.uint8)
    rows, cols = own.shape
    cells[:rows, :cols] = np.where(own, 4, np.where(other, 5, 3 - may - 2 * others_may))
    return cells.ravel()


def play_game(seed: int, nodes: int = 1200, net: str = "off") -> NDArray[np.void]:
    """The rows of one game, decided by its seed: random opening plies, then about `nodes` a move until one side has a
    proven win. Every other position is also seen after a stray move, for most leaves of a search lie off its best line.

    `net` is a file of weights or ``off`` for the hand-made evaluation.

    >>> rows = play_game(1, nodes=20)
    >>> rows.dtype == row_type, (play_game(1, nodes=20) == rows).all()
    (True, np.True_)
    """
    chance = random.Random(seed)
    sides = (SIDE, SIDE) if chance.random() >= _SMALL else (chance.randrange(4, SIDE), chance.randrange(5, SIDE))
    game = load_game("nogo(rows={},cols={})".format(*sides))
    assert isinstance(game, NativeGame)
    player = _Player(NativeEngine("alphabeta", game, options={"net": net, "memory": "2"}), chance)
    position: Position = game.initial()
    for _ in range(chance.randrange(2, 4 + sides[0] * sides[1] // 3)):
        if position.outcome() is None:
            position = position.after(chance.choice(position.legal_moves()))
    met = list(_met(position, player, nodes))
    if not met:
        return np.empty(0, row_type)
    last, found, _ = met[-1]
    winner = last.to_move if found.rate > 0.5 else 1 - last.to_move
    rows = np.zeros(len(met), row_type)
    for row, (position, found, is_stray) in zip(rows, met, strict=True):
        result = UNKNOWN if is_stray else 1 if position.to_move == winner else -1
        row["game"], row["result"], row["rate"] = seed & 0xFFFFFFFF, result, round(found.rate * ONE)
        row["cells"] = cells_of(position)
    return rows


class _Found(NamedTuple):
    move: int
    rate: float
    is_proven: bool


class _Player:
    def __init__(self, engine: NativeEngine, chance: random.Random) -> None:
        self._engine, self.chance = engine, chance

    def search(self, position: Position, nodes: int) -> _Found:
        limits = Limits(nodes=nodes * 3 // 4 + self.chance.randrange(nodes // 2 + 1), seed=1)
        line = self._engine.search(position, limits).lines[0]
        return _Found(line.moves[0], line.rates[position.to_move], line.end_in is not None)


def _met(position: Position, player: _Player, nodes: int) -> Iterator[tuple[Position, _Found, bool]]:
    """Positions with what a search said, and whether they lie off the way; the last lies on it and is proven."""
    while position.outcome() is None:
        found = player.search(position, nodes)
        if not found.is_proven and player.chance.random() < 0.5:
            aside = position.after(player.chance.choice(position.legal_moves()))
            if aside.outcome() is None:
                yield aside, player.search(aside, nodes), True
        yield position, found, False
        if found.is_proven:
            return
        position = position.after(found.move)


def read_rows(path: Path) -> NDArray[np.void]:
    """The rows of a file of `duiyi learn eval nogo` (.npy), or of a file of games of `duiyi learn alphazero nogo`."""
    if path.suffix == ".npy":
        return np.asarray(np.load(path), row_type)
    rows: list[tuple[int, int, int, NDArray[np.uint8]]] = []
    for number, played in enumerate(read_games(path)):
        rates = {row.ply: row.rates for row in played.rows}
        position: Position = load_game("nogo").initial()
        name = zlib.crc32(f"{path.name} {number}".encode())
        for ply, move in enumerate(played.moves):
            if ply >= played.opening and ply in rates:
                seat = position.to_move
                result = 1 if played.scores[seat] > 0.5 else -1
                rows.append((name, result, round(rates[ply][seat] * ONE), cells_of(position)))
            position = position.after(move)
    return np.array(rows, row_type)
