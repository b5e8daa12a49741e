"""How events change a room: the only code that writes to `RoomState`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from duiyi import wire
from duiyi.base import Game
from duiyi.rooms.clocks import allowance
from duiyi.rooms.removal import without_seat
from duiyi.rooms.state import RoomState, Step

__all__ = ["fold", "opened"]

_IDS_KEPT = 64
CHAT_WINDOW = 60_000


def opened(event: wire.Created, game: Game) -> RoomState:
    """The room that a `Created` event opens."""
    seats = [wire.Seat() for _ in range(event.seats)]
    state = RoomState(event.room, game, event.settings, event.host, seats, created_at=event.at)
    _count(state, event)
    return state


def fold(state: RoomState, event: wire.Event, load: Callable[[str], Game]) -> None:
    """Change the room as the event says; `load` makes a game of its spec."""
    if isinstance(event, wire.Configured):
        _configured(state, event, load)
    elif not isinstance(event, wire.Created):
        _FOLDS[type(event)](state, event)
    _count(state, event)


def _count(state: RoomState, event: wire.Event) -> None:
    state.seq = event.seq
    state.at = event.at
    if event.by is not None and event.id is not None:
        ids = state.done.setdefault(event.by, {})
        ids[event.id] = event.seq
        if len(ids) > _IDS_KEPT:
            del ids[next(iter(ids))]


def _configured(state: RoomState, event: wire.Configured, load: Callable[[str], Game]) -> None:
    state.settings = event.settings
    state.game = load(event.settings.game)
    kept = [replace(seat, ready=False) for seat in state.seats[: event.seats]]
    state.seats = kept + [wire.Seat() for _ in range(event.seats - len(kept))]
    state.phase = "open"
    state.offers.clear()
    state.positions, state.steps, state.outcome, state.settlement, state.clock = [], [], None, (), None


def _host(state: RoomState, event: wire.HostChanged) -> None:
    state.host = event.host


def _seat(state: RoomState, event: wire.SeatChanged) -> None:
    before = state.seats[event.seat]
    state.seats[event.seat] = event.state
    if event.cause in ("handed_over", "stood_in") and state.is_on:
        state.assisted = True
        state.premoves.pop(event.seat, None)
    elif event.cause == "kicked" and before.owner is not None:
        state.kicked.add(before.owner.id)
    elif event.cause in ("online", "sat"):
        state.gathered_at = event.at


def _started(state: RoomState, event: wire.Started) -> None:
    seats = len(event.seats)
    state.phase = "playing"
    state.seats = list(event.seats)
    state.round, state.turn, state.start = event.round, event.turn, event.start
    state.started_at = state.moved_at = state.gathered_at = event.at
    state.positions, state.steps, state.floor = [state.first_position()], [], 0
    state.clock = event.clock
    state.quotas = [allowance(state.settings.clock)[1]] * seats
    state.spent = [0] * seats
    state.premoves, state.offers, state.removed, state.resigned = {}, {}, {}, set()
    state.outs = []
    state.assisted, state.outcome, state.settlement, state.record = False, None, (), ""


def _moved(state: RoomState, event: wire.Moved) -> None:
    position = state.position
    move = state.game.parse_move(event.move)
    state.steps.append(Step(event.seat, event.move, position.path(move), event.spent, event.engine))
    state.positions.append(position.after(move))
    state.turn = event.turn
    state.clock = event.clock
    state.moved_at = event.at
    state.spent[event.seat] += event.spent
    gain, _, most = allowance(state.settings.clock)
    state.quotas[event.seat] = min(most, max(0, state.quotas[event.seat] - event.lag) + gain)
    state.premoves.pop(event.seat, None)


def _removed(state: RoomState, event: wire.Removed) -> None:
    _count_thought(state, event)
    state.removed[event.seat] = event.reason
    state.outs.append((event.ply, event.seat))
    if event.reason == "resign":
        state.resigned.add(event.seat)
    rest = without_seat(state.position, event.seat)
    if rest is None:
        raise ValueError(f"log of {state.code}: {state.game.spec} does not go on without a seat")
    state.positions[-1] = rest
    state.floor = state.ply
    state.turn = event.turn
    state.clock = event.clock
    state.moved_at = event.at
    state.premoves.pop(event.seat, None)


def _taken_back(state: RoomState, event: wire.TakenBack) -> None:
    _count_thought(state, event)
    del state.steps[event.ply :], state.positions[event.ply + 1 :]
    state.turn = event.turn
    state.clock = event.clock
    state.moved_at = event.at
    state.premoves.clear()


def _count_thought(state: RoomState, event: wire.Event) -> None:
    """The turn is cut short: what the seat to move has thought so far counts."""
    if state.phase == "playing":
        state.spent[state.position.to_move] += state.thought(event.at)


def _premove(state: RoomState, event: wire.PremoveChanged) -> None:
    if event.move is None:
        state.premoves.pop(event.seat, None)
    else:
        state.premoves[event.seat] = event.move


def _offer(state: RoomState, event: wire.OfferChanged) -> None:
    if event.offer is None:
        state.offers.pop(event.kind, None)
    else:
        state.offers[event.kind] = event.offer


def _paused(state: RoomState, event: wire.Paused) -> None:
    _count_thought(state, event)
    state.phase, state.clock, state.paused_at = "paused", event.clock, event.at


def _resumed(state: RoomState, event: wire.Resumed) -> None:
    state.phase, state.clock, state.moved_at = "playing", event.clock, event.at


def _finished(state: RoomState, event: wire.Finished) -> None:
    state.phase, state.turn, state.clock = "finished", event.turn, event.clock
    state.spent = [row.milliseconds for row in event.settlement]
    state.outcome, state.settlement, state.record = event.outcome, event.settlement, event.record
    state.resigned |= {row.seat for row in event.settlement if row.steps > _moves_of(state, row.seat)}
    state.seats = [replace(seat, ready=False, claimable=False) for seat in state.seats]
    state.premoves.clear()
    state.offers.clear()


def _moves_of(state: RoomState, seat: int) -> int:
    return sum(step.seat == seat for step in state.steps)


def _chatted(state: RoomState, event: wire.Chatted) -> None:
    state.chat.append(event)
    recent = (at for at in state.chat_times.get(event.user.id, ()) if at > event.at - CHAT_WINDOW)
    state.chat_times[event.user.id] = (*recent, event.at)


def _muted(state: RoomState, event: wire.Muted) -> None:
    (state.muted.add if event.muted else state.muted.discard)(event.user)


def _hinted(state: RoomState, event: wire.Hinted) -> None:
    state.assisted = True


def _restarted(state: RoomState, event: wire.Restarted) -> None:
    """What was charged was thought; without a clock only the log tells until when somebody can have been thinking."""
    before, after = state.clock, event.clock
    if state.phase == "playing" and before is not None and after is not None and before.running is not None:
        state.spent[before.running] += max(0, before.remaining[before.running] - after.remaining[before.running])
    elif state.phase == "playing":
        state.spent[state.position.to_move] += state.thought(state.at)
    state.clock = event.clock
    state.moved_at = event.at
    state.seats = [
        replace(seat, online=False, away_since=event.at) if seat.owner is not None and seat.online else seat
        for seat in state.seats
    ]


def _closed(state: RoomState, event: wire.Closed) -> None:
    state.phase = "closed"


_FOLDS: dict[type, Callable[[RoomState, Any], None]] = {
    wire.HostChanged: _host,
    wire.SeatChanged: _seat,
    wire.Started: _started,
    wire.Moved: _moved,
    wire.Removed: _removed,
    wire.TakenBack: _taken_back,
    wire.PremoveChanged: _premove,
    wire.OfferChanged: _offer,
    wire.Paused: _paused,
    wire.Resumed: _resumed,
    wire.Finished: _finished,
    wire.Chatted: _chatted,
    wire.Muted: _muted,
    wire.Hinted: _hinted,
    wire.Restarted: _restarted,
    wire.Closed: _closed,
}
