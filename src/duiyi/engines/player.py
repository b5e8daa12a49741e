"""An engine that plays: it takes the best move it finds."""

from __future__ import annotations

from duiyi.analysis import Engine, Limits
from duiyi.base import GameOver, Move, Position
from duiyi.engines.sync import last_analysis

__all__ = ["EnginePlayer"]


class EnginePlayer:
    """Plays the first move of an engine's best line.

    >>> import asyncio
    >>> from duiyi import Limits, load_game
    >>> from duiyi.engines import load_engine
    >>> game = load_game("reversi")
    >>> player = EnginePlayer(load_engine("greedy", game))
    >>> asyncio.run(player.choose(game.initial(), Limits())) in game.initial().legal_moves()
    True
    """

    def __init__(self, engine: Engine) -> None:
        self.name = engine.name
        self.engine = engine

    async def choose(self, position: Position, limits: Limits) -> Move:
        """The best move; a single legal move is played without thought."""
        moves = position.legal_moves()
        if not moves:
            raise GameOver(f"the game is over: {position.text()}")
        if len(moves) == 1:
            return moves[0]
        return (await last_analysis(self.engine, position, limits)).best

    async def close(self) -> None:
        """Free what the engine holds."""
        await self.engine.close()
