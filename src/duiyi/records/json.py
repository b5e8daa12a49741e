"""Duiyi's own JSON: everything a record holds, one object per record.

A file holds one object, an array of them, or one a line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from duiyi.records.errors import RecordError
from duiyi.records.record import Record
from duiyi.records.tree import Tree, load_rules

__all__ = ["games", "read", "sniff", "write"]

_START = re.compile(rb"\s*\[?\s*\{\s*\"duiyi_record\"")
_one = msgspec.json.Decoder(Record)
_many = msgspec.json.Decoder(list[Record])


def sniff(data: bytes) -> bool:
    """Whether the bytes look like our JSON.

    >>> sniff(b'{"duiyi_record":1,"game":"reversi"}'), sniff(b"{}")
    (True, False)
    """
    return _START.match(data) is not None


def read(data: bytes, name: str = "") -> list[Record]:
    """The records of a file, every move checked.

    >>> read(b'{"duiyi_record":1,"game":"reversi","moves":[{"move":"f5"}]}')[0].mainline
    ('f5',)
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> [game().mainline for game in games(write(Record.from_moves("reversi", "f5")) * 2)]
    [('f5',), ('f5',)]
    """
    if data.lstrip()[:1] == b"[":
        for number, record in enumerate(_decoded(data, name), 1):
            yield partial(_checked, record, name, f"record {number}")
        return
    lines = [(number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip()]
    # An object may be spread over many lines by a pretty-printer; then its first line alone is no whole object.
    if len(lines) > 1 and _is_object(lines[0][1]):
        for number, line in lines:
            yield partial(_object, line, name, f"line {number}")
        return
    yield partial(_object, data, name, "")


def write(record: Record) -> bytes:
    """One line of JSON.

    >>> write(Record.from_moves("reversi", "f5"))
    b'{"duiyi_record":1,"game":"reversi","moves":[{"move":"f5"}]}\\n'
    """
    return msgspec.json.encode(record) + b"\n"


def _is_object(line: bytes) -> bool:
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _object(data: bytes, name: str, place: str) -> Record:
    try:
        record = _one.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RecordError(name, place, "a Duiyi record in JSON", str(error)) from None
    return _checked(record, name, place)


def _decoded(data: bytes, name: str) -> list[Record]:
    try:
        return _many.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RecordError(name, "", "Duiyi records in JSON", str(error)) from None


def _checked(record: Record, name: str, place: str) -> Record:
    def locate(ply: int) -> str:
        return f"{place}: move {ply + 1}" if place else f"move {ply + 1}"

    header = record.header
    load_rules(record.game, name, place)
    tree = Tree.of(record, name, locate)
    seats = tree.game.seats
    for what, values in (("names", header.names), ("ratings", header.ratings), ("teams", header.teams)):
        if values and len(values) != seats:
            raise RecordError(name, place, f"{what} of {seats} seats", str(len(values)))
    return tree.record(header, record.outcome)
