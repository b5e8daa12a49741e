"""A game in plain Python, as a user would write it: what engines must serve without native help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from duiyi import Cell, Game, Move, Outcome, Position, Shape, TextError, Words

__all__ = ["TicTacToe"]

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(Game):
    """Three in a row."""

    name: ClassVar[str] = "tic_tac_toe"
    title: ClassVar[Words] = Words("Tic-tac-toe", "井字棋")
    seats = 2
    num_moves = 9

    def initial(self) -> Position:
        return _Board(self, "." * 9)

    def position(self, text: str, moves: str | Sequence[Move] = ()) -> Position:
        if len(text) != 9 or set(text) - set("xo."):
            raise TextError(f"position: expected nine of x, o and '.', got {text!r}")
        position: Position = _Board(self, text)
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.after(int(move))
        return position

    def parse_move(self, text: str) -> Move:
        return int(text)

    def move_text(self, move: Move) -> str:
        return str(move)

    def shape(self) -> Shape:
        return Shape("squares", "place", tuple(Cell(i, str(i), float(i % 3), float(i // 3)) for i in range(9)))


class _Board(Position):
    __slots__ = ("_cells", "_game")

    def __init__(self, game: TicTacToe, cells: str) -> None:
        self._game, self._cells = game, cells

    @property
    def game(self) -> TicTacToe:
        return self._game

    @property
    def to_move(self) -> int:
        return self._cells.count("x") - self._cells.count("o")

    def legal_moves(self) -> list[Move]:
        return [] if self.outcome() else [i for i, cell in enumerate(self._cells) if cell == "."]

    def after(self, move: Move) -> Position:
        if not self.is_legal(move):
            raise self.refuse(move)
        return _Board(self._game, self._cells[:move] + "xo"[self.to_move] + self._cells[move + 1 :])

    def outcome(self) -> Outcome | None:
        for seat, mark in enumerate("xo"):
            if any(all(self._cells[i] == mark for i in line) for line in _LINES):
                return Outcome((1.0 - seat, float(seat)), "three_in_row")
        return None if "." in self._cells else Outcome((0.5, 0.5), "board_full")

    def text(self) -> str:
        return self._cells

    def board(self) -> list[str]:
        return ["" if cell == "." else cell for cell in self._cells]
