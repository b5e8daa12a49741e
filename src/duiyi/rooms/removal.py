"""Games of several that go on when a seat is out."""

from __future__ import annotations

from duiyi.base import Position, RulesError, TextError

__all__ = ["after_text", "can_leave", "without_seat"]


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


def after_text(position: Position, text: str) -> Position:
    """The position after one entry of a line: a move, or ``out:2`` where seat 2 was taken out and play went on.

    >>> from duiyi.games.registry import load_game
    >>> after_text(load_game("reversi").initial(), "f5").to_move
    1
    >>> after_text(load_game("chinese_checkers(seats=3)").initial(), "out:0").to_move
    1
    """
    seat = text.removeprefix("out:")
    if seat == text or not (seat.isascii() and seat.isdigit() and len(seat) == 1):
        return position.after(position.game.parse_move(text))
    rest = without_seat(position, int(seat)) if int(seat) < position.game.seats else None
    if rest is None:
        raise TextError(f"{position.game.spec} does not go on without seat {seat}")
    return rest
