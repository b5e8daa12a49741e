"""Turns as Botzone writes them: points, moves of Xiangqi, and for Chinese Checkers, which it does not have, our own.

>>> from duiyi import load_game
>>> game = load_game("reversi")
>>> position = apply_turn(game.initial(), {"x": 5, "y": 4})
>>> position.text()
'8/8/8/3ox3/3xxx2/8/8/8 o'
>>> plain_text(turn_of(position, game.parse_move("d6")))
'3 5'
"""

from __future__ import annotations

from typing import Any

from duiyi.base import Game, Move, Position, TextError
from duiyi.records.points import board_size

__all__ = ["apply_turn", "no_move", "plain_text", "read_plain", "turn_of"]


def no_move(game: Game) -> dict[str, Any]:
    """What stands for no move: the first request to who begins, a pass, a lost game."""
    if game.name == "xiangqi":
        return {"source": "-1", "target": "-1"}
    return {"moves": []} if game.name == "chinese_checkers" else {"x": -1, "y": -1}


def apply_turn(position: Position, turn: Any) -> Position:
    """The position after a request or a response; raises `TextError`, `IllegalMove` or `GameOver`."""
    game = position.game
    if not isinstance(turn, dict):
        raise TextError(f"expected a turn as an object, got {str(turn)[:40]!r}")
    if game.name == "xiangqi":
        source, target = str(turn.get("source", "-1")), str(turn.get("target", "-1"))
        return position if source == "-1" else position.after(game.parse_move(source.lower() + target.lower()))
    if game.name == "chinese_checkers":
        moves = turn.get("moves", [turn["move"]] if isinstance(turn.get("move"), str) else [])
        if not isinstance(moves, list):
            raise TextError("expected moves as a list of texts")
        for text in moves:
            position = position.after(game.parse_move(str(text)))
        return position
    return _point(position, turn)


def _point(position: Position, turn: dict[str, Any]) -> Position:
    game = position.game
    column, row = turn.get("x"), turn.get("y")
    columns, rows = board_size(game)
    if column == -1 or row == -1:
        # A pass in Reversi, the first request to Black, or in Renju the colours changed hands: the board stays.
        legal = position.legal_moves()
        if game.name == "reversi" and len(legal) == 1 and game.move_text(legal[0]) == "pass":
            return position.after(legal[0])
        return position
    if not (isinstance(column, int) and isinstance(row, int) and 0 <= column < columns and 0 <= row < rows):
        raise TextError(f"expected x from 0 to {columns - 1} and y from 0 to {rows - 1}, got {str(turn)[:60]}")
    return position.after(row * columns + column)


def turn_of(position: Position, move: Move) -> dict[str, Any]:
    """A move as a response."""
    game = position.game
    text = game.move_text(move)
    if game.name == "xiangqi":
        return {"source": text[:2], "target": text[2:]}
    if game.name == "chinese_checkers":
        return {"move": text}
    if text == "pass":
        return {"x": -1, "y": -1}
    row, column = divmod(move, board_size(game)[0])
    return {"x": column, "y": row}


def plain_text(turn: dict[str, Any]) -> str:
    """A turn as a line of the simple interaction."""
    if "moves" in turn:
        return "-1"
    return " ".join(str(value) for value in turn.values())


def read_plain(game: Game, text: str) -> dict[str, Any]:
    """The turn of a line; raises `TextError`.

    >>> from duiyi import load_game
    >>> read_plain(load_game("xiangqi"), "h2 e2")
    {'source': 'h2', 'target': 'e2'}
    """
    words = text.split()
    if game.name == "chinese_checkers":
        return {"moves": [] if words == ["-1"] else words}
    if game.name == "xiangqi":
        joined = "".join(words)
        if joined.startswith("-1"):
            return no_move(game)
        if len(joined) != 4:
            raise TextError(f"expected a move such as h2 e2, got {text[:20]!r}")
        return {"source": joined[:2], "target": joined[2:]}
    try:
        column, row = (int(word) for word in words)
    except ValueError:
        raise TextError(f"expected a point such as 3 5, got {text[:20]!r}") from None
    return {"x": column, "y": row}
