"""SGF (FF[4]): Gomoku and Renju as GM[4], Reversi as GM[2], NoGo as GM[1] with RU[NoGo].

NoGo has no number of its own. Written as Go with its rule named, every Go program shows it right, for nothing is ever
captured. Our own properties hold what SGF has no word for: DUIYI the game's spec, DYP a start that is more than stones,
DYM a move that is no point (a choice in an opening), DYS seconds spent, DYN engines' notes, DYX other header lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from duiyi.base import Game
from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.outcomes import read_result, sgf_result
from duiyi.records.points import board_size, stones_of, stones_text
from duiyi.records.record import Header, Note, Record
from duiyi.records.sgf_text import SgfNode, decode_sgf, parse_sgf, unescape
from duiyi.records.sgf_write import HEADER, MARKS, seat_of_black, write
from duiyi.records.texts import number
from duiyi.records.tree import Node, Tree, load_rules

__all__ = ["games", "read", "sniff", "write"]

_START = re.compile(rb"\(\s*;\s*(?:[A-Za-z]{1,10}\s*\[|\))")
_LABEL = re.compile(r"([a-zA-Z])([1-9][0-9]?)")
_COMPOSED = re.compile(r"((?:\\.|[^\\:])*):(.*)", re.DOTALL)
_RULES = {
    "renju": ("renju", "连珠", "連珠", "rif", "有禁"),
    "caro": ("caro",),
    "standard": ("standard", "exact"),
    "freestyle": ("free", "gomoku", "五子", "无禁"),
}
_MOVES, _STONES = ("B", "W", "DYM"), (("AB", "x"), ("AW", "o"), ("AE", ""))
_notes = msgspec.json.Decoder(tuple[Note, ...])


def sniff(data: bytes) -> bool:
    """Whether the bytes look like SGF.

    >>> sniff(b"(;GM[4];B[hh])"), sniff(b"[Event]")
    (True, False)
    """
    return _START.search(data[:4096]) is not None


def read(data: bytes, name: str = "") -> list[Record]:
    """All games of a collection.

    >>> record, = read(b"(;GM[4]SZ[15]PB[Ann](;B[hh]C[centre];W[ih])(;B[gg]))")
    >>> record.mainline, record.moves[0].variations[0][0].move, record.moves[0].comment
    (('h8', 'i8'), 'g9', 'centre')
    """
    return [game() for game in games(data, name)]


def games(data: bytes, name: str = "") -> Iterator[Callable[[], Record]]:
    """The games of a file, each to be read by a call of its own.

    >>> [game().mainline for game in games(b"(;GM[4];B[hh])(;GM[2];B[fe])")]
    [('h8',), ('f5',)]
    """
    text = decode_sgf(data, name)
    for root in parse_sgf(text, name):
        yield partial(_record, root, text, name)


def _record(root: SgfNode, text: str, name: str) -> Record:
    first: RecordError | None = None
    for spec in _specs(root, text, name):
        try:
            return _Reading(root, load_rules(spec, name, at_line(text)(root.place)), text, name).record()
        except RecordError as error:
            first = first or error
    assert first is not None
    raise first


def _specs(root: SgfNode, text: str, name: str) -> list[str]:
    """The rules that a game may have been played by, likeliest first."""
    if "DUIYI" in root.properties:
        return [root.first("DUIYI")]
    kind, rule = root.first("GM", "1").strip(), root.first("RU").lower()
    columns, _, rows = re.sub(r"[^0-9:]", "", root.first("SZ")).partition(":")
    size = columns or {"4": "15", "2": "8"}.get(kind, "9")
    if kind == "4":
        named = [each for each, words in _RULES.items() if any(word in rule for word in words)]
        # A file that does not name its rule was played by one under which all its moves are legal.
        return [f"gomoku(size={size},rule={each})" for each in named or ("freestyle", "standard", "renju", "caro")]
    if kind == "2":
        return [f"reversi(size={size})"]
    if "nogo" in re.sub(r"[- ]", "", rule) or "不围" in rule:
        return [f"nogo(rows={rows or size},cols={size},rule={'course' if 'course' in rule else 'legal'})"]
    expected = "GM[4] Gomoku, GM[2] Reversi, or GM[1] with RU[NoGo]"
    raise RecordError(name, at_line(text)(root.place), expected, f"GM[{kind[:10]}]RU[{rule[:20]}]")


class _Reading:
    """One game tree being read by given rules."""

    def __init__(self, root: SgfNode, game: Game, text: str, name: str) -> None:
        self.root, self.game, self.name, self.locate = root, game, name, at_line(text)
        self.columns, self.rows = board_size(game)
        # Under an opening the seats put stones of both colours: then the board tells the colour, else the turn does.
        self.has_opening = game.values.get("opening", "none") != "none"
        self.before: set[SgfNode] = set()
        start = root.first("DYP") or self._start()
        self.tree = Tree(game, start, name, self.locate, root.place)

    def record(self) -> Record:
        tree, root = self.tree, self.root
        todo: list[tuple[SgfNode, Node]] = [(root, tree.root)]
        while todo:
            sgf_node, node = todo.pop()
            if sgf_node not in self.before and any(key in sgf_node.properties for key, _ in _STONES):
                raise tree.error(sgf_node.place, "set-up stones before the first move only", "AB, AW or AE after it")
            node = self._play(node, sgf_node)
            if len(sgf_node.properties) > 1 or node is tree.root or "C" in sgf_node.properties:
                self._annotate(node, sgf_node)
            todo += [(child, node) for child in reversed(sgf_node.children)]
        black = seat_of_black(tree.end())
        result = root.first("RE").strip()
        record = tree.record(_header(root, black), read_result(self.game, result, black) if result else None)
        if result and result != sgf_result(self.game, record.outcome, black):
            return msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, result=result))
        return record

    def _start(self) -> str | None:
        """The set-up before the first move."""
        stones: dict[int, str] = {}
        side, node = "", self.root
        while not any(key in node.properties for key in _MOVES):
            self.before.add(node)
            for key, stone in _STONES:
                for value in node.properties.get(key, ()):
                    stones |= dict.fromkeys(self._cells(value, node.place), stone)
            side = {"b": "x", "w": "o"}.get(node.first("PL").strip().lower()[:1], side)
            if len(node.children) != 1:
                break
            node = node.children[0]
        while not any(key in node.properties for key in _MOVES) and node.children:
            node = node.children[0]
        side = side or ("o" if "W" in node.properties else "x")
        stones = {cell: stone for cell, stone in stones.items() if stone}
        if not stones and side == "x":
            return None
        return stones_text(self.game, stones or stones_of(self.game.initial()), side)

    def _cells(self, value: str, place: int) -> list[int]:
        """The cells of a point or of a rectangle ``aa:cc``."""
        first, _, last = value.strip().partition(":")
        one = self._cell(first, place)
        other = self._cell(last, place) if last else one
        columns = sorted((one % self.columns, other % self.columns))
        rows = sorted((one // self.columns, other // self.columns))
        return [
            row * self.columns + column
            for row in range(rows[0], rows[1] + 1)
            for column in range(columns[0], columns[1] + 1)
        ]

    def _cell(self, point: str, place: int) -> int:
        column = row = -1
        if len(point) == 2 and point[1].isalpha():
            column, row = ord(point[0]) - 97, ord(point[1]) - 97
        elif self.game.name != "nogo" and (label := _LABEL.fullmatch(point)):
            # Some programs write the board's own labels; Reversi counts ranks from the top, Gomoku from the bottom.
            column, rank = ord(label[1].lower()) - 97, int(label[2])
            row = rank - 1 if self.game.name == "reversi" else self.rows - rank
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            expected = f"a point on a board of {self.columns}x{self.rows}"
            raise RecordError(self.name, self.locate(place), expected, shown(point))
        return row * self.columns + column

    def _play(self, node: Node, sgf_node: SgfNode) -> Node:
        properties, place, tree = sgf_node.properties, sgf_node.place, self.tree
        if "DYM" in properties:
            return tree.play(node, sgf_node.first("DYM"), place)
        colour = "B" if "B" in properties else "W"
        values = properties.get(colour)
        if values is None:
            return node
        if len(values) != 1 or (colour == "B" and "W" in properties):
            raise tree.error(place, "one move in a node", "several")
        point = values[0].strip()
        stone = "xo"[node.position.to_move]
        if not point or (point == "tt" and self.game.name == "reversi"):
            played = tree.play(node, "pass", place)
        else:
            cell = self._cell(point, place)
            played = tree.play(node, cell, place)
            if self.has_opening:
                stone = played.position.board()[cell]
        if stone != ("x" if colour == "B" else "o"):
            raise tree.error(place, f"a move of {'Black' if stone == 'x' else 'White'}", f"{colour}[{point}]")
        return played

    def _annotate(self, node: Node, sgf_node: SgfNode) -> None:
        properties = sgf_node.properties
        for key in ("N", "C"):
            for value in properties.get(key, ()):
                node.add_comment(unescape(value))
        for mark, (key, value) in MARKS.items():
            if key in properties and (properties[key][0] == "2") == (value == "2"):
                node.marks += (mark,)
        clock = properties.get("BL") or properties.get("WL")
        if clock and node is not self.tree.root:
            node.clock = number(clock[0])
        if "DYS" in properties:
            node.seconds = number(sgf_node.first("DYS"))
        if "DYN" in properties:
            try:
                node.notes = self.tree.checked(_notes.decode(sgf_node.first("DYN")))
            except (msgspec.DecodeError, RecursionError) as error:
                raise self.tree.error(sgf_node.place, "notes in JSON", str(error)) from None


def _header(root: SgfNode, black: int) -> Header:
    def by_seat(*keys: str) -> tuple[str, ...]:
        values = tuple(root.first(key).strip() for key in (keys if black == 0 else keys[::-1]))
        return values if any(values) else ()

    ranks = by_seat("BR", "WR")
    ratings = tuple(number(rank) for rank in ranks)
    extra = {key: root.first(key) for key in ("BR", "WR") if root.first(key) and number(root.first(key)) is None}
    for value in root.properties.get("DYX", ()):
        if match := _COMPOSED.fullmatch(value):
            extra[unescape(match[1])] = unescape(match[2])
    header = Header(
        names=by_seat("PB", "PW"),
        ratings=ratings if any(rating is not None for rating in ratings) else (),
        teams=by_seat("BT", "WT"),
        extra=extra,
    )
    return msgspec.structs.replace(header, **{field: root.first(key).strip() for field, key in HEADER})
