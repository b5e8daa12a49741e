"""What the server itself asks of a room; people's commands are in `duiyi.wire`."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from duiyi.wire import Command

__all__ = ["Begin", "EngineAnswer", "EngineMove", "Expire", "Order", "Present", "Restart", "Tick"]


class Tick(msgspec.Struct, frozen=True):
    """Time has passed: see `Room.next_deadline`."""


class Present(msgspec.Struct, frozen=True):
    """Somebody's first tab opened the room, or the last one closed it."""

    user: str
    online: bool


class EngineMove(msgspec.Struct, frozen=True):
    """An engine's answer; dropped when the seat's epoch or the turn is no longer the one it was asked for."""

    seat: int
    epoch: int
    turn: int
    move: str


class EngineAnswer(msgspec.Struct, frozen=True):
    """What an engine says to the offer of a draw."""

    seat: int
    turn: int
    accept: bool


class Restart(msgspec.Struct, frozen=True):
    """The server was started again; it is known to have lived until `alive_until` (ms), or as long as the log says."""

    alive_until: int = 0


class Begin(msgspec.Struct, frozen=True):
    """All who were paired are there: begin."""


class Expire(msgspec.Struct, frozen=True):
    """Nobody has looked at this room for long: close it unless a game is on."""


Order: TypeAlias = Command | Tick | Present | EngineMove | EngineAnswer | Restart | Begin | Expire
