"""Boards of points: the games in which a move is the point where a stone is put."""

from __future__ import annotations

from duiyi.base import Game, Position

__all__ = ["board_size", "stones_of", "stones_text"]


def board_size(game: Game) -> tuple[int, int]:
    """Columns and rows of the board; a stone on column x, row y from the top is move ``y * columns + x``.

    >>> from duiyi.games.registry import load_game
    >>> board_size(load_game("nogo(rows=3,cols=5)"))
    (5, 3)
    """
    rows, columns = getattr(game, "rows", None), getattr(game, "cols", None)
    if rows is not None and columns is not None:
        return int(columns), int(rows)
    size = int(game.values["size"])
    return size, size


def stones_text(game: Game, stones: dict[int, str], side: str) -> str:
    """The position text of stones (``x`` or ``o`` by cell) with a side to move.

    >>> from duiyi.games.registry import load_game
    >>> stones_text(load_game("nogo(size=3)"), {0: "x", 5: "o"}, "o")
    'x2/2o/3 o'
    """
    columns, rows = board_size(game)
    ranks: list[str] = []
    for row in range(rows):
        rank, empty = "", 0
        for cell in range(row * columns, (row + 1) * columns):
            stone = stones.get(cell)
            if stone is None:
                empty += 1
                continue
            rank += (str(empty) if empty else "") + stone
            empty = 0
        ranks.append(rank + (str(empty) if empty else ""))
    return "/".join(ranks) + f" {side}"


def stones_of(position: Position) -> dict[int, str]:
    """The stones on a board by cell.

    >>> from duiyi.games.registry import load_game
    >>> stones_of(load_game("reversi").initial())
    {27: 'o', 28: 'x', 35: 'x', 36: 'o'}
    """
    return {cell: code for cell, code in enumerate(position.board()) if code}
