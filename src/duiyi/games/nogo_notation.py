"""The notation of the NoGo course protocol: row letter from the top, I included, then the column number from the left.

It is not the notation of GTP, which every other text of the project uses: there the letter is the column, I is left
out, and rows are counted from the bottom. A record is one line, ``A1 B2 E9 G``; a last ``G`` is a resignation, a last
``T`` a lost clock.

>>> from duiyi.games.nogo import NoGo
>>> game = NoGo()
>>> game.move_text(parse_course_move(game, "I9")), course_text(game, game.parse_move("A9"))
('J1', 'A1')
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from duiyi.base import GameOver, IllegalMove, Move, TextError
from duiyi.games.nogo import NoGo

__all__ = ["CourseRecord", "course_text", "parse_course_move", "read_course_record", "write_course_record"]

_ROWS = "ABCDEFGHIJKLMNOPQRS"
_POINT = re.compile(r"([A-Sa-s])([1-9][0-9]?)", re.ASCII)
_ENDINGS: dict[str, Literal["resign", "time"]] = {"G": "resign", "T": "time"}
_LETTERS = {ending: letter for letter, ending in _ENDINGS.items()}


@dataclass(frozen=True)
class CourseRecord:
    """The moves of a game, and how it ended when the board does not say so.

    >>> CourseRecord((0, 1), "resign").steps
    3
    """

    moves: tuple[Move, ...]
    ending: Literal["resign", "time"] | None = None

    @property
    def steps(self) -> int:
        """Moves as the course counts them: giving up or running out of time is a step too.

        >>> CourseRecord((0, 1)).steps
        2
        """
        return len(self.moves) + (self.ending is not None)


def course_text(game: NoGo, move: Move) -> str:
    """The text of a move in the course notation.

    >>> course_text(NoGo(), 13)
    'B5'
    """
    game.move_text(move)  # refuses what is no move of the game
    return f"{_ROWS[move // game.cols]}{move % game.cols + 1}"


def parse_course_move(game: NoGo, text: str) -> Move:
    """The move of a text in the course notation, in either case; raises `TextError` for anything else.

    >>> parse_course_move(NoGo(), "b5")
    13
    """
    match = _POINT.fullmatch(text)
    row, column = (_ROWS.index(match[1].upper()), int(match[2])) if match else (game.rows, 0)
    if row >= game.rows or column > game.cols:
        last = f"{_ROWS[game.rows - 1]}{game.cols}"
        raise TextError(f"move: expected a row letter and a column number from A1 to {last}, got {text[:20]!r}")
    return row * game.cols + column - 1


def read_course_record(game: NoGo, text: str) -> CourseRecord:
    """The record of a line; its moves are played, so that the last is legal, or loses by ``rule=course``.

    >>> record = read_course_record(NoGo(rule="course"), "A1 B2 E9 G")
    >>> record.moves, record.ending, record.steps
    ((0, 10, 44), 'resign', 4)
    """
    tokens = text.split()
    ending = _ENDINGS.get(tokens[-1].upper()) if tokens else None
    position = game.initial()
    moves: list[Move] = []
    for number, token in enumerate(tokens[:-1] if ending else tokens, 1):
        try:
            moves.append(parse_course_move(game, token))
            position = position.after(moves[-1])
        except (TextError, IllegalMove, GameOver) as error:
            raise TextError(f"record: step {number} ({token[:20]}): {error}") from None
    if ending and position.outcome() is not None:
        raise TextError(f"record: step {len(tokens)} ({tokens[-1]}): the game was over before")
    return CourseRecord(tuple(moves), ending)


def write_course_record(game: NoGo, moves: Sequence[Move], ending: Literal["resign", "time"] | None = None) -> str:
    """The line of a game: moves separated by single spaces, then ``G`` or ``T`` if it was given up or lost on time.

    >>> write_course_record(NoGo(), [0, 10, 44], "resign")
    'A1 B2 E9 G'
    """
    texts = [course_text(game, move) for move in moves]
    return " ".join(texts + ([_LETTERS[ending]] if ending else []))
