"""`duiyi puzzles FILE...`: positions with one winning move, out of played games."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import track

from duiyi.cli.words import counted
from duiyi.records import Record
from duiyi.records.bulk import find_files, import_files
from duiyi.review.puzzle_set import choose_puzzles
from duiyi.review.puzzles import Puzzle, find_puzzles

__all__ = ["command"]


def command(
    paths: Annotated[list[Path], typer.Argument(help="files or folders of records, in any format")],
    seconds: Annotated[float, typer.Option(min=0.01, help="time for each question to a solver")] = 1.0,
    most: Annotated[int, typer.Option(min=1, help="puzzles to keep per game, spread over easy and hard")] = 60,
    out: Annotated[Path | None, typer.Option(help="a JSON file to write them to")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> int:
    """Find puzzles in games: every one is proven to have exactly one winning move."""
    records: list[Record] = []
    console = Console(stderr=True)
    refused = 0
    for one in import_files(find_files(paths), skip_bad=True):
        records += one.records
        refused += len(one.errors)
        for error in one.errors:
            print(f"duiyi puzzles: {error}", file=sys.stderr)
    found: list[Puzzle] = []
    for record in track(records, description="solving", console=console, transient=True):
        found += find_puzzles(record, seconds)
    kept = choose_puzzles(found, most)
    if out is not None:
        out.write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
    if as_json:
        print(msgspec.json.encode({"games": len(records), "refused": refused, "puzzles": kept}).decode())
        return 1 if refused else 0
    for puzzle in kept:
        print(f"{puzzle.rating:5}  {puzzle.game}  {puzzle.start}  {puzzle.goal.en}: {puzzle.line[0]}")
    what = f"{counted(len(kept), 'puzzle')} in {counted(len(records), 'game')}"
    print(what + (f"; {refused} refused" if refused else ""))
    return 1 if refused else 0
