"""Games of several that go on when a seat is out."""

from __future__ import annotations

from duiyi.base import Position, RulesError

__all__ = ["can_leave", "without_seat"]


def without_seat(position: Position, seat: int) -> Position | None:
    """The position without a seat's pieces; None for rules that do not go on like that.

    Raises `RulesError` for a seat that plays no more, because it has finished or is out already.

    >>> from duiyi.games.registry import load_game
    >>> without_seat(load_game("reversi").initial(), 0) is None
    True
    """
    method = getattr(position, "without_seat", None)
    rest: Position | None = method(seat) if method is not None and position.game.seats > 2 else None
    return rest


def can_leave(position: Position, seat: int) -> bool:
    """Whether a seat is still in play, and so can lose.

    >>> from duiyi.games.registry import load_game
    >>> can_leave(load_game("reversi").initial(), 0)
    True
    """
    try:
        without_seat(position, seat)
    except RulesError:
        return False
    return True
