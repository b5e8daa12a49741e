"""The weights of the evaluation of Chinese Checkers in whole numbers, as the core has them.

See `cpp/games/chinese_checkers/weights.hpp`. All are for an army that goes down from camp A to camp D.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duiyi.learn.chinese_checkers_rows import HOLES, axials
from duiyi.learn.net_file import NetFormat, divided

__all__ = [
    "HALF_TURN",
    "MAGIC",
    "PARTS",
    "SHIPPED",
    "SIZE",
    "STAGES",
    "TABLES",
    "costs",
    "distances",
    "hand_made",
    "leads",
    "offsets",
    "places",
    "read_weights",
    "standings",
    "turned_over",
    "write_weights",
]

MAGIC = b"duiyi chinese_checkers weights 1\n"
SHIPPED = Path(__file__).resolve().parent.parent / "nets" / "chinese_checkers.weights"

HALF_TURN = 50
"""For who is to move."""

TABLES, STAGES = 3, 3
"""For two seats, for three, and for four and six; early, middle and late."""

_STEPS = 17  # from tip to tip, and none


class Parts(NamedTuple):
    """Where the numbers of a table are."""

    cells: slice
    last_man: slice
    last_but_one: slice
    late: slice
    """For a man outside, for his steps to a free hole, for room that those inside leave, and always."""


PARTS = Parts(*(slice(*ends) for ends in ((0, 363), (363, 380), (380, 397), (397, 401))))
SIZE = PARTS.late.stop

_GOAL = slice(HOLES - 10, HOLES)
_PEAKS = (125, 75, 30)  # sums of distances where each stage counts alone
_LATE, _LATE_BONUS = 7, 50
_HEMMED = 2
_DEEPEST = np.array([0, 0, 1, 2, 4, 6, 8, 11, 14, 17, 20])


@cache
def distances() -> NDArray[np.int64]:
    """By two cells: the steps between them.

    >>> int(distances()[0, 120]), int(distances()[111, 120])
    (16, 3)
    """
    x, y = (axials()[:, i][:, None] - axials()[:, i][None, :] for i in (0, 1))
    return np.asarray((abs(x) + abs(y) + abs(x + y)) // 2, np.int64)


def hand_made() -> NDArray[np.int64]:
    """The table of ``net=off``: a step costs 0.27 turns, strays a little, the last two men more.

    >>> hand_made()[[0, 60, 120]].tolist()
    [709, 285, 0]
    """
    far = distances()[:, HOLES - 1]
    aside = abs(2 * axials()[:, 0] + axials()[:, 1])
    aside[_GOAL] = 0
    table = np.zeros(SIZE, np.int64)
    table[PARTS.cells] = np.tile((200 * (100 * far + 4 * far**2 + 12 * aside) + 370) // 740, STAGES)
    table[PARTS.last_man], table[PARTS.last_but_one] = 30 * np.arange(_STEPS), 20 * np.arange(_STEPS)
    table[PARTS.late] = 0, 34, 1, 0
    return table


_FORMAT = NetFormat(
    "Chinese Checkers",
    MAGIC,
    ("<i2",),
    lambda tables, stages, holes: [(tables, stages * holes + SIZE - PARTS.cells.stop)],
)


def write_weights(path: Path, tables: NDArray[np.int64]) -> None:
    """Write a file that the core reads: `alphabeta(net=FILE)`; it is there whole or not at all."""
    if tables.shape != (TABLES, SIZE):
        raise ValueError(f"expected {TABLES} tables of {SIZE} weights, got {tables.shape}")
    _FORMAT.write(path, (TABLES, STAGES, HOLES), [np.clip(tables, -32767, 32767)])


def read_weights(path: Path) -> NDArray[np.int64]:
    """Read what `write_weights` wrote, a row for each table; raises `ValueError` for anything else.

    >>> read_weights(SHIPPED).shape
    (3, 401)
    """
    (tables,) = _FORMAT.read(path)
    if tables.shape != (TABLES, SIZE):
        raise ValueError(f"expected {TABLES} tables of {SIZE} weights, got {tables.shape} in {path}")
    return tables


def places(rows: NDArray[np.void]) -> NDArray[np.int64]:
    """By row: how often each weight of a table counts, those of cells in parts of 64.

    >>> from duiyi.learn.chinese_checkers_rows import row_type
    >>> row = np.zeros(1, row_type)
    >>> row["men"] = np.arange(10)
    >>> found = places(row)[0]
    >>> found[:11].tolist(), np.flatnonzero(found[363:]).tolist()
    ([64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 0], [16, 32])
    """
    every = np.arange(len(rows))[:, None]
    men = rows["men"].astype(np.int64)
    far = distances()[men, HOLES - 1]
    counts = np.zeros((len(rows), HOLES), np.int64)
    counts[every, men] = 1
    found = np.zeros((len(rows), SIZE), np.int64)
    found[:, PARTS.cells] = (_shares(far.sum(axis=1))[:, :, None] * counts[:, None, :]).reshape(-1, STAGES * HOLES)
    rear = np.sort(far, axis=1)
    found[every[:, 0], PARTS.last_man.start + rear[:, -1]] = 1
    found[every[:, 0], PARTS.last_but_one.start + rear[:, -2]] = 1
    late = _is_late(rows)
    found[late] = 0
    found[late, PARTS.late] = _late_places(rows[late])
    return found


def offsets(rows: NDArray[np.void]) -> NDArray[np.int64]:
    """By row what the army costs whatever the weights: men hemmed in at home; less when most are in the goal."""
    others = _others(rows)[:, :10].sum(axis=1)
    hemmed = _HEMMED * (rows["men"] < 10).sum(axis=1) * others**2
    return np.asarray(np.where(_is_late(rows), -_LATE_BONUS, hemmed), np.int64)


def costs(table: NDArray[np.int64], rows: NDArray[np.void]) -> NDArray[np.int64]:
    """What the core makes of armies, in hundredths of a turn that they still need."""
    counts = places(rows)
    placed = counts[:, PARTS.cells] @ table[PARTS.cells]
    rest = counts[:, PARTS.cells.stop :] @ table[PARTS.cells.stop :]
    return np.asarray(divided(placed, 64) + rest + offsets(rows))


def standings(tables: NDArray[np.int64], rows: NDArray[np.void]) -> NDArray[np.int64]:
    """The same by the table for the seats of each row, negative as the core has it.

    >>> from duiyi import load_game
    >>> from duiyi.learn.chinese_checkers_rows import row_of, row_type
    >>> row = np.zeros(1, row_type)
    >>> row[0] = (*row_of(load_game("chinese_checkers").initial(), 2, 0), 0, 0, 0)
    >>> int(standings(np.tile(hand_made(), (3, 1)), row)[0])
    -6739
    """
    which = np.minimum(rows["seats"].astype(np.int64) - 2, TABLES - 1)
    found = np.zeros(len(rows), np.int64)
    for number, table in enumerate(tables):
        found[which == number] = -costs(table, rows[which == number])
    return found


def leads(tables: NDArray[np.int64], rows: NDArray[np.void]) -> NDArray[np.int64]:
    """The evaluation of rows of two seats."""
    return np.asarray(standings(tables, rows) - standings(tables, turned_over(rows)) + HALF_TURN)


def turned_over(rows: NDArray[np.void]) -> NDArray[np.void]:
    """Rows of two seats as the other seat sees them; what is known of the mover alone is not carried over.

    >>> from duiyi.learn.chinese_checkers_rows import play_game
    >>> rows = play_game(1, nodes=20)
    >>> (turned_over(turned_over(rows))["men"] == rows["men"]).all()
    np.True_
    """
    found = np.zeros(len(rows), rows.dtype)
    found["seats"] = rows["seats"]
    found["men"] = np.nonzero(_others(rows)[:, ::-1])[1].reshape(len(rows), 10)
    own = np.zeros((len(rows), 128), np.uint8)
    own[np.arange(len(rows))[:, None], HOLES - 1 - rows["men"].astype(np.int64)] = 1
    found["others"] = np.packbits(own, axis=1, bitorder="little")
    return found


def _others(rows: NDArray[np.void]) -> NDArray[np.int64]:
    return np.unpackbits(rows["others"], axis=1, bitorder="little")[:, :HOLES].astype(np.int64)


def _shares(far: NDArray[np.int64]) -> NDArray[np.int64]:
    """How much each stage counts, of 64, by the sum of distances; between the peaks two stages share."""
    shares = np.zeros((len(far), STAGES), np.int64)
    upper = np.where(far >= _PEAKS[1], 0, 1)
    high, low = np.array(_PEAKS)[upper], np.array(_PEAKS)[upper + 1]
    part = 64 * (np.clip(far, low, high) - low) // (high - low)
    shares[np.arange(len(far)), upper], shares[np.arange(len(far)), upper + 1] = part, 64 - part
    return shares


def _is_late(rows: NDArray[np.void]) -> NDArray[np.bool_]:
    return np.asarray((rows["men"] >= _GOAL.start).sum(axis=1) >= _LATE)


def _late_places(rows: NDArray[np.void]) -> NDArray[np.int64]:
    men = rows["men"].astype(np.int64)
    inside = men >= _GOAL.start
    taken = _others(rows)[:, _GOAL] > 0
    row, man = np.nonzero(inside)
    taken[row, men[row, man] - _GOAL.start] = True
    steps = np.where(taken[:, None, :], 16, distances()[men][:, :, _GOAL]).min(axis=2)
    count = inside.sum(axis=1)
    depth = np.where(inside, distances()[men, HOLES - 1], 0).sum(axis=1) - _DEEPEST[count]
    return np.stack([10 - count, np.where(inside, 0, steps).sum(axis=1), depth, np.ones_like(count)], 1)
