"""Chinese Checkers 跳棋: 2, 3, 4 or 6 armies of ten marbles cross a star of 121 holes.

>>> from duiyi import load_game, perft
>>> game = load_game("chinese_checkers(seats=3,rules=ruc)")
>>> perft(game.initial(), 4)
66640
>>> position = game.initial().after(game.parse_move("-2,6:0,4"))
>>> position.path_text(game.parse_move("6,-4:4,-2"))
'6,-4:4,-2'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt

from duiyi.base import Cell, Explanation, IllegalMove, Move, Option, RulesError, Shape, Words
from duiyi.games.native import NativeGame, NativePosition

__all__ = ["ChineseCheckers", "ChineseCheckersPosition"]

# Cells in the order of the text: from the top, left to right.
_HOLES = [
    (x, y)
    for y in range(8, -9, -1)
    for x in range(-8, 9)
    if min(x, y, -x - y) >= -4 or max(x, y, -x - y) <= 4
]  # fmt: skip
_CELL_OF = {hole: cell for cell, hole in enumerate(_HOLES)}
_DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_SEATING = {2: "AD", 3: "ACE", 4: "ABDE", 6: "ABCDEF"}

_ILLEGAL = {
    "empty_hole": Words("there is no marble in {0}", "{0} 没有棋子"),
    "not_your_marble": Words("the marble in {0} belongs to camp {1}", "{0} 的棋子属于 {1} 营"),
    "seat_finished": Words("camp {1} plays no more: its marble in {0} stays", "{1} 营已不再行棋，{0} 的棋子不能移动"),
    "same_hole": Words("a move must end in another hole than {0}", "终点不能是起点 {0}"),
    "hole_occupied": Words("{0} is occupied by camp {1}", "{0} 已被 {1} 营占据"),
    "no_way": Words("neither a step nor a chain of hops leads from {0} to {1}", "从 {0} 走一步或连跳都到不了 {1}"),
    "goal_left": Words("a marble that has reached camp {1} may not leave it", "已进入 {1} 营的棋子不能再离开"),
    "foreign_camp": Words("a move may not end in {0}: camp {1} is foreign", "不能停在 {0}：{1} 营是他人的营地"),
    "may_not_pass": Words("camp {0} may pass only when no marble can move", "只有无棋可走时，{0} 营才能停一手"),
    "must_pass": Words("camp {0} has no marble that can move: it must pass", "{0} 营无棋可走，只能停一手"),
}


class ChineseCheckers(NativeGame):
    """Chinese Checkers for 2, 3, 4 or 6 seats, which begin in the camps A to F clockwise from the top.

    >>> from duiyi import load_game
    >>> game = load_game("chinese_checkers(seats=4)")
    >>> [game.seat_words(seat).en for seat in range(game.seats)]
    ['Camp A', 'Camp B', 'Camp D', 'Camp E']
    """

    name = "chinese_checkers"
    title = Words("Chinese Checkers", "跳棋")
    options = (
        Option("seats", 2, (2, 3, 4, 6), Words("Seats", "人数")),
        Option("rules", "standard", ("standard", "ruc", "tsinghua"), Words("Rule set", "规则")),
        Option(
            "hop",
            "short",
            ("short", "long"),
            Words("Hops: over neighbours or at a distance", "邻跳或等距空跳"),
        ),
    )

    def initial(self) -> ChineseCheckersPosition:
        return ChineseCheckersPosition(self, super().initial().native)

    def position(self, text: str, moves: str | Sequence[Move] = ()) -> ChineseCheckersPosition:
        return ChineseCheckersPosition(self, super().position(text, moves).native)

    def shape(self) -> Shape:
        return Shape("chinese_checkers", "move", tuple(_cell(cell) for cell in range(len(_HOLES))))

    def move_words(self, move: Move) -> Words:
        text = self.move_text(move)
        return Words("Pass", "停一手") if text == "pass" else Words(text, text)

    def seat_words(self, seat: int) -> Words:
        camp = _SEATING[self.seats][seat]
        return Words(f"Camp {camp}", f"{camp} 营")

    def illegal_words(self, code: str, words: list[str]) -> Words:
        return Words(*(sentence.format(*words) for sentence in _ILLEGAL[code]))

    def outcome_words(self, reason: str, scores: tuple[float, ...], code: str, words: list[str]) -> Words:
        if code == "home_deadline":
            camp, turn, marbles = words
            return Words(
                f"Camp {camp} loses: {marbles} of its marbles were still at home after round {turn}",
                f"{camp} 营负：第 {turn} 回合结束时家中仍有 {marbles} 枚棋子",
            )
        if code == "distance":
            ranks = [f"{camp} {steps}" for camp, steps in zip(words[::2], words[1::2], strict=True)]
            return Words(
                f"the move limit is reached; remaining distance: {', '.join(ranks)}",
                f"已达步数上限，剩余距离：{'，'.join(ranks)}",
            )
        if max(scores) < 1:
            return Words("all camps are out", "各方均已出局")
        if code == "others_out":
            return Words(f"Camp {words[0]} wins: all others are out", f"{words[0]} 营胜：其余各方均已出局")
        return Words(f"Camp {words[0]} wins; order: {', '.join(words)}", f"{words[0]} 营胜，名次：{'、'.join(words)}")


class ChineseCheckersPosition(NativePosition):
    """A position of Chinese Checkers, which also knows paths and seats that are taken out."""

    __slots__ = ()

    def after(self, move: Move) -> ChineseCheckersPosition:
        return ChineseCheckersPosition(self._game, super().after(move).native)

    def without_seat(self, seat: int) -> ChineseCheckersPosition:
        """The position after a seat ran out of time: its marbles are removed, its camp is out, the others play on.

        Raises `RulesError` when the seat plays no more or the game is over.

        >>> from duiyi import load_game
        >>> position = load_game("chinese_checkers(seats=3,rules=ruc)").initial().without_seat(0)
        >>> position.text()
        '1/2/3/4/13/12/11/10/9/E8C/EE7CC/EEE6CCC/EEEE5CCCC/4/3/2/1 C 0 - A'
        >>> position.without_seat(2).outcome().scores
        (0.0, 1.0, 0.0)
        """
        native = self._native.without_seat(seat)
        if native is None:
            raise RulesError(f"{self._game.spec}: no seat can be taken out")
        return ChineseCheckersPosition(self._game, native)

    def path_text(self, move: Move, *, course: bool = False) -> str:
        """A move with every landing: ``0,0:2,0:2,2``, or ``0 0 2 0 2 2`` as the course protocol writes it.

        >>> from duiyi import load_game
        >>> game = load_game("chinese_checkers")
        >>> position = game.initial().after(game.parse_move("-2,6:0,4"))
        >>> position.path_text(game.parse_move("2,-6:2,-4"), course=True)
        '2 -6 2 -4'
        """
        cells = self.path(move)
        if not cells:
            return self._game.move_text(move)
        holes = [_HOLES[cell] for cell in cells]
        return " ".join(f"{x} {y}" for x, y in holes) if course else ":".join(f"{x},{y}" for x, y in holes)

    def parse_path(self, text: str) -> tuple[Move, tuple[int, ...]]:
        """The move and the cells of a path in either form, once both are found legal here.

        Two holes name a move, whose shortest path is taken; more holes must be the landings of one chain of hops.
        Raises `TextError` for text that cannot be read, `IllegalMove` or `GameOver` for a move that may not be played.

        >>> from duiyi import load_game
        >>> position = load_game("chinese_checkers").initial()
        >>> position.parse_path("-2 6 0 4")
        (623, (5, 18))
        >>> position.parse_path("-2,6:-2,4:0,4")
        Traceback (most recent call last):
        duiyi.base.IllegalMove: there is no hop from -2,4 to 0,4
        """
        move = self._game.parse_move(text)
        if not self.is_legal(move):
            raise self.refuse(move)
        numbers = [int(number) for number in re.findall(r"-?\d+", text)]
        cells = tuple(_CELL_OF[x, y] for x, y in zip(numbers[::2], numbers[1::2], strict=True))
        if len(cells) <= 2:
            return move, self.path(move)
        standing = {_HOLES[cell] for cell, code in enumerate(self.board()) if code} - {_HOLES[cells[0]]}
        for start, end in pairwise(cells):
            if not _is_hop(standing, _HOLES[start], _HOLES[end], long=self._game.values["hop"] == "long"):
                raise IllegalMove(_broken_path(start, end))
        return move, cells


def _cell(cell: int) -> Cell:
    x, y = _HOLES[cell]
    neighbours = (_CELL_OF.get((x + right, y + up)) for right, up in _DIRECTIONS)
    return Cell(
        cell,
        f"{x},{y}",
        x + y / 2,
        -y * sqrt(3) / 2,
        tuple(sorted(other for other in neighbours if other is not None)),
        _camp(x, y),
    )


def _camp(x: int, y: int) -> str | None:
    limits = (y, x + y, x, -y, -x - y, -x)
    return next((camp for camp, limit in zip("ABCDEF", limits, strict=True) if limit > 4), None)


def _is_hop(standing: set[tuple[int, int]], start: tuple[int, int], end: tuple[int, int], *, long: bool) -> bool:
    """Whether one hop leads from start to end: of the line, the end included, only the hole half way is taken."""
    across, up = end[0] - start[0], end[1] - start[1]
    steps = max(abs(across), abs(up), abs(across + up))
    if steps == 0 or steps % 2 or (steps > 2 and not long):
        return False
    step = (across // steps, up // steps)
    if step not in _DIRECTIONS or (step[0] * steps, step[1] * steps) != (across, up):
        return False
    line = [(start[0] + step[0] * i, start[1] + step[1] * i) for i in range(1, steps + 1)]
    return [hole for hole in line if hole in standing] == [line[steps // 2 - 1]]


def _broken_path(start: int, end: int) -> Explanation:
    one, two = (f"{x},{y}" for x, y in (_HOLES[start], _HOLES[end]))
    words = Words(f"there is no hop from {one} to {two}", f"从 {one} 不能跳到 {two}")
    return Explanation("broken_path", words, (start, end))
