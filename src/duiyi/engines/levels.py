"""Twelve opponents per game, from a beginner to nearly the best: weak ones look less far and take less care, but stay
sane.

A level searches with few nodes and then chooses among the moves whose rate is near the best: the *regret* it allows
is bounded, so it never throws a game away by a random move. From level 4 on a win in one is never missed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

import msgspec

from duiyi.analysis import Analysis, Engine, Limits, Line
from duiyi.base import GameOver, Move, Position
from duiyi.engines.sync import last_analysis

__all__ = ["LEVELS", "Level", "LevelPlayer", "Rating", "level_of"]

LEVELS = 12
_LINES = 8
_NEVER_MISSES_A_WIN = 4


class Rating(msgspec.Struct, frozen=True):
    """A level's measured strength with its interval, from a ladder run."""

    elo: float
    low: float
    high: float


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """How one level thinks.

    >>> level_of("reversi", 3).regret > level_of("reversi", 9).regret
    True
    """

    level: int
    engine: str
    """The engine's spec, limits included."""
    regret: float
    """How much worse than the best a chosen move may be, as a rate in 0..1."""
    rating: Rating | None = None


def level_of(game: str, level: int) -> Level:
    """The settings of a level, by the game's name; games without their own share the default.

    >>> level_of("reversi", 12).level
    12
    """
    if not 1 <= level <= LEVELS:
        raise ValueError(f"level: expected 1 to {LEVELS}, got {level}")
    table = _table()
    return table.get(game, table["default"])[level - 1]


@cache
def _table() -> dict[str, list[Level]]:
    """The committed settings: ``levels.json`` beside this file; a ladder run adds the ratings."""
    text = files("duiyi.engines").joinpath("levels.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, list[Level]])


class LevelPlayer:
    """A player that searches as its level allows and chooses among near-equal moves by chance.

    >>> import asyncio
    >>> from duiyi import load_game
    >>> from duiyi.engines import load_player
    >>> game = load_game("reversi")
    >>> player = load_player("level(1)", game)
    >>> asyncio.run(player.choose(game.initial(), Limits(seed=7))) in game.initial().legal_moves()
    True
    """

    def __init__(self, level: Level, engine: Engine) -> None:
        self.name = f"level({level.level})"
        self.level = level
        self.engine = engine

    async def choose(self, position: Position, limits: Limits) -> Move:
        """A sane move; the same seed gives the same choice."""
        moves = position.legal_moves()
        if not moves:
            raise GameOver(f"the game is over: {position.text()}")
        if len(moves) == 1:
            return moves[0]
        analysis = await last_analysis(self.engine, position, msgspec.structs.replace(limits, lines=_LINES))
        chance = random.Random() if limits.seed is None else random.Random(limits.seed ^ position.key)
        return self._pick(analysis, position.to_move, chance)

    async def close(self) -> None:
        """Free what the engine holds."""
        await self.engine.close()

    def _pick(self, analysis: Analysis, seat: int, chance: random.Random) -> Move:
        best = analysis.lines[0]
        if best.end_in == 1 and self.level.level >= _NEVER_MISSES_A_WIN:
            return best.moves[0]
        near = _near(analysis.lines, seat, self.level.regret)
        weights = [math.exp(-2.0 * (best.rates[seat] - line.rates[seat]) / self.level.regret) for line in near]
        return chance.choices(near, weights)[0].moves[0]


def _near(lines: Sequence[Line], seat: int, regret: float) -> list[Line]:
    """The lines within the regret of the best, without those that lose by force while the best does not."""
    best = lines[0]
    return [
        line
        for line in lines
        if line.rates[seat] >= best.rates[seat] - regret
        and (line.end_in is None or line.end_in > 0 or best.end_in is not None)
    ]
