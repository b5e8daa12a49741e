"""Cells of rectangular boards, for the shapes of the games."""

from __future__ import annotations

from collections.abc import Callable

from duiyi.base import Cell

__all__ = ["square_cells"]

_SIDES = ((0, -1), (-1, 0), (1, 0), (0, 1))
_CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def square_cells(rows: int, columns: int, label: Callable[[int], str], *, diagonal: bool = False) -> tuple[Cell, ...]:
    """The cells of a board, rank by rank from the top, left to right.

    >>> cells = square_cells(2, 3, lambda cell: f"p{cell}")
    >>> cells[4].neighbours, (cells[4].x, cells[4].y)
    ((1, 3, 5), (1.0, 1.0))
    """
    steps = _SIDES + (_CORNERS if diagonal else ())
    return tuple(
        Cell(
            row * columns + column,
            label(row * columns + column),
            float(column),
            float(row),
            tuple(
                sorted(
                    (row + down) * columns + column + right
                    for right, down in steps
                    if 0 <= row + down < rows and 0 <= column + right < columns
                )
            ),
        )
        for row in range(rows)
        for column in range(columns)
    )
