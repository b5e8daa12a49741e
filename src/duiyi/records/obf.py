"""OBF: Reversi positions with the values of their moves, one a line: ``---...--- X; A2:+38; C7:+36; % comment``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.points import stones_of
from duiyi.records.record import Note, Record
from duiyi.records.texts import decode_text, plain_number
from duiyi.records.tree import Tree, load_rules

__all__ = ["games", "read", "sniff", "write"]

_SNIFF = re.compile(rb"\s*[-.xXoO*]{64}\s+[xXoO*]\s*(?:[;%\r\n]|$)")
_LINE = re.compile(r"\s*([-.xXoO*]{64})\s+([xXoO*])\s*(?:;(.*))?", re.DOTALL)
_VALUE = re.compile(r"\s*(?:([a-hA-H][1-8]|[pP][aAsS]\w*|--)\s*:)?\s*([+-]?[0-9]{1,3}(?:\.[0-9]{1,3})?)\s*")
_READ = str.maketrans("X*O.", "xxo-")


def sniff(data: bytes) -> bool:
    """Whether the bytes look like OBF.

    >>> sniff(b"-" * 27 + b"OX------XO" + b"-" * 27 + b" X; F5:+0;")
    True
    """
    return _SNIFF.match(data) is not None


def read(data: bytes, name: str = "") -> list[Record]:
    """One record without moves for every line; the values are notes on the position.

    >>> record, = read(b"-" * 27 + b"OX------XO" + b"-" * 27 + b" X; F5:+2; % start")
    >>> record.notes[0].moves, record.notes[0].score, record.comment
    (('f5',), 2.0, 'start')
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> len(list(games((b"-" * 27 + b"OX------XO" + b"-" * 27 + b" X\\n") * 2)))
    2
    """
    text = decode_text(data, name)
    place, is_empty = 0, True
    for line in text.splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith(("%", "#")):
            yield partial(_record, line, text, place, name)
            is_empty = False
        place += len(line)
    if is_empty:
        raise RecordError(name, "line 1", "64 squares of X, O and -, and the side to move", "no position")


def write(record: Record) -> bytes:
    """The last position of the main line with what was thought of it.

    >>> write(Record.from_moves("reversi", "f5"))[-9:]
    b'------ O\\n'
    """
    if record.game != "reversi":
        raise RecordError("", "", "a game of reversi for OBF", record.game)
    position = record.position_at(len(record.moves))
    stones = stones_of(position)
    board = "".join({"x": "X", "o": "O"}.get(stones.get(cell, ""), "-") for cell in range(64))
    notes = record.moves[-1].notes if record.moves else record.notes
    values = "".join(
        f"; {(note.moves[0] if note.moves else '').upper()}{':' if note.moves else ''}"
        f"{'+' if note.score >= 0 else ''}{plain_number(note.score)}"
        for note in notes
        if note.score is not None
    )
    comment = (record.moves[-1].comment if record.moves else record.comment).replace("\n", " ")
    end = f"{values}{';' if values else ''}{f' % {comment}' if comment else ''}\n"
    return f"{board} {'XO'[position.to_move]}{end}".encode()


def _record(line: str, text: str, start: int, name: str) -> Record:
    content, _, comment = line.partition("%")
    match = _LINE.fullmatch(content.rstrip())
    locate = at_line(text)
    if match is None:
        expected = "64 squares of X, O and -, and the side to move"
        raise RecordError(name, locate(start), expected, shown(line.strip()))
    tree = Tree(
        load_rules("reversi"),
        f"{match[1].translate(_READ)} {match[2].translate(_READ)}",
        name,
        locate,
        start,
    )
    tree.root.comment = comment.strip()
    notes = []
    for part in (match[3] or "").split(";"):
        if not part.strip():
            continue
        value = _VALUE.fullmatch(part)
        if value is None:
            raise RecordError(name, locate(start + line.find(part)), "a value such as A2:+38", shown(part.strip()))
        notes.append(Note(score=float(value[2]), moves=(_move(tree, value[1], start),) if value[1] else ()))
    tree.root.notes = tuple(notes)
    return tree.record()


def _move(tree: Tree, square: str, place: int) -> str:
    text = square.lower() if square[1].isdigit() else "pass"
    move = tree.game.parse_move(text)
    if not tree.root.position.is_legal(move):
        raise tree.error(place, "a legal move before its value", shown(square))
    return text
