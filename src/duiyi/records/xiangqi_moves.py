"""What the Xiangqi formats share: rules to try, boards of pieces, points, and a fast way to read notation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from duiyi.base import Game, Move, Position
from duiyi.games.xiangqi_notation import parse_any
from duiyi.records.errors import RecordError
from duiyi.records.record import Record
from duiyi.records.tree import load_rules

__all__ = ["SPECS", "by_some_rules", "fen", "read_move", "square"]

SPECS = ("xiangqi", "xiangqi(natural=0)", "xiangqi(repetition=simple,natural=0)", "xiangqi(repetition=none,natural=0)")
"""Rules that a game may have been played by: few files say, and arbiters let games go on that our default would end."""

_KINDS = {"K": "帅帥将將", "A": "仕士", "E": "相象", "H": "马馬傌", "R": "车車俥", "C": "炮砲包", "P": "兵卒"}
_SIGNS = {
    **{character: kind for kind, characters in _KINDS.items() for character in (kind, kind.lower(), *characters)},
    **dict(zip("NnBb", "HHEE", strict=True)),
    **{str(number): str(number) for number in range(1, 10)},
    **dict(zip("一二三四五六七八九１２３４５６７８９", "123456789" * 2, strict=True)),
    **dict(zip("进進上+退下-平.=", "++++---...", strict=True)),
}
_LETTERS = dict(zip("KAEHRCP", "KABNRCP", strict=True))
_SAN = re.compile(r"([KABEHNRCP]?)([a-i]?)(10|[0-9])?x?([a-i])(10|[0-9])[+#]?")


def by_some_rules(read: Callable[[Game], Record], specs: tuple[str, ...] = SPECS) -> Record:
    """The record by the first rules that allow all its moves; else the error of the first.

    >>> by_some_rules(lambda game: Record.from_moves(game, "h2e2")).game
    'xiangqi'
    """
    first: RecordError | None = None
    for spec in specs:
        try:
            return read(load_rules(spec))
        except RecordError as error:
            first = first or error
    assert first is not None
    raise first


def fen(pieces: Mapping[int, str], is_red_to_move: bool = True) -> str:
    """The position text of pieces by cell, cells counted from the top left.

    >>> fen({4: "k", 85: "K"})
    '4k4/9/9/9/9/9/9/9/9/4K4 w'
    """
    rows = ("".join(pieces.get(cell, "1") for cell in range(row, row + 9)) for row in range(0, 90, 9))
    board = "/".join(re.sub("1+", lambda run: str(len(run.group())), row) for row in rows)
    return f"{board} {'w' if is_red_to_move else 'b'}"


def square(column: int, row: int) -> str:
    """A point by column and row from the top left.

    >>> square(7, 7)
    'h2'
    """
    return f"{'abcdefghi'[column]}{9 - row}"


def read_move(position: Position, text: str, first_rank: int = 1) -> Move:
    """The move of a text in any notation. The common forms are resolved directly, the rest by `parse_any`.

    In algebraic notation some programs count ranks from 1, others (XBoard) from 0.

    >>> from duiyi.games.registry import load_game
    >>> game = load_game("xiangqi")
    >>> game.move_text(read_move(game.initial(), "炮二平五")), game.move_text(read_move(game.initial(), "Che3"))
    ('h2e2', 'h2e2')
    """
    signs = "".join(_SIGNS.get(character, "?") for character in text) if len(text) == 4 else ""
    if len(signs) == 4 and signs[0] in _LETTERS and signs[1].isdigit() and signs[3].isdigit():
        move = _plain_move(position, *signs)
        if move is not None:
            return move
    elif (match := _SAN.fullmatch(text)) and (not text[1:2].isdigit() or len(text.rstrip("+#")) < 4):
        move = _san_move(position, match, first_rank)
        if move is not None:
            return move
    return parse_any(position, text)


def _plain_move(position: Position, kind: str, file: str, sign: str, goal: str) -> Move | None:
    """A piece named by its file, if it stands alone there; None leaves the question to others."""
    is_red = position.to_move == 0
    letter = _LETTERS[kind] if is_red else _LETTERS[kind].lower()
    column = 9 - int(file) if is_red else int(file) - 1
    cells = [cell for cell, code in enumerate(position.board()[column::9]) if code == letter]
    if len(cells) != 1:
        return None
    row, number = cells[0], int(goal)
    to_column, to_row = column, row
    forward = (0 if sign == "." else -1 if sign == "+" else 1) * (1 if is_red else -1)
    if kind in "KRCP" and forward:
        to_row += forward * number
    else:
        to_column = 9 - number if is_red else number - 1
        across = abs(to_column - column)
        to_row += forward * {"A": 1, "E": 2, "H": 3 - across}.get(kind, 0)
    if not 0 <= to_row < 10:
        return None
    move = position.game.parse_move(square(column, row) + square(to_column, to_row))
    return move if position.is_legal(move) else None


def _san_move(position: Position, match: re.Match[str], first_rank: int) -> Move | None:
    """Algebraic notation of chess programs."""
    kind = {"E": "B", "H": "N", "": "P"}.get(match[1], match[1])
    goal = f"{match[4]}{int(match[5]) - first_rank}"
    board, game = position.board(), position.game
    found = []
    for move in position.legal_moves():
        text = game.move_text(move)
        if text[2:] != goal or board[(9 - int(text[1])) * 9 + ord(text[0]) - 97].upper() != kind:
            continue
        if match[2] in ("", text[0]) and match[3] in (None, str(int(text[1]) + first_rank)):
            found.append(move)
    return found[0] if len(found) == 1 else None
