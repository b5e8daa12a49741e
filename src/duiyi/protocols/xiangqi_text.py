"""Positions and moves of Xiangqi as programs write them: ranks 0-9 or 1-10, long and short FEN, games that go on.

>>> from duiyi import load_game
>>> game = load_game("xiangqi")
>>> ranks = Ranks()
>>> position = read_position(game, "startpos moves h3e3 h10g8".split(), ranks)
>>> ranks.is_one_based, ranks.write(game, position.legal_moves()[0])[0] in "abcdefghi"
(True, True)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from duiyi.base import Game, GameOver, IllegalMove, Move, Position, TextError

__all__ = ["Ranks", "play_on", "read_position", "searchable"]

_MOVE = re.compile(r"([a-i])(10|[0-9])-?([a-i])(10|[0-9])", re.IGNORECASE | re.ASCII)
# Ends that a host may not know of: the game goes on for it, so we play on.
_DISPUTED = ("repetition", "perpetual_check", "perpetual_chase", "natural_limit")


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


def read_position(game: Game, words: Sequence[str], ranks: Ranks) -> Position:
    """The position of ``startpos`` or ``fen ...``, then ``moves ...``; learns from the moves how ranks are counted."""
    cut = words.index("moves") if "moves" in words else len(words)
    head, moves = words[:cut], words[cut + 1 :]
    if head and head[0] == "startpos":
        start: Position = game.initial()
    elif head and head[0] == "fen":
        start = game.position(" ".join(head[1:]))
    else:
        raise TextError(f"position: expected startpos or fen, got {' '.join(head)[:40]!r}")
    first = ranks.is_one_based
    ways = (first,) if ranks.is_fixed else (first, not first)
    errors: list[Exception] = []
    for way in ways:
        try:
            tried = Ranks(way, ranks.is_fixed)
            position = start
            for text in moves:
                position = play_on(position, tried.read(game, text))
        except (TextError, IllegalMove, GameOver) as error:
            errors.append(error)
        else:
            ranks.is_one_based = way
            return position
    raise errors[0]


def play_on(position: Position, move: Move) -> Position:
    """The position after a move, also where our rules saw the end of the game but the host did not."""
    return searchable(position).after(move)


def searchable(position: Position) -> Position:
    """The position without the history that ended the game, if history did."""
    outcome = position.outcome()
    if outcome is None or outcome.reason not in _DISPUTED:
        return position
    return position.game.position(" ".join(position.text().split()[:2]))
