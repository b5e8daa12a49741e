"""Games of several that go on when a seat is out."""

from __future__ import annotations

from duiyi.base import Position

__all__ = ["without_seat"]


def without_seat(position: Position, seat: int) -> Position | None:
    """The position without a seat's pieces, where the rules let a game of several go on like that.

    >>> from duiyi.games.registry import load_game
    >>> without_seat(load_game("reversi").initial(), 0) is None
    True
    """
    method = getattr(position, "without_seat", None)
    rest: Position | None = method(seat) if method is not None else None
    return rest
