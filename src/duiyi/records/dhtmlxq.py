"""DhtmlXQ, the format of dpxq.com (东萍象棋): tags with digits for points, variations by number, comments by move.

A point is its column and row from the top left; ``movelist`` holds four digits a move; ``move_a_b_c`` is variation c,
which leaves line a at its move b; ``comment5`` stands after move 5 of the game, ``comment3_5`` after move 5 of
variation 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from duiyi.base import Game
from duiyi.records.errors import Locate, RecordError, at_line, shown
from duiyi.records.outcomes import pgn_result, read_result
from duiyi.records.record import Header, Record
from duiyi.records.texts import decode_text
from duiyi.records.tree import Node, Tree, load_rules
from duiyi.records.xiangqi_moves import SPECS, by_some_rules, fen, square

__all__ = ["games", "read", "sniff", "write"]

_TAG = re.compile(r"\[DhtmlXQ_([A-Za-z0-9_]{1,40})\]")
_VARIATION = re.compile(r"move_[0-9]{1,6}_[0-9]{1,4}_[0-9]{1,6}")
_PIECES = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
_FIELDS = {
    "title": "title",
    "event": "event",
    "round": "round",
    "place": "place",
    "date": "date",
    "timerule": "time_control",
    "open": "opening",
    "author": "annotator",
}
_RESULTS = {"1-0": "红胜", "0-1": "黑胜", "1/2-1/2": "和棋", "*": "未知"}
_OWN = {"binit", "movelist", "fen", "result", "red", "black", "redteam", "blackteam", "duiyi", *_FIELDS}
_UNICODE = re.compile(r"\\u([0-9a-fA-F]{4})")


def sniff(data: bytes) -> bool:
    """Whether the bytes look like DhtmlXQ.

    >>> sniff(b"[DhtmlXQ][DhtmlXQ_title]..."), sniff(b'[Game "Chinese Chess"]')
    (True, False)
    """
    return b"[DhtmlXQ" in data[:65536]


def read(data: bytes, name: str = "") -> list[Record]:
    """All games of a file.

    >>> record, = read(b"[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"
    ...     b"[DhtmlXQ_move_0_1_1]1747[/DhtmlXQ_move_0_1_1][DhtmlXQ_comment1]first[/DhtmlXQ_comment1][/DhtmlXQ]")
    >>> record.mainline, record.moves[0].variations[0][0].move, record.moves[0].comment
    (('h2e2', 'h9g7'), 'b2e2', 'first')
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> [game().mainline for game in games(write(Record.from_moves("xiangqi", "h2e2")) * 2)]
    [('h2e2',), ('h2e2',)]
    """
    text = decode_text(data, name)
    found: list[dict[str, tuple[str, int]]] = []
    place = 0
    while match := _TAG.search(text, place):
        key, close = match[1].lower(), f"[/DhtmlXQ_{match[1]}]"
        end = text.find(close, match.end())
        if end < 0:
            raise RecordError(name, at_line(text)(match.start()), f"{close} after its tag", "the end of the file")
        # A tag that a game already has belongs to the next one.
        if not found or (key in found[-1] and key in ("movelist", "binit", "title", "ver")):
            found.append({})
        found[-1].setdefault(key, (text[match.end() : end], match.end()))
        place = end + len(close)
    if not any("movelist" in tags or "binit" in tags for tags in found):
        start = shown(text[:20]) if text.strip() else "nothing"
        raise RecordError(name, "line 1, column 1", "[DhtmlXQ_movelist] or [DhtmlXQ_binit]", start)
    for tags in found:
        yield partial(_record, tags, text, name)


def write(record: Record) -> bytes:
    """One game with its variations, in UTF-8.

    >>> b"[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]" in write(Record.from_moves("xiangqi", "h2e2"))
    True
    """
    game = record.rules
    if game.name != "xiangqi":
        raise RecordError("", "", "a game of xiangqi for DhtmlXQ", game.spec)
    tree, header = Tree.of(record), record.header
    tags = [("ver", "www_dpxq_com")]
    tags += [(tag, getattr(header, field)) for tag, field in _FIELDS.items()]
    for keys, values in ((("red", "black"), header.names), (("redteam", "blackteam"), header.teams)):
        tags += list(zip(keys, values, strict=False))
    tags.append(("result", header.result or _RESULTS[pgn_result(record.outcome)]))
    tags += [("duiyi", game.spec)] if game.spec != "xiangqi" else []
    tags += [("fen", tree.start)] if tree.start is not None else []
    tags.append(("binit", _initial(tree)))
    tags += _lines(tree.root)
    tags += [
        (key, value) for key, value in header.extra.items() if key not in _OWN and re.fullmatch("[a-z]{1,20}", key)
    ]
    body = "\n".join(f"[DhtmlXQ_{key}]{_escaped(value)}[/DhtmlXQ_{key}]" for key, value in tags if value)
    return f"[DhtmlXQ]\n{body}\n[/DhtmlXQ]\n".encode()


def _record(tags: dict[str, tuple[str, int]], text: str, name: str) -> Record:
    locate = at_line(text)
    plain = {key: value.strip() for key, (value, _) in tags.items()}

    def play(game: Game) -> Record:
        place = min(where for _, where in tags.values())
        tree = Tree(game, plain.get("fen") or _start(tags, locate, name), name, locate, place)
        _play(tree, tags)
        result = plain.get("result", "")
        outcome = read_result(game, result)
        record = tree.record(None, outcome)
        is_told = result in ("", _RESULTS[pgn_result(record.outcome)])
        return tree.record(_header(plain, "" if is_told else result), outcome)

    return play(load_rules(plain["duiyi"], name)) if "duiyi" in plain else by_some_rules(play, SPECS)


def _start(tags: dict[str, tuple[str, int]], locate: Locate, name: str) -> str | None:
    value, place = tags.get("binit", ("", 0))
    digits = "".join(value.split())
    if not digits:
        return None
    if len(digits) != 64 or not digits.isdecimal():
        raise RecordError(name, locate(place), "32 points of two digits", shown(value))
    pieces = {}
    for number, letter in enumerate(_PIECES):
        column, row = int(digits[2 * number]), int(digits[2 * number + 1])
        if column < 9:
            pieces[row * 9 + column] = letter
    # Whoever makes the first move is to move.
    first = tags.get("movelist", ("", 0))[0].strip()[:2]
    mover = pieces.get(int(first[1]) * 9 + int(first[0]), "R") if len(first) == 2 and first.isdecimal() else "R"
    return fen(pieces, mover.isupper())


def _play(tree: Tree, tags: dict[str, tuple[str, int]]) -> None:
    """Play the main line, then every variation as soon as the line that it leaves is there."""
    comments = {key[7:]: value for key, (value, _) in tags.items() if key.startswith("comment")}
    tree.root.add_comment(_unescaped(comments.get("0", "")))
    nodes: dict[tuple[str, int], Node] = {("0", 0): tree.root}
    _line(tree, tree.root, tags.get("movelist", ("", 0)), "0", 1, nodes, comments)
    waiting = [key for key in tags if _VARIATION.fullmatch(key)]
    while waiting:
        ready = [key for key in waiting if _parent(key) in nodes]
        if not ready:
            raise tree.error(tags[waiting[0]][1], "a variation of a line that exists", shown(waiting[0]))
        for key in ready:
            parent = _parent(key)
            _line(tree, nodes[parent], tags[key], key.rpartition("_")[2], parent[1] + 1, nodes, comments)
        waiting = [key for key in waiting if key not in ready]


def _parent(key: str) -> tuple[str, int]:
    _, line, ply, _ = key.split("_")
    return line, int(ply) - 1


def _line(
    tree: Tree,
    node: Node,
    tag: tuple[str, int],
    line: str,
    ply: int,
    nodes: dict[tuple[str, int], Node],
    comments: dict[str, str],
) -> None:
    value, place = tag
    digits = "".join(value.split())
    nodes[line, ply - 1] = node
    for start in range(0, len(digits), 4):
        move = digits[start : start + 4]
        if len(move) != 4 or not move.isdecimal() or not move.isascii() or "9" in (move[0], move[2]):
            raise tree.error(place + start, "four digits from 0000 to 8989", shown(move))
        text = square(int(move[0]), int(move[1])) + square(int(move[2]), int(move[3]))
        node = tree.play(node, text, place + start)
        comment = comments.get(f"{line}_{ply}", comments.get(str(ply), "") if line == "0" else "")
        node.add_comment(_unescaped(comment))
        nodes[line, ply] = node
        ply += 1


def _header(plain: dict[str, str], result: str) -> Header:
    def pair(*keys: str) -> tuple[str, ...]:
        values = tuple(plain.get(key, "") for key in keys)
        return values if any(values) else ()

    extra = {
        key: value
        for key, value in plain.items()
        if value and key not in _OWN and key not in ("ver", "init") and not key.startswith(("move_", "comment"))
    }
    header = Header(names=pair("red", "black"), teams=pair("redteam", "blackteam"), result=result, extra=extra)
    return msgspec.structs.replace(header, **{field: plain.get(tag, "") for tag, field in _FIELDS.items()})


def _initial(tree: Tree) -> str:
    cells: dict[str, list[int]] = {}
    for cell, letter in enumerate(tree.root.position.board()):
        if letter:
            cells.setdefault(letter, []).append(cell)
    out = ""
    for letter in _PIECES:
        standing = cells.get(letter)
        out += "{1}{0}".format(*divmod(standing.pop(0), 9)) if standing else "99"
    return out


def _lines(root: Node) -> list[tuple[str, str]]:
    """The tags of all lines and comments; lines are numbered as they are met."""
    tags = [("comment0", root.comment)]
    # The tag of a line, the node that it leaves, which child it begins with, and the number of its first move
    lines = [("movelist", root, 0, 1)]
    for number, (key, node, which, ply) in enumerate(lines):
        digits = ""
        while which < len(node.children):
            if which == 0:
                for other in range(1, len(node.children)):
                    lines.append((f"move_{number}_{ply}_{len(lines)}", node, other, ply))
            node, which = node.children[which], 0
            digits += _digits(node.move)
            tags.append((f"comment{number}_{ply}" if number else f"comment{ply}", node.comment))
            ply += 1
        tags.append((key, digits))
    return tags


def _digits(move: str) -> str:
    return f"{ord(move[0]) - 97}{9 - int(move[1])}{ord(move[2]) - 97}{9 - int(move[3])}"


def _escaped(value: str) -> str:
    return value.replace("\n", "||").replace("[", "【").replace("]", "】")


def _unescaped(value: str) -> str:
    return _UNICODE.sub(lambda match: chr(int(match[1], 16)), value.replace("||", "\n"))
