"""`duiyi library import|search`: games of files in a server's database, without the server."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import sys
import time
from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from duiyi.cli.words import counted
from duiyi.games.registry import load_game
from duiyi.records.bulk import find_files, import_files
from duiyi.server.archive import stored_key
from duiyi.server.config import Config
from duiyi.server.imports import Rows, keep_rows, make_rows
from duiyi.server.library import Search, find
from duiyi.server.store import Database

__all__ = ["command"]

_TOGETHER = 100
"""Games that are written at once."""
_BYTES = 20_000
"""Of files that a helper reads at once."""
_MOST_HELPERS = 4
_AHEAD = 12
"""Jobs that are given to the helpers before their rows are wanted."""
_OBJECTS = 200_000
"""New objects between two looks of the garbage collector."""


def command(
    action: Annotated[str, typer.Argument(help="import, or search")],
    paths: Annotated[list[Path] | None, typer.Argument(help="files or folders of records to import")] = None,
    database: Annotated[
        str | None, typer.Option(help="a file, or postgresql://user@host/name; the server's own")
    ] = None,
    game: Annotated[str | None, typer.Option(help="search: a game's name or spec")] = None,
    player: Annotated[str | None, typer.Option(help="search: part of a name")] = None,
    result: Annotated[str | None, typer.Option(help="search: win, draw or loss, of the player or the first")] = None,
    opening: Annotated[str | None, typer.Option(help="search: part of an opening's name")] = None,
    position: Annotated[str | None, typer.Option(help="search: a position's text, with --game")] = None,
    most: Annotated[int, typer.Option(min=1, help="search: games to show")] = 30,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> int:
    """Import files of games for everybody on the server, or search what it has; mirror images are the same position."""
    place = database or Config().database
    place = place if "://" in place else str(Path(place).expanduser())
    if action == "import":
        if not paths:
            raise typer.BadParameter("expected files to import: duiyi library import FILE...")
        return _import(place, paths, as_json)
    if action != "search":
        raise typer.BadParameter(f"expected import or search, got {action!r}")
    if position is not None and game is None:
        raise typer.BadParameter("--position: expected --game beside it, got none")
    key = None if position is None or game is None else stored_key(load_game(game).position(position))
    wanted = Search(game=game, name=player, result=result, opening=opening, position=key)
    return asyncio.run(_search(place, wanted, most, as_json))


def _import(place: str, paths: list[Path], as_json: bool) -> int:
    # Many records at once are many objects, nearly all of them without cycles: fewer looks at them save a third.
    gc.set_threshold(_OBJECTS)
    files = find_files(paths)
    jobs = _jobs(files)
    can_fork = sys.platform == "linux"
    helpers = ProcessPoolExecutor(
        max(1, min(os.cpu_count() or 1, _MOST_HELPERS, len(jobs))),
        multiprocessing.get_context("fork" if can_fork else "spawn"),
        _leave_interrupts,
    )
    with helpers:
        # They are forked now, while there is one thread to fork; if one dies already, its rows are missed below.
        with suppress(BrokenProcessPool):
            helpers.submit(int).result()
        return asyncio.run(_keep(place, helpers, jobs, as_json))


def _jobs(files: list[Path]) -> list[list[Path]]:
    """Files in bundles of about the same work, in their order."""
    jobs: list[list[Path]] = []
    size = _BYTES
    for file in files:
        if size >= _BYTES:
            jobs.append([])
            size = 0
        jobs[-1].append(file)
        size += file.stat().st_size if file.is_file() else 0
    return jobs


def _leave_interrupts() -> None:
    """Who presses Ctrl-C means the command; its helpers end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _read(files: list[Path], now: int) -> tuple[list[Rows], list[str]]:
    """What some files bring, and what is refused: the work of a helper."""
    rows: list[Rows] = []
    refused: list[str] = []
    for one in import_files(files, skip_bad=True):
        rows += make_rows(one.records, now)
        refused += map(str, one.errors)
    return rows, refused


async def _keep(place: str, helpers: ProcessPoolExecutor, jobs: list[list[Path]], as_json: bool) -> int:
    number = sum(map(len, jobs))
    refused: list[str] = []
    waiting: list[Rows] = []
    kept = done = 0
    is_broken = False
    store = await Database.open(place)
    try:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("importing", total=number)
            try:
                async for job, (rows, errors) in _results(helpers, jobs):
                    refused += errors
                    waiting += rows
                    done += len(job)
                    # Files of one game each share a transaction: one for every game would take most of the time.
                    while len(waiting) >= _TOGETHER:
                        kept += len(await keep_rows(store, waiting[:_TOGETHER]))
                        del waiting[:_TOGETHER]
                    bar.update(task, advance=len(job), description=f"importing, {kept} games")
            except BrokenProcessPool:
                is_broken = True
            if waiting:
                kept += len(await keep_rows(store, waiting))
    finally:
        await store.close()
    if as_json:
        print(msgspec.json.encode({"files": done, "imported": kept, "refused": refused}).decode())
    else:
        for line in refused:
            print(f"duiyi library: {line}", file=sys.stderr)
        print(f"{counted(kept, 'game')} of {counted(done, 'file')} imported; {len(refused)} refused")
    if is_broken:
        rest = [file for job in jobs for file in job][done:]
        print(
            f"duiyi library: a helper process was killed, perhaps for want of memory; {counted(done, 'file')} done, "
            f"{counted(len(rest), 'file')} left: import again from {rest[0]} on",
            file=sys.stderr,
        )
    return 1 if refused or is_broken else 0


async def _results(
    helpers: ProcessPoolExecutor, jobs: list[list[Path]]
) -> AsyncIterator[tuple[list[Path], tuple[list[Rows], list[str]]]]:
    """The jobs in their order, each with what its files bring; helpers work on the next ones meanwhile."""
    loop, now = asyncio.get_running_loop(), round(1000 * time.time())
    later = iter(jobs)
    coming = deque((job, loop.run_in_executor(helpers, _read, job, now)) for job in islice(later, _AHEAD))
    try:
        while coming:
            job, reading = coming.popleft()
            rows = await reading
            coming += ((job, loop.run_in_executor(helpers, _read, job, now)) for job in islice(later, 1))
            yield job, rows
    finally:
        await asyncio.gather(*(reading for _, reading in coming), return_exceptions=True)


async def _search(place: str, wanted: Search, most: int, as_json: bool) -> int:
    store = await Database.open(place)
    try:
        games, total = await find(store, wanted, 0, most)
    finally:
        await store.close()
    if as_json:
        print(msgspec.json.encode({"games": games, "total": total}).decode())
        return 0
    for one in games:
        names = " - ".join(player.name or "?" for player in one.players)
        scores = ":".join(f"{score:g}" for score in one.scores) or "*"
        print(f"{one.id}  {one.game}  {names}  {scores}  {one.plies} plies")
    print(f"{len(games)} of {total} games")
    return 0
