"""How good a position is for every seat, without looking ahead."""

from __future__ import annotations

import random

from duiyi.base import Position

__all__ = ["estimate", "play_out"]

_GAMES = 4
_LONGEST = 200


def estimate(position: Position) -> tuple[float, ...]:
    """Expected score of every seat in 0..1, by absolute seat.

    A finished game is known exactly. A position that has a method ``estimate()`` is asked. For any other a few random
    games are played: crude, but it needs no knowledge of the game. The same position always gets the same estimate.

    >>> from duiyi import load_game
    >>> len(estimate(load_game("chinese_checkers(seats=3)").initial()))
    3
    """
    outcome = position.outcome()
    if outcome is not None:
        return outcome.scores
    own = getattr(position, "estimate", None)
    if own is not None:
        return tuple(own())
    chance = random.Random(position.key)
    games = [play_out(position, chance) for _ in range(_GAMES)]
    return tuple(sum(scores) / _GAMES for scores in zip(*games, strict=True))


def play_out(position: Position, chance: random.Random) -> tuple[float, ...]:
    """The scores of one random game from here; a game that drags on counts as even."""
    for _ in range(_LONGEST):
        outcome = position.outcome()
        if outcome is not None:
            return outcome.scores
        position = position.after(chance.choice(position.legal_moves()))
    return (0.5,) * position.game.seats
