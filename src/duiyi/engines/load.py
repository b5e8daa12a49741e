"""Engines and players by their specs: ``greedy``, ``minimax(depth=3)``, ``mcts(nodes=10000)``, ``level(5)``, ..."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from duiyi.analysis import Engine, Limits, Player
from duiyi.base import Game
from duiyi.engines.alphazero import OPTIONS as ALPHAZERO_OPTIONS
from duiyi.engines.alphazero import AlphaZeroEngine
from duiyi.engines.alphazero_net import has_net
from duiyi.engines.levels import LEVELS, Level, LevelPlayer, level_of
from duiyi.engines.native import NativeEngine
from duiyi.engines.player import EnginePlayer
from duiyi.engines.teaching.engine import GENERATIONS, TeachingEngine
from duiyi.engines.weights import with_weights
from duiyi.games.native import NativeGame
from duiyi.spec import Spec, SpecError, parse_spec

__all__ = ["CHAMPIONS", "OPTIONS", "EngineRequest", "engine_names", "load_engine", "load_player", "read_engine_spec"]

CHAMPIONS: dict[str, str] = {"nogo": "mcts"}
"""The strongest search of each game without a network of AlphaZero's kind, where it is not ``alphabeta``."""

_NETWORK_CHAMPIONS = frozenset({"nogo", "chinese_checkers"})
"""Games in which ``alphazero``, with the network that ships, is stronger than any of them."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "greedy": (),
    "minimax": (),
    "alphabeta": ("memory", "selective", "table", "net"),
    "mcts": ("memory", "playout", "rave", "curiosity", "roulette"),
    "alphazero": ALPHAZERO_OPTIONS,
}
"""What each native search may be told besides its limits; ``docs/engines.md`` explains them."""

_LIMITS = ("seconds", "nodes", "depth")


class EngineRequest(NamedTuple):
    """An engine's spec, read: which search, with which limits and options of its own."""

    generation: str
    is_teaching: bool
    limits: Limits
    options: dict[str, str]


def engine_names(game: Game) -> list[str]:
    """The engines that can be asked for in a game, weakest generation first.

    >>> from duiyi import load_game
    >>> engine_names(load_game("reversi"))[:4]
    ['greedy', 'minimax', 'alphabeta', 'mcts']
    """
    return [*GENERATIONS, *(["alphazero"] if has_net(game) else []), "champion", "level"]


def load_engine(spec: str, game: Game) -> Engine:
    """The engine of a spec for a game; raises `SpecError` for one that does not exist.

    A game without native rules is served by the teaching engines, which ask nothing but `Game` and `Position`.
    ``external(protocol=...,command="...")`` runs a program of this machine, so a pool refuses it: its specs may come
    from afar.

    >>> from duiyi import load_game
    >>> load_engine("alphabeta(depth=4)", load_game("nogo")).name
    'alphabeta(depth=4)'
    """
    if parse_spec(spec).name == "external":
        from duiyi.engines.external import load_external

        return load_external(spec, game)
    request = read_engine_spec(spec, game)
    if request.is_teaching:
        return TeachingEngine(request.generation, request.limits, spec)
    assert isinstance(game, NativeGame)
    if request.generation == "alphazero":
        return AlphaZeroEngine(game, request.limits, request.options, spec)
    options = with_weights(request.generation, game, request.options)
    return NativeEngine(request.generation, game, request.limits, options, spec)


def _champion_of(game: Game) -> str:
    return "alphazero" if game.spec in _NETWORK_CHAMPIONS else CHAMPIONS.get(game.name, "alphabeta")


def read_engine_spec(spec: str, game: Game) -> EngineRequest:
    """What a spec asks for, without making it; raises `SpecError`.

    >>> from duiyi import load_game
    >>> read_engine_spec("minimax(depth=3)", load_game("reversi")).limits.depth
    3
    """
    parsed = parse_spec(spec)
    if parsed.name == "level":
        return read_engine_spec(_level(parsed, spec, game).engine, game)
    if parsed.name == "champion":
        parsed = Spec(_champion_of(game), parsed.options, parsed.values)
    generation = parsed.name.removeprefix("teaching.")
    is_alphazero = parsed.name == "alphazero" and isinstance(game, NativeGame)
    if generation not in GENERATIONS and not is_alphazero:
        raise SpecError(f"expected an engine among {', '.join(engine_names(game))}, got {spec[:40]!r}")
    is_teaching = parsed.name != generation or not isinstance(game, NativeGame)
    known = [*_LIMITS, *(() if is_teaching else OPTIONS[generation])]
    for word in (*parsed.values, *parsed.options):
        if word not in known or word in parsed.values:
            raise SpecError(f"{parsed.name}: expected name=value among {', '.join(known)}, got {word[:40]!r}")
    options = {key: value for key, value in parsed.options.items() if key not in _LIMITS}
    return EngineRequest(generation, is_teaching, _own_limits(parsed), options)


def load_player(spec: str, game: Game, engines: Callable[[str, Game], Engine] = load_engine) -> Player:
    """The player of a spec: an engine that plays its best line, or a level. `engines` makes the engine, e.g. in a pool.

    >>> from duiyi import load_game
    >>> load_player("greedy", load_game("gomoku")).name
    'greedy'
    >>> load_player("level(5)", load_game("gomoku")).name
    'level(5)'
    """
    parsed = parse_spec(spec)
    if parsed.name != "level":
        return EnginePlayer(engines(spec, game))
    level = _level(parsed, spec, game)
    return LevelPlayer(level, engines(level.engine, game))


def _level(parsed: Spec, spec: str, game: Game) -> Level:
    """A level by number, or one of the caller's own making: ``level(engine="alphabeta(depth=2)",regret=0.1)``."""
    if set(parsed.options) == {"engine", "regret"} and not parsed.values:
        if parse_spec(parsed.options["engine"]).name in ("level", "external"):
            raise SpecError(f"level: expected an engine of Duiyi's own, got {parsed.options['engine'][:40]!r}")
        return Level(level=LEVELS, engine=parsed.options["engine"], regret=min(1.0, _number(parsed, "regret") or 1.0))
    number = (*parsed.values, *parsed.options.values())
    if len(number) != 1 or not number[0].isdecimal() or not 1 <= int(number[0]) <= LEVELS:
        raise SpecError(f"level: expected level(1) to level({LEVELS}), got {spec[:40]!r}")
    return level_of(game.name, int(number[0]))


def _own_limits(spec: Spec) -> Limits:
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
