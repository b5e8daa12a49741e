"""Moves of Xiangqi as programs write them: ranks from 0 to 9, or from 1 to 10.

>>> from duiyi import load_game
>>> game = load_game("xiangqi")
>>> Ranks(is_one_based=True).write(game, game.parse_move("h9g7")), Ranks().write(game, game.parse_move("h9g7"))
('h10g8', 'h9g7')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from duiyi.base import Game, Move, TextError

__all__ = ["Ranks"]

_MOVE = re.compile(r"([a-i])(10|[0-9])-?([a-i])(10|[0-9])", re.IGNORECASE | re.ASCII)


@dataclass
class Ranks:
    """How the other side counts ranks: Pikafish and UCCI from 0 to 9, Fairy-Stockfish from 1 to 10."""

    is_one_based: bool = False
    is_fixed: bool = False
    """Whether it is known for sure, so that moves are not tried the other way."""

    def read(self, game: Game, text: str) -> Move:
        """The move of a text; a rank 10 or 0 tells by itself how ranks are counted."""
        match = _MOVE.fullmatch(text)
        if match is None:
            raise TextError(f"move: expected two points such as h2e2, got {text[:20]!r}")
        files, ranks = (match[1].lower(), match[3].lower()), (int(match[2]), int(match[4]))
        less = 10 in ranks or (self.is_one_based and 0 not in ranks)
        return game.parse_move("".join(f"{file}{rank - less}" for file, rank in zip(files, ranks, strict=True)))

    def write(self, game: Game, move: Move) -> str:
        """The text of a move as the other side reads it."""
        text = game.move_text(move)
        if not self.is_one_based:
            return text
        return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"
