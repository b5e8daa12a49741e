"""`duiyi library import|search`: games of files in a server's database, without the server."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from duiyi.cli.words import counted
from duiyi.games.registry import load_game
from duiyi.records import Record
from duiyi.records.bulk import find_files, import_files
from duiyi.server.archive import stored_key
from duiyi.server.config import Config
from duiyi.server.imports import import_many
from duiyi.server.library import Search, find
from duiyi.server.store import Database

__all__ = ["command"]

_TOGETHER = 100
"""Games that are written at once."""
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
        # Many records at once are many objects, nearly all of them without cycles: fewer looks at them save a third.
        gc.set_threshold(_OBJECTS)
        return asyncio.run(_import(place, paths, as_json))
    if action != "search":
        raise typer.BadParameter(f"expected import or search, got {action!r}")
    if position is not None and game is None:
        raise typer.BadParameter("--position: expected --game beside it, got none")
    key = None if position is None or game is None else stored_key(load_game(game).position(position))
    wanted = Search(game=game, name=player, result=result, opening=opening, position=key)
    return asyncio.run(_search(place, wanted, most, as_json))


async def _import(place: str, paths: list[Path], as_json: bool) -> int:
    console = Console(stderr=True)
    refused: list[str] = []
    waiting: list[Record] = []
    kept = 0
    files = find_files(paths)
    store = await Database.open(place)
    try:
        with Progress(console=console, transient=True) as bar:
            task = bar.add_task("importing", total=len(files))
            for number, one in enumerate(import_files(files, skip_bad=True), 1):
                refused += map(str, one.errors)
                waiting += one.records
                # Files of one game each share a transaction: opening one for every game would take most of the time.
                if len(waiting) >= _TOGETHER or number == len(files):
                    async for batch in import_many(store, None, waiting, round(1000 * time.time()), public=True):
                        kept += len(batch)
                        bar.update(task, description=f"importing, {kept} games")
                    waiting = []
                bar.update(task, completed=number)
    finally:
        await store.close()
    if as_json:
        print(msgspec.json.encode({"files": len(files), "imported": kept, "refused": refused}).decode())
    else:
        for line in refused:
            print(f"duiyi library: {line}", file=sys.stderr)
        print(f"{counted(kept, 'game')} of {counted(len(files), 'file')} imported; {len(refused)} refused")
    return 1 if refused else 0


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
