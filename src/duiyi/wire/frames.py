"""What goes over the socket: `ClientFrame` from a browser or bot, `ServerFrame` to it, both tagged by ``t``."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from duiyi.wire.commands import Command, CommandId, RoomCode
from duiyi.wire.events import Chatted, Event
from duiyi.wire.values import (
    Clock,
    ClockState,
    Engine,
    Mark,
    NoClock,
    Offer,
    OutcomeView,
    PositionView,
    Seat,
    SeatResult,
    Settings,
    User,
    Value,
    Words,
)

__all__ = [
    "AnalyseFrame",
    "AnalysisFrame",
    "Bye",
    "CancelFrame",
    "CardFrame",
    "ClientFrame",
    "Echo",
    "Goodbye",
    "Hello",
    "HintFrame",
    "JobFrame",
    "LineView",
    "LobbyFrame",
    "LobbySubscribe",
    "MoveDone",
    "No",
    "Ok",
    "Paired",
    "PeopleFrame",
    "PersonHere",
    "Ping",
    "Pong",
    "Probe",
    "RatesFrame",
    "RoomCard",
    "Seek",
    "SeekFrame",
    "ServerFrame",
    "Skip",
    "Snapshot",
    "Unseek",
    "WarningsFrame",
    "Welcome",
    "You",
]


class Hello(Value, frozen=True, tag_field="t", tag="hello"):
    """Follow a room. `since` is the last event number seen: what came after it is replayed, else a snapshot comes."""

    room: RoomCode
    since: int | None = None


class Bye(Value, frozen=True, tag_field="t", tag="bye"):
    """Follow a room no more."""

    room: RoomCode


class Ping(Value, frozen=True, tag_field="t", tag="ping"):
    """Are you there? At least every 20 seconds."""

    n: int = 0


class Echo(Value, frozen=True, tag_field="t", tag="echo"):
    """The immediate answer to a `Probe`."""

    n: int


class LobbySubscribe(Value, frozen=True, tag_field="t", tag="lobby"):
    """Follow the list of open rooms, or no more."""

    on: bool = True


class Seek(Value, frozen=True, tag_field="t", tag="seek"):
    """Quick pairing: find somebody who wants the same."""

    id: CommandId
    game: Annotated[str, Meta(min_length=1, max_length=300)]
    clock: Clock = NoClock()
    rated: bool = False


class Unseek(Value, frozen=True, tag_field="t", tag="unseek"):
    """Stop looking."""

    id: CommandId


class AnalyseFrame(Value, frozen=True, tag_field="t", tag="analyse", kw_only=True):
    """Analyse a line of play; `first` is the ply on the screen, which is looked at before the others."""

    id: CommandId
    game: Annotated[str, Meta(min_length=1, max_length=300)]
    moves: Annotated[tuple[Annotated[str, Meta(max_length=300)], ...], Meta(max_length=1000)] = ()
    start: Annotated[str, Meta(max_length=4000)] | None = None
    engine: Engine = "champion"
    seconds: Annotated[float, Meta(gt=0, le=60)] = 0.5
    lines: Annotated[int, Meta(ge=1, le=10)] = 1
    first: Annotated[int, Meta(ge=0)] = 0
    only: bool = False
    """Only the ply `first`, streaming all intermediate results."""
    record: Annotated[str, Meta(max_length=40)] | None = None
    """Keep the results with this record."""


class CancelFrame(Value, frozen=True, tag_field="t", tag="cancel"):
    """Stop an analysis job."""

    job: Annotated[str, Meta(max_length=40)]


ClientFrame = Hello | Bye | Ping | Echo | LobbySubscribe | Seek | Unseek | AnalyseFrame | CancelFrame | Command


class Welcome(Value, frozen=True, tag_field="t", tag="welcome"):
    """The first frame: who you are and what time it is on the server (ms)."""

    now: int
    version: str
    user: User | None = None


class Pong(Value, frozen=True, tag_field="t", tag="pong"):
    """The answer to `Ping`, with the server's time."""

    n: int
    now: int


class Probe(Value, frozen=True, tag_field="t", tag="probe"):
    """Answer at once with `Echo`: so the server measures the lag that it will not charge."""

    n: int


class Ok(Value, frozen=True, tag_field="t", tag="ok"):
    """A command was done; `seq` is the number of its last event. It is durable."""

    id: str
    seq: int = 0
    repeated: bool = False


class No(Value, frozen=True, tag_field="t", tag="no"):
    """A command (or frame, then `id` is empty) was refused: a stable code, the sentence, cells to show."""

    id: str
    code: str
    words: Words
    cells: tuple[int, ...] = ()
    retry_after: float | None = None
    """Seconds to wait, when too much came at once."""
    room: str = ""
    """The room that the refused frame named."""


class You(Value, frozen=True):
    """What the receiver of a snapshot is in this room."""

    seats: tuple[int, ...] = ()
    host: bool = False
    premoves: tuple[tuple[int, str], ...] = ()
    """The kept moves of one's own seats: seat and move text."""


class MoveDone(Value, frozen=True):
    """One move of the game so far."""

    seat: int
    text: str
    spent: int = 0
    engine: str | None = None
    words: Words | None = None
    """For moves that are not on the board."""


class Snapshot(Value, frozen=True, tag_field="t", tag="snapshot", kw_only=True):
    """A whole room, as of event `seq`."""

    room: str
    seq: int
    now: int
    phase: Literal["open", "playing", "paused", "finished", "closed"]
    settings: Settings
    host: User | None
    seats: tuple[Seat, ...]
    round: int = 0
    turn: int = 0
    start: str = ""
    moves: tuple[MoveDone, ...] = ()
    removed: tuple[int, ...] = ()
    outs: tuple[tuple[int, int], ...] = ()
    """After how many moves which seat was taken out: ``out:<seat>`` stands there in a line of play."""
    position: PositionView | None = None
    clock: ClockState | None = None
    offers: tuple[Offer, ...] = ()
    chat: tuple[Chatted, ...] = ()
    outcome: OutcomeView | None = None
    settlement: tuple[SeatResult, ...] = ()
    record: str = ""
    assisted: bool = False
    you: You = You()


class Skip(Value, frozen=True, tag_field="t", tag="skip"):
    """An event that is not for you: only its number."""

    room: str
    seq: int


class PersonHere(Value, frozen=True):
    """Somebody in a room."""

    user: User
    seat: int | None = None


class PeopleFrame(Value, frozen=True, tag_field="t", tag="people"):
    """Everybody who has the room open now; `anonymous` counts those without a name."""

    room: str
    people: tuple[PersonHere, ...]
    anonymous: int = 0


class RoomCard(Value, frozen=True, kw_only=True):
    """A room in the lobby."""

    room: str
    settings: Settings
    host: User | None
    phase: str
    seats: tuple[Seat, ...]
    ply: int = 0
    created: int = 0
    watchers: int = 0
    board: tuple[str, ...] = ()


class LobbyFrame(Value, frozen=True, tag_field="t", tag="rooms"):
    """All rooms of the lobby."""

    rooms: tuple[RoomCard, ...]
    seeks: tuple[SeekFrame, ...] = ()


class SeekFrame(Value, frozen=True, tag_field="t", tag="seeking"):
    """Somebody looks for a game."""

    game: str
    clock: Clock
    rated: bool
    user: User


class CardFrame(Value, frozen=True, tag_field="t", tag="card"):
    """A lobby room has changed, or is gone (`card` null)."""

    room: str
    card: RoomCard | None = None


class Paired(Value, frozen=True, tag_field="t", tag="paired"):
    """Quick pairing found somebody: go to this room."""

    id: str
    room: str
    seat: int


class HintFrame(Value, frozen=True, tag_field="t", tag="hint_shown"):
    """A hint: 1 an area of cells, 2 the piece (or a smaller area), 3 the move."""

    room: str
    turn: int
    step: int
    cells: tuple[int, ...] = ()
    move: str | None = None
    words: Words | None = None


class WarningsFrame(Value, frozen=True, tag_field="t", tag="warnings"):
    """Moves that lose at once, for the seat to move."""

    room: str
    turn: int
    marks: tuple[Mark, ...] = ()


class RatesFrame(Value, frozen=True, tag_field="t", tag="rates"):
    """The expected score of every seat, for spectators."""

    room: str
    turn: int
    rates: tuple[float, ...]


class LineView(Value, frozen=True, kw_only=True):
    """A line of play as an engine sees it."""

    moves: tuple[str, ...]
    rates: tuple[float, ...]
    path: tuple[int, ...] = ()
    """The cells of the first move."""
    share: float | None = None
    score: float | None = None
    end_in: int | None = None


class JobFrame(Value, frozen=True, tag_field="t", tag="job"):
    """The state of an analysis job: its `place` in the queue (0: running), how many plies are done."""

    id: str
    job: str
    place: int
    done: int
    total: int
    state: Literal["queued", "running", "done", "cancelled", "failed"]


class AnalysisFrame(Value, frozen=True, tag_field="t", tag="analysis", kw_only=True):
    """What an engine knows of one ply of a job."""

    job: str
    ply: int
    lines: tuple[LineView, ...]
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    final: bool = False
    cached: bool = False


class Goodbye(Value, frozen=True, tag_field="t", tag="goodbye"):
    """The server stops; come back after so many seconds."""

    retry_after: float = 2.0


ServerFrame = (
    Welcome
    | Pong
    | Probe
    | Ok
    | No
    | Snapshot
    | Skip
    | PeopleFrame
    | LobbyFrame
    | CardFrame
    | SeekFrame
    | Paired
    | HintFrame
    | WarningsFrame
    | RatesFrame
    | JobFrame
    | AnalysisFrame
    | Goodbye
    | Event
)
