"""What people ask of a room: the commands, one tagged union on the field ``t``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from duiyi.wire.values import Controller, Engine, Settings, Value

__all__ = [
    "Answer",
    "Claim",
    "Close",
    "Command",
    "Configure",
    "HandOver",
    "HintRequest",
    "Invite",
    "Kick",
    "Leave",
    "MakeOffer",
    "Mute",
    "PlaceEngine",
    "Play",
    "Premove",
    "Ready",
    "Resign",
    "RoomCommand",
    "Say",
    "Sit",
    "Stand",
    "Start",
    "TakeBack",
]

RoomCode = Annotated[str, Meta(min_length=1, max_length=16)]
CommandId = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
MoveText = Annotated[str, Meta(min_length=1, max_length=300)]


class RoomCommand(Value, frozen=True, tag_field="t", kw_only=True):
    """The base of all commands: the room, and an id that makes repeating it harmless."""

    room: RoomCode
    id: CommandId


class Sit(RoomCommand, frozen=True, tag="sit"):
    """Take a free seat; `key` comes with an invite link."""

    seat: SeatNumber
    key: Annotated[str, Meta(max_length=100)] | None = None


class Stand(RoomCommand, frozen=True, tag="stand"):
    """Leave one's seat before the game begins or after it has ended."""


class Ready(RoomCommand, frozen=True, tag="ready"):
    """Say that one is ready, or not yet. The game begins when all are."""

    ready: bool = True


class PlaceEngine(RoomCommand, frozen=True, tag="place_engine"):
    """The host puts an engine on a free seat."""

    seat: SeatNumber
    controller: Controller


class Kick(RoomCommand, frozen=True, tag="kick"):
    """The host frees a seat before the game begins."""

    seat: SeatNumber


class Invite(RoomCommand, frozen=True, tag="invite"):
    """The host keeps a free seat for whoever has its link, or opens it again."""

    seat: SeatNumber
    invited: bool = True


class Configure(RoomCommand, frozen=True, tag="configure"):
    """The host changes the settings before the game begins."""

    settings: Settings


class Start(RoomCommand, frozen=True, tag="start"):
    """The host begins the game; all others must be ready."""


class Leave(RoomCommand, frozen=True, tag="leave"):
    """Leave the room for good: the seat becomes free unless a game is on, and the next person becomes host."""


class Close(RoomCommand, frozen=True, tag="close"):
    """The host closes a room in which no game is on."""


class Play(RoomCommand, frozen=True, tag="play"):
    """Play a move. `base` is the ``turn`` of the position that it was made for."""

    base: int
    move: MoveText
    seat: SeatNumber | None = None
    """Needed only by somebody who owns several seats."""


class Premove(RoomCommand, frozen=True, tag="premove"):
    """Keep a move to be played as soon as it is one's turn, if it is legal then; null forgets it."""

    move: MoveText | None = None
    seat: SeatNumber | None = None


class Resign(RoomCommand, frozen=True, tag="resign"):
    """Give up."""

    seat: SeatNumber | None = None


class MakeOffer(RoomCommand, frozen=True, tag="offer"):
    """Offer a draw, ask for a takeback, a pause, to go on, or for a rematch; offering the same is consent."""

    kind: Literal["draw", "takeback", "pause", "resume", "rematch"]
    seat: SeatNumber | None = None


class Answer(RoomCommand, frozen=True, tag="answer"):
    """Agree to an offer, decline it, or withdraw one's own (``accept`` false)."""

    kind: Literal["draw", "takeback", "pause", "resume", "rematch"]
    accept: bool
    seat: SeatNumber | None = None


class HandOver(RoomCommand, frozen=True, tag="hand_over"):
    """托管: let an engine play one's seat."""

    engine: Engine
    seat: SeatNumber | None = None


class TakeBack(RoomCommand, frozen=True, tag="take_back"):
    """Take one's seat back from the engine, at any moment."""

    seat: SeatNumber | None = None


class Claim(RoomCommand, frozen=True, tag="claim"):
    """Claim the game against somebody who has been away for too long."""

    result: Literal["win", "draw"] = "win"


class Say(RoomCommand, frozen=True, tag="say"):
    """Chat: at the table (those seated), or in the gallery (everybody)."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]
    channel: Literal["table", "gallery"] = "gallery"


class Mute(RoomCommand, frozen=True, tag="mute"):
    """The host mutes somebody in the chat, or lets them speak again."""

    user: Annotated[str, Meta(min_length=1, max_length=40)]
    muted: bool = True


class HintRequest(RoomCommand, frozen=True, tag="hint"):
    """Ask for a hint: 1 the area, 2 the piece, 3 the move."""

    base: int
    step: Annotated[int, Meta(ge=1, le=3)] = 1


Command = (
    Sit
    | Stand
    | Ready
    | PlaceEngine
    | Kick
    | Invite
    | Configure
    | Start
    | Leave
    | Close
    | Play
    | Premove
    | Resign
    | MakeOffer
    | Answer
    | HandOver
    | TakeBack
    | Claim
    | Say
    | Mute
    | HintRequest
)
