"""What to show on a board besides the pieces: forbidden points with their reasons, a general in check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from duiyi.base import Move, Position, TextError
from duiyi.wire import Mark, Words

__all__ = ["losing_marks", "marks_of", "soon_lost_marks"]

_FORBIDDEN = frozenset({"overline", "double_four", "double_three", "capture", "suicide"})
"""Why a point that looks playable may not be taken; other reasons (occupied, turns nothing) explain themselves."""
_SHOWN_FOR = {"nogo": (0, 1), "gomoku": (0,)}
"""Games whose forbidden points are shown, and for which seats: in NoGo they are what the game is about."""
_LOSES = Words("this loses at once", "这一着立即输棋")
_LOSES_SOON = Words("this loses within {0} moves", "下在这里，{0} 手之内必败")
_SIDES = {"x": "o", "o": "x"}


def marks_of(position: Position) -> tuple[Mark, ...]:
    """Everything worth a mark in this position.

    A position may have a method ``marks`` of its own that gives `Explanation` values.
    """
    own = getattr(position, "marks", None)
    shown = [Mark(cell, why.code, None, Words(*why.words)) for why in own() for cell in why.cells] if own else []
    if position.outcome() is None:
        for seat in _SHOWN_FOR.get(position.game.name, ()):
            shown.extend(_forbidden(position, seat))
    return tuple(shown)


def losing_marks(position: Position) -> tuple[Mark, ...]:
    """The moves that lose at once, on the cells where they end. Costs one move each: not for the event loop."""
    seat = position.to_move
    marks = []
    for move in position.legal_moves():
        outcome = position.after(move).outcome()
        path = position.path(move)
        if outcome is not None and path and outcome.scores[seat] == 0.0:
            marks.append(Mark(path[-1], "loses_now", seat, Words(*outcome.words) if outcome.words.en else _LOSES))
    return tuple(marks)


def soon_lost_marks(position: Position, lost: Mapping[Move, int]) -> tuple[Mark, ...]:
    """The cells where every move loses by force, of moves that do and in how many plies; none is shown if all lose.

    >>> from duiyi.games.registry import load_game
    >>> game = load_game("nogo(size=3)")
    >>> [mark.cell for mark in soon_lost_marks(game.initial(), {game.parse_move("A1"): 4})]
    [6]
    """
    legal = position.legal_moves()
    if len(lost) >= len(legal):
        return ()
    ways: dict[int, list[int | None]] = {}
    for move in legal:
        for cell in position.path(move)[-1:]:
            ways.setdefault(cell, []).append(lost.get(move))
    return tuple(
        Mark(cell, "loses_soon", position.to_move, _in(max(plies)))
        for cell, found in ways.items()
        if len(plies := [one for one in found if one is not None]) == len(found)
    )


def _in(plies: int) -> Words:
    return Words(*(text.format(plies) for text in (_LOSES_SOON.en, _LOSES_SOON.zh)))


def _forbidden(position: Position, seat: int) -> Iterator[Mark]:
    view = position if position.to_move == seat else _turned(position)
    if view is None:
        return
    for cell, code in enumerate(view.board()):
        if code or view.is_legal(cell):
            continue
        why = view.why_illegal(cell)
        if why is not None and why.code in _FORBIDDEN:
            yield Mark(cell, why.code, seat, Words(*why.words))


def _turned(position: Position) -> Position | None:
    """The same stones with the other side to move; None for a game with more to its text."""
    board, side, *rest = position.text().split(" ")
    if rest or side not in _SIDES or position.game.name != "nogo":
        return None
    try:
        return position.game.position(f"{board} {_SIDES[side]}")
    except TextError:
        return None
