"""Which engines may sit down or analyse here: the seam between the server and `duiyi.engines`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from duiyi import wire
from duiyi.analysis import Engine, Player
from duiyi.base import Game
from duiyi.engines import engine_names, load_player
from duiyi.engines.external import load_external
from duiyi.engines.external_file import Program, program_spec, read_programs
from duiyi.engines.levels import LEVELS, level_of
from duiyi.engines.pool import EnginePool
from duiyi.server.config import Config
from duiyi.server.errors import ProblemError
from duiyi.spec import SpecError, parse_spec

__all__ = ["EngineSource", "Engines", "check_spec", "host_engines", "host_programs"]

_ALLOWED = frozenset({"greedy", "minimax", "alphabeta", "mcts", "alphazero", "champion", "level"})
_CAPS = {"depth": 64, "nodes": 5_000_000, "seconds": 60}


class EngineSource(Protocol):
    """Where engines and players come from; tests bring their own."""

    def player(self, spec: str, game: Game) -> Player:
        """A player, or `SpecError`."""
        ...

    def engine(self, spec: str, game: Game) -> Engine:
        """An engine, or `SpecError`."""
        ...

    def choices(self, game: Game) -> tuple[wire.EngineChoice, ...]:
        """What people may choose from."""
        ...

    async def close(self) -> None:
        """Free what the engines hold."""
        ...


class Engines:
    """The engines of this installation, in worker processes: if one dies, the games go on."""

    def __init__(self, workers: int, external: Mapping[str, str] | None = None) -> None:
        self._pool = EnginePool(workers)
        self._external = dict(external or {})

    def player(self, spec: str, game: Game) -> Player:
        """The player of a spec."""
        return load_player(spec, game, self.engine)

    def engine(self, spec: str, game: Game) -> Engine:
        """The engine of a spec; a program of the host's runs as a child of ours, and is known by its name alone."""
        parsed = parse_spec(spec)
        if parsed.name == "external" and set(parsed.options) == {"name"}:
            name = parsed.options["name"]
            if name not in self._external:
                raise SpecError(f"external: expected a program of the host's, got {name[:40]!r}")
            spec = self._external[name]
        return load_external(spec, game) if parse_spec(spec).name == "external" else self._pool.engine(spec, game)

    def choices(self, game: Game) -> tuple[wire.EngineChoice, ...]:
        """Levels first, with their measured ratings, then the generations."""
        names = [name for name in engine_names(game) if name in _ALLOWED and name != "level"]
        return (
            *(_level_choice(game, number) for number in range(1, LEVELS + 1)),
            *(wire.EngineChoice(name, wire.Words(name, name)) for name in names),
        )

    async def close(self) -> None:
        """End the workers."""
        await self._pool.close()


def check_spec(text: str) -> str:
    """A spec that people may use: known names, numbers within bounds; commands and files are the host's alone.

    >>> check_spec("mcts(nodes=1000)")
    'mcts(nodes=1000)'
    >>> check_spec('external(command="rm -rf /")')
    Traceback (most recent call last):
    ...
    duiyi.server.errors.ProblemError: there is no such engine, or it may not be used here
    """
    try:
        spec = parse_spec(text)
    except SpecError:
        raise ProblemError("bad_engine") from None
    if spec.name == "external" and not spec.values and set(spec.options) == {"name"}:
        return text
    numbers = {name: _number(value, is_whole=name != "seconds") for name, value in spec.options.items()}
    within = all(name in _CAPS and 0 < number <= _CAPS[name] for name, number in numbers.items())
    if spec.name == "level":
        within = not numbers and len(spec.values) == 1 and 1 <= _number(spec.values[0]) <= LEVELS
    elif spec.values:
        within = False
    if spec.name.removeprefix("teaching.") not in _ALLOWED or not within:
        raise ProblemError("bad_engine")
    return text


def host_programs(config: Config) -> dict[str, Program]:
    """The programs of the host's file; raises `SpecError` for a bad file.

    >>> host_programs(Config(engines="-"))
    {}
    """
    if config.engines == "-":
        return {}
    return read_programs(Path(config.engines).expanduser() if config.engines else None)


def host_engines(config: Config) -> dict[str, str]:
    """The specs of the host's own engines by name: those of the settings, and those of the file.

    >>> host_engines(Config(engines="-", external_engines={"mine": "greedy"}))
    {'mine': 'greedy'}
    """
    listed = {name: program_spec(program) for name, program in host_programs(config).items()}
    return {**config.external_engines, **listed}


def _level_choice(game: Game, number: int) -> wire.EngineChoice:
    words, rating = wire.Words(f"Level {number}", f"{number} 级"), level_of(game.name, number).rating
    if rating is None:
        return wire.EngineChoice(f"level({number})", words)
    return wire.EngineChoice(f"level({number})", words, rating.elo, (rating.high - rating.low) / 2)


def _number(text: str, *, is_whole: bool = True) -> float:
    """A plain number of ASCII digits; -1 for anything else."""
    pattern = r"[0-9]{1,9}" if is_whole else r"[0-9]{1,9}(\.[0-9]{1,9})?"
    return float(text) if re.fullmatch(pattern, text) else -1.0
