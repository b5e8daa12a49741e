"""What people see of a room: positions, snapshots, lobby cards, and who may see which event."""

from __future__ import annotations

from msgspec.structs import replace

from duiyi import wire
from duiyi.base import Move, Position
from duiyi.rooms.marks import marks_of
from duiyi.rooms.settle import outcome_view
from duiyi.rooms.state import RoomState, Step

__all__ = ["can_enter", "can_see", "card", "move_view", "position_view", "room_position", "snapshot", "with_position"]

_CHAT_SHOWN = 50


def move_view(position: Position, move: Move) -> wire.MoveView:
    """A legal move with the cells to click.

    >>> from duiyi.games.registry import load_game
    >>> game = load_game("reversi")
    >>> move_view(game.initial(), game.parse_move("f5"))
    MoveView(text='f5', cells=(37,), path=(), words=None)
    """
    text = position.game.move_text(move)
    path = position.path(move)
    if not path:
        return wire.MoveView(text, words=wire.Words(*position.game.move_words(move)))
    cells = path if len(path) == 1 else (path[0], path[-1])
    return wire.MoveView(text, cells, path if len(path) > 2 else ())


def position_view(position: Position, ply: int = 0, steps: list[Step] | tuple[Step, ...] = ()) -> wire.PositionView:
    """A position with its legal moves, the last move of every seat, marks and outcome."""
    outcome = position.outcome()
    return wire.PositionView(
        text=position.text(),
        to_move=position.to_move,
        ply=ply,
        board=tuple(position.board()),
        legal=tuple(move_view(position, move) for move in position.legal_moves()),
        last=_last_moves(steps, position.game.seats),
        marks=marks_of(position),
        outcome=None if outcome is None else outcome_view(outcome),
    )


def room_position(state: RoomState) -> wire.PositionView:
    """The position on a room's board; nobody may move where no game is on."""
    view = position_view(state.position, state.ply, state.steps)
    return view if state.is_on else replace(view, legal=())


def with_position(event: wire.Event, state: RoomState) -> wire.Event:
    """The event as it is sent: those that change the board carry the new position. The log keeps the plain ones.

    `state` is the room after the command that caused the event.
    """
    if isinstance(event, wire.Started | wire.Moved | wire.Removed | wire.TakenBack):
        ply = 0 if isinstance(event, wire.Started) else event.ply
        return replace(event, position=position_view(state.positions[ply], ply, state.steps[:ply]))
    return event


def snapshot(state: RoomState, now: int, user: str | None) -> wire.Snapshot:
    """The whole room as somebody may see it."""
    is_set_up = bool(state.positions) or state.phase == "open"
    own = state.seats_of(user)
    return wire.Snapshot(
        room=state.code,
        seq=state.seq,
        now=now,
        phase=state.phase,
        settings=state.settings,
        host=state.host,
        seats=tuple(state.seats),
        round=state.round,
        turn=state.turn,
        start=state.start if state.positions else "",
        moves=tuple(_move_done(state, step) for step in state.steps),
        removed=tuple(state.removed),
        outs=tuple(state.outs),
        position=room_position(state) if is_set_up else None,
        clock=state.clock,
        offers=tuple(state.offers.values()),
        chat=tuple(event for event in state.chat if can_see(state, event, user))[-_CHAT_SHOWN:],
        outcome=state.outcome,
        settlement=state.settlement,
        record=state.record,
        assisted=state.assisted,
        you=wire.You(
            tuple(own),
            state.host is not None and state.host.id == user,
            tuple((seat, state.premoves[seat]) for seat in own if seat in state.premoves),
        ),
    )


def card(state: RoomState, watchers: int = 0) -> wire.RoomCard:
    """The room in the lobby."""
    return wire.RoomCard(
        room=state.code,
        settings=state.settings,
        host=state.host,
        phase=state.phase,
        seats=tuple(state.seats),
        ply=state.ply,
        created=state.created_at,
        watchers=watchers,
        board=tuple(state.position.board()),
    )


def can_enter(state: RoomState, user: str | None, keys: bool = False) -> bool:
    """Whether somebody may follow the room: spectators only where the settings say so."""
    is_host = state.host is not None and state.host.id == user
    is_joining = not state.is_on and any(state.is_free(seat) for seat in range(len(state.seats)))
    return state.settings.spectators or is_host or is_joining or keys or bool(state.seats_of(user))


def can_see(state: RoomState, event: wire.Event, user: str | None) -> bool:
    """Whether an event is for somebody.

    Kept moves are private, the table's talk is for those seated, and who plays a rated game does not hear the gallery.
    """
    if isinstance(event, wire.PremoveChanged):
        return event.seat in state.seats_of(user)
    if isinstance(event, wire.Chatted):
        if event.channel == "table":
            return bool(state.seats_of(user))
        is_hidden = state.settings.rated and state.is_on and bool(state.seats_of(user))
        return not is_hidden or event.user.id == user
    return True


def _move_done(state: RoomState, step: Step) -> wire.MoveDone:
    words = None
    if not step.path:
        words = wire.Words(*state.game.move_words(state.game.parse_move(step.text)))
    return wire.MoveDone(step.seat, step.text, step.spent, step.engine, words)


def _last_moves(steps: list[Step] | tuple[Step, ...], seats: int) -> tuple[wire.LastMove, ...]:
    found: dict[int, wire.LastMove] = {}
    for ply in range(len(steps), max(0, len(steps) - 4 * seats), -1):
        step = steps[ply - 1]
        if step.seat not in found:
            found[step.seat] = wire.LastMove(step.seat, step.text, step.path, ply)
    return tuple(found.values())
