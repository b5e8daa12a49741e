"""The texts of the Gomocup protocol: points, what ``INFO`` says, and positions made of own and opposing stones.

>>> read_point("7, 8")
(7, 8)
>>> settings = Settings()
>>> settings.read("rule", "4")
True
>>> settings.rule
'renju'
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from duiyi.analysis import Limits
from duiyi.base import Game, Move, Position
from duiyi.protocols.clock import fixed_seconds, move_seconds
from duiyi.records.points import board_size, stones_text

__all__ = ["OPENINGS", "OPPONENT", "OWN", "Settings", "point_text", "position_of", "read_point", "read_stone"]

OWN, OPPONENT = 1, 2
_POINT = re.compile(r"\s*(-?[0-9]{1,3})\s*,\s*(-?[0-9]{1,3})\s*", re.ASCII)
_STONE = re.compile(r"\s*(-?[0-9]{1,3})\s*,\s*(-?[0-9]{1,3})\s*(?:,\s*([0-9]+)\s*)?", re.ASCII)
_FASTEST = 0.02
_OVERHEAD = 0.08

# Three stones that leave both sides chances, as steps from the middle of the board.
OPENINGS = (
    ((0, 0), (1, 2), (-3, 3)),
    ((0, 0), (2, 1), (5, -1)),
    ((-5, -6), (-3, -6), (-6, -2)),
    ((-7, 0), (-6, 2), (-7, 4)),
    ((0, -6), (2, -5), (4, -6)),
)


def read_point(text: str) -> tuple[int, int] | None:
    """Column and row of ``x,y``, or None."""
    match = _POINT.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None


def read_stone(text: str) -> tuple[int, int, int] | None:
    """Column, row and owner of ``x,y,owner``; without an owner it is 0."""
    match = _STONE.fullmatch(text)
    return (int(match[1]), int(match[2]), int(match[3] or 0)) if match else None


def point_text(game: Game, move: Move) -> str:
    """A move as ``x,y``.

    >>> from duiyi import load_game
    >>> game = load_game("gomoku")
    >>> point_text(game, game.parse_move("h8"))
    '7,7'
    """
    row, column = divmod(move, board_size(game)[0])
    return f"{column},{row}"


def position_of(game: Game, stones: dict[Move, int]) -> Position:
    """The position with us to move; Black is who has put the first stone, so an even number means us.

    >>> from duiyi import load_game
    >>> position_of(load_game("gomoku(size=5)"), {12: OPPONENT}).text()
    '5/5/2x2/5/5 o'
    """
    own = "xo"[len(stones) % 2]
    other = "ox"[len(stones) % 2]
    colours = {cell: own if owner == OWN else other for cell, owner in stones.items()}
    return game.position(stones_text(game, colours, own))


@dataclass
class Settings:
    """What the manager has told by ``INFO``."""

    turn: float | None = 5.0
    """Seconds for a move; 0: as fast as possible."""
    match: float | None = None
    left: float | None = None
    rule: str | None = None
    depth: int | None = None
    nodes: int | None = None
    memory: int | None = None
    threads: int | None = None

    def read(self, key: str, value: str) -> bool:
        """Take one ``INFO``; False if it is none that we know or its value makes no sense."""
        number = int(value) if re.fullmatch(r"-?[0-9]{1,15}", value, re.ASCII) else None
        key = key.lower()
        if key in (
            "folder",
            "evaluate",
            "game_type",
            "show_detail",
            "caution_factor",
            "strength",
            "thread_split_depth",
        ):
            return True
        if number is None:
            return False
        if key == "timeout_turn":
            self.turn = max(0, number) / 1000
        elif key == "timeout_match":
            self.match = number / 1000 if number > 0 else None
        elif key == "time_left":
            self.left = max(0, number) / 1000
        elif key == "rule":
            self.rule = _rule(number)
        elif key == "max_depth":
            self.depth = number if number > 0 else None
        elif key == "max_node":
            self.nodes = number if number > 0 else None
        elif key == "max_memory":
            self.memory = max(8, (number >> 20) // 2) if number > 0 else None
        elif key == "hash_size":
            self.memory = max(1, number >> 10) if number > 0 else None
        elif key == "thread_num":
            self.threads = max(1, min(number, 256))
        else:
            return False
        return True

    def limits(self, lines: int = 1) -> Limits:
        """What the next move may take.

        >>> Settings(turn=0.0).limits().seconds
        0.02
        """
        seconds: list[float] = []
        if self.turn is not None:
            seconds.append(fixed_seconds(self.turn, _OVERHEAD) if self.turn > 0 else _FASTEST)
        left = self.left if self.left is not None else self.match
        if left is not None and self.match is not None:
            seconds.append(move_seconds(left, overhead=_OVERHEAD))
        return Limits(seconds=min(seconds, default=None), depth=self.depth, nodes=self.nodes, lines=lines)


def _rule(number: int) -> str:
    # Gomocup has bits (1 exact five, 4 renju, 8 caro); Yixin says 2 for renju, which nobody uses as a bit.
    if number & 4 or number == 2:
        return "renju"
    if number & 8:
        return "caro"
    return "standard" if number & 1 else "freestyle"
