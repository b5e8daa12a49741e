"""What goes over HTTP: bodies and answers of ``/api``."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from duiyi.wire.frames import AnalysisFrame, MoveDone, RoomCard
from duiyi.wire.values import (
    AI,
    Clock,
    Engine,
    External,
    OutcomeView,
    PositionView,
    SeatResult,
    Settings,
    User,
    Value,
    Words,
)

__all__ = [
    "AccountBody",
    "BotBody",
    "BotToken",
    "CellView",
    "CreateRoom",
    "Credentials",
    "EngineChoice",
    "Export",
    "FormatView",
    "GameDetail",
    "GameSummary",
    "GenerationRow",
    "InviteLink",
    "Ladder",
    "LadderRow",
    "LeaderRow",
    "Leaderboard",
    "Me",
    "OptionView",
    "PasswordBody",
    "Personal",
    "PositionHistory",
    "PositionQuery",
    "Problem",
    "Profile",
    "RatingView",
    "RecordDetail",
    "RecordPage",
    "RecordPlayer",
    "RecordSaved",
    "RecordSummary",
    "RecoverBody",
    "Recovery",
    "RenameBody",
    "RoomCreated",
    "RoomList",
    "SeatPlan",
    "SessionView",
    "ShapeView",
    "TrainingRun",
    "TrainingRuns",
]

Name = Annotated[str, Meta(min_length=2, max_length=24)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Problem(Value, frozen=True):
    """Why a request was refused."""

    code: str
    words: Words
    retry_after: float | None = None


class OptionView(Value, frozen=True):
    """An option of a game."""

    name: str
    default: int | str
    choices: tuple[int | str, ...]
    title: Words


class GameSummary(Value, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: Words
    seats: int
    has_draws: bool
    options: tuple[OptionView, ...] = ()
    presets: tuple[Settings, ...] = ()


class CellView(Value, frozen=True):
    """A place on the board: `x` to the right, `y` down, in units of one cell."""

    id: int
    label: str
    x: float
    y: float
    neighbours: tuple[int, ...] = ()
    camp: str | None = None


class ShapeView(Value, frozen=True):
    """How to draw a board and how moves are entered (``place`` or ``move``)."""

    skin: str
    input: str
    cells: tuple[CellView, ...]


class EngineChoice(Value, frozen=True):
    """An engine or level that may take a seat; an `external` one is named by a controller of that kind."""

    spec: Engine
    title: Words
    rating: float | None = None
    interval: float | None = None
    external: bool = False


class GameDetail(Value, frozen=True, kw_only=True):
    """A game with its options fixed."""

    spec: str
    name: str
    title: Words
    seats: int
    has_draws: bool
    seat_words: tuple[Words, ...]
    shape: ShapeView
    initial: PositionView
    engines: tuple[EngineChoice, ...] = ()


class Me(Value, frozen=True):
    """Who I am; `user` is null before the first visit is over."""

    user: User | None = None
    rooms: tuple[RoomCard, ...] = ()
    """Unfinished games: continue them."""


class Recovery(Value, frozen=True):
    """A new identity, and the code that brings it back on another device. It is shown once."""

    user: User
    recovery: str


class Credentials(Value, frozen=True):
    """Name and password."""

    name: Annotated[str, Meta(max_length=200)]
    password: Annotated[str, Meta(max_length=200)]


class AccountBody(Value, frozen=True):
    """A new account; a guest's games move to it."""

    name: Name
    password: Password


class RecoverBody(Value, frozen=True):
    """A recovery code."""

    code: Annotated[str, Meta(max_length=100)]


class RenameBody(Value, frozen=True):
    """A new name."""

    name: Name


class PasswordBody(Value, frozen=True):
    """A new password; `old` proves that it is you, also when deleting the account."""

    old: Annotated[str, Meta(max_length=200)]
    new: Password | None = None


class SessionView(Value, frozen=True):
    """A place where I am logged in."""

    created: int
    seen: int
    agent: str
    current: bool = False


class RatingView(Value, frozen=True):
    """A Glicko-2 rating in one pool (game and speed)."""

    pool: str
    rating: float
    deviation: float
    games: int


class Profile(Value, frozen=True):
    """What everybody may know of somebody."""

    user: User
    created: int
    ratings: tuple[RatingView, ...] = ()
    wins: int = 0
    draws: int = 0
    losses: int = 0


class LeaderRow(Value, frozen=True):
    """One line of a leaderboard."""

    place: int
    user: User
    rating: float
    deviation: float
    games: int


class Leaderboard(Value, frozen=True):
    """The best of a pool, and all pools there are."""

    pool: str
    rows: tuple[LeaderRow, ...]
    pools: tuple[str, ...] = ()


class SeatPlan(Value, frozen=True):
    """Who shall sit on a seat of a new room."""

    who: Literal["me", "open", "invited", "engine"] = "open"
    controller: AI | External | None = None


class CreateRoom(Value, frozen=True, kw_only=True):
    """A new room. Seats not named are open; with nobody to wait for, the game begins at once."""

    settings: Settings
    seats: Annotated[tuple[SeatPlan, ...], Meta(max_length=6)] = ()


class RoomCreated(Value, frozen=True):
    """The room's code: its page is ``/r/<room>``."""

    room: str


class InviteLink(Value, frozen=True):
    """A link to a seat, and its QR code as SVG."""

    seat: int | None
    url: str
    svg: str


class RoomList(Value, frozen=True):
    """Open and running public rooms."""

    rooms: tuple[RoomCard, ...]


class RecordPlayer(Value, frozen=True, kw_only=True):
    """Who sat where."""

    seat: int
    name: str
    user: str | None = None
    engine: str | None = None
    rating: float | None = None
    rating_after: float | None = None


class RecordSummary(Value, frozen=True, kw_only=True):
    """A finished game in a list."""

    id: str
    game: str
    started: int
    ended: int
    plies: int
    players: tuple[RecordPlayer, ...]
    scores: tuple[float, ...]
    reason: str
    rated: bool = False
    assisted: bool = False
    imported: bool = False
    """Played elsewhere: it is not in anybody's list but its owner's, and open to whoever has its link."""


class RecordSaved(Value, frozen=True):
    """The id of a record that was kept: its page is ``/s/<id>``."""

    id: str


class RecordDetail(Value, frozen=True, kw_only=True):
    """A finished game."""

    summary: RecordSummary
    start: str
    moves: tuple[MoveDone, ...]
    outcome: OutcomeView
    settlement: tuple[SeatResult, ...]
    clock: Clock
    analyses: tuple[AnalysisFrame, ...] = ()


class RecordPage(Value, frozen=True):
    """Some records, newest first; `next` continues the list."""

    records: tuple[RecordSummary, ...]
    next: str | None = None


class PositionHistory(Value, frozen=True):
    """Every position of a record."""

    id: str
    positions: tuple[PositionView, ...]


class PositionQuery(Value, frozen=True, kw_only=True):
    """A line of play to look at: all its positions, or only the last."""

    game: Annotated[str, Meta(min_length=1, max_length=300)]
    start: Annotated[str, Meta(max_length=4000)] | None = None
    moves: Annotated[tuple[Annotated[str, Meta(max_length=300)], ...], Meta(max_length=1000)] = ()
    all: bool = False


class BotBody(Value, frozen=True):
    """A new bot."""

    name: Name


class BotToken(Value, frozen=True):
    """A bot and its token, shown once: send it as ``Authorization: Bearer <token>``."""

    user: User
    token: str


class Export(Value, frozen=True):
    """All that is kept about me."""

    user: User
    created: int
    ratings: tuple[RatingView, ...]
    sessions: tuple[SessionView, ...]
    records: tuple[RecordDetail, ...]
    chat: tuple[dict[str, Any], ...] = ()
    settings: dict[str, str | float | bool] = msgspec.field(default_factory=dict)
    bots: tuple[User, ...] = ()


class Personal(Value, frozen=True):
    """Settings that follow somebody from device to device; the server only keeps them."""

    settings: dict[Annotated[str, Meta(max_length=100)], str | float | bool]


class FormatView(Value, frozen=True, kw_only=True):
    """A file format; `games` is empty for one that holds any game."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    writes: bool
    games: tuple[str, ...]


class LadderRow(Value, frozen=True, kw_only=True):
    """A measured engine: its rating, half the width of the 95 % interval, the games, what it is built on."""

    engine: str
    title: Words
    rating: float
    interval: float
    games: int | None
    generation: str


class GenerationRow(Value, frozen=True, kw_only=True):
    """A generation of engines against the one before it at equal time; the interval (95 %) is that of its Elo lead."""

    newer: str
    older: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    elo: float | None
    interval: tuple[float | None, float | None]
    faults: int = 0
    seconds: float


class Ladder(Value, frozen=True):
    """The measured engines of a game, the strongest first; `made` is when (ms), where that is known.

    `generations` are the matches of each generation of engines with the one before it, the oldest first.
    """

    game: str
    made: int | None
    rows: tuple[LadderRow, ...]
    generations: tuple[GenerationRow, ...] = ()


class TrainingRun(Value, frozen=True, kw_only=True):
    """One training run; `progress` are the lines that the trainer wrote."""

    name: str
    game: str
    kind: str
    state: Literal["running", "done", "stopped"]
    updated: int
    progress: tuple[dict[str, Any], ...]


class TrainingRuns(Value, frozen=True):
    """The runs below the server's folder of runs, the latest first."""

    runs: tuple[TrainingRun, ...]
