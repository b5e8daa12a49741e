"""Notations of Xiangqi: Chinese four characters, WXF and ICCS, read and written.

A text of four signs says which piece (its file, or its place among the pieces that share a file), the direction
(forward, back, sideways) and how far or to which file; files are counted from the mover's right. Both notations are
brought to the same signs, so one list of names serves them: ``C`` a cannon, ``2`` a file, ``+`` forward, ``-`` back,
``.`` sideways, ``f m b`` 前中后.

>>> from duiyi import load_game
>>> game = load_game("xiangqi")
>>> start = game.initial()
>>> move = game.parse_move("h2e2")
>>> to_chinese(start, move), to_wxf(start, move), to_iccs(start, move)
('炮二平五', 'C2.5', 'H2-E2')
>>> [game.move_text(parse_any(start, text)) for text in ("砲二平五", "C2=5", "H2-E2", "h2e2")]
['h2e2', 'h2e2', 'h2e2', 'h2e2']
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict

from duiyi.base import Move, Position, TextError

__all__ = ["parse_any", "to_chinese", "to_iccs", "to_wxf"]

_COORDINATES = re.compile(r"[a-i][0-9]-?[a-i][0-9]", re.IGNORECASE)
_LONGEST = 20

# Board letters to the letters of the notation (advisor A, elephant E, horse H)
_TYPES = dict(zip("kabnrcp", "KAEHRCP", strict=True))
_NUMERALS = "一二三四五六七八九"
_WIDE = "１２３４５６７８９"
_NAMES = (dict(zip("KAEHRCP", "帅仕相马车炮兵", strict=True)), dict(zip("KAEHRCP", "将士象马车炮卒", strict=True)))
_SIGNS = {"+": "进", "-": "退", ".": "平", "f": "前", "m": "中", "b": "后"}

# Every character people write, as a sign
_READ = {
    **{name: sign for names in _NAMES for sign, name in names.items()},
    **dict(zip("帥將傌馬俥車砲包象", "KKHHRRCCE", strict=True)),
    **{numeral: str(number) for number, numeral in enumerate(_NUMERALS, 1)},
    **{character: sign for sign, character in _SIGNS.items()},
    **dict(zip("進上下後=BNG", "++-b.EHK", strict=True)),
}
_SIGN_SET = frozenset("KAEHRCP123456789+-.fmb")


def to_iccs(position: Position, move: Move) -> str:
    """The move as ICCS coordinates.

    >>> from duiyi import load_game
    >>> game = load_game("xiangqi")
    >>> to_iccs(game.initial(), game.parse_move("b0c2"))
    'B0-C2'
    """
    _check(position, move)
    text = position.game.move_text(move).upper()
    return f"{text[:2]}-{text[2:]}"


def to_wxf(position: Position, move: Move) -> str:
    """The move in the notation of the World Xiangqi Federation.

    >>> from duiyi import load_game
    >>> game = load_game("xiangqi")
    >>> to_wxf(game.initial(), game.parse_move("b0c2"))
    'H8+7'
    """
    _check(position, move)
    return _Mover(position).wxf(move)


def to_chinese(position: Position, move: Move) -> str:
    """The move in four Chinese characters; black's files are full-width digits.

    >>> from duiyi import load_game
    >>> game = load_game("xiangqi")
    >>> position = game.initial().after(game.parse_move("h2e2"))
    >>> to_chinese(position, game.parse_move("h9g7"))
    '马８进７'
    """
    _check(position, move)
    signs = _Mover(position).chinese(move)
    digits = _WIDE if position.to_move else _NUMERALS
    names = _NAMES[position.to_move] | _SIGNS
    # The first sign is a digit only as an ordinal, which is written as a numeral for both sides.
    return "".join(
        names.get(sign) or (_NUMERALS if place == 0 else digits)[int(sign) - 1] for place, sign in enumerate(signs)
    )


def parse_any(position: Position, text: str) -> Move:
    """The legal move that a text in any of the notations means; raises `TextError` for none or for several.

    Simplified, traditional and variant characters, full-width and plain digits, and both styles for pawns in crowded
    files are read.

    >>> from duiyi import load_game
    >>> game = load_game("xiangqi")
    >>> crowded = game.position("3k5/2P1P4/2P1P4/9/9/9/9/9/9/4K4 w")
    >>> [game.move_text(parse_any(crowded, text)) for text in ("四兵平六", "后七平六", "7-.6")]
    ['c7d7', 'c7d7', 'c7d7']
    >>> try:
    ...     parse_any(crowded, "后兵平六")
    ... except TextError as error:
    ...     print(error)
    move: '后兵平六' means several moves here: c7d7, e7d7
    """
    compact = "".join(unicodedata.normalize("NFKC", text[: 4 * _LONGEST]).split())
    if len(text) > 4 * _LONGEST or len(compact) > _LONGEST:
        raise TextError(f"move: expected four signs such as 炮二平五, C2.5 or h2e2, got {len(text)} characters")
    if _COORDINATES.fullmatch(compact):
        move = position.game.parse_move(compact)
        if not position.is_legal(move):
            why = position.why_illegal(move)
            raise TextError(f"move: {compact!r} is not legal here: {why.words.en if why else 'the game is over'}")
        return move
    signs = "".join(_READ.get(character, character) for character in compact.upper())
    if len(signs) != 4 or not _SIGN_SET.issuperset(signs):
        raise TextError(f"move: expected four signs such as 炮二平五, C2.5 or h2e2, got {text[:_LONGEST]!r}")
    mover = _Mover(position)
    legal = position.legal_moves()
    # What we write comes first; then what others write, if it can only mean one move.
    for names in (mover.written, mover.understood):
        found = [move for move in legal if signs in names(move)]
        if len(found) == 1:
            return found[0]
        if found:
            several = ", ".join(sorted(position.game.move_text(move) for move in found))
            raise TextError(f"move: {text[:_LONGEST]!r} means several moves here: {several}")
    raise TextError(f"move: no legal move here is written {text[:_LONGEST]!r}")


def _check(position: Position, move: Move) -> None:
    if not position.is_legal(move):
        raise position.refuse(move)


class _Mover:
    """The side to move, its pieces seen from its own end: files from the right, ranks from its back rank."""

    def __init__(self, position: Position) -> None:
        self.is_red = position.to_move == 0
        self.types: dict[int, str] = {}
        # Pieces of a type on a file, front first
        self.columns: dict[tuple[str, int], list[int]] = defaultdict(list)
        for cell, letter in enumerate(position.board()):
            if letter and letter.isupper() == self.is_red:
                self.types[cell] = _TYPES[letter.lower()]
        for cell in sorted(self.types, key=self.rank, reverse=True):
            self.columns[self.types[cell], self.file(cell)].append(cell)
        self.crowded = sorted(file for (kind, file), cells in self.columns.items() if kind == "P" and len(cells) > 1)

    def file(self, cell: int) -> int:
        return 9 - cell % 9 if self.is_red else cell % 9 + 1

    def rank(self, cell: int) -> int:
        return 9 - cell // 9 if self.is_red else cell // 9

    def chinese(self, move: Move) -> str:
        """The signs of the Chinese notation as we write it."""
        return self._chinese_name(move // 90) + self._action(move)

    def wxf(self, move: Move) -> str:
        """The WXF notation as we write it."""
        return self._wxf_name(move // 90) + self._action(move)

    def written(self, move: Move) -> set[str]:
        """What we write for a move: no two legal moves share a text."""
        return {self.chinese(move), self.wxf(move)}

    def understood(self, move: Move) -> set[str]:
        """What else people write for a move; it may be ambiguous."""
        action = self._action(move)
        return {name + action for name in self._other_names(move // 90)}

    def _action(self, move: Move) -> str:
        """Direction and goal: a distance along the file for pieces that move straight, else a file."""
        from_cell, to_cell = divmod(move, 90)
        climb = self.rank(to_cell) - self.rank(from_cell)
        sign = "+" if climb > 0 else "-" if climb < 0 else "."
        straight = self.types[from_cell] in "KRCP" and climb != 0
        return f"{sign}{abs(climb) if straight else self.file(to_cell)}"

    def _place(self, cell: int) -> tuple[str, int, int, int]:
        """Type, file, place from the front (0 first) and number of the pieces of this type on the file."""
        kind, file = self.types[cell], self.file(cell)
        column = self.columns[kind, file]
        return kind, file, column.index(cell), len(column)

    def _chinese_name(self, cell: int) -> str:
        kind, file, place, number = self._place(cell)
        if number == 1 or kind in "AE":  # advisors and elephants are told apart by their direction
            return f"{kind}{file}"
        if kind == "P" and (number > 3 or len(self.crowded) > 1):
            return f"{self._ordinal(cell)}P"
        return ("fb" if number == 2 else "fmb")[place] + kind

    def _ordinal(self, cell: int) -> int:
        """Number of a pawn among all in crowded files: files from the right, each from the front."""
        pawns = [pawn for file in self.crowded for pawn in self.columns["P", file]]
        return pawns.index(cell) + 1

    def _wxf_name(self, cell: int) -> str:
        kind, file, place, number = self._place(cell)
        if number == 1 or kind in "AE":
            return f"{kind}{file}"
        mark = _wxf_mark(place, number)
        if len(mark) == 2:
            return mark
        # P3 is also the lone pawn of file 3: then the middle pawn takes the form with its file.
        with_file = len(self.crowded) > 1 or (mark == "3" and len(self.columns.get(("P", 3), ())) == 1)
        return f"{file}{mark}" if kind == "P" and with_file else f"{kind}{mark}"

    def _other_names(self, cell: int) -> set[str]:
        kind, file, place, number = self._place(cell)
        if number == 1:
            return set()
        names = {f"{kind}{file}"}
        ends = {0: "f", number - 1: "b"} | ({1: "m"} if number == 3 else {})
        if place in ends:
            names.add(f"{ends[place]}{kind}")
        if kind != "P":
            names.add(f"{kind}{'+-'[place]}")
            return names
        if place in ends:
            names.add(f"{ends[place]}{file}")  # 前七平六
        names |= {f"{place + 1}{file}", f"{place + 1}P", f"{self._ordinal(cell)}P"}  # 二7平6, 二兵平六
        mark = _wxf_mark(place, number)
        if len(mark) == 1:
            names |= {f"{file}{mark}", f"P{mark}"}
        return names


def _wxf_mark(place: int, number: int) -> str:
    """How WXF marks a piece among those of a file: front +, rear -, middle 3, doubled at the ends of four or five."""
    marks = {2: ("+", "-"), 3: ("+", "3", "-"), 4: ("++", "+", "-", "--"), 5: ("++", "+", "3", "-", "--")}
    return marks[number][place]
