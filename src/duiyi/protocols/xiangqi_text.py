"""Positions and moves of Xiangqi as programs write them: ranks 0-9 or 1-10, long and short FEN, games that go on.

>>> from duiyi import load_game
>>> game = load_game("xiangqi")
>>> ranks = Ranks()
>>> position = read_position(game, "startpos moves h3e3 h10g8".split(), ranks)
>>> ranks.is_one_based, ranks.write(game, position.legal_moves()[0])[0] in "abcdefghi"
(True, True)
"""

from __future__ import annotations

from collections.abc import Sequence

from duiyi.base import Game, GameOver, IllegalMove, Move, Position, TextError
from duiyi.engines.external_xiangqi import Ranks

__all__ = ["Ranks", "play_on", "read_position", "searchable"]

# Ends that a host may not know of: the game goes on for it, so we play on.
_DISPUTED = ("repetition", "perpetual_check", "perpetual_chase", "natural_limit")


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
