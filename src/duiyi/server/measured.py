"""What was measured and trained on this machine: ladders of engines, and training runs as their folders tell."""

from __future__ import annotations

import time
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec

from duiyi import wire
from duiyi.arena import LadderResult
from duiyi.engines.levels import LEVELS, level_of
from duiyi.spec import SpecError, parse_spec

__all__ = ["ladder_of", "training_runs"]

_LONGEST = 2_000_000
"""Bytes at the end of a run's progress that are read."""
_MOST_LINES = 1000
_MOST_RUNS = 50
_SILENT_SECONDS = 600
"""A run that has said nothing for so long is not running."""


def ladder_of(game: str, spec: str) -> wire.Ladder:
    """The measured engines of a game: from its ladder files, and for levels not in them from the table of levels.

    >>> ladder_of("reversi", "reversi").game
    'reversi'
    """
    rows: dict[str, wire.LadderRow] = {}
    for number in range(1, LEVELS + 1):
        level = level_of(game, number)
        if level.rating is not None:
            half = (level.rating.high - level.rating.low) / 2
            rows[f"level({number})"] = _row(f"level({number})", level.rating.elo, half, None, game)
    for result in _ladders():
        if result.game in (game, spec):
            for player in result.players:
                half = (player.interval[1] - player.interval[0]) / 2
                rows[player.name] = _row(player.name, player.rating, half, player.games, game)
    return wire.Ladder(spec, None, tuple(sorted(rows.values(), key=lambda row: -row.rating)), _generations(game, spec))


def training_runs(folder: Path, now: float | None = None) -> wire.TrainingRuns:
    """The runs in a folder. Another process writes there at this moment, so nothing is taken for granted.

    >>> training_runs(Path("there is no such folder"))
    TrainingRuns(runs=())
    """
    found = []
    for place in _run_folders(folder):
        run = _run(place, time.time() if now is None else now)
        if run is not None:
            found.append(run)
    found.sort(key=lambda run: -run.updated)
    return wire.TrainingRuns(tuple(found[:_MOST_RUNS]))


def _ladders() -> list[LadderResult]:
    """The ladder files that come with the package: ``duiyi/arena/ladders/*.json``."""
    folder = files("duiyi.arena").joinpath("ladders")
    texts = (
        [entry.read_bytes() for entry in folder.iterdir() if entry.name.endswith(".json")] if folder.is_dir() else []
    )
    return [LadderResult.from_json(text) for text in texts]


def _generations(game: str, spec: str) -> tuple[wire.GenerationRow, ...]:
    """The rows of a game in the file that `benchmarks/generations.py` makes; none where it is missing or unreadable."""
    try:
        found = msgspec.json.decode(files("duiyi.engines").joinpath("generations.json").read_bytes())
        names = wire.GenerationRow.__struct_fields__
        rows = [{name: row[name] for name in names if name in row} for row in found if row["game"] in (game, spec)]
        return msgspec.convert(tuple(rows), tuple[wire.GenerationRow, ...])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, TypeError, KeyError):
        return ()


def _row(engine: str, rating: float, interval: float, games: int | None, game: str) -> wire.LadderRow:
    title, generation = wire.Words(engine, engine), engine
    try:
        spec = parse_spec(engine)
    except SpecError:
        spec = None
    if spec is not None and spec.name == "level" and spec.values:
        title = wire.Words(f"Level {spec.values[0]}", f"{spec.values[0]} 级")
        generation = parse_spec(level_of(game, int(spec.values[0])).engine).name
    elif spec is not None:
        generation = spec.name
    return wire.LadderRow(
        engine=engine,
        title=title,
        rating=round(rating, 1),
        interval=round(interval, 1),
        games=games,
        generation=generation,
    )


def _run_folders(folder: Path) -> list[Path]:
    try:
        return [place for place in folder.iterdir() if place.is_dir()]
    except OSError:
        return []


def _run(place: Path, now: float) -> wire.TrainingRun | None:
    """One run; None for a folder that is none."""
    try:
        config = _object((place / "config.json").read_bytes()) or {}
    except OSError:
        return None
    lines, updated = _progress(place)
    return wire.TrainingRun(
        name=place.name,
        game=str(config.get("game", "")),
        kind=str(config.get("kind", "")),
        state=_state(config, lines, now - updated),
        updated=int(updated * 1000),
        progress=tuple(lines[-_MOST_LINES:]),
    )


def _progress(place: Path) -> tuple[list[dict[str, Any]], float]:
    """The lines that can be read (the last may be half written), and when they changed."""
    try:
        with (place / "progress.jsonl").open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _LONGEST))
            text = file.read()
        changed = (place / "progress.jsonl").stat().st_mtime
    except OSError:
        return [], (place / "config.json").stat().st_mtime
    lines = (_object(line) for line in text.split(b"\n") if line.strip())
    return [line for line in lines if line is not None], changed


def _state(config: dict[str, Any], lines: list[dict[str, Any]], silent: float) -> Literal["running", "done", "stopped"]:
    told = (lines[-1] if lines else config).get("state", config.get("state"))
    if told in ("done", "stopped"):
        return "done" if told == "done" else "stopped"
    budget, spent = config.get("minutes"), lines[-1].get("minutes") if lines else None
    if isinstance(budget, int | float) and isinstance(spent, int | float) and spent >= budget > 0:
        return "done"
    return "running" if silent < _SILENT_SECONDS else "stopped"


def _object(text: bytes) -> dict[str, Any] | None:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
