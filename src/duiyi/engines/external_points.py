"""Points as GTP names them: columns A-Z without I; rows from the bottom, but from the top in Reversi, as everywhere.

>>> from duiyi import load_game
>>> game = load_game("gomoku")
>>> vertex_text(game, game.parse_move("i8")), game.move_text(read_vertex(game, "J8"))
('J8', 'i8')
"""

from __future__ import annotations

import re
from functools import lru_cache

from duiyi.base import Game, Move, Position, TextError

__all__ = ["COLUMNS", "moves_between", "read_vertex", "size_of", "stones_in_turn", "vertex_text"]

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_VERTEX = re.compile(r"([A-HJ-Z])([1-9][0-9]?)", re.ASCII)
_MOST_STEPS = 6


@lru_cache(maxsize=64)
def size_of(game: Game) -> tuple[int, int]:
    """Columns and rows of the board.

    >>> from duiyi import load_game
    >>> size_of(load_game("nogo(rows=3,cols=5)"))
    (5, 3)
    """
    cells = game.shape().cells
    return 1 + round(max(cell.x for cell in cells)), 1 + round(max(cell.y for cell in cells))


def read_vertex(game: Game, text: str) -> Move:
    """The move of a vertex or ``pass``; raises `TextError`."""
    if text.lower() == "pass":
        return game.parse_move("pass")
    match = _VERTEX.fullmatch(text.upper())
    if match is None:
        raise TextError(f"move: expected a vertex such as D4, got {text[:20]!r}")
    columns, rows = size_of(game)
    column, number = COLUMNS.index(match[1]), int(match[2])
    if column >= columns or number > rows:
        raise TextError(f"move: {text[:4]} is not on the board")
    return (number - 1 if game.name == "reversi" else rows - number) * columns + column


def vertex_text(game: Game, move: Move) -> str:
    """The vertex of a move."""
    if game.move_text(move) == "pass":
        return "pass"
    columns, rows = size_of(game)
    row, column = divmod(move, columns)
    return f"{COLUMNS[column].lower()}{row + 1}" if game.name == "reversi" else f"{COLUMNS[column]}{rows - row}"


def moves_between(known: Position, wanted: Position) -> list[Move] | None:
    """The moves that lead from one position to another a few plies later, or None.

    >>> from duiyi import load_game
    >>> game = load_game("reversi")
    >>> start = game.initial()
    >>> [game.move_text(move) for move in moves_between(start, game.position(start.text(), "f5 d6"))]
    ['f5', 'd6']
    """
    if known == wanted:
        return []
    before, after = known.board(), wanted.board()
    new = {cell for cell, (old, code) in enumerate(zip(before, after, strict=True)) if code and not old}
    if len(new) > _MOST_STEPS:
        return None
    for move in known.legal_moves():
        if move in new or known.game.move_text(move) == "pass":
            rest = moves_between(known.after(move), wanted)
            if rest is not None:
                return [move, *rest]
    return None


def stones_in_turn(position: Position) -> list[tuple[int, Move]]:
    """The stones of a board as (seat, point), colours alternating as long as both have some, Black first."""
    board = position.board()
    black, white = ([cell for cell, code in enumerate(board) if code == colour] for colour in "xo")
    turns: list[tuple[int, Move]] = []
    for place in range(max(len(black), len(white))):
        turns += [(0, cell) for cell in black[place : place + 1]]
        turns += [(1, cell) for cell in white[place : place + 1]]
    return turns
