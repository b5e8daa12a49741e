"""Players as a match takes them: specs, functions that make players, or players."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from duiyi.analysis import Player
from duiyi.base import Game
from duiyi.engines import load_player
from duiyi.spec import parse_spec

__all__ = [
    "Contender",
    "PlayerMaker",
    "Ticket",
    "close_player",
    "is_level",
    "load_contender",
    "load_ticket",
    "names_of",
    "ticket_of",
]

PlayerMaker: TypeAlias = Callable[[Game], Player]
Contender: TypeAlias = str | Player | PlayerMaker


class Ticket(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker process needs to make a player: a spec, or a function by module and name."""

    spec: str = ""
    module: str = ""
    function: str = ""


def ticket_of(contender: Contender) -> Ticket | None:
    """The ticket of a contender, or None for one that cannot leave this process.

    >>> ticket_of("greedy").spec
    'greedy'
    >>> ticket_of(lambda game: None) is None
    True
    """
    if isinstance(contender, str):
        return Ticket(spec=contender)
    if (
        not inspect.isfunction(contender)
        or contender.__module__ == "__main__"
        or not contender.__qualname__.isidentifier()
    ):
        return None
    return Ticket(module=contender.__module__, function=contender.__qualname__)


def load_ticket(ticket: Ticket, game: Game) -> Player:
    """The player of a ticket.

    >>> from duiyi import load_game
    >>> load_ticket(Ticket(spec="greedy"), load_game("reversi")).name
    'greedy'
    """
    if ticket.spec:
        return load_player(ticket.spec, game)
    player: Player = getattr(importlib.import_module(ticket.module), ticket.function)(game)
    return player


def load_contender(contender: Contender, game: Game) -> Player:
    """The player of a contender, in this process."""
    if isinstance(contender, str):
        return load_player(contender, game)
    return contender if isinstance(contender, Player) else contender(game)


def names_of(contenders: Sequence[Contender]) -> tuple[str, ...]:
    """One name each; a name that comes twice is numbered.

    >>> names_of(["mcts", "mcts", "greedy"])
    ('mcts', 'mcts #2', 'greedy')
    """
    plain = [_name_of(contender) for contender in contenders]
    return tuple(
        name if name not in plain[:place] else f"{name} #{plain[: place + 1].count(name)}"
        for place, name in enumerate(plain)
    )


def _name_of(contender: Contender) -> str:
    if isinstance(contender, str):
        return contender
    return str(getattr(contender, "name", getattr(contender, "__name__", contender)))


def is_level(contender: Contender) -> bool:
    """Whether a contender is a calibrated level.

    >>> is_level("level(5)"), is_level("mcts")
    (True, False)
    """
    return isinstance(contender, str) and parse_spec(contender).name == "level"


async def close_player(player: Player) -> None:
    """Free what a player holds, if it holds anything; a player that fails to close has done its harm already."""
    close = getattr(player, "close", None)
    if close is None:
        return
    try:
        done = close()
        if inspect.isawaitable(done):
            await done
    except Exception:
        return
