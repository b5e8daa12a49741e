"""The record of the NoGo course: ``A1 B2 E9 G``, a row's letter from the top and a column's number from the left.

A last ``G`` is giving up, a last ``T`` a lost clock. The board is 9x9, or 11x11 or 13x13 if a move needs it, and losing
moves may be played. Other boards and rules are told by a first line such as ``# nogo(size=7,rule=course)``.
"""

from __future__ import annotations

import re

from duiyi.base import TextError
from duiyi.games.nogo import NoGo
from duiyi.games.nogo_notation import course_text, parse_course_move
from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.outcomes import claim
from duiyi.records.record import Header, Record
from duiyi.records.texts import decode_text
from duiyi.records.tree import Tree, load_rules

__all__ = ["read", "sniff", "write"]

_SNIFF = re.compile(
    rb"\s*(?:#\s*nogo[^\n]*\n\s*)?[A-Sa-s](?:1[0-9]|[1-9])(?:\s+[A-Sa-s](?:1[0-9]|[1-9]))*(?:\s+[GTgt])?\s*(?:\n|$)"
)
_SPEC = re.compile(r"#\s*(nogo\b[^\s]*)\s*")
_POINT = re.compile(r"([A-Sa-s])(1[0-9]|[1-9])")
_ENDS = {"G": "resign", "T": "time"}


def sniff(data: bytes) -> bool:
    """Whether the bytes look like a course record: points apart from each other.

    >>> sniff(b"A1 B2 E9 G"), sniff(b"f5d6c3")
    (True, False)
    """
    return _SNIFF.match(data) is not None and (b" " in data.strip() or len(data.strip()) < 4)


def read(data: bytes, name: str = "") -> list[Record]:
    """The game of a file.

    >>> record, = read(b"A1 B2 E9 G")
    >>> record.game, record.mainline, record.outcome.reason
    ('nogo(rule=course)', ('A9', 'B8', 'J5'), 'resign')
    """
    text = decode_text(data, name)
    match = _SPEC.match(text.lstrip())
    lead = len(text) - len(text.lstrip()) if match else 0
    body = lead + match.end() if match else 0
    tokens = [(token[0], token.start()) for token in re.compile(r"\S+").finditer(text, body)]
    game = load_rules(match[1] if match else f"nogo(size={_size(tokens)},rule=course)", name, "line 1")
    if not isinstance(game, NoGo):
        raise RecordError(name, "line 1", "a game of nogo", shown(game.spec))
    tree = Tree(game, None, name, at_line(text))
    node, outcome = tree.root, None
    if not tokens:
        raise RecordError(name, "line 1", "moves such as A1 B2 E9 G", "none")
    for number, (token, place) in enumerate(tokens, 1):
        if token.upper() in _ENDS and number == len(tokens):
            if node.position.outcome() is not None:
                raise tree.error(place, "no giving up after the end", shown(token))
            outcome = claim(game, 1 - node.position.to_move, _ENDS[token.upper()])
            break
        try:
            move = parse_course_move(game, token)
        except TextError as error:
            raise tree.error(place, "a move such as A1", f"{shown(token)} ({error})") from None
        node = tree.play(node, move, place)
    return [tree.record(Header(), outcome)]


def write(record: Record) -> bytes:
    """One line of moves, with a line for the rules where they are not those of the course.

    >>> write(Record.from_moves("nogo(rule=course)", "A9 B8")), write(Record.from_moves("nogo(size=5)", "A5"))
    (b'A1 B2\\n', b'# nogo(size=5)\\nA1\\n')
    """
    game = record.rules
    if not isinstance(game, NoGo) or record.start is not None:
        raise RecordError("", "", "a game of nogo from the empty board", record.start or game.spec)
    words = [course_text(game, game.parse_move(move)) for move in record.mainline]
    read_as = f"nogo(size={_size([(word, 0) for word in words])},rule=course)"
    first = "" if load_rules(read_as) == game else f"# {game.spec}\n"
    if record.outcome is not None and record.outcome.reason in _ENDS.values():
        words.append("G" if record.outcome.reason == "resign" else "T")
    return f"{first}{' '.join(words)}\n".encode()


def _size(tokens: list[tuple[str, int]]) -> int:
    """The smallest board of the course that holds every move."""
    matches = [match for token, _ in tokens if (match := _POINT.fullmatch(token))]
    largest = max((max(ord(match[1].upper()) - 64, int(match[2])) for match in matches), default=9)
    return next((size for size in (9, 11, 13) if largest <= size), 19)
