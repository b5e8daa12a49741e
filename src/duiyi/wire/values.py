"""Values that messages are made of: sentences, clocks, seats, positions, outcomes."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

__all__ = [
    "AI",
    "Byoyomi",
    "Clock",
    "ClockState",
    "Controller",
    "Correspondence",
    "Engine",
    "External",
    "Fischer",
    "LastMove",
    "Mark",
    "MoveView",
    "NoClock",
    "Offer",
    "OutcomeView",
    "PerMove",
    "Person",
    "PositionView",
    "Seat",
    "SeatResult",
    "Settings",
    "SuddenDeath",
    "User",
    "Value",
    "Words",
]

Engine = Annotated[str, Meta(min_length=1, max_length=200)]
"""An engine spec such as ``level(5)`` or ``alphabeta(depth=6)``."""


class Value(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base of every value on the wire: immutable, defaults left out, unknown fields refused.

    >>> msgspec.json.encode(Words("Black", "黑方")).decode()
    '{"en":"Black","zh":"黑方"}'
    """


class Words(Value, frozen=True):
    """A sentence in English and in Chinese."""

    en: str
    zh: str


class User(Value, frozen=True):
    """Somebody as others see them."""

    id: str
    name: str
    kind: Literal["guest", "account", "bot"] = "guest"


class NoClock(Value, frozen=True, tag_field="kind", tag="none"):
    """No clock at all."""


class SuddenDeath(Value, frozen=True, tag_field="kind", tag="sudden_death"):
    """One stretch of time for the whole game."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]


class Fischer(Value, frozen=True, tag_field="kind", tag="fischer"):
    """A stretch of time, and some more with every move."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]
    increment: Annotated[int, Meta(ge=0, le=3_600)]


class Byoyomi(Value, frozen=True, tag_field="kind", tag="byoyomi"):
    """A stretch of time, then periods: a period is kept by whoever moves within it (读秒)."""

    seconds: Annotated[int, Meta(ge=0, le=86_400)]
    period: Annotated[int, Meta(ge=1, le=3_600)]
    periods: Annotated[int, Meta(ge=1, le=50)] = 3


class PerMove(Value, frozen=True, tag_field="kind", tag="per_move"):
    """The same countdown for every move."""

    seconds: Annotated[int, Meta(ge=1, le=86_400)]


class Correspondence(Value, frozen=True, tag_field="kind", tag="correspondence"):
    """Days for every move."""

    days: Annotated[int, Meta(ge=1, le=30)]


Clock = NoClock | SuddenDeath | Fischer | Byoyomi | PerMove | Correspondence


class ClockState(Value, frozen=True):
    """The clocks at one moment; milliseconds, and `since` in server time.

    The seat `running` has ``remaining[running] - (now - since)`` left; in byo-yomi that may eat periods.
    """

    remaining: tuple[int, ...]
    periods: tuple[int, ...] = ()
    running: int | None = None
    since: int | None = None


class Settings(Value, frozen=True, kw_only=True):
    """What a room plays and how."""

    game: Annotated[str, Meta(min_length=1, max_length=300)]
    clock: Clock = NoClock()
    rated: bool = False
    public: bool = True
    takeback: Literal["none", "ask", "free"] = "ask"
    hints: bool = True
    warnings: bool = False
    """Warn of moves that lose at once."""
    spectators: bool = True
    live_rates: bool = True
    """Show the win rate to spectators while the game goes on."""
    stand_in: Engine | None = "level(5)"
    """The engine that plays for a person who has vanished; null: opponents may claim or wait."""
    grace: Annotated[int, Meta(ge=5, le=86_400)] = 60
    """Seconds after which a vanished person is stood in for."""
    start: Annotated[str, Meta(max_length=4000)] | None = None
    """A position text to begin from; null: the game's own beginning."""


class Person(Value, frozen=True, tag_field="kind", tag="person"):
    """The seat's owner plays."""


class AI(Value, frozen=True, tag_field="kind", tag="ai"):
    """An engine of ours plays; `stands_in` when it was put there because the owner vanished."""

    engine: Engine
    stands_in: bool = False


class External(Value, frozen=True, tag_field="kind", tag="external"):
    """An engine of the host's own configuration plays, by the name given there."""

    engine: Engine


Controller = Person | AI | External


class Seat(Value, frozen=True, kw_only=True):
    """One seat: who owns it and who plays it. Every change of controller raises `epoch`."""

    owner: User | None = None
    controller: Controller = Person()
    epoch: int = 0
    ready: bool = False
    online: bool = False
    away_since: int | None = None
    """Server time at which the owner vanished."""
    claimable: bool = False
    """The owner has been away for too long: opponents may claim the game."""
    invited: bool = False
    """Only the link of this seat opens it."""


class Offer(Value, frozen=True):
    """Something that needs everybody's consent; `agreed` are the seats that gave it."""

    kind: Literal["draw", "takeback", "pause", "resume", "rematch"]
    seat: int
    agreed: tuple[int, ...]
    ply: int | None = None
    """Where a takeback would lead."""


class MoveView(Value, frozen=True):
    """A legal move: its text, and the cells to click: ``[to]``, ``[from, to]`` or none (then show `words`)."""

    text: str
    cells: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    """All cells touched, hop by hop, when there are more than `cells`."""
    words: Words | None = None


class LastMove(Value, frozen=True):
    """The latest move of a seat."""

    seat: int
    text: str
    path: tuple[int, ...] = ()
    ply: int = 0


class Mark(Value, frozen=True):
    """Something to show on a cell: a forbidden point with its reason, a general in check."""

    cell: int
    code: str
    seat: int | None = None
    words: Words | None = None


class OutcomeView(Value, frozen=True):
    """How a game ended: a score in 0..1 per seat, the reason, the sentence, the cells to show."""

    scores: tuple[float, ...]
    reason: str
    words: Words
    cells: tuple[int, ...] = ()


class PositionView(Value, frozen=True, kw_only=True):
    """A position as a browser needs it. `board` holds a code per cell of the shape, ``""`` when empty."""

    text: str
    to_move: int
    ply: int
    board: tuple[str, ...]
    legal: tuple[MoveView, ...] = ()
    last: tuple[LastMove, ...] = ()
    marks: tuple[Mark, ...] = ()
    outcome: OutcomeView | None = None


class SeatResult(Value, frozen=True, kw_only=True):
    """A seat in the settlement: `steps` counts its moves and a resignation as one more."""

    seat: int
    rank: int
    score: float
    steps: int
    milliseconds: int
