"""All that a room knows. It changes only by folding events, so the log rebuilds it exactly."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import msgspec

from duiyi.base import Game, Position
from duiyi.wire import Chatted, ClockState, Offer, OutcomeView, Person, Seat, SeatResult, Settings, User

__all__ = ["Phase", "RoomState", "Step"]

Phase: TypeAlias = Literal["open", "playing", "paused", "finished", "closed"]
_CHAT_KEPT = 100


class Step(msgspec.Struct, frozen=True, gc=False):
    """One move that was made. Rooms keep thousands, so the garbage collector need not look at them."""

    seat: int
    text: str
    path: tuple[int, ...]
    spent: int
    engine: str | None = None


@dataclass
class RoomState:
    """The state of a room; `positions[p]` is the position after `p` plies."""

    code: str
    game: Game
    settings: Settings
    host: User | None
    seats: list[Seat]
    phase: Phase = "open"
    seq: int = 0
    at: int = 0
    created_at: int = 0
    round: int = 0
    turn: int = 0
    start: str = ""
    """The text of the position in which the round began."""
    started_at: int = 0
    moved_at: int = 0
    """When the turn of the seat to move began."""
    steps: list[Step] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    floor: int = 0
    """The ply before which no takeback leads: a seat was removed there."""
    clock: ClockState | None = None
    quotas: list[int] = field(default_factory=list)
    """Lag in ms that each seat will still not be charged for."""
    spent: list[int] = field(default_factory=list)
    premoves: dict[int, str] = field(default_factory=dict)
    offers: dict[str, Offer] = field(default_factory=dict)
    removed: dict[int, str] = field(default_factory=dict)
    """Seats that are out, with the reason, in the order in which they went."""
    outs: list[tuple[int, int]] = field(default_factory=list)
    """At which ply which seat went out."""
    resigned: set[int] = field(default_factory=set)
    assisted: bool = False
    paused_at: int = 0
    gathered_at: int = 0
    """When somebody last came: grace is not counted from before."""
    outcome: OutcomeView | None = None
    settlement: tuple[SeatResult, ...] = ()
    record: str = ""
    chat: deque[Chatted] = field(default_factory=lambda: deque(maxlen=_CHAT_KEPT))
    chat_times: dict[str, tuple[int, ...]] = field(default_factory=dict)
    muted: set[str] = field(default_factory=set)
    kicked: set[str] = field(default_factory=set)
    done: dict[str, dict[str, int]] = field(default_factory=dict)
    """The latest command ids of everybody, with the number of the last event of each."""

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.positions[-1] if self.positions else self.first_position()

    def first_position(self) -> Position:
        """Where a game of these settings begins."""
        return self.game.initial() if self.settings.start is None else self.game.position(self.settings.start)

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return len(self.steps)

    @property
    def is_on(self) -> bool:
        """Whether a game is on, running or paused."""
        return self.phase in ("playing", "paused")

    def thought(self, now: int) -> int:
        """Milliseconds for which the seat to move has been thinking; none while the game stands still."""
        if self.phase != "playing":
            return 0
        since = self.clock.since if self.clock is not None else None
        return max(0, now - (self.moved_at if since is None else since))

    def seats_of(self, user: str | None) -> list[int]:
        """The seats that somebody owns."""
        return [number for number, seat in enumerate(self.seats) if seat.owner is not None and seat.owner.id == user]

    @property
    def is_anybody_seated(self) -> bool:
        """Whether a person owns a seat."""
        return any(seat.owner is not None for seat in self.seats)

    def is_free(self, seat: int) -> bool:
        """Whether nobody and no engine has the seat."""
        return self.seats[seat].owner is None and isinstance(self.seats[seat].controller, Person)

    def is_played_by_person(self, seat: int) -> bool:
        """Whether the owner makes the moves."""
        return self.seats[seat].owner is not None and isinstance(self.seats[seat].controller, Person)

    def in_play(self) -> Iterator[int]:
        """The seats that are not out."""
        return (seat for seat in range(len(self.seats)) if seat not in self.removed)
