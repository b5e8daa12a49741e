"""The grammar of SGF: a text as trees of properties, with the place of every node, and values with their escapes."""

from __future__ import annotations

import re

from duiyi.records.errors import RecordError, at_line, shown
from duiyi.records.texts import decode_text

__all__ = ["SgfNode", "decode_sgf", "escape", "parse_sgf", "unescape"]

# sgfmill reads this grammar too, but does not say where an error is; a test compares the two.
_TOKEN = re.compile(
    r"\s*(?:(?P<name>[A-Za-z]{1,64})|\[(?P<value>[^\\\]]*(?:\\.[^\\\]]*)*)\]|(?P<mark>[;()]))", re.DOTALL
)
_CHARSET = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_START = re.compile(r"\(\s*;")
_ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_NEWLINE = re.compile(r"\r\n|\n\r|\r")


class SgfNode:
    """A node: its properties in order, its children, and where it stands."""

    __slots__ = ("children", "place", "properties")

    def __init__(self, place: int) -> None:
        self.place = place
        self.properties: dict[str, list[str]] = {}
        self.children: list[SgfNode] = []

    def first(self, name: str, default: str = "") -> str:
        """The first value of a property, unescaped.

        >>> parse_sgf("(;C[a \\\\] b])", "")[0].first("C")
        'a ] b'
        """
        values = self.properties.get(name)
        return unescape(values[0]) if values else default


def decode_sgf(data: bytes, name: str) -> str:
    """The text of a file, in the charset that it names.

    >>> decode_sgf("(;CA[GBK]C[五子棋])".encode("gbk"), "")
    '(;CA[GBK]C[五子棋])'
    """
    match = _CHARSET.search(data)
    return decode_text(data, name, match[1].decode() if match else None)


def parse_sgf(text: str, name: str) -> list[SgfNode]:
    """The root nodes of all games in a text.

    >>> [len(root.children) for root in parse_sgf("(;GM[4](;B[aa])(;B[bb]))(;GM[2])", "")]
    [2, 0]
    """
    start = _START.search(text)
    if start is None:
        found = shown(text[:20]) if text.strip() else "nothing"
        raise RecordError(name, "line 1, column 1", "'(;' of an SGF game", found)
    roots: list[SgfNode] = []
    stack: list[SgfNode | None] = []
    node: SgfNode | None = None
    property_name, place = "", start.start()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            if not text[place:].strip() or not stack:
                break
            raise _error(text, name, place, "a property, ';', '(' or ')'")
        kind, token = match.lastgroup, match[match.lastgroup or 0]
        if not stack and token != "(":
            break  # Mail and forum posts go on after the last game.
        if kind == "value":
            if node is None or not property_name:
                raise _error(text, name, match.start(), "a property's name before its value")
            node.properties.setdefault(property_name, []).append(token)
        elif kind == "name":
            # FF[3] and older wrote long names: only their capitals count.
            property_name = "".join(letter for letter in token if letter.isupper())
        elif token == ";":
            node, property_name = _add(node, stack, roots, match.end() - 1), ""
            if node is None:
                raise _error(text, name, match.start(), "'(' before ';'")
        elif token == "(":
            stack.append(node)
            property_name = ""
            node = None if len(stack) == 1 else node
        else:
            node, property_name = stack.pop(), ""
        place = match.end()
    if stack:
        raise _error(text, name, len(text), "')' at the end of the game")
    if not roots:
        raise _error(text, name, start.start(), "a node after '('")
    return roots


def unescape(value: str) -> str:
    """A value without its backslashes; a backslash before a newline joins the lines.

    >>> unescape("a\\\\:b\\\\\\nc")
    'a:bc'
    """
    if "\\" in value:
        value = _ESCAPED.sub(lambda match: "" if match[1][0] in "\r\n" else match[1], value)
    return _NEWLINE.sub("\n", value) if "\r" in value else value


def escape(value: str, composed: bool = False) -> str:
    """A value that can stand in brackets; in a composed one colons are escaped as well.

    >>> escape("[a]:b", composed=True)
    '[a\\\\]\\\\:b'
    """
    value = value.replace("\\", "\\\\").replace("]", "\\]")
    return value.replace(":", "\\:") if composed else value


def _add(node: SgfNode | None, stack: list[SgfNode | None], roots: list[SgfNode], place: int) -> SgfNode | None:
    new = SgfNode(place)
    if node is not None:
        node.children.append(new)
    elif len(stack) == 1:
        roots.append(new)
    else:
        return None
    return new


def _error(text: str, name: str, place: int, expected: str) -> RecordError:
    found = text[place : place + 20].strip()
    return RecordError(name, at_line(text)(place), expected, shown(found) if found else "the end of the file")
