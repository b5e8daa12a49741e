"""GGF, the format of the Generic Game Server for Othello: ``(;GM[Othello]PB[..]BO[8 ---...--- *]B[d3//0.01]...;)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from duiyi.base import Game, Outcome
from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.outcomes import claim
from duiyi.records.points import board_size, stones_of
from duiyi.records.record import Header, Note, Record
from duiyi.records.texts import decode_text, number, plain_number
from duiyi.records.tree import Node, Tree, load_rules

__all__ = ["games", "read", "sniff", "write"]

_START = re.compile(r"\(\s*;")
_TAG = re.compile(r"\s*(?:([A-Za-z]{1,4})\s*\[([^\]]*)\]|(;\s*\)))", re.DOTALL)
_EXTRA = ("TY", "KB", "KW", "KM", "TB", "TW")
_READ = str.maketrans("X*O.", "xxo-")


def sniff(data: bytes) -> bool:
    """Whether the bytes look like GGF.

    >>> sniff(b"1 (;GM[Othello]PC[GGS/os]"), sniff(b"(;GM[2]")
    (True, False)
    """
    return re.search(rb"\(\s*;\s*GM\s*\[\s*(?i:othello|reversi)\s*\]", data[:4096]) is not None


def read(data: bytes, name: str = "") -> list[Record]:
    """All games; the number of games before each is not needed.

    >>> board = "-" * 27 + "O*------*O" + "-" * 27
    >>> record, = read(f"1 (;GM[Othello]PB[a]PW[b]TY[8]RE[+2.00]BO[8 {board} *]B[d3//0.5]W[c5/-1.2];)".encode())
    >>> record.mainline, record.moves[0].seconds, record.moves[1].notes[0].score
    (('d3', 'c5'), 0.5, -1.2)
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> [game().mainline for game in games(b"(;GM[Othello]B[f5];)(;GM[Othello]B[d3];)")]
    [('f5',), ('d3',)]
    """
    text = decode_text(data, name)
    place = 0
    while start := _START.search(text, place):
        tags, place = _tags(text, start.end(), name)
        yield partial(_record, tags, text, start.start(), name)
    if place == 0:
        raise RecordError(name, "line 1", "'(;' of a GGF game", shown(text[:20]) if text.strip() else "nothing")


def write(record: Record) -> bytes:
    """One game on one line.

    >>> write(Record.from_moves("reversi", "f5 d6")).decode()[-14:]
    ']B[f5]W[d6];)\\n'
    """
    game = record.rules
    if game.name != "reversi":
        raise RecordError("", "", "a game of reversi for GGF", game.spec)
    tree = Tree.of(record)
    header, size = record.header, board_size(game)[0]
    tags = [("GM", "Othello"), ("PC", header.place), ("DT", header.date)]
    tags += list(zip(("PB", "PW"), header.names or ("?", "?"), strict=False))
    ratings = zip(("RB", "RW"), header.ratings, strict=False)
    tags += [(key, plain_number(rating)) for key, rating in ratings if rating is not None]
    tags += [("TI", header.time_control), ("TY", header.extra.get("TY", str(size)))]
    tags += [(key, header.extra[key]) for key in _EXTRA if key in header.extra and key != "TY"]
    tags.append(("RE", header.result or _result(record.outcome, tree)))
    stones = stones_of(tree.root.position)
    squares = "".join({"x": "*", "o": "O"}.get(stones.get(cell, ""), "-") for cell in range(size * size))
    rows = " ".join(squares[row : row + size] for row in range(0, size * size, size))
    tags.append(("BO", f"{size} {rows} {'*O'[tree.root.position.to_move]}"))
    node = tree.root
    while node.children:
        colour = "BW"[node.position.to_move]
        node = node.children[0]
        tags.append((colour, _written(node)))
    return ("(;" + "".join(f"{key}[{value.replace(']', ')')}]" for key, value in tags if value) + ";)\n").encode()


def _tags(text: str, place: int, name: str) -> tuple[list[tuple[str, str, int]], int]:
    tags: list[tuple[str, str, int]] = []
    while True:
        match = _TAG.match(text, place)
        if match is None:
            found = text[place : place + 20].strip()
            expected = "a tag such as B[f5], or ';)'"
            raise RecordError(name, at_line(text)(place), expected, shown(found) if found else "the end of the file")
        place = match.end()
        if match[3]:
            return tags, place
        tags.append((match[1].upper(), match[2], match.start(1)))


def _record(tags: list[tuple[str, str, int]], text: str, place: int, name: str) -> Record:
    fields = {key: value.strip() for key, value, _ in tags}
    size, start = _board(fields.get("BO", ""), text, place, name)
    tree = Tree(load_rules(f"reversi(size={size})", name, at_line(text)(place)), start, name, at_line(text), place)
    node = tree.root
    for key, value, where in tags:
        if key in ("B", "W"):
            if key != "BW"[node.position.to_move]:
                raise tree.error(where, f"a move of {'Black' if key == 'W' else 'White'}", f"{key}[{value[:12]}]")
            node = _move(tree, node, value, where)
    names = tuple(fields.get(key, "") for key in ("PB", "PW"))
    ratings = tuple(number(fields.get(key, "")) for key in ("RB", "RW"))
    result = fields.get("RE", "")
    extra = {key: fields[key] for key in _EXTRA if fields.get(key, "") not in ("", str(size))}
    record = tree.record(None, _outcome(result, tree.game))
    header = Header(
        names=names if any(name not in ("", "?") for name in names) else (),
        ratings=ratings if any(rating is not None for rating in ratings) else (),
        place=fields.get("PC", ""),
        date=fields.get("DT", ""),
        time_control=fields.get("TI", ""),
        result="" if result in ("", _result(record.outcome, tree)) else result,
        extra=extra,
    )
    return tree.record(header, record.outcome)


def _board(value: str, text: str, place: int, name: str) -> tuple[int, str | None]:
    if not value:
        return 8, None
    parts = value.split()
    squares, side = "".join(parts[1:-1]), parts[-1]
    size = int(parts[0]) if parts[0].isdecimal() and len(parts[0]) < 3 else 0
    if not size or len(squares) != size * size or side not in tuple("*OXox") or set(squares) - set("-.*XOxo"):
        raise RecordError(name, at_line(text)(place), "BO[size squares side]", shown(value))
    rows = "/".join(_rank(squares[row : row + size].translate(_READ)) for row in range(0, size * size, size))
    return size, f"{rows} {side.translate(_READ).lower()}"


def _rank(row: str) -> str:
    return re.sub("-+", lambda run: str(len(run.group())), row.lower())


def _move(tree: Tree, node: Node, value: str, place: int) -> Node:
    square, evaluation, seconds = [*value.split("/"), "", ""][:3]
    square = square.strip().lower()
    node = tree.play(node, "pass" if square in ("pa", "ps", "pass") else square, place)
    if (score := number(evaluation)) is not None:
        node.notes = (Note(score=score),)
    node.seconds = number(seconds)
    return node


def _written(node: Node) -> str:
    square = "PA" if node.move == "pass" else node.move
    score = next((plain_number(note.score) for note in node.notes if note.score is not None), "")
    seconds = "" if node.seconds is None else plain_number(node.seconds)
    return f"{square}/{score}/{seconds}" if seconds else f"{square}/{score}" if score else square


def _result(outcome: Outcome | None, tree: Tree) -> str:
    """Black's discs less White's where the board is finished, the empties counted for the winner; else a full win."""
    if outcome is None:
        return "?"
    codes = tree.end().position.board()
    black, white, won = codes.count("x"), codes.count("o"), outcome.scores[0] - outcome.scores[1]
    if outcome.reason != "disc_count":
        flag = {"time": ":t", "resign": ":r"}.get(outcome.reason, "")
        return f"{int(won) * len(codes):+d}.00{flag}"
    return f"{black - white + int(won) * codes.count(''):+d}.00"


def _outcome(result: str, game: Game) -> Outcome | None:
    value, _, flag = result.partition(":")
    discs = number(value)
    if discs is None:
        return None
    reason = {"t": "time", "r": "resign"}.get(flag[:1], "")
    return claim(game, None) if discs == 0 else claim(game, int(discs < 0), reason)
