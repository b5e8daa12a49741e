"""Reversi from the rules: discs on squares, a move turns every enclosed run, the greater number of discs wins.

Squares are (column, row), both from 0, the row counted from the top, so that (5, 4) is `f5`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar

from .common import EMPTY, Outcome, check_options, read_fields, read_ranks, whole_number, write_ranks

Square = tuple[int, int]

DISCS = "xo"
DIRECTIONS = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]


def start(spec_options: Mapping[str, object]) -> Reversi:
    """Return the start: four discs in the middle, white on the falling diagonal, black to move.

    >>> start({}).text()
    '8/8/8/3ox3/3xo3/8/8/8 x'
    """
    size = size_of(spec_options)
    low, high = size // 2 - 1, size // 2
    return Reversi(size, {(low, low): 1, (high, low): 0, (low, high): 0, (high, high): 1}, 0)


def read(text: str, options: Mapping[str, object]) -> Reversi:
    """Read ranks of `x` and `o` with side, or one string of all the squares in `X O -` (any case) with side.

    >>> read("--------" * 3 + "---OX------XO---" + "--------" * 3 + " X", {}) == start({})
    True
    """
    size = size_of(options)
    board, side = read_fields(text, 2, 2)
    if "/" in board:
        rows = read_ranks(board, DISCS, [size] * size)
    else:
        rows = read_squares(board, size)
        side = side.lower()
    if side not in ("x", "o"):
        raise ValueError(f"expected side x or o, got {side!r} in {text!r}")
    discs = {
        (column, row): DISCS.index(letter)
        for row, letters in enumerate(rows)
        for column, letter in enumerate(letters)
        if letter != EMPTY
    }
    return Reversi(size, discs, DISCS.index(side))


def read_squares(board: str, size: int) -> list[list[str]]:
    """Read the form with one character for every square.

    >>> read_squares("-" * 15 + "X", 4)[3]
    ['.', '.', '.', 'x']
    """
    if len(board) != size * size:
        raise ValueError(f"expected {size} ranks joined by / or {size * size} squares, got {board!r}")
    for place, letter in enumerate(board, start=1):
        if letter not in "xoXO-":
            raise ValueError(f"unexpected {letter!r} at character {place} of {board!r}")
    squares = board.lower().replace("-", EMPTY)
    return [list(squares[row * size : (row + 1) * size]) for row in range(size)]


def size_of(options: Mapping[str, object]) -> int:
    """Return the side of the board, the only option: even, 4 to 16.

    >>> size_of({})
    8
    """
    check_options(options, ["size"])
    return whole_number(options, "size", 8, range(4, 17, 2))


@dataclass(frozen=True)
class Reversi:
    """A position: seat 0 is black `x`, seat 1 white `o`.

    >>> sorted(start({}).legal_moves())
    ['c4', 'd3', 'e6', 'f5']
    >>> start({}).after("f5").text()
    '8/8/8/3ox3/3xxx2/8/8/8 o'
    """

    size: int
    discs: dict[Square, int]
    seat: int

    seats: ClassVar[int] = 2

    def to_move(self) -> int:
        """Return the side of the text, also when the game is over."""
        return self.seat

    def legal_moves(self) -> set[str]:
        """Return the squares that turn a disc, or `pass` when only the other seat has such a square."""
        if self._turned[self.seat]:
            return {square_text(square) for square in self._turned[self.seat]}
        return {"pass"} if self._turned[1 - self.seat] else set()

    def after(self, move: str) -> Reversi:
        """Return the position after a disc is placed and every enclosed run is turned, or after a pass."""
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is not legal in {self.text()!r}")
        discs = dict(self.discs)
        for square, turned in self._turned[self.seat].items():
            if square_text(square) == move:
                discs.update(dict.fromkeys(turned | {square}, self.seat))
        return Reversi(self.size, discs, 1 - self.seat)

    def outcome(self) -> Outcome | None:
        """Compare the discs once neither seat can turn any: a pass that changes nothing need not be played."""
        if any(self._turned):
            return None
        black, white = (list(self.discs.values()).count(seat) for seat in (0, 1))
        if black == white:
            return (0.5, 0.5), "disc_count"
        return ((1.0, 0.0) if black > white else (0.0, 1.0)), "disc_count"

    def text(self) -> str:
        """Return the ranks from the top and the side to move."""
        rows = [[self._letter((column, row)) for column in range(self.size)] for row in range(self.size)]
        return f"{write_ranks(rows)} {DISCS[self.seat]}"

    def state(self) -> Hashable:
        """Return the discs with the seat to move."""
        return frozenset(self.discs.items()), self.seat

    @cached_property
    def _turned(self) -> list[dict[Square, set[Square]]]:
        """For each seat, the squares it could play with the discs each of them would turn."""
        found: list[dict[Square, set[Square]]] = [{}, {}]
        for square, rays in rays_of(self.size).items():
            if square in self.discs:
                continue
            for seat in (0, 1):
                turned = {disc for ray in rays for disc in self._enclosed(ray, seat)}
                if turned:
                    found[seat][square] = turned
        return found

    def _enclosed(self, ray: list[Square], seat: int) -> list[Square]:
        """Return the run of enemy discs at the beginning of a ray, if a disc of the seat's own closes it."""
        for length, square in enumerate(ray):
            owner = self.discs.get(square)
            if owner is None:
                return []
            if owner == seat:
                return ray[:length]
        return []

    def _letter(self, square: Square) -> str:
        return DISCS[self.discs[square]] if square in self.discs else EMPTY


def square_text(square: Square) -> str:
    """Write a square: file letter from the left, rank number from the top.

    >>> square_text((5, 4))
    'f5'
    """
    column, row = square
    return f"{chr(ord('a') + column)}{row + 1}"


@cache
def rays_of(size: int) -> dict[Square, list[list[Square]]]:
    """Return for every square the lines that run from it to the edge, nearest square first.

    >>> rays_of(4)[0, 0][0]
    [(1, 0), (2, 0), (3, 0)]
    """
    inside = range(size)
    rays: dict[Square, list[list[Square]]] = {}
    for start_column in inside:
        for start_row in inside:
            rays[start_column, start_row] = []
            for right, down in DIRECTIONS:
                steps = [(start_column + right * n, start_row + down * n) for n in range(1, size)]
                ray = [square for square in steps if square[0] in inside and square[1] in inside]
                if len(ray) > 1:  # one square cannot hold both an enemy disc and the one that closes it in
                    rays[start_column, start_row].append(ray)
    return rays
