"""Writing PGN for Xiangqi."""

from __future__ import annotations

from collections.abc import Callable

from duiyi.base import Move, Position
from duiyi.games.xiangqi_notation import to_chinese, to_iccs, to_wxf
from duiyi.records.errors import RecordError
from duiyi.records.outcomes import pgn_result
from duiyi.records.record import Record
from duiyi.records.texts import plain_number
from duiyi.records.tree import Node, Tree

__all__ = ["GLYPHS", "HEADER", "OWN_TAGS", "write"]

GLYPHS = {"$1": "!", "$2": "?", "$3": "!!", "$4": "??", "$5": "!?", "$6": "?!"}
"""Numeric glyphs and the verdicts they stand for."""

HEADER = (
    ("title", "Title"),
    ("event", "Event"),
    ("round", "Round"),
    ("place", "Site"),
    ("date", "Date"),
    ("time_control", "TimeControl"),
    ("opening", "Opening"),
    ("annotator", "Annotator"),
)
"""Fields of the header and their tags."""

_SEATS = (("names", ("Red", "Black")), ("teams", ("RedTeam", "BlackTeam")))
OWN_TAGS = frozenset(
    [tag for _, tag in HEADER]
    + [tag for _, tags in _SEATS for tag in tags]
    + ["Game", "Variant", "Format", "FEN", "Fen", "SetUp", "Result", "Termination", "Duiyi", "White", "WhiteTeam"]
    + ["RedElo", "WhiteElo", "BlackElo"]
)
"""Tags that have a place of their own in a record."""

_ToText = Callable[[Position, Move], str]
_NOTATIONS: dict[str, tuple[str, _ToText]] = {
    "chinese": ("Chinese", to_chinese),
    "wxf": ("WXF", to_wxf),
    "iccs": ("ICCS", to_iccs),
}


def write(record: Record, notation: str = "chinese") -> bytes:
    """One game in UTF-8, moves as ``chinese``, ``wxf`` or ``iccs``.

    >>> print(write(Record.from_moves("xiangqi", "h2e2 h9g7"), "wxf").decode().splitlines()[-2])
    1. C2.5 H8+7 *
    """
    game = record.rules
    if game.name != "xiangqi":
        raise RecordError("", "", "a game of xiangqi for PGN", game.spec)
    tree = Tree.of(record)
    title, to_text = _NOTATIONS[notation]
    header = record.header
    tags = [("Game", "Chinese Chess")]
    tags += [(tag, getattr(header, field)) for field, tag in HEADER]
    for field, names in _SEATS:
        tags += list(zip(names, getattr(header, field), strict=False))
    elo = zip(("RedElo", "BlackElo"), header.ratings, strict=False)
    tags += [(tag, plain_number(rating)) for tag, rating in elo if rating is not None]
    tags += [("Result", header.result or pgn_result(record.outcome)), ("Format", title)]
    if record.outcome is not None and record.outcome.reason in ("time", "abandon", "resign"):
        tags.append(("Termination", record.outcome.reason))
    tags += [("Duiyi", game.spec)] if game.spec != "xiangqi" else []
    tags += [("FEN", tree.start)] if tree.start is not None else []
    tags += [(key, value) for key, value in header.extra.items() if key.isalnum() and key.isascii()]
    lines = [f'[{tag} "{_quoted(value)}"]' for tag, value in tags if value]
    words = [_comment(tree.root)] if tree.root.comment else []
    # Text positions carry the number of the next move; a game may begin in the middle.
    _line(tree.root, _first_ply(tree.root.position), words, to_text)
    words.append(pgn_result(record.outcome))
    return "\n".join([*lines, "", *_wrapped(words), "", ""]).encode()


def _line(node: Node, ply: int, words: list[str], to_text: _ToText) -> None:
    """The line that goes on from a node, with the variations of every move after it."""
    needs_number = True
    while node.children:
        first, *others = node.children
        words += _move(node, first, ply, needs_number, to_text)
        needs_number = bool(first.comment or others)
        for other in others:
            words += ["(", *_move(node, other, ply, True, to_text)]
            _line(other, ply + 1, words, to_text)
            words.append(")")
        node, ply = first, ply + 1


def _move(parent: Node, node: Node, ply: int, needs_number: bool, to_text: _ToText) -> list[str]:
    game = parent.position.game
    words = [f"{ply // 2 + 1}."] if ply % 2 == 0 else [f"{ply // 2 + 1}..."] if needs_number else []
    words.append(to_text(parent.position, game.parse_move(node.move)))
    glyphs = {mark: glyph for glyph, mark in GLYPHS.items()}
    words += [glyphs.get(mark, mark) for mark in node.marks if mark in glyphs or mark.startswith("$")]
    comment = _comment(node)
    return [*words, comment] if comment else words


def _comment(node: Node) -> str:
    commands = "" if node.clock is None else f"[%clk {_clock(node.clock)}]"
    commands += "" if node.seconds is None else f"[%emt {plain_number(node.seconds)}]"
    text = " ".join(part for part in (commands, node.comment.replace("}", ")")) if part)
    return f"{{{text}}}" if text else ""


def _clock(seconds: float) -> str:
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes // 60)}:{int(minutes % 60):02d}:{'0' if rest < 10 else ''}{plain_number(round(rest, 6))}"


def _first_ply(position: Position) -> int:
    fields = position.text().split()
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdecimal() else 1
    return 2 * (number - 1) + position.to_move


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _wrapped(words: list[str]) -> list[str]:
    """Lines of about 78 characters; comments stay whole."""
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) > 78:
            lines.append(line)
            line = ""
        glued = line.endswith("(") or word == ")"
        line += word if not line or glued else f" {word}"
    return [*lines, line]
