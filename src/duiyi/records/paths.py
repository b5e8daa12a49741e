"""Chinese Checkers as paths: a line for every turn, the camp's letter and the holes, ``A 0 0 2 0 2 2``.

``-`` is a pass, ``-1`` a seat that ran out of time and is taken out. A first line ``# chinese_checkers(seats=3)`` tells
the rules; without it the camps tell the seats and the course's rules hold. Logs of the course protocol, one JSON object
a line (MOVE_OP and START_GAME_OP), are read too.
"""

from __future__ import annotations

import re

import msgspec

from duiyi.base import Game
from duiyi.games.chinese_checkers import ChineseCheckersPosition
from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.record import Header, Record
from duiyi.records.texts import decode_text
from duiyi.records.tree import Node, Tree, load_rules

__all__ = ["read", "sniff", "write"]

_START_GAME, _MOVE = 200005, 200007
_SEATINGS = {"AD": 2, "ACE": 3, "ABDE": 4, "ABCDEF": 6}
_LINE = re.compile(r"([A-Fa-f])\s*:?\s+(-?[0-9]+(?:[\s,:]+-?[0-9]+)*|-|pass)\s*")
_SPEC = re.compile(r"#\s*(chinese_checkers\b[^\s]*)\s*")
_SNIFF = re.compile(
    rb"\s*(?:#\s*chinese_checkers|[A-F]:?[ \t]+-?[0-9]+[ ,]-?[0-9]+[ :]|\{\s*\"(?:op|data1|data2)\"\s*:)"
)


class _Message(msgspec.Struct):
    op: int
    data1: str = ""
    data2: str = ""


def sniff(data: bytes) -> bool:
    """Whether the bytes look like paths.

    >>> sniff(b"A -2 6 0 4\\nD 2 -6 2 -4"), sniff(b"A1 B2")
    (True, False)
    """
    return _SNIFF.match(data) is not None


def read(data: bytes, name: str = "") -> list[Record]:
    """The game of a file.

    >>> record, = read(b"A -2 6 0 4\\nD 2 -6 2 -4")
    >>> record.game, record.mainline
    ('chinese_checkers(rules=ruc)', ('-2,6:0,4', '2,-6:2,-4'))
    """
    text = decode_text(data, name)
    spec, names, turns, place = "", dict[str, str](), list[tuple[str, str, int]](), 0
    for line in text.splitlines(keepends=True):
        content = line.strip()
        begin, place = place, place + len(line)
        if match := _SPEC.fullmatch(content):
            spec = spec or match[1]
        elif content.startswith("{"):
            message = _message(content, text, begin, name)
            if message.op == _START_GAME:
                names = dict(zip(message.data2.split(), message.data1.split(), strict=False))
            elif message.op == _MOVE:
                turns.append((message.data1, message.data2.strip(), begin))
        elif content and not content.startswith("#"):
            match = _LINE.fullmatch(content)
            if match is None:
                raise RecordError(name, at_line(text)(begin), "a camp and a path such as A 0 0 2 0 2 2", shown(content))
            turns.append((match[1].upper(), match[2], begin))
    camps = "".join(sorted({camp for camp, _, _ in turns} | set(names)))
    game = load_rules(spec or f"chinese_checkers(seats={_seats(camps)},rules=ruc)", name, "line 1")
    if game.name != "chinese_checkers":
        raise RecordError(name, "line 1", "a game of chinese_checkers", shown(game.spec))
    return [_played(game, names, turns, text, name)]


def write(record: Record) -> bytes:
    """A line for the rules, then one for every turn of the main line with all landings.

    >>> write(Record.from_moves("chinese_checkers", "-2,6:0,4"))
    b'# chinese_checkers\\nA -2 6 0 4\\n'
    """
    game = record.rules
    if game.name != "chinese_checkers" or record.start is not None:
        raise RecordError("", "", "a game of chinese_checkers from its own start", record.start or game.spec)
    lines = [f"# {game.spec}"]
    node = Tree.of(record).root
    while node.children:
        position, node = node.position, node.children[0]
        lines.append(f"{_camp(game, _seat(node, position.to_move))} {_path(position, node)}")
    return ("\n".join(lines) + "\n").encode()


def _message(line: str, text: str, place: int, name: str) -> _Message:
    try:
        return msgspec.json.decode(line, type=_Message)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(name, at_line(text)(place), 'a message such as {"op":200007,...}', str(error)) from None


def _seats(camps: str) -> int:
    """The fewest seats whose camps hold all that were named."""
    return next((seats for seating, seats in _SEATINGS.items() if set(camps) <= set(seating)), 6)


def _camp(game: Game, seat: int) -> str:
    return next(seating for seating, seats in _SEATINGS.items() if seats == game.seats)[seat]


def _seat(node: Node, to_move: int) -> int:
    return int(node.move[4:]) if node.move.startswith("out:") else to_move


def _path(position: object, node: Node) -> str:
    assert isinstance(position, ChineseCheckersPosition)
    if node.move.startswith("out:"):
        return "-1"
    if node.move == "pass":
        return "-"
    path = node.path or position.path_text(position.game.parse_move(node.move))
    return re.sub("[,:]", " ", path)


def _played(game: Game, names: dict[str, str], turns: list[tuple[str, str, int]], text: str, name: str) -> Record:
    tree = Tree(game, None, name, at_line(text))
    node = tree.root
    camps = [_camp(game, seat) for seat in range(game.seats)]
    for camp, path, place in turns:
        if camp not in camps:
            raise tree.error(place, f"a camp among {', '.join(camps)}", shown(camp))
        if path == "-1":
            node = tree.play(node, f"out:{camps.index(camp)}", place)
            continue
        if node.position.outcome() is None and camp != camps[node.position.to_move]:
            raise tree.error(place, f"a move of camp {camps[node.position.to_move]}", f"one of camp {camp}")
        node = tree.play(node, "pass", place) if path in ("-", "pass") else tree.hop(node, path, place)
    return tree.record(Header(names=tuple(names.get(camp, "") for camp in camps)) if names else None)
