"""CBR and CBL, the formats of CCBridge (象棋桥): a game, and a library of games in blocks of 4,096 bytes.

Text is UTF-16; a point is its cell counted from the top left. These formats are read, not written: much of their header
is not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from duiyi.base import Game
from duiyi.records.errors import Locate, RecordError, at_byte
from duiyi.records.outcomes import claim
from duiyi.records.record import Header, Record
from duiyi.records.tree import Node, Tree
from duiyi.records.xiangqi_moves import SPECS, by_some_rules, fen, square

__all__ = ["games", "read", "sniff"]

_GAME, _LIBRARY = b"CCBridge Record\0", b"CCBridgeLibrary\0"
_BLOCK = 4096
_STRINGS = {"title": (180, 128), "event": (692, 64), "red": (1076, 64), "black": (1300, 64)}
_RESULT, _SIDE, _BOARD, _MOVES = 2076, 2116, 2120, 2214
_LETTERS = "RNBAKCP"


def sniff(data: bytes) -> bool:
    """Whether the bytes look like CBR or CBL.

    >>> sniff(b"CCBridge Record\\0"), sniff(b"CCBridge")
    (True, False)
    """
    return data.startswith((_GAME, _LIBRARY))


def read(data: bytes, name: str = "") -> list[Record]:
    """The game of a CBR, or all games of a CBL.

    >>> read(b"CCBridgeLibrary\\0", "empty.cbl")
    Traceback (most recent call last):
    ...
    duiyi.records.errors.RecordError: empty.cbl: byte 16: expected a game in the library, found none
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> next(games(b"CCBridge Record\\0"))() is None
    Traceback (most recent call last):
    ...
    duiyi.records.errors.RecordError: byte 16: expected a header of 2214 bytes, found 16 bytes
    """
    if data.startswith(_GAME):
        yield partial(_record, data, at_byte, name)
        return
    if not data.startswith(_LIBRARY):
        raise RecordError(name, at_byte(0), "CCBridge Record or CCBridgeLibrary", repr(data[:16])[1:])
    # The index before the games grows in steps; the games themselves are found by their first words.
    first = data.find(_GAME)
    if first < 0:
        raise RecordError(name, at_byte(16), "a game in the library", "none")
    # An empty board is a title page between games.
    starts = [
        place
        for place in range(first, len(data), _BLOCK)
        if data.startswith(_GAME, place) and data[place + _BOARD : place + _BOARD + 90].strip(b"\0")
    ]
    ends = [*starts[1:], len(data)]
    for number, (start, end) in enumerate(zip(starts, ends, strict=True), 1):
        yield partial(_record, data[start:end], _located(start, number), name)


def _located(start: int, number: int) -> Locate:
    return lambda place: f"game {number}, byte {start + place}"


def _record(data: bytes, locate: Locate, name: str) -> Record:
    if len(data) < _MOVES:
        raise RecordError(name, locate(len(data)), f"a header of {_MOVES} bytes", f"{len(data)} bytes")
    return by_some_rules(lambda game: _played(data, locate, game, name), SPECS)


def _played(data: bytes, locate: Locate, game: Game, name: str) -> Record:
    pieces: dict[int, str] = {}
    for cell, byte in enumerate(data[_BOARD : _BOARD + 90]):
        if byte:
            side, kind = divmod(byte, 16)
            if side not in (1, 2) or not 1 <= kind <= 7:
                raise RecordError(name, locate(_BOARD + cell), "a piece from 0x11 to 0x27", f"{byte:#04x}")
            letter = _LETTERS[kind - 1]
            pieces[cell] = letter if side == 1 else letter.lower()
    tree = Tree(game, fen(pieces, data[_SIDE] == 1), name, locate, _BOARD)
    _play(tree, data)
    strings = {field: _string(data[place : place + size]) for field, (place, size) in _STRINGS.items()}
    names = (strings.pop("red"), strings.pop("black"))
    result = data[_RESULT]
    outcome = claim(game, {1: 0, 2: 1}.get(result)) if result in (1, 2, 3, 4) else None
    header = Header(names=names if any(names) else (), title=strings["title"], event=strings["event"])
    return tree.record(header, outcome)


def _play(tree: Tree, data: bytes) -> None:
    """Play the moves: mark, nothing, from, to, and a comment if the mark says so; siblings follow after children."""
    place = _MOVES
    if _number(tree, data, place):
        size = _number(tree, data, place + 4)
        tree.root.add_comment(_text(tree, data, place + 8, size))
        place += 4 + size
    place += 4
    node, waiting = tree.root, list[Node]()
    while data[place : place + 4].strip(b"\0"):
        if place + 4 > len(data):
            raise tree.error(place, "a move of 4 bytes", f"{len(data) - place} bytes")
        mark, _, origin, goal = data[place : place + 4]
        if origin >= 90 or goal >= 90:
            raise tree.error(place, "points from 0 to 89", f"{origin} and {goal}")
        text = square(origin % 9, origin // 9) + square(goal % 9, goal // 9)
        child = tree.play(node, text, place)
        place += 4
        if mark & 4:
            size = _number(tree, data, place)
            child.add_comment(_text(tree, data, place + 4, size))
            place += 4 + size
        if mark & 2:
            waiting.append(node)
        if not mark & 1:
            node = child
        elif waiting:
            node = waiting.pop()
        else:
            return


def _number(tree: Tree, data: bytes, place: int) -> int:
    if place + 4 > len(data):
        return 0
    return int.from_bytes(data[place : place + 4], "little")


def _text(tree: Tree, data: bytes, place: int, size: int) -> str:
    if place + size > len(data):
        raise tree.error(place, f"a comment of at most {max(0, len(data) - place)} bytes", f"{size} bytes")
    return _string(data[place : place + size])


def _string(data: bytes) -> str:
    return data.decode("utf-16-le", "ignore").split("\0")[0].replace("\r\n", "\n").strip()
