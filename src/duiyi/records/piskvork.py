"""Piskvork ``.psq`` and ``.rec``: one move a line as ``x,y,milliseconds``, counted from 1 (``.psq``) or 0 (``.rec``).

``Piskvorky 15x15, 11:11, 0`` begins a ``.psq``; after the moves come the names of the two programs, then codes of how
the game ended. A ``.rec`` has the names first. Rows are counted from the top.
"""

from __future__ import annotations

import re

from duiyi.base import Game
from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.gomoku_points import by_fitting_rule, plain_game
from duiyi.records.outcomes import claim, winner_of
from duiyi.records.record import Header, Record
from duiyi.records.texts import decode_text
from duiyi.records.tree import Tree

__all__ = ["read", "sniff", "write"]

_FIRST = re.compile(r"\s*Piskvorky\s+([0-9]{1,2})\s*x\s*([0-9]{1,2})[^\n]*", re.IGNORECASE)
_MOVE = re.compile(r"\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*(?:,\s*([0-9]{1,10}))?\s*")
_RULE = re.compile(r"-?[0-9]+\s*,\s*(freestyle|standard|renju|caro)", re.IGNORECASE)
_RULES = ("freestyle", "standard", "renju", "caro")


def sniff(data: bytes) -> bool:
    """Whether the bytes look like Piskvork.

    >>> sniff(b"Piskvorky 20x20, 11:11, 1"), sniff(b"h8g7")
    (True, False)
    """
    return re.match(rb"\s*Piskvorky\s+[0-9]+\s*x", data, re.IGNORECASE) is not None


def read(data: bytes, name: str = "") -> list[Record]:
    """The game of a file.

    >>> record, = read(b"Piskvorky 15x15, 11:11, 0\\n8,8,0\\n9,8,1500\\npbrain-a\\npbrain-b\\n-1\\n")
    >>> record.mainline, record.moves[1].seconds, record.header.names
    (('h8', 'i8'), 1.5, ('pbrain-a', 'pbrain-b'))
    """
    text = decode_text(data, name)
    first = _FIRST.match(text)
    size, base = 15, 0
    if first is not None:
        size, base = int(first[1]), 1
        if first[1] != first[2]:
            raise RecordError(name, "line 1", "a square board", f"{first[1]}x{first[2]}")
    moves: list[tuple[int, int, float | None, int]] = []
    words: list[str] = []
    place = first.end() if first else 0
    for line in text[place:].splitlines(keepends=True):
        match = _MOVE.fullmatch(line)
        if match is None:
            words += [line.strip()] if line.strip() else []
        elif base and moves and words:
            raise RecordError(name, at_line(text)(place), "no move after the names", shown(line.strip()))
        else:
            seconds = int(match[3]) / 1000 if match[3] else None
            moves.append((int(match[1]) - base, int(match[2]) - base, seconds, place))
        place += len(line)
    if not moves and first is None:
        raise RecordError(name, "line 1", "'Piskvorky 15x15' or moves such as 7,7,0", shown(text[:20]))
    named = next((match[1].lower() for word in words if (match := _RULE.fullmatch(word))), None)
    rules = (named,) if named else _RULES
    return [by_fitting_rule(lambda game: _played(game, moves, words, text, name), size, rules, name)]


def write(record: Record) -> bytes:
    """A ``.psq`` of the main line.

    >>> write(Record.from_moves("gomoku", "h8 i8"))
    b'Piskvorky 15x15, 0:0, 0\\n8,8,0\\n9,8,0\\n?\\n?\\n-1,Freestyle\\n'
    """
    game = plain_game(record, "Piskvork")
    size = int(game.values["size"])
    lines = [f"Piskvorky {size}x{size}, 0:0, 0"]
    for step in record.moves:
        row, column = divmod(game.parse_move(step.move), size)
        lines.append(f"{column + 1},{row + 1},{round((step.seconds or 0) * 1000)}")
    names = record.header.names or ("?", "?")
    lines += [re.sub(r"\s+", " ", name) or "?" for name in names]
    lines.append(f"{_code(record)},{str(game.values['rule']).capitalize()}")
    return ("\n".join(lines) + "\n").encode()


def _code(record: Record) -> int:
    """How the game ended: 0 and 1 say which program won without a line of five, 2 a draw; -1 leaves it to the board."""
    if record.outcome is None or record.outcome.reason in ("five_in_row", "board_full"):
        return -1
    winner = winner_of(record.outcome)
    return 2 if winner is None else winner


def _played(
    game: Game, moves: list[tuple[int, int, float | None, int]], words: list[str], text: str, name: str
) -> Record:
    tree = Tree(game, None, name, at_line(text))
    node, size = tree.root, int(game.values["size"])
    for column, row, seconds, place in moves:
        if not (0 <= column < size and 0 <= row < size):
            raise tree.error(place, f"a point on a board of {size}x{size}", f"{column},{row} (counted from 0)")
        node = tree.play(node, row * size + column, place)
        node.seconds = seconds or None
    codes = [word for word in words if re.fullmatch(r"-?[0-9]+(\s*,.*)?", word)]
    others = [word for word in words if word not in codes]
    names = tuple("" if word == "?" else word for word in others[:2]) if len(others) >= 2 else ()
    code = codes[-1].partition(",")[0].strip() if codes else "-1"
    # Other programs end with error codes of their own; ours come with the name of the rule.
    is_ours = bool(codes) and _RULE.fullmatch(codes[-1]) is not None and code in ("0", "1", "2")
    outcome = claim(game, None if code == "2" else int(code)) if is_ours else None
    extra = {f"line {number}": word for number, word in enumerate(others[2:], 1)}
    return tree.record(Header(names=names if any(names) else (), extra=extra), outcome)
