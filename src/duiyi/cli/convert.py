"""`duiyi convert IN... OUT`: records from one format to another, one file or thousands."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import track

from duiyi.cli.words import counted
from duiyi.records import FORMATS, Record, RecordError, format_of
from duiyi.records.bulk import Imported, find_files, import_files
from duiyi.records.formats import write_records

__all__ = ["command"]


def command(
    paths: Annotated[list[Path], typer.Argument(help="files or folders to read, then the one to write; - is stdout")],
    source: Annotated[str | None, typer.Option("--from", help="read everything as this format")] = None,
    target: Annotated[str | None, typer.Option("--to", help="write this format, whatever the suffix of OUT")] = None,
    notation: Annotated[str | None, typer.Option(help="moves in PGN: chinese, wxf or iccs")] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="take the good games of a file with bad ones")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="print the report as one JSON object")] = False,
) -> int:
    """Convert records: duiyi convert game.xqf game.pgn, or a folder: duiyi convert games/ out/ --to sgf."""
    if len(paths) < 2:
        raise typer.BadParameter("expected what to read and what to write: duiyi convert IN OUT")
    *inputs, out = paths
    for name in (source, target):
        if name is not None and name not in FORMATS:
            raise typer.BadParameter(f"expected a format among {', '.join(FORMATS)}, got {name!r}")
    if notation not in (None, "chinese", "wxf", "iccs"):
        raise typer.BadParameter(f"--notation: expected chinese, wxf or iccs, got {notation!r}")
    target = target or _format_of_out(out)
    if not FORMATS[target].writes:
        raise typer.BadParameter(f"{FORMATS[target].title} can be read only; choose another format with --to")
    writer = _Writer(out, target, notation)
    refused = writer.take(import_files(_shown(find_files(inputs)), source, skip_bad=skip_bad))
    _report(writer, refused, as_json)
    return 1 if refused else 0


def _format_of_out(out: Path) -> str:
    if str(out) == "-" or _is_folder(out):
        return "json"
    found = format_of(out.name)
    if found is None:
        suffixes = ", ".join(suffix for entry in FORMATS.values() if entry.writes for suffix in entry.suffixes)
        raise typer.BadParameter(f"OUT: expected a suffix among {suffixes}, or --to FORMAT, got {out.name!r}")
    return found.name


def _is_folder(path: Path) -> bool:
    return path.is_dir() or (not path.suffix and not path.exists())


def _shown(files: list[Path]) -> Iterable[Path]:
    """The files, with a progress bar on stderr when there are many."""
    if len(files) < 2:
        return files
    return track(files, description="converting", console=Console(stderr=True), transient=True)


class _Writer:
    """Where converted records go: one file for all, or a file each in a folder."""

    def __init__(self, out: Path, target: str, notation: str | None) -> None:
        self.out, self.target, self.notation = out, target, notation
        self.files = self.records = 0

    def take(self, imported: Iterator[Imported]) -> list[RecordError]:
        """Write everything; returns what was refused, on reading or on writing."""
        refused: list[RecordError] = []
        kept: list[Record] = []
        into_folder = _is_folder(self.out) and str(self.out) != "-"
        for one in imported:
            refused += one.errors
            if not one.records:
                continue
            try:
                if into_folder:
                    self._write_beside(one)
                elif kept and not self._holds_many:
                    raise RecordError(
                        "", "", f"one record for {FORMATS[self.target].title} (OUT may be a folder)", "more"
                    )
                else:
                    self._bytes(one.records)  # refuses at once what this format cannot hold
                    kept += one.records
            except RecordError as error:
                refused.append(RecordError(str(one.path), error.place, error.expected, error.found))
                continue
            self.files += 1
            self.records += len(one.records)
        if kept:
            self._write(self.out, self._bytes(kept))
        return refused

    @property
    def _holds_many(self) -> bool:
        entry = FORMATS[self.target]
        return entry.holds_many or hasattr(entry.module, "write_many")

    def _write_beside(self, one: Imported) -> None:
        """Files named after their source; formats that hold a single game get numbers."""
        suffix = FORMATS[self.target].suffixes[0]
        stem = one.path.name.split(".")[0] or "game"
        if len(one.records) == 1 or self._holds_many:
            self._write(self._free(stem, suffix), self._bytes(one.records))
            return
        written = [self._bytes([record]) for record in one.records]
        for number, data in enumerate(written, 1):
            self._write(self._free(f"{stem}-{number:04d}", suffix), data)

    def _free(self, stem: str, suffix: str) -> Path:
        """A name in the folder that no file of this run or before has."""
        path, number = self.out / f"{stem}{suffix}", 1
        while path.exists():
            number += 1
            path = self.out / f"{stem}_{number}{suffix}"
        return path

    def _bytes(self, records: list[Record]) -> bytes:
        if self.notation is not None and self.target == "pgn":
            from duiyi.records import pgn

            return b"".join(pgn.write(record, self.notation) for record in records)
        return write_records(records, self.target)

    def _write(self, path: Path, data: bytes) -> None:
        if str(path) == "-":
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # A file is there whole or not at all.
            part = path.with_name(path.name + ".part")
            part.write_bytes(data)
            part.replace(path)
        except OSError as error:
            raise OSError(f"{path}: expected a file that can be written, found {error.strerror}") from None


def _report(writer: _Writer, refused: list[RecordError], as_json: bool) -> None:
    if as_json:
        rows = [
            {"file": error.file, "place": error.place, "expected": error.expected, "found": error.found}
            for error in refused
        ]
        report = {"files": writer.files, "records": writer.records, "format": writer.target, "refused": rows}
        print(msgspec.json.encode(report).decode(), file=sys.stderr if str(writer.out) == "-" else sys.stdout)
        return
    for error in refused:
        print(f"duiyi convert: {error}", file=sys.stderr)
    if str(writer.out) != "-":
        end = f"; {len(refused)} refused" if refused else ""
        what = f"{counted(writer.records, 'record')} of {counted(writer.files, 'file')}"
        print(f"{what} written as {FORMATS[writer.target].title}{end}")
