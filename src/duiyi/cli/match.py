"""`duiyi match GAME ENGINE ENGINE [...]`: which engine is stronger, and how sure is that?"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

from duiyi import Limits, RulesError, SpecError, TextError
from duiyi.arena import Adjudication, Interval, Match, Progress, Report, Sprt, Standing

__all__ = ["Display", "command", "meetings_table", "standings_table", "stopped", "worded_interval"]

_REFRESH = 0.5  # seconds between two drawings of the table
_PLAIN_PAUSE = 30.0  # seconds between two lines where no terminal is


def command(
    game: Annotated[str, typer.Argument(help="a game's spec, e.g. reversi or chinese_checkers(seats=3)")],
    engines: Annotated[list[str], typer.Argument(help="two or more engine specs; the first meets all others")],
    games: Annotated[int, typer.Option(min=1, help="games for each opponent")] = 100,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="seconds for a move")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="nodes for a move")] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="plies for a move")] = None,
    sprt: Annotated[str | None, typer.Option(metavar="E0,E1", help="stop when E0 or E1 Elo are clear")] = None,
    concurrency: Annotated[int, typer.Option(min=1, help="games at a time")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="threads of one engine")] = 1,
    seed: Annotated[int, typer.Option(help="of openings and engines")] = 0,
    max_plies: Annotated[int, typer.Option(min=1, help="plies after which a game is cut off")] = 3000,
    cap: Annotated[str, typer.Option(help="what a game cut off counts: draw, or distance (Chinese Checkers)")] = "draw",
    resign: Annotated[float, typer.Option(min=0.0, max=0.49, help="resign below this expected score; 0: never")] = 0.0,
    grace: Annotated[float, typer.Option(min=0.0, help="seconds beyond the limit that are no fault")] = 1.0,
    records: Annotated[Path | None, typer.Option(help="a folder for the records of all games")] = None,
    resume: Annotated[Path | None, typer.Option(help="a file of finished games, written or continued")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Let engines play from balanced openings, each opening with the seats swapped, and report Elo with intervals."""
    if len(engines) < 2:
        raise typer.BadParameter(f"expected two or more engines, got {len(engines)}", param_hint="ENGINE")
    try:
        match = Match(
            game,
            engines,
            games,
            Limits(seconds=seconds, nodes=nodes, depth=depth, threads=threads),
            stop=_read_sprt(sprt),
            concurrency=concurrency,
            seed=seed,
            adjudication=Adjudication(plies=max_plies, cap=cap, resign_below=resign),
            grace=grace,
            records=records,
            resume=resume,
        )
        with Display(f"{match.game.spec}: {' - '.join(match.names)}") as display:
            report = match.run(display)
    except (RulesError, SpecError, TextError):
        raise
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    except KeyboardInterrupt:
        raise stopped(resume) from None
    if as_json:
        print(msgspec.json.encode(report.summary()).decode())
        return
    console = Console()
    console.print(meetings_table(report))
    if len(report.players) > 2:
        console.print(standings_table(report.standings))
    for line in _findings(report):
        console.print(line, highlight=False)


class Display:
    """A live table and a bar on stderr; plain lines now and then where stderr is no terminal."""

    def __init__(self, title: str) -> None:
        self._console = Console(stderr=True)
        self._bar = Bar(
            TextColumn(title, markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=self._console,
        )
        self._task = self._bar.add_task(title, total=None)
        self._live = Live(self._bar, console=self._console, refresh_per_second=4, transient=True)
        self._shown = time.monotonic()

    def __enter__(self) -> Display:
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def __call__(self, progress: Progress) -> None:
        """Show how far the match is."""
        self._bar.update(self._task, completed=progress.done, total=progress.total)
        pause = time.monotonic() - self._shown
        if self._console.is_terminal and (progress.played is None or pause > _REFRESH):
            self._shown = time.monotonic()
            self._live.update(Group(meetings_table(progress.report()), self._bar))
        elif not self._console.is_terminal and pause > _PLAIN_PAUSE:
            self._shown = time.monotonic()
            report = progress.report()
            done = f"{progress.done}/{progress.total} games"
            self._console.print(
                f"{done}, Elo {round(report.elo):+d} {worded_interval(report.interval)}", highlight=False
            )


def meetings_table(report: Report) -> Table:
    """One line for each two players that met."""
    table = Table("first", "second", "games", "+", "=", "-", "score", "Elo", "95 %", box=None, header_style="bold")
    for meeting in report.meetings:
        table.add_row(
            meeting.first,
            meeting.second,
            str(meeting.games),
            str(meeting.wins),
            str(meeting.draws),
            str(meeting.losses),
            f"{meeting.score:.1%}",
            f"{round(meeting.elo):+d}",
            worded_interval(meeting.interval),
        )
    return table


def standings_table(standings: Iterable[Standing]) -> Table:
    """The players by rating, best first."""
    table = Table("player", "rating", "95 %", "games", "score", box=None, header_style="bold")
    for standing in sorted(standings, key=lambda one: -one.rating):
        table.add_row(
            standing.name,
            f"{round(standing.rating):+d}",
            worded_interval(standing.interval),
            str(standing.games),
            f"{standing.score:.1%}",
        )
    return table


def worded_interval(interval: Interval) -> str:
    """An interval for people; an open end stays open.

    >>> worded_interval((12.3, 80.0)), worded_interval((12.3, None))
    ('+12 .. +80', '+12 ..')
    """
    low, high = ("" if bound is None else f"{round(bound):+d}" for bound in interval)
    return f"{low} .. {high}".strip()


def stopped(resume: Path | None) -> typer.Exit:
    """What to raise when somebody pressed Ctrl-C: says whether anything is kept."""
    kept = "nothing is kept without --resume" if resume is None else f"the same command goes on from {resume}"
    print(f"stopped: {kept}", file=sys.stderr)
    return typer.Exit(1)


def _findings(report: Report) -> list[str]:
    lines = []
    if report.sprt is not None:
        state = report.sprt
        words = {None: "undecided", "accepted": "stronger", "rejected": "not stronger"}[state.verdict]
        lines.append(f"SPRT: {words}; LLR {state.llr:.2f} between {state.lower:.2f} and {state.upper:.2f}")
    lines += [
        f"fault: {fault.name}, game {fault.game}, ply {fault.ply}: {fault.kind}: {fault.detail}"
        for fault in report.faults
    ]
    return lines


def _read_sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise typer.BadParameter(f"expected two numbers E0,E1, got {text!r}", param_hint="--sprt") from None
    return Sprt(elo0, elo1)
