"""Engines and players by their specs: ``greedy``, ``minimax(depth=3)``, ``mcts(nodes=10000)``, ``level(5)``, ..."""

from __future__ import annotations

from duiyi.analysis import Engine, Limits, Player
from duiyi.base import Game
from duiyi.engines.native import NativeEngine
from duiyi.engines.player import EnginePlayer
from duiyi.engines.teaching.engine import GENERATIONS, TeachingEngine
from duiyi.games.native import NativeGame
from duiyi.spec import Spec, SpecError, parse_spec

__all__ = ["CHAMPIONS", "engine_names", "load_engine", "load_player"]

CHAMPIONS: dict[str, str] = {}
"""The strongest search of each game, where it is not ``alphabeta``."""


def engine_names(game: Game) -> list[str]:
    """The engines that can be asked for in a game, weakest generation first.

    >>> from duiyi import load_game
    >>> engine_names(load_game("reversi"))[:4]
    ['greedy', 'minimax', 'alphabeta', 'mcts']
    """
    return [*GENERATIONS, "champion"]


def load_engine(spec: str, game: Game) -> Engine:
    """The engine of a spec for a game; raises `SpecError` for one that does not exist.

    A game without native rules is served by the teaching engines, which ask nothing but `Game` and `Position`.

    >>> from duiyi import load_game
    >>> load_engine("alphabeta(depth=4)", load_game("nogo")).name
    'alphabeta(depth=4)'
    """
    parsed = parse_spec(spec)
    if parsed.name == "champion":
        parsed = Spec(CHAMPIONS.get(game.name, "alphabeta"), parsed.options)
    name = parsed.name.removeprefix("teaching.")
    if name not in GENERATIONS or parsed.values:
        raise SpecError(f"expected an engine among {', '.join(engine_names(game))}, got {spec[:40]!r}")
    if parsed.name != name or not isinstance(game, NativeGame):
        return TeachingEngine(name, own_limits(parsed), spec)
    options = {key: value for key, value in parsed.options.items() if key not in ("seconds", "nodes", "depth")}
    return NativeEngine(name, game, own_limits(parsed), options, spec)


def load_player(spec: str, game: Game) -> Player:
    """The player of a spec: an engine that plays its best line, or a level.

    >>> from duiyi import load_game
    >>> load_player("greedy", load_game("gomoku")).name
    'greedy'
    """
    return EnginePlayer(load_engine(spec, game))


def own_limits(spec: Spec) -> Limits:
    """The limits among an engine's options."""
    return Limits(
        seconds=_number(spec, "seconds"), nodes=_whole(_number(spec, "nodes")), depth=_whole(_number(spec, "depth"))
    )


def _number(spec: Spec, name: str) -> float | None:
    if name not in spec.options:
        return None
    try:
        value = float(spec.options[name])
    except ValueError:
        value = -1.0
    if not 0 < value < 1e15:
        raise SpecError(f"{spec.name}: expected {name} to be a number above 0, got {spec.options[name][:40]!r}")
    return value


def _whole(value: float | None) -> int | None:
    return None if value is None else max(1, int(value))
