"""A room as a client sees it: what frames have told so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from duiyi import wire
from duiyi.base import Game, Position
from duiyi.games.registry import load_game

__all__ = ["Table"]


@dataclass
class Table:
    """The part of a room that a course client needs, folded from its frames.

    >>> table = Table("K3F9")
    >>> settings = wire.Settings(game="nogo(rule=course)")
    >>> seats = (wire.Seat(owner=wire.User("u1", "ann")), wire.Seat())
    >>> table.fold(wire.Snapshot(room="K3F9", seq=2, now=0, phase="open", settings=settings, host=None, seats=seats))
    >>> table.seat_of("u1"), table.game.spec, table.is_on
    (0, 'nogo(rule=course)', False)
    """

    room: str
    seats: list[wire.Seat] = field(default_factory=list)
    settings: wire.Settings | None = None
    host: wire.User | None = None
    seq: int = 0
    turn: int = 0
    phase: str = "open"
    position: Position | None = None
    removed: set[int] = field(default_factory=set)
    """The seats that are out."""
    before: Position | None = None
    """The position before the latest move."""

    @property
    def game(self) -> Game:
        """The rules that the room plays by."""
        assert self.settings is not None
        return load_game(self.settings.game)

    @property
    def is_on(self) -> bool:
        """Whether a game is on."""
        return self.phase in ("playing", "paused")

    def seat_of(self, user: str) -> int | None:
        """The seat that somebody owns."""
        owned = (number for number, seat in enumerate(self.seats) if seat.owner is not None and seat.owner.id == user)
        return next(owned, None)

    def free_seats(self) -> list[int]:
        """The seats that anybody may take."""
        return [
            number
            for number, seat in enumerate(self.seats)
            if seat.owner is None and isinstance(seat.controller, wire.Person) and not seat.invited
        ]

    def fold(self, frame: wire.ServerFrame) -> None:
        """See what a frame changes."""
        match frame:
            case wire.Snapshot():
                self.seats, self.settings, self.host = list(frame.seats), frame.settings, frame.host
                self.phase, self.turn, self.removed = frame.phase, frame.turn, set(frame.removed)
                self._see(frame.position)
            case wire.SeatChanged():
                self.seats[frame.seat] = frame.state
            case wire.Configured():
                kept = [replace(seat, ready=False) for seat in self.seats[: frame.seats]]
                self.seats = kept + [wire.Seat()] * (frame.seats - len(kept))
                self.settings, self.phase, self.position = frame.settings, "open", None
            case wire.HostChanged():
                self.host = frame.host
            case wire.Started():
                self.seats, self.phase, self.turn = list(frame.seats), "playing", frame.turn
                self.removed = set()
                self._see(frame.position)
            case wire.Moved():
                self.turn, self.before = frame.turn, self.position
                if self.position is not None:
                    self.position = self.position.after(self.game.parse_move(frame.move))
            case wire.Removed() | wire.TakenBack():
                self.turn = frame.turn
                if isinstance(frame, wire.Removed):
                    self.removed.add(frame.seat)
                self._see(frame.position)
            case wire.Finished():
                self.phase, self.turn = "finished", frame.turn
            case wire.Closed():
                self.phase = "closed"
            case _:
                pass
        self.seq = max(self.seq, getattr(frame, "seq", 0))

    def _see(self, view: wire.PositionView | None) -> None:
        """A position that is over may stand against the rules of set-ups, and nobody will move in it."""
        self.before = self.position
        is_over = view is None or view.outcome is not None
        self.position = None if is_over or view is None else self.game.position(view.text)
