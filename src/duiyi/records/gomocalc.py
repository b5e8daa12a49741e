"""gomocalc strings: ``h8g7f6``, points one after another, one game a line; a last word may name the rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from duiyi.base import Game
from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.gomoku_points import by_fitting_rule, plain_game
from duiyi.records.record import Record
from duiyi.records.texts import decode_text
from duiyi.records.tree import Tree

__all__ = ["games", "read", "sniff", "write"]

_SNIFF = re.compile(
    rb"\s*(?:[a-vA-V](?:[12][0-9]|[1-9])\s*){2,}(?:size=[0-9]+\s+)?(?:freestyle|standard|renju|caro)?\s*(?:\n|$)"
)
_POINT = re.compile(r"\s*([a-vA-V](?:[12][0-9]|[1-9]))")
_RULE = re.compile(r"\s+(?:size=([0-9]{1,2})\s+)?(freestyle|standard|renju|caro)\s*$")
_RULES = ("freestyle", "standard", "renju", "caro")


def sniff(data: bytes) -> bool:
    """Whether the bytes look like a string of points.

    >>> sniff(b"h8g7f6"), sniff(b"hello")
    (True, False)
    """
    return _SNIFF.match(data) is not None


def read(data: bytes, name: str = "") -> list[Record]:
    """One record a line, on a board of 15x15 unless the line says ``size=20 freestyle``.

    >>> read(b"h8 i9 g10\\nh8h9 renju")[1].game
    'gomoku(rule=renju)'
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> [game().mainline for game in games(b"h8i9\\na1")]
    [('h8', 'i9'), ('a1',)]
    """
    text = decode_text(data, name)
    place, is_empty = 0, True
    for line in text.splitlines(keepends=True):
        if line.strip() and not line.lstrip().startswith("#"):
            yield partial(_record, line, text, place, name)
            is_empty = False
        place += len(line)
    if is_empty:
        raise RecordError(name, "line 1", "points such as h8g7f6", "no points")


def write(record: Record) -> bytes:
    """The stones of the main line; the rule is added unless the board is 15x15 and the rule freestyle.

    >>> write(Record.from_moves("gomoku", "h8 i9")), write(Record.from_moves("gomoku(rule=renju)", "h8"))
    (b'h8i9\\n', b'h8 renju\\n')
    """
    game = plain_game(record, "gomocalc")
    size, rule = game.values["size"], game.values["rule"]
    end = f" size={size} {rule}" if size != 15 else "" if rule == "freestyle" else f" {rule}"
    return f"{''.join(record.mainline)}{end}\n".encode()


def _record(line: str, text: str, start: int, name: str) -> Record:
    match = _RULE.search(line)
    points = line[: match.start()] if match else line

    def play(game: Game) -> Record:
        tree = Tree(game, None, name, at_line(text))
        node, place = tree.root, 0
        while points[place:].strip():
            point = _POINT.match(points, place)
            if point is None:
                raise tree.error(start + place, "a point such as h8", shown(points[place : place + 10].strip()))
            node = tree.play(node, point[1].lower(), start + point.start(1))
            place = point.end()
        return tree.record()

    return by_fitting_rule(play, int(match[1]) if match and match[1] else 15, (match[2],) if match else _RULES, name)
