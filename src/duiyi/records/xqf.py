"""XQF, the format of XQStudio (象棋演播室): version 1.0 in the clear, later ones scrambled by keys in the header.

A header of 1,024 bytes (pieces, result, length-prefixed GBK strings), then nodes depth first: from, to, flags, and a
comment. Positions are ``10 * column + row`` from the lower left.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

import msgspec

from duiyi.base import Game
from duiyi.records.errors import RecordError, at_byte
from duiyi.records.outcomes import claim, pgn_result
from duiyi.records.record import Header, Record
from duiyi.records.tree import Node, Tree
from duiyi.records.xiangqi_moves import SPECS, by_some_rules, fen, square

__all__ = ["read", "sniff", "write"]

_HEADER = 0x400
_PIECES = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
_MASKED = b"[(C) Copyright Mr. Dong Shiwei.]"
_STRINGS = {
    "title": (0x50, 63),
    "event": (0xD0, 63),
    "date": (0x110, 15),
    "place": (0x120, 15),
    "red": (0x130, 15),
    "black": (0x140, 15),
    "time_control": (0x150, 63),
    "annotator": (0x1D0, 15),
    "author": (0x1E0, 15),
}
_RESULTS = ("*", "1-0", "0-1", "1/2-1/2")


@dataclass(frozen=True)
class _Keys:
    """What the header says about the scrambling of the rest; all zero in version 1.0."""

    pieces: int = 0
    origin: int = 0
    goal: int = 0
    comment: int = 0
    stream: bytes = bytes(32)


def sniff(data: bytes) -> bool:
    """Whether the bytes look like XQF.

    >>> sniff(write(Record.from_moves("xiangqi", "h2e2"))), sniff(b"XQ")
    (True, False)
    """
    return data.startswith(b"XQ") and len(data) >= _HEADER


def read(data: bytes, name: str = "") -> list[Record]:
    """The game of a file with its variations.

    >>> read(write(Record.from_moves("xiangqi", "h2e2 h9g7").branch(1, "b9c7")))[0].moves[1].variations[0][0].move
    'b9c7'
    """
    if not data.startswith(b"XQ"):
        raise RecordError(name, at_byte(0), "the letters XQ", repr(data[:2])[1:])
    if len(data) < _HEADER:
        raise RecordError(name, at_byte(len(data)), f"a header of {_HEADER} bytes", f"{len(data)} bytes")
    version = data[2]
    keys = _keys(data) if version > 10 else _Keys()
    body = bytes((byte - keys.stream[place % 32]) & 0xFF for place, byte in enumerate(data[_HEADER:]))
    nodes = _nodes(body, version, keys, name)
    return [by_some_rules(lambda game: _record(data, version, keys, nodes, game, name), SPECS)]


def write(record: Record) -> bytes:
    """One game: version 1.0 when there are no variations, else version 1.8 with keys of zero.

    >>> len(write(Record.from_moves("xiangqi", "h2e2")))
    1040
    """
    game = record.rules
    if game.name != "xiangqi":
        raise RecordError("", "", "a game of xiangqi for XQF", game.spec)
    tree = Tree.of(record)
    has_variations = _has_variations(tree.root)
    header = bytearray(_HEADER)
    header[:3] = b"XQ\x12" if has_variations else b"XQ\x0a"
    cells = _piece_bytes(tree)
    header[0x10:0x30] = bytes(cells[(place + has_variations) & 31] for place in range(32))
    header[0x32] = tree.root.position.to_move
    header[0x33] = _RESULTS.index(pgn_result(record.outcome))
    names = dict(zip(("red", "black"), record.header.names, strict=False))
    for field, (place, size) in _STRINGS.items():
        text = names.get(field) if field in ("red", "black") else getattr(record.header, field, "")
        value = _clipped(text or record.header.extra.get(field, ""), size)
        header[place : place + 1 + len(value)] = bytes([len(value)]) + value
    return bytes(header) + _written(tree.root, has_variations)


# --- reading ---


def _keys(data: bytes) -> _Keys:
    mask, _, *ors, total, pieces, origin, goal = struct.unpack_from("<BI4BBBBB", data, 3)
    # Each key is a polynomial of its byte, times the key before it.
    first = _polynomial(pieces) * pieces & 0xFF
    second = _polynomial(origin) * first & 0xFF
    third = _polynomial(goal) * second & 0xFF
    parts = [key & mask | bits for key, bits in zip((total, pieces, origin, goal), ors, strict=True)]
    stream = bytes(letter & parts[place % 4] for place, letter in enumerate(_MASKED))
    return _Keys(first, second, third, (total * 256 + pieces) % 32000 + 767, stream)


def _polynomial(key: int) -> int:
    return (((key * key * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8


@dataclass(frozen=True)
class _Move:
    """A node of the file: where it stands, its points, what follows it, and its comment."""

    place: int
    origin: int
    goal: int
    has_next: bool
    has_sibling: bool
    comment: str


def _nodes(body: bytes, version: int, keys: _Keys, name: str) -> list[_Move]:
    """All nodes in their order, the first of which is the root."""
    nodes: list[_Move] = []
    place = 0
    open_siblings = 0
    while True:
        if place + 4 > len(body):
            raise RecordError(name, at_byte(_HEADER + place), "a node of 4 bytes", f"{len(body) - place} bytes")
        origin, goal, flags, _ = body[place : place + 4]
        begin, place = place, place + 4
        has_next, has_sibling = (flags & 0xF0, flags & 0x0F) if version <= 10 else (flags & 0x80, flags & 0x40)
        size = 0
        if version <= 10 or flags & 0x20:
            if place + 4 > len(body):
                raise RecordError(name, at_byte(_HEADER + place), "the size of a comment", f"{len(body) - place} bytes")
            size = int.from_bytes(body[place : place + 4], "little") - keys.comment
            place += 4
            if not 0 <= size <= len(body) - place:
                expected = f"a comment of at most {len(body) - place} bytes"
                raise RecordError(name, at_byte(_HEADER + place), expected, f"{size} bytes")
        comment = body[place : place + size].decode("gb18030", "replace").rstrip("\0").replace("\r\n", "\n")
        place += size
        point = (origin - 0x18 - keys.origin & 0xFF, goal - 0x20 - keys.goal & 0xFF)
        is_root = not nodes
        nodes.append(_Move(_HEADER + begin, *point, bool(has_next), bool(has_sibling) and not is_root, comment))
        open_siblings += nodes[-1].has_sibling
        if not has_next:
            if not open_siblings:
                return nodes
            open_siblings -= 1


def _record(data: bytes, version: int, keys: _Keys, nodes: list[_Move], game: Game, name: str) -> Record:
    pieces = _pieces(data, version, keys, name)
    is_red = data[0x32] != 1
    if len(nodes) > 1 and (mover := pieces.get(_cell(nodes[1].origin))):
        is_red = mover.isupper()  # many files do not keep the side to move, but the first move tells it
    tree = Tree(game, fen(pieces, is_red), name, at_byte, 0x10)
    tree.root.add_comment(nodes[0].comment)
    node, waiting = tree.root, list[Node]()
    for move in nodes[1:]:
        if move.has_sibling:
            waiting.append(node)
        child = tree.play(node, _text(tree, move), move.place)
        child.add_comment(move.comment)
        node = child if move.has_next else waiting.pop() if waiting else child
    result = data[0x33]
    outcome = claim(game, {1: 0, 2: 1}.get(result)) if result in (1, 2, 3, 4) else None
    return tree.record(_header(data), outcome)


def _cell(point: int) -> int:
    return (9 - point % 10) * 9 + point // 10 if point < 90 else -1


def _text(tree: Tree, move: _Move) -> str:
    for point in (move.origin, move.goal):
        if point >= 90:
            raise tree.error(move.place, "a point from 0 to 89", str(point))
    return square(move.origin // 10, 9 - move.origin % 10) + square(move.goal // 10, 9 - move.goal % 10)


def _pieces(data: bytes, version: int, keys: _Keys, name: str) -> dict[int, str]:
    raw = data[0x10:0x30]
    if version >= 12:
        raw = bytes(raw[(place - keys.pieces - 1) & 31] for place in range(32))
    pieces: dict[int, str] = {}
    for letter, byte in zip(_PIECES, raw, strict=True):
        cell = _cell((byte - keys.pieces) & 0xFF)
        if cell < 0:
            continue
        if cell in pieces:
            found = f"{pieces[cell]} and {letter} on {square(cell % 9, cell // 9)}"
            raise RecordError(name, at_byte(0x10), "one piece on a point", found)
        pieces[cell] = letter
    return pieces


def _header(data: bytes) -> Header:
    fields = {}
    for field, (place, size) in _STRINGS.items():
        length = min(data[place], size)
        fields[field] = data[place + 1 : place + 1 + length].decode("gb18030", "ignore").strip("\0 ")
    names = (fields.pop("red"), fields.pop("black"))
    author = fields.pop("author")
    header = Header(names=names if any(names) else (), extra={"author": author} if author else {})
    return msgspec.structs.replace(header, **fields)


# --- writing ---


def _has_variations(node: Node) -> bool:
    while node.children:
        if len(node.children) > 1:
            return True
        node = node.children[0]
    return False


def _piece_bytes(tree: Tree) -> list[int]:
    cells: dict[str, list[int]] = {}
    for cell, letter in enumerate(tree.root.position.board()):
        if letter:
            cells.setdefault(letter, []).append(cell)
    out = []
    for letter in _PIECES:
        standing = cells.get(letter)
        cell = standing.pop(0) if standing else -1
        out.append(0xFF if cell < 0 else cell % 9 * 10 + 9 - cell // 9)
    return out


def _clipped(text: str, size: int) -> bytes:
    return text.encode("gb18030", "replace")[:size].decode("gb18030", "ignore").encode("gb18030")


def _written(root: Node, has_variations: bool) -> bytes:
    out = bytearray()
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, has_sibling = stack.pop()
        comment = node.comment.encode("gb18030", "replace")
        origin, goal = (_point(node.move[:2]), _point(node.move[2:])) if node.move else (0, 0)
        if has_variations:
            flags = 0x80 * bool(node.children) | 0x40 * has_sibling | 0x20 * bool(comment)
            size = struct.pack("<i", len(comment) + 767) if comment else b""
        else:
            flags, size = 0xF0 * bool(node.children), struct.pack("<i", len(comment))
        out += bytes([origin + 0x18, goal + 0x20, flags, 0 if node.move else 0xFF]) + size + comment
        last = len(node.children) - 1
        # The first child and all below it come next, then its siblings: the stack turns the order round.
        stack += [(child, place < last) for place, child in reversed(list(enumerate(node.children)))]
    return bytes(out)


def _point(text: str) -> int:
    return (ord(text[0]) - 97) * 10 + int(text[1])
