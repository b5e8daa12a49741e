"""Judging moves by what they cost: verdicts, accuracy and turning points from the rates along a line.

>>> pair = [(0.5, 0.5), (0.44, 0.56), (0.9, 0.1)]
>>> [(move.seat, move.verdict) for move in judge(pair, [0, 1])]
[(0, 'inaccuracy'), (1, 'blunder')]
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

__all__ = ["SIGNS", "Judged", "SeatReview", "Verdict", "judge", "seat_reviews", "turning_points", "verdict_of"]

Verdict: TypeAlias = Literal["inaccuracy", "mistake", "blunder"]

SIGNS: dict[Verdict, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The signs that players write behind a move."""

_LIMITS: tuple[tuple[float, Verdict], ...] = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
_TURNING_POINTS = 3
# Rates are fractions of a percent at best: half a tenth of a point is no difference.
_EPSILON = 0.0005
# A move that costs five points of expected score is worth 82 of 100, one that costs half the game 14.
_STEEPNESS = 4.0


class Judged(msgspec.Struct, frozen=True):
    """A move and what it cost its mover."""

    ply: int
    """The ply after the move."""
    seat: int
    loss: float
    """Expected score given away, 0..1; negative when the engine had thought less of the position."""
    verdict: Verdict | None = None


class SeatReview(msgspec.Struct, frozen=True):
    """How one seat played: counts, the mean loss per move, and an accuracy in 0..100."""

    seat: int
    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int
    mean_loss: float
    accuracy: float


def verdict_of(loss: float) -> Verdict | None:
    """The name of a loss of expected score.

    >>> [verdict_of(loss) for loss in (0.04, 0.05, 0.1, 0.15)]
    [None, 'inaccuracy', 'mistake', 'blunder']
    """
    return next((verdict for limit, verdict in _LIMITS if loss > limit - _EPSILON), None)


def judge(
    rates: Sequence[Sequence[float] | None], movers: Sequence[int | None], best: Sequence[bool] | None = None
) -> list[Judged]:
    """The moves of a line. `rates[ply]` are those of all seats, or None where nobody has looked; a move between
    unknown positions stays unjudged.

    `movers[ply]` is the seat that moves there, None where no move is made (a seat is taken out); `best[ply]` says that
    the engine would have played the same: then it cannot call the move a mistake, whatever it found out later.

    >>> judge([(0.5, 0.5), (0.1, 0.9)], [0], [True])[0].verdict is None
    True
    """
    judged = []
    for ply, seat in enumerate(movers):
        if ply + 1 >= len(rates):
            break
        before, after = rates[ply], rates[ply + 1]
        if seat is None or before is None or after is None:
            continue
        loss = before[seat] - after[seat]
        is_best = best is not None and best[ply]
        judged.append(Judged(ply + 1, seat, loss, None if is_best else verdict_of(loss)))
    return judged


def turning_points(moves: Sequence[Judged]) -> list[Judged]:
    """The three moves that cost most, in the order of the game; moves without a verdict turn nothing.

    >>> [move.ply for move in turning_points([Judged(1, 0, 0.3, "blunder"), Judged(2, 1, 0.01)])]
    [1]
    """
    costly = sorted((move for move in moves if move.verdict is not None), key=lambda move: -move.loss)
    return sorted(costly[:_TURNING_POINTS], key=lambda move: move.ply)


def seat_reviews(moves: Sequence[Judged], seats: int) -> list[SeatReview]:
    """How every seat played.

    >>> [round(seat.accuracy) for seat in seat_reviews([Judged(1, 0, 0.5, "blunder"), Judged(2, 1, 0.0)], 2)]
    [14, 100]
    """
    return [_seat_review([move for move in moves if move.seat == seat], seat) for seat in range(seats)]


def _seat_review(own: Sequence[Judged], seat: int) -> SeatReview:
    losses = [max(0.0, move.loss) for move in own]
    count = max(1, len(own))
    return SeatReview(
        seat=seat,
        moves=len(own),
        inaccuracies=sum(move.verdict == "inaccuracy" for move in own),
        mistakes=sum(move.verdict == "mistake" for move in own),
        blunders=sum(move.verdict == "blunder" for move in own),
        mean_loss=sum(losses) / count,
        accuracy=sum(100 * math.exp(-_STEEPNESS * loss) for loss in losses) / count if own else 100.0,
    )
