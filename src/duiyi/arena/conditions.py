"""Under which conditions a game of a match is played, and what became of it: plain values that travel to workers."""

from __future__ import annotations

import msgspec

from duiyi.analysis import Limits

__all__ = ["Adjudication", "Conditions", "Fault", "Opening", "Played"]


class Opening(msgspec.Struct, frozen=True):
    """Where a game begins: moves from the game's own beginning, or from the text of a position.

    >>> Opening("f5 d6").moves
    'f5 d6'
    """

    moves: str = ""
    start: str | None = None


class Adjudication(msgspec.Struct, frozen=True, kw_only=True):
    """When the arena ends a game before the rules do.

    >>> Adjudication(plies=200).cap
    'draw'
    """

    plies: int | None = 3000
    """Plies after which a game is cut off, the opening included; None: never."""
    cap: str = "draw"
    """What a game cut off counts: ``draw``, or ``distance`` (Chinese Checkers: ranked by the way still to go)."""
    resign_below: float = 0.0
    """A seat resigns when its expected score is below this on `resign_turns` turns in a row; 0: nobody resigns."""
    resign_turns: int = 3
    referee: str = "alphabeta"
    """The engine that judges this, not a player: so that it holds for every kind of player. Two seats only."""
    referee_nodes: int = 5000

    def __post_init__(self) -> None:
        if self.cap not in ("draw", "distance"):
            raise ValueError(f"cap: expected draw or distance, got {self.cap!r}")
        if not 0 <= self.resign_below < 0.5:
            raise ValueError(f"resign_below: expected 0 up to 0.5, got {self.resign_below!r}")


class Conditions(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for every game of a match."""

    limits: Limits = Limits()
    unlimited: tuple[int, ...] = ()
    """Players to whom the limits do not apply: levels, whose own limits make them what they are."""
    adjudication: Adjudication = Adjudication()
    seed: int = 0
    grace: float = 1.0
    """Seconds beyond its limit that a player is forgiven: a busy machine is no fault."""
    patience: float = 600.0
    """Seconds for a move that has no limit of time: then the player hangs."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """A player failed: the game is lost for it. `kind` is ``crash``, ``illegal_move`` or ``overrun``."""

    player: int
    name: str
    seat: int
    ply: int
    kind: str
    detail: str
    game: str = ""
    """Which game of the match."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One finished game."""

    lineup: int
    round: int
    turn: int
    players: tuple[int, ...]
    opening: Opening
    moves: str
    """All moves, those of the opening first."""
    scores: tuple[float, ...]
    reason: str
    seconds: float = 0.0
    fault: Fault | None = None

    @property
    def key(self) -> tuple[int, int, int]:
        """What names this game for good."""
        return self.lineup, self.round, self.turn
