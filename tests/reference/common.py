"""What every reference implementation shares: its shape, perft, and the reading of board texts and options.

A reference is written for clarity, from the rules alone, and knows nothing of the native core: where the two
disagree, one of them has misread the rules.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Protocol

EMPTY = "."
"""How an empty point stands in the rows of `read_ranks` and `write_ranks` (in texts, runs of them are numbers)."""

Outcome = tuple[tuple[float, ...], str]
"""Scores per seat between 0 and 1, and the reason."""


class Reference(Protocol):
    """A position of one game; `start(options)` and `read(text, options)` of each module make the first one.

    >>> from . import reversi
    >>> position: Reference = reversi.start({})
    >>> position.after("f5").to_move()
    1
    """

    @property
    def seats(self) -> int:
        """How many seats the game has."""

    def to_move(self) -> int:
        """Return the seat whose turn it is, counted from 0 in turn order."""

    def legal_moves(self) -> set[str]:
        """Return the canonical texts of the legal moves: empty when the outcome is set."""

    def after(self, move: str) -> Reference:
        """Return the position after a legal move as a new object; ValueError when it is not legal."""

    def outcome(self) -> Outcome | None:
        """Return scores per seat and the reason, or None while the game goes on."""

    def text(self) -> str:
        """Return the canonical position text."""

    def state(self) -> Hashable:
        """Return a value that is equal for two positions of a game iff the rules see the same position in both."""


def perft(position: Reference, depth: int, finished_is_leaf: bool = False) -> int:
    """Count the lines of exactly `depth` plies; with `finished_is_leaf` (Reversi) a game that ends earlier counts one.

    >>> from . import reversi
    >>> perft(reversi.start({}), 3, finished_is_leaf=True)
    56
    """
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if not moves:
        return 1 if finished_is_leaf else 0
    if depth == 1:
        return len(moves)
    return sum(perft(position.after(move), depth - 1, finished_is_leaf) for move in moves)


def read_ranks(board: str, letters: str, widths: Sequence[int]) -> list[list[str]]:
    """Read ranks joined by `/`, each of the given width, with decimal runs of empties; ValueError names the place.

    >>> read_ranks("2x/o2", "xo", [3, 3])
    [['.', '.', 'x'], ['o', '.', '.']]
    >>> read_ranks("2x/o3", "xo", [3, 3])
    Traceback (most recent call last):
    ValueError: rank 2 of '2x/o3' has 4 points, expected 3
    """
    ranks = board.split("/")
    if len(ranks) != len(widths):
        raise ValueError(f"{board!r} has {len(ranks)} ranks, expected {len(widths)}")
    rows = []
    for number, (rank, width) in enumerate(zip(ranks, widths, strict=True), start=1):
        row: list[str] = []
        # A run never begins with 0: reading and writing again must give the same text.
        for match in re.finditer(r"[1-9][0-9]*|.", rank, re.ASCII | re.DOTALL):
            part = match.group()
            if part in letters:
                row.append(part)
            elif part[0] in "123456789" and len(part) <= 3:
                row.extend(EMPTY * int(part))
            else:
                raise ValueError(f"unexpected {part!r} at character {match.start() + 1} of rank {number} of {board!r}")
        if len(row) != width:
            raise ValueError(f"rank {number} of {board!r} has {len(row)} points, expected {width}")
        rows.append(row)
    return rows


def write_ranks(rows: Iterable[Iterable[str]]) -> str:
    """Write rows as ranks joined by `/`, runs of empties as decimal numbers: the inverse of `read_ranks`.

    >>> write_ranks([["."] * 15, ["x", "."]])
    '15/x1'
    """
    return "/".join(re.sub(r"\.+", lambda run: str(len(run.group())), "".join(row)) for row in rows)


def read_fields(text: str, fewest: int, most: int) -> list[str]:
    """Split a position text at its single spaces; ValueError unless it has between `fewest` and `most` fields.

    >>> read_fields("3/3/3 x", 2, 2)
    ['3/3/3', 'x']
    """
    fields = text.split(" ")
    if not fewest <= len(fields) <= most or "" in fields:
        wanted = str(fewest) if fewest == most else f"{fewest} to {most}"
        raise ValueError(f"expected {wanted} fields joined by single spaces, got {text!r}")
    return fields


def read_spec(spec: str) -> tuple[str, dict[str, object]]:
    """Split a game spec into the name and its options, numbers as int.

    >>> read_spec("nogo(size=9,rule=course)")
    ('nogo', {'size': 9, 'rule': 'course'})
    >>> read_spec("xiangqi")
    ('xiangqi', {})
    """
    match = re.fullmatch(r"(\w+)(?:\(((?:\w+=\w+)(?:,\w+=\w+)*)?\))?", spec, re.ASCII)
    if match is None:
        raise ValueError(f"expected a spec such as 'nogo(size=9)', got {spec!r}")
    options: dict[str, object] = {}
    for pair in match[2].split(",") if match[2] else []:
        key, value = pair.split("=")
        options[key] = int(value) if value.isdigit() else value
    return match[1], options


def check_options(options: Mapping[str, object], known: Iterable[str]) -> None:
    """Raise ValueError for an option the game does not have.

    >>> check_options({"colour": "red"}, ["size"])
    Traceback (most recent call last):
    ValueError: unknown option 'colour', expected one of ['size']
    """
    names = sorted(known)
    for key in options:
        if key not in names:
            raise ValueError(f"unknown option {key!r}, expected one of {names}")


def whole_number(options: Mapping[str, object], key: str, default: int, allowed: Sequence[int]) -> int:
    """Return an option that is a number, one of `allowed`.

    >>> whole_number({"size": 6}, "size", 8, range(4, 17, 2))
    6
    """
    value = options.get(key, default)
    number = int(value) if isinstance(value, (int, str)) else None
    if number is None or number not in allowed:
        raise ValueError(f"option {key}={value} is not one of {list(allowed)}")
    return number


def choice(options: Mapping[str, object], key: str, default: str, allowed: Sequence[str]) -> str:
    """Return an option that is a word, one of `allowed`.

    >>> choice({}, "rule", "legal", ["legal", "course"])
    'legal'
    """
    value = options.get(key, default)
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"option {key}={value} is not one of {list(allowed)}")
    return value
