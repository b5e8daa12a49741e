"""Gomoku 五子棋 and Renju 连珠: boards from 5x5 to 22x22, four rules, four ways to open.

>>> from duiyi import load_game
>>> game = load_game("gomoku(rule=renju)")
>>> position = game.position("15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/15 x")
>>> print(position.why_illegal(game.parse_move("h8")).words.en)
h8 is forbidden to Black: it makes two open threes (double three)
"""

from __future__ import annotations

import re

from duiyi.base import Move, Option, Position, Shape, TextError, Words
from duiyi.games.boards import square_cells
from duiyi.games.native import NativeGame

__all__ = ["Gomoku", "black_seat", "read_gomocalc", "write_gomocalc"]

_CHOICES = {
    "black": Words("Take Black", "执黑"),
    "white": Words("Take White", "执白"),
    "two": Words("Put two more stones", "再下两子"),
    "keep": Words("Keep the colours", "不交换"),
    "swap": Words("Swap the colours", "交换"),
    "ten": Words("Offer ten fifth points", "十打"),
}
_ILLEGAL = {
    "occupied": Words("{0} is already taken", "{0} 已有棋子"),
    "overline": Words(
        "{0} is forbidden to Black: it makes six or more in a row (overline)",
        "{0} 是黑方禁手：形成六子以上相连（长连）",
    ),
    "double_four": Words(
        "{0} is forbidden to Black: it makes two fours (double four)", "{0} 是黑方禁手：同时形成两个四（四四）"
    ),
    "double_three": Words(
        "{0} is forbidden to Black: it makes two open threes (double three)",
        "{0} 是黑方禁手：同时形成两个活三（三三）",
    ),
    "outside_centre": Words(
        "{0} is outside: this stone belongs in the central {1}x{1} square", "{0} 超出范围：此子须下在中央 {1}x{1} 之内"
    ),
    "already_offered": Words("{0} has already been offered", "{0} 已经列为打点"),
    "symmetric_duplicate": Words("{0} is the same as {1} by symmetry", "{0} 与打点 {1} 对称，视为相同"),
    "not_offered": Words("{0} is not one of the offered points", "{0} 不在所列的打点之中"),
}
_STONES = re.compile(r"(?P<point>[A-Za-z][0-9]{1,2})|(?P<other>.)", re.ASCII)
_COLOURS = {"x": Words("Black", "黑方"), "o": Words("White", "白方")}


class Gomoku(NativeGame):
    """Five in a row under one of four rules; with an opening, the seats agree on the first stones and the colours.

    >>> from duiyi import load_game
    >>> game = load_game("gomoku(opening=swap)")
    >>> position = game.initial()
    >>> for text in ("h8", "h9", "g7"):
    ...     position = position.after(game.parse_move(text))
    >>> position.to_move, [game.move_words(move).en for move in position.legal_moves()]
    (1, ['Take Black', 'Take White'])
    """

    name = "gomoku"
    title = Words("Gomoku", "五子棋")
    options = (
        Option("size", 15, tuple(range(5, 23)), Words("Board size", "棋盘大小")),
        Option(
            "rule",
            "freestyle",
            ("freestyle", "standard", "caro", "renju"),
            Words("Which rows win, and what is forbidden", "胜负与禁手规则"),
        ),
        Option(
            "opening",
            "none",
            ("none", "swap", "swap2", "taraguchi10"),
            Words("How the first stones and the colours are agreed on", "开局规则"),
        ),
    )

    def shape(self) -> Shape:
        size = int(self.values["size"])
        return Shape("gomoku", "place", square_cells(size, size, self.move_text, diagonal=True))

    def move_words(self, move: Move) -> Words:
        text = self.move_text(move)
        return _CHOICES.get(text, Words(text, text))

    def seat_words(self, seat: int) -> Words:
        # With an opening the colours may change hands: a seat is then who begins, or who answers.
        if self.values["opening"] == "none":
            return (Words("Black", "黑方"), Words("White", "白方"))[seat]
        return (Words("First player", "假先方"), Words("Second player", "假后方"))[seat]

    def illegal_words(self, code: str, words: list[str]) -> Words:
        if code == "not_a_choice":
            choice = _CHOICES[words[0]]
            return Words(f"“{choice.en}” cannot be answered now", f"现在不能选择“{choice.zh}”")
        if code == "choice_due":
            choices = [_CHOICES[word] for word in words]
            return Words(
                f"a choice comes first: {', '.join(choice.en for choice in choices)}",
                f"须先作出选择：{'、'.join(choice.zh for choice in choices)}",
            )
        return Words(*(sentence.format(*words) for sentence in _ILLEGAL[code]))

    def outcome_words(self, reason: str, scores: tuple[float, ...], code: str, words: list[str]) -> Words:
        if code == "five_in_row":
            winner = _COLOURS[words[0]]
            return Words(f"{winner.en} wins with five in a row", f"{winner.zh}五子连珠获胜")
        if code == "only_forbidden_points":
            return Words("a draw: only forbidden points are left to Black", "和棋：黑方只剩禁手点")
        return Words("a draw: the board is full", "和棋：棋盘已满")


def black_seat(position: Position) -> int:
    """The seat that now has the black stones: 0 without an opening, else as the seats have agreed so far.

    >>> from duiyi import load_game
    >>> game = load_game("gomoku(opening=swap)")
    >>> black_seat(game.position(game.initial().text(), "h8 h9 g7 black"))
    1
    """
    fields = position.text().split()
    return int(fields[3]) if len(fields) > 3 else 0


def read_gomocalc(position: Position, text: str) -> list[Move]:
    """The moves of a string such as ``h8g7f6``, played from a position; spaces and capitals are forgiven.

    >>> from duiyi import load_game
    >>> game = load_game("gomoku")
    >>> [game.move_text(move) for move in read_gomocalc(game.initial(), "H8i9 g10")]
    ['h8', 'i9', 'g10']
    """
    moves: list[Move] = []
    game = position.game
    for match in _STONES.finditer("".join(text.split())):
        point = match.group()
        if match.lastgroup != "point":
            raise TextError(f"moves: expected a point such as h8, found {point!r} at character {match.start() + 1}")
        move = game.parse_move(point)
        why = position.why_illegal(move)
        if why is not None:
            raise TextError(f"moves: move {len(moves) + 1} ({point}): {why.words.en}")
        moves.append(move)
        position = position.after(move)
    return moves


def write_gomocalc(position: Position, moves: list[Move]) -> str:
    """The stones put by some moves, one after another; choices of an opening cannot be written so.

    >>> from duiyi import load_game
    >>> game = load_game("gomoku")
    >>> write_gomocalc(game.initial(), [game.parse_move(text) for text in ("h8", "i9", "g10")])
    'h8i9g10'
    """
    texts = [position.game.move_text(move) for move in moves]
    for text in texts:
        if text in _CHOICES:
            raise TextError(f"moves: expected stones alone, got the choice {text!r}")
    return "".join(texts)
