"""The table of formats: which suffixes they have, how their content is told, and who reads and writes them."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from types import ModuleType

from duiyi.records.errors import RecordError
from duiyi.records.record import Record

__all__ = [
    "FORMATS",
    "Format",
    "format_of",
    "read_each",
    "read_records",
    "sniff_format",
    "write_record",
    "write_records",
]


@dataclass(frozen=True)
class Format:
    """One file format. Its module has ``sniff(data)``, ``read(data, name)`` and, if `writes`, ``write(record)``.

    Modules of collections also have ``games(data, name)``, which yields the games to be read one by one.

    >>> FORMATS["sgf"].suffixes
    ('.sgf',)
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    writes: bool = True
    holds_many: bool = False
    """Whether the written records may simply follow each other in one file."""

    @property
    def module(self) -> ModuleType:
        """The module that knows the format, imported when it is needed."""
        return importlib.import_module(f"duiyi.records.{self.name}")


# In the order in which content is sniffed: what has a magic number or a telling word comes first, bare move lists last.
_TABLE = (
    Format("json", "Duiyi JSON", (".duiyi.json", ".duiyi.jsonl"), holds_many=True),
    Format("xqf", "XQF (XQStudio)", (".xqf",)),
    Format("ccbridge", "CBR and CBL (CCBridge)", (".cbr", ".cbl"), writes=False),
    Format("renlib", "RenLib", (".lib",)),
    Format("rif", "RenjuNet XML", (".rif", ".xml")),
    Format("dhtmlxq", "DhtmlXQ", (".dhtmlxq", ".ubb"), holds_many=True),
    Format("ggf", "GGF", (".ggf",), holds_many=True),
    Format("sgf", "SGF", (".sgf",), holds_many=True),
    Format("pgn", "PGN (Xiangqi)", (".pgn",), holds_many=True),
    Format("piskvork", "Piskvork", (".psq", ".rec")),
    Format("botzone", "Botzone log", (".botzone.json",)),
    Format("paths", "Chinese Checkers paths", (".paths",)),
    Format("obf", "OBF positions", (".obf",), holds_many=True),
    Format("wthor", "WTHOR", (".wtb",)),
    Format("course", "NoGo course record", (".nogo",)),
    Format("transcript", "Othello transcript", (".oth", ".transcript"), holds_many=True),
    Format("gomocalc", "gomocalc string", (".gomocalc",), holds_many=True),
)

FORMATS: dict[str, Format] = {entry.name: entry for entry in _TABLE}
"""Every format by name."""


def format_of(name: str) -> Format | None:
    """The format of a file's name, or of a format's own name.

    >>> format_of("games/first.SGF").name, format_of("x.duiyi.json").name, format_of("notes.txt")
    ('sgf', 'json', None)
    """
    lower = PurePath(name).name.lower()
    for entry in _TABLE:
        if lower.endswith(entry.suffixes) or lower == entry.name:
            return entry
    return None


def sniff_format(data: bytes) -> Format | None:
    """The format of a file's content.

    >>> sniff_format(b"(;GM[2]FF[4];B[fe])").name
    'sgf'
    """
    return next((entry for entry in _TABLE if entry.module.sniff(data)), None)


def read_records(data: bytes, name: str = "", format_name: str | None = None) -> list[Record]:
    """All records in the bytes of a file. `name` tells the format by its suffix, else the content does.

    >>> [record.mainline for record in read_records(b"f5d6c3", "game.txt")]
    [('f5', 'd6', 'c3')]
    """
    records: list[Record] = _entry(data, name, format_name).module.read(data, name)
    return records


def read_each(data: bytes, name: str = "", format_name: str | None = None) -> tuple[list[Record], list[RecordError]]:
    """The good records in the bytes of a file, and what is wrong with the others: each is taken whole or not at all.

    >>> records, errors = read_each(b"f5d6\\nf5f5\\nf5f6", "games.oth")
    >>> len(records), str(errors[0])
    (2, "games.oth: line 2, column 3: expected a legal move, found 'f5' (f5 is already taken)")
    """
    entry = _entry(data, name, format_name)
    games = getattr(entry.module, "games", None)
    if games is None:
        return entry.module.read(data, name), []
    records: list[Record] = []
    errors: list[RecordError] = []
    for game in games(data, name):
        try:
            records.append(game())
        except RecordError as error:
            errors.append(error)
    return records, errors


def write_record(record: Record, name: str) -> bytes:
    """The bytes of a record in the format of a file's (or a format's) name.

    >>> write_record(Record.from_moves("reversi", "f5 d6"), "transcript")
    b'f5d6\\n'
    """
    return write_records([record], name)


def write_records(records: Sequence[Record], name: str) -> bytes:
    """The bytes of records in one file; formats that hold a single game refuse more.

    >>> write_records([Record.from_moves("reversi", "f5"), Record.from_moves("reversi", "f5 d6")], "x.oth")
    b'f5\\nf5d6\\n'
    """
    entry = format_of(name)
    if entry is None or not entry.writes:
        known = ", ".join(suffix for one in _TABLE if one.writes for suffix in one.suffixes)
        raise RecordError(name, "", f"a suffix that can be written: {known}", f"{PurePath(name).name!r}")
    write_many = getattr(entry.module, "write_many", None)
    if write_many is not None:
        many: bytes = write_many(records)
        return many
    if len(records) != 1 and not entry.holds_many:
        raise RecordError(name, "", f"one record for {entry.title}", f"{len(records)} records")
    return b"".join(entry.module.write(record) for record in records)


def _entry(data: bytes, name: str, format_name: str | None) -> Format:
    entry = FORMATS[format_name] if format_name is not None else format_of(name) or sniff_format(data)
    if entry is None:
        raise RecordError(name, "byte 0", "the content of a known format", repr(data[:24])[1:] if data else "nothing")
    return entry
