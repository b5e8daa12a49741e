"""Rows of self-play of Chinese Checkers: armies seen by somebody who goes down from camp A to camp D."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
from numpy.typing import NDArray

from duiyi import Limits, Position, load_game
from duiyi.engines.native import NativeEngine
from duiyi.games.native import NativeGame

__all__ = ["HOLES", "UNKNOWN", "axials", "play_game", "row_of", "row_type", "turned"]

HOLES = 121
UNKNOWN = 255

row_type = np.dtype(
    [
        ("seats", "u1"),
        ("men", "u1", 10),
        ("others", "u1", 16),
        ("turns", "u1"),
        ("result", "u1"),
        ("score", "<i2"),
    ]
)
"""The army of the seat to move, a bit for every hole where somebody else stands, and, where it is known (else 255), how
many turns the army took to get home and whether it won (of two seats). The score is that of the search."""

_CAMPS = {2: "AD", 3: "ACE", 6: "ABCDEF"}
_SEATS = (2, 2, 2, 2, 2, 3, 6)  # drawn for a game
_OPENING = 6  # random turns of a seat, at most
_NOISY = 24  # turns of a seat in which some moves are random
_LONGEST = 120
_MOST = 3000  # a score


@cache
def axials() -> NDArray[np.int64]:
    """By cell, rank by rank from the top: x to the right, y up.

    >>> axials()[[0, 60, 120]].tolist()
    [[-4, 8], [0, 0], [4, -8]]
    """
    found = [(x, y) for y in range(8, -9, -1) for x in range(-8, 9) if _is_hole(x, y, -x - y)]
    return np.array(found, np.int64)


@cache
def turned(camp: str) -> NDArray[np.int64]:
    """By cell: the cell that somebody from this camp sees in its place who turns the board until his camp is on top.

    >>> turned("A")[:3].tolist(), turned("D")[:3].tolist()
    ([0, 1, 2], [120, 119, 118])
    """
    number = {tuple(hole): cell for cell, hole in enumerate(axials().tolist())}
    found = []
    for x, y in axials().tolist():
        for _ in range("AFEDCB".index(camp)):
            x, y = x + y, -x
        found.append(number[x, y])
    return np.array(found, np.int64)


def row_of(position: Position, seats: int, seat: int) -> tuple[int, list[int], NDArray[np.uint8]]:
    """Seats, men and others of an army.

    >>> game = load_game("chinese_checkers")
    >>> row_of(game.initial(), 2, 1)[1]
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    board, camp = position.board(), _CAMPS[seats][seat]
    seen = turned(camp)
    men = sorted(int(seen[cell]) for cell, code in enumerate(board) if code == camp)
    others = np.zeros(128, np.uint8)
    others[[int(seen[cell]) for cell, code in enumerate(board) if code not in ("", camp)]] = 1
    return seats, men, np.packbits(others, bitorder="little")


def play_game(seed: int, nodes: int = 800, net: str = "off") -> NDArray[np.void]:
    """The rows of one game of two, three or six seats, decided by its seed: a random opening, then `nodes` a move.

    Some moves of the first half stray, so that armies are seen where nobody would go. What came before such a move
    does not know how the game would have ended.

    >>> rows = play_game(1, nodes=20)
    >>> len(rows) > 20, (play_game(1, nodes=20) == rows).all()
    (True, np.True_)
    """
    chance = random.Random(seed)
    seats = chance.choice(_SEATS)
    game = load_game(f"chinese_checkers(seats={seats})")
    assert isinstance(game, NativeGame)
    engine = NativeEngine("alphabeta", game, options={"net": net, "memory": "4"})
    position: Position = game.initial()
    for _ in range(chance.randint(0, _OPENING * seats)):
        position = position.after(chance.choice(sorted(position.legal_moves())))
    slip = chance.choice((0.0, 0.04, 0.08))
    rows = np.zeros(_LONGEST * seats, row_type)
    movers: list[int] = []
    arrived: dict[int, int] = {}  # by seat: the row count at which it was home
    sure = 0  # the first row that no stray move follows
    score = 0
    while position.outcome() is None and len(movers) < len(rows):
        seat, at = position.to_move, len(movers)
        best = engine.search(position, Limits(nodes=nodes, seed=chance.getrandbits(30))).lines[0]
        score = round(min(max(best.score or 0.0, -_MOST), _MOST))
        rows[at] = (*row_of(position, seats, seat), UNKNOWN, UNKNOWN, score)
        movers.append(seat)
        move = best.moves[0]
        if at < _NOISY * seats and chance.random() < slip:
            move, sure = chance.choice(sorted(position.legal_moves())), at + 1
        position = position.after(move)
        for other, camp in enumerate(_CAMPS[seats]):
            if camp in position.text().split()[3]:
                arrived.setdefault(other, at)
    rows = rows[: len(movers)]
    turns = _turns(movers, arrived, len(rows))
    if seats == 2 and len(arrived) == 1:
        # The search knew how far the other still had to go, if the armies had passed each other.
        (winner,) = arrived
        rows["result"][sure:] = np.array(movers[sure:]) == winner
        if 0 < score < _MOST:
            last = [at for at, mover in enumerate(movers) if mover != winner]
            turns[last] = len(last) - np.arange(len(last)) + round(score / 100 + 0.5)
    known = (turns > 0) & (np.arange(len(rows)) >= sure)
    rows["turns"] = np.where(known, np.minimum(turns, UNKNOWN - 1), UNKNOWN)
    return rows


def _turns(movers: list[int], arrived: dict[int, int], count: int) -> NDArray[np.int64]:
    """By row: the turns until the mover was home, 0 where it never was."""
    turns = np.zeros(count, np.int64)
    for seat, end in arrived.items():
        own = [at for at, mover in enumerate(movers) if mover == seat and at <= end]
        turns[own] = len(own) - np.arange(len(own))
    return turns


def _is_hole(x: int, y: int, z: int) -> bool:
    return min(x, y, z) >= -4 or max(x, y, z) <= 4
