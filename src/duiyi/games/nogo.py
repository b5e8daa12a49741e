"""NoGo 不围棋: boards from 2x2 to 19x19, square or not; who captures or kills his own stones has lost.

>>> from duiyi import load_game, perft
>>> game = load_game("nogo(size=3)")
>>> perft(game.initial(), 4)
2832
>>> position = game.position("o2/x2/3 x")
>>> print(position.why_illegal(game.parse_move("B3")).words.en)
B3 would capture A3
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from duiyi.base import Option, Shape, Words
from duiyi.games.boards import square_cells
from duiyi.games.native import NativeGame

__all__ = ["NoGo"]

_SIDES = tuple(range(2, 20))
_MOST_STONES = 6


class NoGo(NativeGame):
    """NoGo on a board of `rows` and `cols`, both `size` unless given.

    Under ``rule=legal`` captures and suicides may not be played, and a seat without a legal move loses; under
    ``rule=course`` they may, and lose at once.

    >>> from duiyi import load_game
    >>> load_game("nogo(rows=5,cols=5)").spec, load_game("nogo(cols=5,rows=3,rule=course)").spec
    ('nogo(size=5)', 'nogo(rows=3,cols=5,rule=course)')
    """

    name = "nogo"
    title = Words("NoGo", "不围棋")
    options = (
        Option("size", 9, _SIDES, Words("Board size", "棋盘大小")),
        Option("rows", "size", ("size", *_SIDES), Words("Rows, if the board is not square", "行数（非正方形棋盘）")),
        Option("cols", "size", ("size", *_SIDES), Words("Columns, if the board is not square", "列数（非正方形棋盘）")),
        Option(
            "rule",
            "legal",
            ("legal", "course"),
            Words("Losing moves: forbidden, or played and lost", "致败着法：禁止，或落子即负"),
        ),
    )
    has_draws = False

    @property
    def rows(self) -> int:
        """How many rows the board has.

        >>> from duiyi.games.nogo import NoGo
        >>> NoGo(size=7).rows, NoGo(rows=3, cols=5).rows
        (7, 3)
        """
        return self._side("rows")

    @property
    def cols(self) -> int:
        """How many columns the board has.

        >>> from duiyi.games.nogo import NoGo
        >>> NoGo(size=7).cols, NoGo(rows=3, cols=5).cols
        (7, 5)
        """
        return self._side("cols")

    def _side(self, name: str) -> int:
        value = self.values[name]
        return int(self.values["size"] if value == "size" else value)

    def native_options(self) -> dict[str, int | str]:
        return {"rows": self.rows, "cols": self.cols, "rule": self.values["rule"]}

    def canonical_options(self) -> Mapping[str, int | str]:
        rows, cols, rule = self.rows, self.cols, self.values["rule"]
        shown: dict[str, int | str] = {"rows": rows, "cols": cols}
        if rows == cols:
            shown = {} if rows == self.options[0].default else {"size": rows}
        return shown if rule == "legal" else shown | {"rule": rule}

    def shape(self) -> Shape:
        return Shape("nogo", "place", square_cells(self.rows, self.cols, self.move_text))

    def seat_words(self, seat: int) -> Words:
        return (Words("Black", "黑方"), Words("White", "白方"))[seat]

    def illegal_words(self, code: str, words: list[str]) -> Words:
        point, *stones = words
        group = _group_words(stones)
        if code == "occupied":
            return Words(f"{point} is already taken", f"{point} 已有棋子")
        if code == "capture":
            return Words(f"{point} would capture {group.en}", f"落在 {point} 会吃掉 {group.zh}")
        if not stones:
            return Words(f"a stone on {point} would have no liberty", f"落在 {point} 的棋子没有气")
        return Words(
            f"{point} would take the last liberty of its own {group.en}", f"落在 {point} 会使己方 {group.zh} 没有气"
        )

    def outcome_words(self, reason: str, scores: tuple[float, ...], code: str, words: list[str]) -> Words:
        winner, loser = self.seat_words(scores.index(1.0)), self.seat_words(scores.index(0.0))
        if reason == "no_legal_move":
            return Words(f"{winner.en} wins: {loser.en} has no legal move", f"{winner.zh}胜：{loser.zh}无处可下")
        point, *stones = words
        group = _group_words(stones)
        if reason == "capture":
            return Words(
                f"{winner.en} wins: {loser.en} captured {group.en} with {point}",
                f"{winner.zh}胜：{loser.zh}下 {point} 吃掉 {group.zh}",
            )
        if not stones:
            return Words(
                f"{winner.en} wins: {loser.en}'s stone on {point} has no liberty",
                f"{winner.zh}胜：{loser.zh}下在 {point} 的棋子没有气",
            )
        return Words(
            f"{winner.en} wins: {loser.en} took the last liberty of its own {group.en} with {point}",
            f"{winner.zh}胜：{loser.zh}下 {point} 使己方 {group.zh} 没有气",
        )


def _group_words(stones: Sequence[str]) -> Words:
    """The stones by name; of a large group the first few."""
    first = list(stones[:_MOST_STONES])
    if len(stones) > _MOST_STONES:
        return Words(
            f"{', '.join(first)} and {len(stones) - _MOST_STONES} more", f"{'、'.join(first)} 等 {len(stones)} 子"
        )
    return Words(" and ".join(filter(None, (", ".join(first[:-1]), *first[-1:]))), "、".join(first))
