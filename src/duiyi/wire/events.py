"""What happens in a room: the events of its log, one tagged union on the field ``t``."""

from __future__ import annotations

from typing import Literal

from duiyi.wire.values import ClockState, Offer, OutcomeView, PositionView, Seat, SeatResult, Settings, User, Value

__all__ = [
    "Chatted",
    "Closed",
    "Configured",
    "Created",
    "Event",
    "Finished",
    "Hinted",
    "HostChanged",
    "Moved",
    "Muted",
    "OfferChanged",
    "Paused",
    "PremoveChanged",
    "Removed",
    "Restarted",
    "Resumed",
    "RoomEvent",
    "SeatChanged",
    "Started",
    "TakenBack",
]


class RoomEvent(Value, frozen=True, tag_field="t", kw_only=True):
    """The base of all events: where, which number, when (server time in ms), by whom and by which command."""

    room: str
    seq: int
    at: int
    by: str | None = None
    id: str | None = None


class Created(RoomEvent, frozen=True, tag="created"):
    """The room was opened."""

    settings: Settings
    host: User
    seats: int


class Configured(RoomEvent, frozen=True, tag="configured"):
    """The host changed the settings; people and engines keep their seats as far as there are seats, nobody is ready."""

    settings: Settings
    seats: int


class HostChanged(RoomEvent, frozen=True, tag="host"):
    """Somebody else is the host now."""

    host: User


class SeatChanged(RoomEvent, frozen=True, tag="seat"):
    """A seat is now like this; `cause` says what happened."""

    seat: int
    state: Seat
    cause: Literal[
        "sat",
        "stood",
        "kicked",
        "engine",
        "ready",
        "online",
        "offline",
        "handed_over",
        "taken_back",
        "stood_in",
        "claimable",
        "invited",
    ]


class Started(RoomEvent, frozen=True, tag="started"):
    """A game began, with the seats as they are now (a rematch rotates them)."""

    round: int
    turn: int
    seats: tuple[Seat, ...]
    start: str
    clock: ClockState | None = None
    position: PositionView | None = None


class Moved(RoomEvent, frozen=True, tag="moved"):
    """A seat moved. `ply` counts the moves so far, this one included; `turn` is the new base for commands."""

    seat: int
    ply: int
    turn: int
    move: str
    spent: int
    """Milliseconds that the move took, after lag compensation."""
    lag: int = 0
    """Milliseconds of lag that were not charged."""
    engine: str | None = None
    """The engine that chose it, when one did."""
    clock: ClockState | None = None
    position: PositionView | None = None


class Removed(RoomEvent, frozen=True, tag="removed"):
    """A seat is out of a game that goes on without it."""

    seat: int
    ply: int
    turn: int
    reason: Literal["time", "resign", "abandon"]
    spent: int = 0
    clock: ClockState | None = None
    position: PositionView | None = None


class TakenBack(RoomEvent, frozen=True, tag="taken_back"):
    """The game went back to an earlier ply."""

    ply: int
    turn: int
    clock: ClockState | None = None
    position: PositionView | None = None


class PremoveChanged(RoomEvent, frozen=True, tag="premove"):
    """The move kept for a seat; only its owner sees this."""

    seat: int
    move: str | None = None


class OfferChanged(RoomEvent, frozen=True, tag="offer"):
    """An offer is now like this, or gone (then `kind` says which, and `declined_by` by whom)."""

    kind: str
    offer: Offer | None = None
    declined_by: int | None = None


class Paused(RoomEvent, frozen=True, tag="paused"):
    """The clocks stand by agreement."""

    clock: ClockState | None = None


class Resumed(RoomEvent, frozen=True, tag="resumed"):
    """The game goes on."""

    clock: ClockState | None = None


class Finished(RoomEvent, frozen=True, tag="finished"):
    """The game ended. `rated` when it may count; `assisted` when an engine helped a person."""

    round: int
    turn: int
    outcome: OutcomeView
    settlement: tuple[SeatResult, ...]
    rated: bool = False
    assisted: bool = False
    record: str = ""
    clock: ClockState | None = None


class Chatted(RoomEvent, frozen=True, tag="chat"):
    """Somebody spoke."""

    user: User
    text: str
    channel: Literal["table", "gallery"] = "gallery"


class Muted(RoomEvent, frozen=True, tag="muted"):
    """Somebody may not (or may again) speak."""

    user: str
    muted: bool


class Hinted(RoomEvent, frozen=True, tag="hinted"):
    """A seat asked for a hint; the hint itself goes to its owner alone."""

    seat: int
    step: int
    turn: int


class Restarted(RoomEvent, frozen=True, tag="restarted"):
    """The server was started again: all are away, and running clocks begin anew from here."""

    clock: ClockState | None = None


class Closed(RoomEvent, frozen=True, tag="closed"):
    """The room is gone."""


Event = (
    Created
    | Configured
    | HostChanged
    | SeatChanged
    | Started
    | Moved
    | Removed
    | TakenBack
    | PremoveChanged
    | OfferChanged
    | Paused
    | Resumed
    | Finished
    | Chatted
    | Muted
    | Hinted
    | Restarted
    | Closed
)
