"""`duiyi analyse FILE`: a review of a played game, as text, page, picture, JSON or annotated record."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from duiyi.analysis import Limits
from duiyi.cli.words import counted
from duiyi.records import Record, RecordError
from duiyi.records.formats import format_of, write_record
from duiyi.review.annotate import annotated
from duiyi.review.cache import DiskCache, default_cache_path
from duiyi.review.judge import SIGNS
from duiyi.review.opinions import Review, review_record

__all__ = ["command"]

_SECONDS = 0.2


def command(
    file: Annotated[Path, typer.Argument(help="a record in any format")],
    engine: Annotated[list[str] | None, typer.Option(help="an engine's spec; give it again to compare several")] = None,
    engines: Annotated[str, typer.Option(help="several engines at once, separated by spaces")] = "",
    seconds: Annotated[float | None, typer.Option(min=0.001, help="time per position, 0.2 by default")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="nodes per position: repeatable")] = None,
    lines: Annotated[int, typer.Option(min=1, max=9, help="best lines per position")] = 3,
    threads: Annotated[int, typer.Option(min=1, max=256, help="threads to search with")] = 1,
    number: Annotated[int, typer.Option(min=1, help="which game, when the file holds many")] = 1,
    out: Annotated[
        list[Path] | None, typer.Option(help="a file to write: .html, .png, .json or a record (.sgf, .pgn, ...)")
    ] = None,
    language: Annotated[str, typer.Option(help="of comments and pictures: en or zh")] = "en",
    no_cache: Annotated[bool, typer.Option("--no-cache", help="think about everything anew")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the review as one JSON object")] = False,
) -> int:
    """Let engines look at every position of a game and say which moves gave something away."""
    if language not in ("en", "zh"):
        raise typer.BadParameter(f"--language: expected en or zh, got {language!r}")
    for path in out or []:
        _check(path)
    try:
        record = _record(file, number)
        for path in out or []:
            _fit(record, path)
        limits = Limits(
            seconds=seconds if seconds is not None or nodes is not None else _SECONDS,
            nodes=nodes,
            lines=lines,
            threads=threads,
            seed=1 if nodes is not None else None,
        )
        specs = [*(engine or []), *engines.split()] or ["champion"]
        review = _reviewed(record, specs, limits, no_cache)
        for path in out or []:
            path.write_bytes(_written(review, path, language))
    except RecordError as error:
        print(f"duiyi analyse: {error}", file=sys.stderr)
        return 1
    if as_json:
        print(msgspec.json.encode(review).decode())
        return 0
    _print(review)
    for path in out or []:
        print(f"written: {path}", file=sys.stderr)
    return 0


def _check(path: Path) -> None:
    """Refuse a name that we cannot write before the engines have worked for minutes."""
    if not path.parent.is_dir():
        raise typer.BadParameter(f"--out: expected a folder that is there, got {str(path.parent)!r}")
    if path.suffix.lower() == ".png" and find_spec("matplotlib") is None:
        raise typer.BadParameter("--out: a PNG needs Matplotlib: pip install 'duiyi[pictures]'")
    if path.suffix.lower() in (".html", ".png", ".json") and not path.name.endswith(".duiyi.json"):
        return
    found = format_of(path.name)
    if found is None or not found.writes:
        raise typer.BadParameter(f"--out: expected .html, .png, .json or the suffix of a record, got {path.name!r}")


def _fit(record: Record, path: Path) -> None:
    """Refuse a format that cannot hold this game, for the same reason."""
    if path.suffix.lower() not in (".html", ".png", ".json") or path.name.endswith(".duiyi.json"):
        write_record(record, path.name)


def _record(file: Path, number: int) -> Record:
    try:
        records = Record.load_all(file)
    except OSError as error:
        raise RecordError(str(file), "", "a file that can be read", error.strerror or str(error)) from None
    if not 1 <= number <= len(records):
        raise RecordError(str(file), "", f"--number from 1 to {len(records)}", str(number))
    return records[number - 1]


def _reviewed(record: Record, specs: list[str], limits: Limits, no_cache: bool) -> Review:
    cache = None if no_cache else DiskCache(default_cache_path())
    try:
        with Progress(console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("thinking", total=None)
            return review_record(
                record,
                specs,
                limits,
                cache=cache,
                progress=lambda done, total: bar.update(task, completed=done, total=total),
            )
    finally:
        if cache is not None:
            cache.close()


def _written(review: Review, path: Path, language: str) -> bytes:
    suffix = path.suffix.lower()
    if suffix == ".html":
        from duiyi.review.page import page_of

        return page_of(review).encode()
    if suffix == ".png":
        from duiyi.review.picture import picture_of

        return picture_of(review, language)
    if suffix == ".json" and not path.name.endswith(".duiyi.json"):
        return msgspec.json.format(msgspec.json.encode(review), indent=1) + b"\n"
    return write_record(annotated(review, language), path.name)


def _print(review: Review) -> None:
    record = review.record
    names = [record.rules.seat_words(seat).en for seat in range(record.rules.seats)]
    names = [given or name for given, name in zip((*record.header.names, *[""] * 6), names, strict=False)]
    for opinion in review.opinions:
        print(f"{opinion.engine}: {counted(len(record.moves), 'move')}")
        for seat in opinion.seats:
            counts = ", ".join(
                (
                    counted(seat.blunders, "blunder"),
                    counted(seat.mistakes, "mistake"),
                    counted(seat.inaccuracies, "inaccuracy", "inaccuracies"),
                )
            )
            print(f"  {names[seat.seat]:<16} accuracy {seat.accuracy:5.1f}   {counts}")
        for move in opinion.turning_points:
            step, before = record.moves[move.ply - 1], opinion.thoughts[move.ply - 1]
            sign = SIGNS[move.verdict] if move.verdict else ""
            fall = f"{100 * before.rates[move.seat]:.0f}% -> {100 * opinion.thoughts[move.ply].rates[move.seat]:.0f}%"
            better = f"   better {' '.join(before.ideas[0].moves[:6])}" if before.ideas else ""
            print(f"  {move.ply:>4}. {names[move.seat]} {step.move}{sign}  {fall}{better}")
    for one in review.comparisons:
        same, apart = 100 * one.same_best, 100 * one.mean_difference
        print(f"{' / '.join(one.engines)}: same best move {same:.0f}%, mean difference {apart:.1f}%")
