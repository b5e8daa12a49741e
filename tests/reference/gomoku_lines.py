"""Rows of stones on a Gomoku board: which of them win, and which points Renju forbids to black."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

BLACK, WHITE = "x", "o"
STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))

Point = tuple[int, int]
"""File and rank, counted from 0 at the lower left corner."""
Stones = Mapping[Point, str]
"""The stones on the board, by point."""


def line_owner(stones: Stones, rule: str) -> str | None:
    """Return the colour that has a winning line; ValueError when both have one.

    >>> line_owner({(file, 0): "o" for file in range(6)}, "standard") is None
    True
    """
    owners = {
        colour
        for point, colour in stones.items()
        for step in STEPS
        if stones.get((point[0] - step[0], point[1] - step[1])) != colour
        and is_winning(stones, rule, row_through(stones, point, step, colour), step, colour)
    }
    if len(owners) == 2:
        raise ValueError("both sides have a winning line")
    return owners.pop() if owners else None


def is_winning(stones: Stones, rule: str, row: list[Point], step: Point, colour: str) -> bool:
    """Say whether a whole row wins under the rule.

    >>> is_winning({}, "renju", [(file, 0) for file in range(6)], (1, 0), "x")
    False
    """
    if rule == "freestyle" or (rule == "renju" and colour == WHITE):
        return len(row) >= 5
    if len(row) != 5:
        return False
    # Only stones block a five of `caro`, the edge of the board does not.
    enemy = WHITE if colour == BLACK else BLACK
    return rule != "caro" or any(stones.get(end) != enemy for end in ends_of(row, step))


def forbidden(stones: Stones, size: int, point: Point) -> str | None:
    """Return why black may not play an empty point under `renju`, or None; making five goes before all else.

    >>> forbidden({(file, 0): "x" for file in (0, 1, 2, 4, 5)}, 15, (3, 0))
    'overline'
    """
    # All three kinds need four other black stones near the point, on its lines: most points are done here.
    near = sum(stones.get(at) == BLACK for step in STEPS for at in around(point, step, 4))
    kind = shape_made(stones, size, point) if near >= 4 else None
    return None if kind == "five" else kind


def shape_made(stones: Stones, size: int, point: Point) -> str | None:
    """Return the first of `five`, `overline`, `double_four`, `double_three` that black makes on an empty point.

    >>> shape_made({(file, 0): "x" for file in range(4)}, 15, (4, 0))
    'five'
    """
    placed = {**stones, point: BLACK}
    lengths = [len(row_through(placed, point, step, BLACK)) for step in STEPS]
    if 5 in lengths:
        return "five"
    if max(lengths) > 5:
        return "overline"
    if sum(fours(placed, size, point, step) for step in STEPS) >= 2:
        return "double_four"
    if sum(is_three(placed, size, point, step) for step in STEPS) >= 2:
        return "double_three"
    return None


def fours(stones: Stones, size: int, point: Point, step: Point) -> int:
    """Count the fours through a black stone on one line: a straight four is one, `XX_XX_XX` has two.

    >>> fours({(file, 0): "x" for file in (1, 3, 4, 5, 7)}, 15, (4, 0), (1, 0))
    2
    """
    gaps = [gap for gap in around(point, step, 4) if is_empty(stones, size, gap)]
    rows = [row_through(stones, gap, step, BLACK) for gap in gaps]
    fives = sum(len(row) == 5 and point in row for row in rows)
    is_unbroken = len(row_through(stones, point, step, BLACK)) == 4
    return 1 if fives == 2 and is_unbroken else fives


def is_three(stones: Stones, size: int, point: Point, step: Point) -> bool:
    """Say whether a black stone is part of a three: one more stone, itself allowed, gives a straight four.

    >>> is_three({(file, 7): "x" for file in (6, 7, 8)}, 15, (7, 7), (1, 0))
    True
    """
    for gap in around(point, step, 3):
        if not is_empty(stones, size, gap):
            continue
        row = row_through(stones, gap, step, BLACK)
        if len(row) != 4 or point not in row:
            continue
        with_gap = {**stones, gap: BLACK}
        is_straight = all(
            is_empty(with_gap, size, end) and len(row_through(with_gap, end, step, BLACK)) == 5
            for end in ends_of(row, step)
        )
        if is_straight and shape_made(stones, size, gap) is None:
            return True
    return False


def around(point: Point, step: Point, reach: int) -> Iterator[Point]:
    """Yield the points of a line within reach on both sides of a point, on the board or not.

    >>> list(around((1, 0), (1, 0), 1))
    [(0, 0), (2, 0)]
    """
    for distance in (*range(-reach, 0), *range(1, reach + 1)):
        yield point[0] + distance * step[0], point[1] + distance * step[1]


def is_empty(stones: Stones, size: int, point: Point) -> bool:
    """Say whether a point is on the board and bare.

    >>> is_empty({}, 15, (15, 0))
    False
    """
    return point not in stones and 0 <= point[0] < size and 0 <= point[1] < size


def row_through(stones: Stones, point: Point, step: Point, colour: str) -> list[Point]:
    """Return the unbroken row that a stone of the colour on the point belongs to, in the order of the step.

    >>> row_through({(2, 0): "x", (3, 0): "x"}, (1, 0), (1, 0), "x")
    [(1, 0), (2, 0), (3, 0)]
    """
    row = [point]
    for sign in (-1, 1):
        at = point
        while stones.get(at := (at[0] + sign * step[0], at[1] + sign * step[1])) == colour:
            row.insert(0 if sign < 0 else len(row), at)
    return row


def ends_of(row: list[Point], step: Point) -> tuple[Point, Point]:
    """Return the points just before and just after a row, on the board or not.

    >>> ends_of([(1, 0), (2, 0)], (1, 0))
    ((0, 0), (3, 0))
    """
    (first_file, first_rank), (last_file, last_rank) = row[0], row[-1]
    return (first_file - step[0], first_rank - step[1]), (last_file + step[0], last_rank + step[1])


def twins(stones: Stones, size: int, point: Point) -> set[Point]:
    """Return where the symmetries of the board that keep the stones in place carry a point.

    >>> sorted(twins({(4, 4): "x"}, 9, (4, 5)))
    [(3, 4), (4, 3), (4, 5), (5, 4)]
    """
    last = size - 1

    def images(at: Point) -> list[Point]:
        file, rank = at
        corners = [(file, rank), (last - file, rank), (file, last - rank), (last - file, last - rank)]
        return corners + [(rank, file) for file, rank in corners]

    moved = {at: images(at) for at in stones}
    keeping = [i for i in range(8) if all(stones.get(moved[at][i]) == stone for at, stone in stones.items())]
    return {images(point)[i] for i in keeping}
