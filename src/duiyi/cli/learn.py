"""`duiyi learn`: train a network (alphazero), an evaluation (eval) or values (td), and draw a run (report)."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console

from duiyi.cli.learn_display import Display
from duiyi.games.registry import load_game
from duiyi.learn.run import ProgressLine, Run
from duiyi.learn.settings import Settings, settings_for
from duiyi.learn.workers import Executor, HereExecutor, ProcessExecutor

__all__ = ["command"]

_WHAT = ("alphazero", "eval", "td", "report")


def command(
    what: Annotated[
        str,
        typer.Argument(
            help="alphazero: a network; eval: an evaluation for alphabeta; td: values; report: pictures of a run"
        ),
    ],
    subject: Annotated[str, typer.Argument(metavar="GAME|RUN", help="a game's spec, or for a report the run's folder")],
    run: Annotated[Path | None, typer.Option(help="folder of the run; runs/GAME by default")] = None,
    minutes: Annotated[float | None, typer.Option(min=0.01, help="stop after so many minutes of work")] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="stop after so many iterations")] = None,
    workers: Annotated[int, typer.Option(min=1, help="processes for self-play")] = 1,
    ray: Annotated[str | None, typer.Option(metavar="ADDRESS|local", help="self-play on a Ray cluster")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with the run in the folder")] = False,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="a setting, e.g. blocks=6")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="the report's file; report.html in the run by default")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object for every iteration")] = False,
) -> None:
    """Train a player by self-play, or report how a training went."""
    if what not in _WHAT:
        raise typer.BadParameter(f"expected one of {', '.join(_WHAT)}; got {what!r}", param_hint="WHAT")
    if what == "report":
        from duiyi.learn.report import write_report

        folder = Run(subject)
        if not folder.exists:
            raise typer.BadParameter(f"expected the folder of a run, got {subject!r}", param_hint="RUN")
        print(write_report(folder, out or folder.folder / "report.html"))
        return
    # Before torch is loaded. Its threads wait for each other by spinning, and where something else wants the cores, a
    # fit takes ten times as long; those that sleep cost a little on an idle machine and nothing on a busy one.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    if what in ("eval", "td"):
        from duiyi.cli.learn_values import learn_values

        learn_values(
            what,
            subject,
            run or Path("runs") / f"{what}-{_folder_name(subject)}",
            minutes=minutes,
            rounds=iterations,
            workers=workers,
            resume=resume,
            words=settings or [],
            as_json=as_json,
        )
        return
    folder = Run(run or Path("runs") / _folder_name(subject))
    chosen = _settings(folder, subject, settings or [], resume)
    if importlib.util.find_spec("torch") is None:
        raise typer.BadParameter("torch is not installed; pip install 'duiyi[learn]'", param_hint="learn")
    executor = _executor(workers, ray)
    try:
        _train(folder, chosen, minutes, iterations, executor, as_json)
    finally:
        executor.close()


def _folder_name(spec: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in spec).strip("-")


def _settings(folder: Run, spec: str, words: list[str], resume: bool) -> Settings | None:
    """The settings of a new run; None when an old one goes on."""
    if resume:
        if not folder.exists:
            raise typer.BadParameter(
                f"expected a run in {folder.folder}, found none; leave --resume out", param_hint="--resume"
            )
        if words:
            raise typer.BadParameter("a run keeps its settings; begin another to change them", param_hint="--set")
        return None
    if folder.exists:
        raise typer.BadParameter(
            f"{folder.folder} holds a run; go on with --resume or name another --run", param_hint="--run"
        )
    changes: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise typer.BadParameter(f"expected NAME=VALUE, got {word!r}", param_hint="--set")
        changes[name] = value
    try:
        return settings_for(load_game(spec), **changes)
    except (ValueError, msgspec.ValidationError) as error:
        raise typer.BadParameter(str(error), param_hint="--set") from None


def _executor(workers: int, ray: str | None) -> Executor:
    if ray is not None:
        if importlib.util.find_spec("ray") is None:
            raise typer.BadParameter("ray is not installed; pip install 'duiyi[ray]'", param_hint="--ray")
        from duiyi.learn.ray import RayExecutor

        return RayExecutor(ray, workers)
    return ProcessExecutor(workers) if workers > 1 else HereExecutor()


def _train(
    folder: Run,
    settings: Settings | None,
    minutes: float | None,
    iterations: int | None,
    executor: Executor,
    as_json: bool,
) -> None:
    from duiyi.learn.board import EventFiles
    from duiyi.learn.loop import train

    with Display(Console(stderr=True)) as display:
        lines: Iterator[ProgressLine] = train(
            folder.folder,
            settings,
            minutes=minutes,
            iterations=iterations,
            executor=executor,
            on_phase=display.phase,
        )
        events = EventFiles(folder.folder / "events")
        for line in lines:
            display.say(_sentence(line))
            events.write(line)
            if as_json:
                print(msgspec.json.encode(line).decode(), flush=True)
        events.close()
    best = folder.best()
    if best.is_file() and not as_json:
        print(best)


def _sentence(line: ProgressLine) -> str:
    words = [f"{line.step:4d}  {line.minutes:7.1f} min  {line.games} games"]
    if line.games_per_hour is not None:
        words.append(f"{line.games_per_hour:.0f} games/h  {line.positions_per_second:.0f} positions/s")
    if line.is_last:
        words.append("last fit")
    words.append(f"loss {line.loss:.3f} (policy {line.policy_loss:.3f}, value {line.value_loss:.3f})")
    if line.elo is not None:
        words.append(f"Elo {line.elo:+.0f}{' promoted' if line.promoted else ''}")
    if line.anchor_score is not None:
        words.append(f"{line.anchor_score:.0%} against {line.anchor}")
    return "  ".join(words)
