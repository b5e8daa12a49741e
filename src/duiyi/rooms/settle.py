"""The end of a game: who won, why, in words, and what every seat did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from duiyi import wire
from duiyi.base import Outcome, Position, Words
from duiyi.rooms.clocks import begin, stop
from duiyi.rooms.deed import Deed
from duiyi.rooms.removal import without_seat
from duiyi.rooms.state import RoomState

__all__ = ["agree_draw", "finish", "lose_seat", "outcome_view", "settlement"]

Loss: TypeAlias = Literal["time", "resign", "abandon"]
_LOST: dict[Loss, Words] = {
    "time": Words("{0} ran out of time", "{0}超时"),
    "resign": Words("{0} resigned", "{0}认输"),
    "abandon": Words("{0} left the game", "{0}离开了对局"),
}
_AGREED = Words("a draw by agreement", "双方同意和棋")
_ABANDONED = Words("a draw: {0} left the game", "和棋：{0}离开了对局")


def outcome_view(outcome: Outcome) -> wire.OutcomeView:
    """An outcome as it goes over the wire.

    >>> outcome_view(Outcome((1.0, 0.0), "resign", Words("white resigned", "白方认输"))).words.zh
    '白方认输'
    """
    return wire.OutcomeView(outcome.scores, outcome.reason, wire.Words(*outcome.words), outcome.cells)


def finish(deed: Deed, outcome: Outcome, resigned: int | None = None) -> Iterator[wire.Event]:
    """End the game."""
    state = deed.state
    yield wire.Finished(
        round=state.round,
        turn=state.turn + 1,
        outcome=outcome_view(outcome),
        settlement=settlement(state, outcome, deed.now, resigned),
        rated=_is_rated(state),
        assisted=state.assisted,
        record=f"{state.code}-{state.round}",
        clock=stop(state.settings.clock, state.clock, deed.now, moved=False),
        **deed.stamp,
    )


def lose_seat(deed: Deed, seat: int, reason: Loss) -> Iterator[wire.Event]:
    """A seat is out: that ends a game of two; with more seats the game goes on where its rules know how."""
    state = deed.state
    rest = without_seat(state.position, seat)
    if rest is not None:
        yield from _remove(deed, seat, reason, rest)
        return
    name = state.game.seat_words(seat)
    words = Words(*(sentence.format(part) for sentence, part in zip(_LOST[reason], name, strict=True)))
    share = len(state.seats) / 2 / (len(state.seats) - 1)
    scores = tuple(0.0 if other == seat else share for other in range(len(state.seats)))
    yield from finish(deed, Outcome(scores, reason, words), seat if reason == "resign" else None)


def agree_draw(deed: Deed, left: int | None = None) -> Iterator[wire.Event]:
    """A draw by agreement, or claimed because the owner of the seat `left` has."""
    words, reason = _AGREED, "agreement"
    if left is not None:
        names = deed.state.game.seat_words(left)
        words = Words(*(sentence.format(part) for sentence, part in zip(_ABANDONED, names, strict=True)))
        reason = "abandon"
    seats = len(deed.state.seats)
    yield from finish(deed, Outcome((0.5,) * seats, reason, words))


def settlement(
    state: RoomState, outcome: Outcome, now: int, resigned: int | None = None
) -> tuple[wire.SeatResult, ...]:
    """Rank, score, steps and thinking time of every seat; resigning counts as a step, the last thought as time."""
    thinker, thought = state.position.to_move, state.thought(now)
    gave_up = state.resigned | ({resigned} if resigned is not None else set())
    return tuple(
        wire.SeatResult(
            seat=seat,
            rank=1 + sum(other > score for other in outcome.scores),
            score=score,
            steps=sum(step.seat == seat for step in state.steps) + (seat in gave_up),
            milliseconds=state.spent[seat] + (thought if seat == thinker else 0),
        )
        for seat, score in enumerate(outcome.scores)
    )


def _remove(deed: Deed, seat: int, reason: Loss, rest: Position) -> Iterator[wire.Event]:
    state = deed.state
    rules = state.settings.clock
    spent = state.thought(deed.now) if seat == state.position.to_move else 0
    clock = stop(rules, state.clock, deed.now, moved=False)
    is_running = state.clock is not None and state.clock.running is not None
    if is_running and rest.outcome() is None:
        clock = begin(rules, clock, rest.to_move, deed.now, fresh=rest.to_move != state.position.to_move)
    yield wire.Removed(
        seat=seat, ply=state.ply, turn=state.turn + 1, reason=reason, spent=spent, clock=clock, **deed.stamp
    )
    outcome = state.position.outcome()
    if outcome is not None:
        yield from finish(deed, outcome)


def _is_rated(state: RoomState) -> bool:
    """A game counts when distinct people with accounts (or bots) played all seats themselves, at least a move each."""
    owners = [seat.owner for seat in state.seats]
    return (
        state.settings.rated
        and not state.assisted
        and all(owner is not None and owner.kind != "guest" for owner in owners)
        and len({owner.id for owner in owners if owner is not None}) == len(owners)
        and state.ply >= len(owners)
    )
