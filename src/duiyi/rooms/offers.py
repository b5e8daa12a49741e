"""What needs consent: draws, takebacks, pauses, going on, rematches."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from duiyi import wire
from duiyi.rooms.clocks import begin
from duiyi.rooms.deed import Deed
from duiyi.rooms.errors import Refused
from duiyi.rooms.orders import EngineAnswer
from duiyi.rooms.playing import move_on
from duiyi.rooms.seating import start_game
from duiyi.rooms.settle import agree_draw
from duiyi.rooms.state import RoomState
from duiyi.rooms.takeover import paused_clock

__all__ = ["asked"]

PAUSE_LIMIT = 600_000
"""After so long a pause anybody may go on alone."""


def offer(deed: Deed, command: wire.MakeOffer) -> Iterator[wire.Event]:
    """Offer something; it happens at once when nobody needs to be asked."""
    state = deed.state
    seat = deed.own_seat(command.seat)
    _must_suit(state, command.kind, seat)
    standing = state.offers.get(command.kind)
    if standing is not None:
        if seat in standing.agreed:
            raise Refused("already_offered")
        yield from _agree(deed, standing, seat)
        return
    ply = _ply_before(state, seat) if command.kind == "takeback" else None
    made = wire.Offer(command.kind, seat, (seat,), ply)
    is_free = command.kind == "takeback" and state.settings.takeback == "free"
    is_overdue = command.kind == "resume" and deed.now - state.paused_at >= PAUSE_LIMIT
    if is_free or is_overdue or not asked(state, made):
        yield from _carry_out(deed, made)
    else:
        yield wire.OfferChanged(kind=made.kind, offer=made, **deed.stamp)


def answer(deed: Deed, command: wire.Answer) -> Iterator[wire.Event]:
    """Agree, decline or withdraw."""
    standing = deed.state.offers.get(command.kind)
    if standing is None:
        raise Refused("no_offer")
    seat = _answering_seat(deed, standing, command)
    if not command.accept:
        yield wire.OfferChanged(kind=command.kind, declined_by=seat, **deed.stamp)
        return
    if seat in standing.agreed:
        raise Refused("already_offered")
    yield from _agree(deed, standing, seat)


def engine_answer(deed: Deed, order: EngineAnswer) -> Iterator[wire.Event]:
    """An engine agrees to a draw or declines it."""
    standing = deed.state.offers.get("draw")
    if standing is None or order.turn != deed.state.turn or order.seat not in asked(deed.state, standing):
        raise Refused("late")
    if order.accept:
        yield from _agree(deed, standing, order.seat)
    else:
        yield wire.OfferChanged(kind="draw", declined_by=order.seat, **deed.stamp)


def asked(state: RoomState, standing: wire.Offer) -> list[int]:
    """The seats whose consent is still needed.

    Engines agree to everything but draws, and so does the engine that stands in for somebody who vanished.

    >>> from duiyi.rooms import asked
    """
    offerer = state.seats[standing.seat].owner
    missing = []
    for number in state.in_play():
        seat = state.seats[number]
        is_engine = seat.owner is None or (isinstance(seat.controller, wire.AI) and seat.controller.stands_in)
        is_same_person = seat.owner is not None and seat.owner == offerer
        if number not in standing.agreed and not is_same_person and (standing.kind == "draw" or not is_engine):
            missing.append(number)
    return missing


def _answering_seat(deed: Deed, standing: wire.Offer, command: wire.Answer) -> int:
    if command.seat is not None:
        return deed.own_seat(command.seat)
    own = [seat for seat in deed.state.seats_of(deed.person.id) if seat not in deed.state.removed]
    if not own:
        raise Refused("not_seated")
    return next((seat for seat in own if seat not in standing.agreed), own[0])


def _agree(deed: Deed, standing: wire.Offer, seat: int) -> Iterator[wire.Event]:
    agreed = replace(standing, agreed=(*standing.agreed, seat))
    if not asked(deed.state, agreed):
        yield from _carry_out(deed, agreed)
    else:
        yield wire.OfferChanged(kind=agreed.kind, offer=agreed, **deed.stamp)


def _must_suit(state: RoomState, kind: str, seat: int) -> None:
    """Refuse an offer that makes no sense now."""
    phases = {"draw": "playing", "takeback": "playing", "pause": "playing", "resume": "paused", "rematch": "finished"}
    if state.phase != phases[kind]:
        on = "paused" if state.phase == "paused" else "no_game"
        raise Refused("game_on" if state.phase == "playing" else on)
    if kind != "rematch" and seat in state.removed:
        raise Refused("out")
    if kind == "draw" and not state.game.has_draws:
        raise Refused("no_draws")
    if kind == "takeback" and state.settings.takeback == "none":
        raise Refused("no_takeback")
    if kind == "rematch" and any(state.is_free(number) for number in range(len(state.seats))):
        raise Refused("not_full")


def _ply_before(state: RoomState, seat: int) -> int:
    """The ply before the seat's latest move."""
    for ply in range(state.ply - 1, state.floor - 1, -1):
        if state.steps[ply].seat == seat:
            return ply
    raise Refused("nothing_to_take_back")


def _carry_out(deed: Deed, agreed: wire.Offer) -> Iterator[wire.Event]:
    state = deed.state
    if agreed.kind in state.offers:
        yield wire.OfferChanged(kind=agreed.kind, **deed.stamp)
    if agreed.kind == "draw":
        yield from agree_draw(deed)
    elif agreed.kind == "takeback" and agreed.ply is not None:
        yield from _go_back(deed, agreed.ply)
    elif agreed.kind == "pause":
        yield wire.Paused(clock=paused_clock(deed), **deed.stamp)
    elif agreed.kind == "resume":
        yield from go_on(deed)
    elif agreed.kind == "rematch":
        yield from start_game(deed, [*state.seats[1:], state.seats[0]])


def go_on(deed: Deed) -> Iterator[wire.Event]:
    """End a pause."""
    state = deed.state
    clock = begin(state.settings.clock, state.clock, state.position.to_move, deed.now, fresh=False)
    yield wire.Resumed(clock=clock, **deed.stamp)
    yield from move_on(deed)


def _go_back(deed: Deed, ply: int) -> Iterator[wire.Event]:
    state = deed.state
    seat = state.positions[ply].to_move
    clock = begin(state.settings.clock, paused_clock(deed), seat, deed.now)
    for kind in list(state.offers):
        yield wire.OfferChanged(kind=kind, **deed.stamp)
    yield wire.TakenBack(ply=ply, turn=state.turn + 1, clock=clock, **deed.stamp)
