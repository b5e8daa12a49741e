"""RenLib ``.lib``: trees of Renju on 15x15. A header of 20 bytes, then nodes of two bytes, depth first.

The first byte of a node is its point: column 1 to 15 in the low half, row from the top 0 to 14 in the high half; zero
is no point. The second says what follows: siblings (0x80), no child (0x40), comments (0x08, an older form 0x20), two
more bytes (0x01) that may announce a text for the board. Texts end with a zero and fill an even number of bytes.
"""

from __future__ import annotations

from duiyi.base import Game
from duiyi.records.errors import RecordError, at_byte
from duiyi.records.gomoku_points import by_fitting_rule, plain_game
from duiyi.records.record import Record
from duiyi.records.tree import Node, Tree

__all__ = ["read", "sniff", "write"]

_MAGIC = b"\xffRenLib\xff"
_HEADER = 20
_SIBLING, _NO_CHILD, _OLD_COMMENT, _MARK, _COMMENT, _NO_MOVE, _MORE = 0x80, 0x40, 0x20, 0x10, 0x08, 0x02, 0x01
_BOARD_TEXT = 0x01
_RULES = ("renju", "freestyle", "standard")
"""Libraries are of Renju, but many show forbidden points as moves: then they are read as Gomoku."""


def sniff(data: bytes) -> bool:
    """Whether the bytes look like RenLib.

    >>> sniff(write(Record.from_moves("gomoku(rule=renju)", "h8")))
    True
    """
    return data.startswith(_MAGIC)


def read(data: bytes, name: str = "") -> list[Record]:
    """The tree of a file as one record.

    >>> read(write(Record.from_moves("gomoku(rule=renju)", "h8 i9").branch(1, "h9")))[0].moves[1].variations[0][0].move
    'h9'
    """
    if not data.startswith(_MAGIC) or len(data) < _HEADER:
        raise RecordError(name, at_byte(0), "a header of 20 bytes that begins with FF 'RenLib' FF", repr(data[:8])[1:])
    return [by_fitting_rule(lambda game: _Reading(data, game, name).record(), 15, _RULES, name)]


def write(record: Record) -> bytes:
    """A tree with its comments, version 3.4.

    >>> write(Record.from_moves("gomoku(rule=renju)", "h8"))[20:].hex(" ")
    '00 00 78 40'
    """
    plain_game(record, "RenLib", 15)
    tree = Tree.of(record)
    out = bytearray(_MAGIC + bytes([3, 4]) + b"\xff" * 10)
    stack: list[tuple[Node, bool]] = [(tree.root, False)]
    while stack:
        node, has_sibling = stack.pop()
        move = tree.game.parse_move(node.move) if node.move else -1
        point = move // 15 * 16 + move % 15 + 1 if node.move else 0
        flags = _SIBLING * has_sibling | _NO_CHILD * (not node.children) | _COMMENT * bool(node.comment)
        out += bytes([point, flags])
        if node.comment:
            line, _, rest = node.comment.partition("\n")
            both = line + ("\b" + rest.replace("\n", "\r\n") if rest else "")
            text = both.replace("\0", " ").encode("gb18030", "replace") + b"\0"
            out += text + b"\0" * (len(text) % 2)
        last = len(node.children) - 1
        stack += [(child, place < last) for place, child in reversed(list(enumerate(node.children)))]
    return bytes(out)


class _Reading:
    """A cursor over the nodes of one file."""

    def __init__(self, data: bytes, game: Game, name: str) -> None:
        self.data, self.place = data, _HEADER
        self.tree = Tree(game, None, name, at_byte)

    def record(self) -> Record:
        tree, node = self.tree, self.tree.root
        waiting: list[Node] = []
        is_first, is_done = True, False
        while not is_done:
            begin = self.place
            if begin >= len(self.data) and not is_first:
                break  # a library saved from the middle of a line has no mark at its end
            point, flags = self._pair()
            more = self._pair() if flags & _MORE else (0, 0)
            parent = node
            if point:
                node = self._play(node, point, begin)
            elif not (is_first or flags & _NO_MOVE):
                raise tree.error(begin, "a stone, for Gomoku knows no pass", "a pass")
            self._comments(node, flags, more)
            if flags & _SIBLING and not is_first:
                waiting.append(parent)
            if flags & _NO_CHILD:
                is_done = not waiting
                node = waiting.pop() if waiting else node
            is_first = False
        return tree.record()

    def _pair(self) -> tuple[int, int]:
        if self.place + 2 > len(self.data):
            raise self.tree.error(self.place, "two bytes of a node", f"{len(self.data) - self.place}")
        self.place += 2
        return self.data[self.place - 2], self.data[self.place - 1]

    def _play(self, node: Node, point: int, place: int) -> Node:
        row, column = divmod(point, 16)
        if not 1 <= column <= 15 or row > 14:
            raise self.tree.error(place, "a point of 15x15", f"{point:#04x}")
        return self.tree.play(node, row * 15 + column - 1, place)

    def _comments(self, node: Node, flags: int, more: tuple[int, int]) -> None:
        if flags & _OLD_COMMENT:
            node.add_comment(self._old_text())
        elif flags & _COMMENT:
            node.add_comment(self._text())
        if more[1] & _BOARD_TEXT:
            node.add_comment(self._text())
        if flags & _MARK:
            node.marks += ("*",)

    def _text(self) -> str:
        end = self.data.find(b"\0", self.place)
        if end < 0:
            raise self.tree.error(self.place, "a zero at the end of a text", "the end of the file")
        raw, self.place = self.data[self.place : end], end + 1 + (end + 1 - self.place) % 2
        return _decoded(raw)

    def _old_text(self) -> str:
        """The older form: the last letter has its highest bit set."""
        start = self.place
        while True:
            pair = self._pair()
            last = next((place for place, byte in enumerate(pair) if byte & 0x80), None)
            if last is not None:
                end = self.place - 2 + last
                return _decoded(self.data[start:end] + bytes([self.data[end] & 0x7F]))


def _decoded(raw: bytes) -> str:
    """One line, and after a backspace more lines."""
    return raw.decode("gb18030", "replace").replace("\b", "\n").replace("\r\n", "\n")
