"""Engines and players for programs without an event loop."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any, cast

from duiyi.analysis import Analysis, Engine, Limits, Player
from duiyi.base import Move, Position

__all__ = ["analyse", "choose", "last_analysis"]


def analyse(engine: Engine, position: Position, limits: Limits | None = None) -> Analysis:
    """The final analysis of a position.

    >>> from duiyi import Limits, load_game
    >>> from duiyi.engines import load_engine
    >>> game = load_game("reversi")
    >>> result = analyse(load_engine("minimax", game), game.initial(), Limits(depth=1))
    >>> result.final
    True
    """
    return asyncio.run(last_analysis(engine, position, limits or Limits()))


def choose(player: Player, position: Position, limits: Limits | None = None) -> Move:
    """The move a player chooses.

    >>> from duiyi import load_game
    >>> from duiyi.engines import load_player
    >>> game = load_game("reversi")
    >>> choose(load_player("greedy", game), game.initial()) in game.initial().legal_moves()
    True
    """
    return asyncio.run(player.choose(position, limits or Limits()))


async def last_analysis(engine: Engine, position: Position, limits: Limits) -> Analysis:
    """Read an engine's stream to its end."""
    last: Analysis | None = None
    async with aclosing(cast(Any, engine.analyse(position, limits))) as found:
        async for analysis in found:
            last = analysis
    if last is None:
        raise ValueError(f"{engine.name}: expected an analysis, got none for {position!r}")
    return last
