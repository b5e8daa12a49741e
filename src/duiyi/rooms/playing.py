"""Moves: people's, engines', kept ones; and the flag that falls."""

from __future__ import annotations

from collections.abc import Iterator

from duiyi import wire
from duiyi.base import Position, TextError
from duiyi.rooms.clocks import begin, deadline, is_flagged, stop
from duiyi.rooms.deed import Deed
from duiyi.rooms.errors import Refused, refused_move
from duiyi.rooms.orders import EngineMove
from duiyi.rooms.removal import can_leave
from duiyi.rooms.settle import finish, lose_seat
from duiyi.rooms.state import RoomState

__all__ = ["flag", "flag_time", "move_on"]


def play(deed: Deed, command: wire.Play) -> Iterator[wire.Event]:
    """A person moves."""
    state = deed.state
    _must_run(state)
    if command.base != state.turn:
        raise Refused("stale")
    seat = state.position.to_move
    if seat not in state.seats_of(deed.person.id) or command.seat not in (None, seat):
        raise Refused("not_your_turn" if state.seats_of(deed.person.id) else "not_seated")
    if not state.is_played_by_person(seat):
        raise Refused("handed_over")
    lag = min(max(0, deed.lag), state.quotas[seat])
    if is_flagged(state.settings.clock, state.clock, deed.now, lag):
        raise Refused("time")
    yield from _move(deed, _legal_text(state, command.move), lag)
    yield from move_on(deed)


def engine_move(deed: Deed, order: EngineMove) -> Iterator[wire.Event]:
    """An engine moves, unless the seat or the position has changed hands meanwhile."""
    state = deed.state
    _must_run(state)
    if order.turn != state.turn or order.seat != state.position.to_move or order.epoch != state.seats[order.seat].epoch:
        raise Refused("late")
    controller = state.seats[order.seat].controller
    if isinstance(controller, wire.Person):
        raise Refused("late")
    if is_flagged(state.settings.clock, state.clock, deed.now):
        raise Refused("time")
    yield from _move(deed, _legal_text(state, order.move), 0, controller.engine)
    yield from move_on(deed)


def premove(deed: Deed, command: wire.Premove) -> Iterator[wire.Event]:
    """Keep a move for the next turn, or forget it."""
    state = deed.state
    _must_run(state)
    own = [seat for seat in state.seats_of(deed.person.id) if seat != state.position.to_move]
    seat = deed.own_seat(command.seat if command.seat is not None or len(own) != 1 else own[0])
    if seat == state.position.to_move:
        raise Refused("your_turn")
    if seat in state.removed:
        raise Refused("out")
    if not state.is_played_by_person(seat):
        raise Refused("handed_over")
    text = None if command.move is None else state.game.move_text(_parsed(state, command.move))
    yield wire.PremoveChanged(seat=seat, move=text, **deed.stamp)


def resign(deed: Deed, command: wire.Resign) -> Iterator[wire.Event]:
    """Give up."""
    deed.must_be_on()
    seat = deed.own_seat(command.seat)
    if seat in deed.state.removed or not can_leave(deed.state.position, seat):
        raise Refused("out")
    yield from lose_seat(deed, seat, "resign")
    yield from move_on(deed)


def flag(deed: Deed) -> Iterator[wire.Event]:
    """The running seat's time is over."""
    state = deed.state
    if state.clock is None or state.clock.running is None:
        return
    yield from lose_seat(deed, state.clock.running, "time")
    yield from move_on(deed)


def flag_time(state: RoomState) -> int | None:
    """When the server must look at the clock: the flag's fall, and for a person the lag that is not charged."""
    end = deadline(state.settings.clock, state.clock)
    if end is None or state.clock is None or state.clock.running is None or state.phase != "playing":
        return None
    seat = state.clock.running
    return end + (state.quotas[seat] if state.is_played_by_person(seat) else 0)


def move_on(deed: Deed) -> Iterator[wire.Event]:
    """After a change on the board: the end of the game, or moves that were kept for this moment."""
    state = deed.state
    while state.phase == "playing":
        outcome = state.position.outcome()
        if outcome is not None:
            yield from finish(deed, outcome)
            return
        seat = state.position.to_move
        kept = state.premoves.get(seat)
        if kept is None:
            return
        if _is_legal_text(state.position, kept):
            yield from _move(deed, kept, 0)
        else:
            yield wire.PremoveChanged(seat=seat, **deed.stamp)


def _move(deed: Deed, text: str, lag: int, engine: str | None = None) -> Iterator[wire.Event]:
    state = deed.state
    seat = state.position.to_move
    after = state.position.after(state.game.parse_move(text))
    rules, spent = state.settings.clock, 0
    clock = state.clock
    if clock is not None and clock.since is not None:
        elapsed = max(0, deed.now - clock.since)
        lag = min(lag, elapsed)
        spent = elapsed - lag
        clock = stop(rules, clock, deed.now, moved=True, lag=lag)
    else:
        spent = max(0, deed.now - state.moved_at)
        lag = 0
    if after.outcome() is None:
        clock = begin(rules, clock, after.to_move, deed.now)
    yield from _drop_offers(deed, seat)
    yield wire.Moved(
        seat=seat,
        ply=state.ply + 1,
        turn=state.turn + 1,
        move=text,
        spent=spent,
        lag=lag,
        engine=engine,
        clock=clock,
        **deed.stamp,
    )


def _drop_offers(deed: Deed, mover: int) -> Iterator[wire.Event]:
    """A move ends a request to take back, and declines a draw that somebody else offered."""
    for kind, offer in list(deed.state.offers.items()):
        if kind == "takeback" or (kind == "draw" and offer.seat != mover):
            yield wire.OfferChanged(kind=kind, **deed.stamp)


def _must_run(state: RoomState) -> None:
    if state.phase == "paused":
        raise Refused("paused")
    if state.phase != "playing":
        raise Refused("no_game")


def _parsed(state: RoomState, text: str) -> int:
    try:
        return state.game.parse_move(text)
    except TextError as error:
        raise Refused("bad_move", wire.Words(str(error), f"看不懂这一着：{text[:40]}")) from None


def _legal_text(state: RoomState, text: str) -> str:
    move = _parsed(state, text)
    why = state.position.why_illegal(move)
    if why is not None:
        raise refused_move(why)
    return state.game.move_text(move)


def _is_legal_text(position: Position, text: str) -> bool:
    return position.is_legal(position.game.parse_move(text))
