"""托管: engines that play for people, by wish or because the person has vanished; presence, grace, claims."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from duiyi import wire
from duiyi.rooms.clocks import stop
from duiyi.rooms.deed import Deed
from duiyi.rooms.errors import Refused
from duiyi.rooms.orders import Present, Restart, Tick
from duiyi.rooms.playing import flag, flag_time, move_on
from duiyi.rooms.removal import can_leave
from duiyi.rooms.seating import free_the_absent, pass_on
from duiyi.rooms.settle import agree_draw, lose_seat
from duiyi.rooms.state import RoomState

__all__ = ["away_deadlines", "next_deadline"]

RESTART_GRACE = 15_000
"""After a restart of the server a running clock stands for so long, that people may come back."""


def hand_over(deed: Deed, command: wire.HandOver) -> Iterator[wire.Event]:
    """Let an engine play one's seat, or another engine than the one that does."""
    deed.must_be_on()
    seat = deed.own_seat(command.seat)
    if seat in deed.state.removed:
        raise Refused("out")
    state = deed.state.seats[seat]
    handed = replace(state, controller=wire.AI(command.engine), epoch=state.epoch + 1, claimable=False)
    yield deed.seat_changed(seat, handed, "handed_over")


def take_back(deed: Deed, command: wire.TakeBack) -> Iterator[wire.Event]:
    """Play oneself again, also while the engine thinks: the new epoch drops its answer."""
    seat = deed.own_seat(command.seat)
    state = deed.state.seats[seat]
    if isinstance(state.controller, wire.Person):
        raise Refused("not_handed_over")
    taken = replace(state, controller=wire.Person(), epoch=state.epoch + 1, online=True, away_since=None)
    yield deed.seat_changed(seat, taken, "taken_back")


def present(deed: Deed, order: Present) -> Iterator[wire.Event]:
    """Somebody came or went."""
    for seat in deed.state.seats_of(order.user):
        state = deed.state.seats[seat]
        if state.online != order.online:
            away = None if order.online else deed.now
            here = replace(state, online=order.online, away_since=away, claimable=False)
            yield deed.seat_changed(seat, here, "online" if order.online else "offline")
    host = deed.state.host
    is_idle_host = host is not None and host.id == order.user and not deed.state.seats_of(order.user)
    if is_idle_host and not order.online and not deed.state.is_on and deed.state.is_anybody_seated:
        yield from pass_on(deed, order.user)


def restart(deed: Deed, order: Restart) -> Iterator[wire.Event]:
    """Nobody is here yet; a running clock is charged until the server died, not for the time that it was away."""
    state, clock = deed.state, deed.state.clock
    if clock is not None and clock.since is not None:
        died = min(deed.now, max(order.alive_until, state.at))
        charged = stop(state.settings.clock, clock, died, moved=False)
        clock = replace(charged or clock, running=clock.running, since=deed.now + RESTART_GRACE)
    yield wire.Restarted(clock=clock, **deed.stamp)


def tick(deed: Deed, order: Tick) -> Iterator[wire.Event]:
    """See to whatever is due: the flag, and people who have been away for too long."""
    state = deed.state
    flagged = flag_time(state)
    if flagged is not None and deed.now >= flagged:
        yield from flag(deed)
    due = [seat for seat, at in away_deadlines(state) if deed.now >= at]
    if not state.is_on:
        yield from free_the_absent(deed, due)
        return
    for seat in due:
        away = state.seats[seat]
        if state.settings.stand_in is None:
            yield deed.seat_changed(seat, replace(away, claimable=True), "claimable")
        else:
            engine = wire.AI(state.settings.stand_in, stands_in=True)
            yield deed.seat_changed(seat, replace(away, controller=engine, epoch=away.epoch + 1), "stood_in")


def claim(deed: Deed, command: wire.Claim) -> Iterator[wire.Event]:
    """Claim the game against those who have left it."""
    deed.must_be_on()
    state = deed.state
    mine = [seat for seat in state.seats_of(deed.person.id) if seat not in state.removed]
    if not mine:
        raise Refused("not_seated")
    gone = [seat for seat in state.in_play() if state.seats[seat].claimable and seat not in mine]
    if not any(can_leave(state.position, seat) for seat in gone):
        raise Refused("nothing_to_claim")
    if command.result == "draw" and len(state.seats) == 2:
        yield from agree_draw(deed, left=gone[0])
        return
    for seat in gone:
        if state.is_on and can_leave(state.position, seat):
            yield from lose_seat(deed, seat, "abandon")
    yield from move_on(deed)


def away_deadlines(state: RoomState) -> Iterator[tuple[int, int]]:
    """When each absent owner's grace ends.

    It is counted only while another person waits, from when that person came: a game that everybody left simply waits.
    Games of days have no such thing; where no game is on, the seat becomes free.
    """
    if state.phase in ("paused", "closed") or isinstance(state.settings.clock, wire.Correspondence):
        return
    for number, seat in enumerate(state.seats):
        if seat.owner is None or seat.away_since is None or number in state.removed:
            continue
        if state.is_on:
            others = (other for other in state.seats if other.owner is not None and other.owner.id != seat.owner.id)
            if seat.claimable or not isinstance(seat.controller, wire.Person) or not any(o.online for o in others):
                continue
            yield number, max(seat.away_since, state.gathered_at) + state.settings.grace * 1000
        else:
            yield number, seat.away_since + state.settings.grace * 1000


def next_deadline(state: RoomState) -> int | None:
    """When the room next wants a `Tick`; None when nothing is due."""
    moments = [at for _, at in away_deadlines(state)]
    flagged = flag_time(state)
    return min([*moments, flagged] if flagged is not None else moments, default=None)


def paused_clock(deed: Deed) -> wire.ClockState | None:
    """The clock, stopped."""
    return stop(deed.state.settings.clock, deed.state.clock, deed.now, moved=False)
