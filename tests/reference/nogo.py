"""NoGo from the rules: stones stay for ever, and whoever must take a last liberty has lost.

Points are (column, row), both from 0, the row counted from the bottom, so that (3, 3) is `D4`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from .common import (
    EMPTY,
    Outcome,
    check_options,
    choice,
    read_fields,
    read_ranks,
    whole_number,
    write_ranks,
)

Point = tuple[int, int]

STONES = "xo"
COLUMNS = "ABCDEFGHJKLMNOPQRST"


def start(spec_options: Mapping[str, object]) -> Nogo:
    """Return the empty board, black to move.

    >>> start({"rows": 3, "cols": 5}).text()
    '5/5/5 x'
    """
    rows, columns, rule = settings_of(spec_options)
    return Nogo(rows, columns, rule, {}, 0)


def read(text: str, options: Mapping[str, object]) -> Nogo:
    """Read ranks of `x` and `o` with the side to move; a group without liberties is an error.

    >>> read("xo1/o2/3 x", {"size": 3})
    Traceback (most recent call last):
    ValueError: the group of A3 in 'xo1/o2/3 x' has no liberty
    """
    rows, columns, rule = settings_of(options)
    board, side = read_fields(text, 2, 2)
    if side not in ("x", "o"):
        raise ValueError(f"expected side x or o, got {side!r} in {text!r}")
    ranks = read_ranks(board, STONES, [columns] * rows)
    stones = {
        (column, row): STONES.index(letter)
        for row, rank in enumerate(reversed(ranks))
        for column, letter in enumerate(rank)
        if letter != EMPTY
    }
    position = Nogo(rows, columns, rule, stones, STONES.index(side))
    for point in sorted(stones):
        if not position.liberties_of(point):
            raise ValueError(f"the group of {point_text(point)} in {text!r} has no liberty")
    return position


def settings_of(options: Mapping[str, object]) -> tuple[int, int, str]:
    """Return rows, columns and rule; a board is given by `size` or by both `rows` and `cols`, 9x9 by default.

    >>> settings_of({"rule": "course"})
    (9, 9, 'course')
    """
    check_options(options, ["size", "rows", "cols", "rule"])
    rule = choice(options, "rule", "legal", ["legal", "course"])
    sizes = range(2, 20)
    if ("rows" in options) != ("cols" in options) or ("rows" in options and "size" in options):
        raise ValueError(f"a board is given by size, or by both rows and cols, got {dict(options)}")
    size = whole_number(options, "size", 9, sizes)
    return whole_number(options, "rows", size, sizes), whole_number(options, "cols", size, sizes), rule


@dataclass(frozen=True)
class Nogo:
    """A position: seat 0 is black `x`, seat 1 white `o`.

    >>> position = read("xo/2 x", {"size": 2})
    >>> position.legal_moves()
    {'A1'}
    >>> position.after("A1").outcome()
    ((1.0, 0.0), 'no_legal_move')
    """

    rows: int
    columns: int
    rule: str
    stones: dict[Point, int]
    seat: int

    seats: ClassVar[int] = 2

    def to_move(self) -> int:
        """Return the side of the text; after a losing move of `rule=course` it is the winner."""
        return self.seat

    def legal_moves(self) -> set[str]:
        """Return the empty points, without those that take a last liberty unless `rule=course` lets them be played."""
        return set() if self.outcome() else {point_text(point) for point in self._playable}

    def after(self, move: str) -> Nogo:
        """Return the position with the stone added; nothing is ever taken off, not even by a losing capture."""
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        point = next(point for point in self._playable if point_text(point) == move)
        return Nogo(self.rows, self.columns, self.rule, {**self.stones, point: self.seat}, 1 - self.seat)

    def outcome(self) -> Outcome | None:
        """Return who lost: the last mover, if a group has no liberty; the seat to move, if it has no legal point."""
        lifeless = {self.stones[point] for point in self.stones if not self.liberties_of(point)}
        win_for_seat_to_move = (1.0, 0.0) if self.seat == 0 else (0.0, 1.0)
        if lifeless:
            # The last mover is the other seat. Having captured goes before having no liberty oneself.
            return win_for_seat_to_move, "capture" if self.seat in lifeless else "suicide"
        if not self._playable:
            return win_for_seat_to_move[::-1], "no_legal_move"
        return None

    def text(self) -> str:
        """Return the ranks from the top and the side to move."""
        ranks = [
            [
                STONES[self.stones[column, row]] if (column, row) in self.stones else EMPTY
                for column in range(self.columns)
            ]
            for row in reversed(range(self.rows))
        ]
        return f"{write_ranks(ranks)} {STONES[self.seat]}"

    def state(self) -> Hashable:
        """Return the stones with the seat to move: a lost game shows in the stones."""
        return frozenset(self.stones.items()), self.seat

    def liberties_of(self, point: Point) -> set[Point]:
        """Return the empty neighbours of the group that a stone belongs to.

        >>> read("xx1/o2/3 x", {"size": 3}).liberties_of((0, 2)) == {(1, 1), (2, 2)}
        True
        """
        return self._liberties[point]

    @cached_property
    def _liberties(self) -> dict[Point, set[Point]]:
        """For every stone the liberties of its group, one flood fill per group."""
        known: dict[Point, set[Point]] = {}
        for first, owner in self.stones.items():
            if first in known:
                continue
            group, liberties, waiting = {first}, set(), [first]
            while waiting:
                for point in self._neighbours(waiting.pop()):
                    if point not in self.stones:
                        liberties.add(point)
                    elif self.stones[point] == owner and point not in group:
                        group.add(point)
                        waiting.append(point)
            known.update(dict.fromkeys(group, liberties))
        return known

    @cached_property
    def _playable(self) -> list[Point]:
        """The empty points that the rule lets the seat to move play."""
        board = ((column, row) for column in range(self.columns) for row in range(self.rows))
        empty = [point for point in board if point not in self.stones]
        if self.rule == "course":
            return empty
        return [point for point in empty if not self._captures(point) and not self._is_suicide(point)]

    def _captures(self, point: Point) -> bool:
        """Whether a stone on the point would take the last liberty of an enemy group."""
        enemies = (stone for stone in self._neighbours(point) if self.stones.get(stone) == 1 - self.seat)
        return any(self._liberties[stone] == {point} for stone in enemies)

    def _is_suicide(self, point: Point) -> bool:
        """Whether a stone on the point, which captures nothing, would stand in a group without liberties."""
        neighbours = self._neighbours(point)
        if any(neighbour not in self.stones for neighbour in neighbours):
            return False
        friends = (stone for stone in neighbours if self.stones[stone] == self.seat)
        return all(self._liberties[stone] == {point} for stone in friends)

    def _neighbours(self, point: Point) -> list[Point]:
        column, row = point
        around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        return [(c, r) for c, r in around if 0 <= c < self.columns and 0 <= r < self.rows]


def point_text(point: Point) -> str:
    """Write a point as in GTP: column letter without I, row number from the bottom.

    >>> point_text((8, 0))
    'J1'
    """
    column, row = point
    return f"{COLUMNS[column]}{row + 1}"
