"""`duiyi learn eval GAME` and `duiyi learn td GAME`: evaluations from own games."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec
import typer
from rich.console import Console

from duiyi.cli.learn_display import Display
from duiyi.learn.board import EventFiles
from duiyi.learn.eval import EvalLine, EvalSettings, fitter_for, learn_eval
from duiyi.learn.td import TdSettings
from duiyi.learn.td_run import TdLine, learn_td

__all__ = ["learn_values"]

_S = TypeVar("_S", EvalSettings, TdSettings)


def learn_values(
    what: str,
    game: str,
    run: Path,
    *,
    minutes: float | None,
    rounds: int | None,
    workers: int,
    resume: bool,
    words: list[str],
    as_json: bool,
) -> None:
    """Run one of the two and print the file of the best weights; a line for every round goes to stderr."""
    with Display(Console(stderr=True)) as display:
        events = EventFiles(run / "events")

        def tell(line: EvalLine | TdLine) -> None:
            events.write(line)
            if as_json:
                print(msgspec.json.encode(line).decode(), flush=True)
            display.say(_sentence(line))

        try:
            if what == "eval":
                fitter_for(game)
                settings = None if resume else _settings(EvalSettings, game, words)
                best = learn_eval(
                    run,
                    settings,
                    minutes=minutes,
                    rounds=rounds,
                    workers=workers,
                    tell=tell,
                    on_phase=display.phase,
                )
            else:
                told = None if resume else _settings(TdSettings, game, words)
                best = learn_td(run, told, minutes=minutes, rounds=rounds, tell=tell)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None
        finally:
            events.close()
    if best.exists() and not as_json:
        print(best)


def _settings(kind: type[_S], game: str, words: list[str]) -> _S:
    changes: dict[str, object] = {"game": game}
    names = {field.name for field in msgspec.structs.fields(kind)}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in names:
            raise ValueError(f"--set: expected NAME=VALUE with a name among {', '.join(sorted(names))}; got {word!r}")
        changes[name] = tuple(value.split("|")) if name == "starts" else value
    return msgspec.convert(changes, kind, strict=False)


def _sentence(line: EvalLine | TdLine) -> str:
    head = f"{line.step:4d}  {line.minutes:7.1f} min  {line.games} games  loss {line.loss:.4g}"
    if isinstance(line, TdLine):
        return f"{head}  {line.score:.1%} against the anchor{'  best so far' if line.promoted else ''}"
    gate = f"Elo {line.elo:+.0f} ({line.low:+.0f} to {line.high:+.0f}) in {line.gate_games} games"
    return f"{head}  {gate}{'  promoted' if line.promoted else ''}"
