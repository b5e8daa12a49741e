"""Othello transcripts: ``f5d6c3d3c4``, one game a line; passes are left out and put in again on reading."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from duiyi.base import Position
from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.record import Record
from duiyi.records.texts import decode_text
from duiyi.records.tree import Node, Tree, load_rules

__all__ = ["follow", "games", "read", "sniff", "write"]

_SNIFF = re.compile(rb"\s*(?:[a-hA-H][1-8]\s*){2,}(?:\s|$)")
_SQUARE = re.compile(r"\s*([a-hA-H][1-8]|[pP][aAsS]|--)")
_FIRST = {"f5", "d3", "c4", "e6", "c5", "e3", "d6", "f4"}
"""First moves from the usual start and from its mirror image, which many boards have set up."""


def sniff(data: bytes) -> bool:
    """Whether the bytes look like a transcript.

    >>> sniff(b"F5d6C3"), sniff(b"h8g7"), sniff(b"hello")
    (True, False, False)
    """
    match = _SNIFF.match(data)
    return match is not None and match.group().strip()[:2].lower().decode() in _FIRST


def read(data: bytes, name: str = "") -> list[Record]:
    """One record a line; ``#`` and ``%`` begin comments.

    >>> read(b"f5 d6 c3\\nF5D6C4")[1].mainline
    ('f5', 'd6', 'c4')
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> [game().mainline for game in games(b"f5d6\\nd3")]
    [('f5', 'd6'), ('d3',)]
    """
    text = decode_text(data, name)
    place, is_empty = 0, True
    for line in text.splitlines(keepends=True):
        moves = re.split("[#%]", line, maxsplit=1)[0]
        if moves.strip():
            yield partial(_record, moves, text, place, name)
            is_empty = False
        place += len(line)
    if is_empty:
        raise RecordError(name, "line 1", "a transcript such as f5d6c3", "no moves")


def write(record: Record) -> bytes:
    """The discs placed from the usual start, without passes.

    >>> write(Record.from_moves("reversi", "f5 d6 c3"))
    b'f5d6c3\\n'
    """
    if record.game != "reversi" or record.start is not None:
        raise RecordError("", "", "a game of reversi from its own start for a transcript", record.start or record.game)
    return "".join(move for move in record.mainline if move != "pass").encode() + b"\n"


def follow(tree: Tree, node: Node, square: str, place: int) -> Node:
    """Play a square, and before it the pass that the position asks for.

    >>> tree = Tree(load_rules("reversi"))
    >>> follow(tree, tree.root, "f5", 0).move
    'f5'
    """
    position = node.position
    if square != "pass" and not position.is_legal(tree.game.parse_move(square)) and _must_pass(position):
        node = tree.play(node, "pass", place)
    return tree.play(node, square, place)


def _record(line: str, text: str, start: int, name: str) -> Record:
    tree = Tree(load_rules("reversi"), None, name, at_line(text))
    node, place = tree.root, 0
    while line[place:].strip():
        match = _SQUARE.match(line, place)
        if match is None:
            raise tree.error(start + place, "a square such as f5", shown(line[place : place + 10].strip()))
        square = match[1].lower()
        node = follow(tree, node, square if square[1].isdigit() else "pass", start + match.start(1))
        place = match.end()
    return tree.record()


def _must_pass(position: Position) -> bool:
    moves = position.legal_moves()
    return len(moves) == 1 and moves[0] == 64
