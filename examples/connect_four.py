"""Connect Four in plain Python: a game of your own in one file.

Copy this file, change the rules, call `register_game`, and the game works in rooms, records, matches, with the teaching
engines, in the browser and in `duiyi.testing.check_game`. A package offers its game to every Duiyi by an entry point in
the group ``duiyi.games``.

>>> from duiyi import load_game
>>> game = load_game("connect_four")
>>> position = game.initial()
>>> for column in "dedede":
...     position = position.after(game.parse_move(column))
>>> position.outcome() is None
True
>>> position.after(game.parse_move("d")).outcome().words.en
'Red has four in a row'
"""

from __future__ import annotations

from collections.abc import Sequence

from duiyi import Cell, Game, Move, Outcome, Position, Shape, TextError, Words, register_game

COLUMNS, ROWS = 7, 6
LETTERS = "xo"
LINES = [
    [(column + dx * i, row + dy * i) for i in range(4)]
    for column in range(COLUMNS)
    for row in range(ROWS)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if 0 <= column + 3 * dx < COLUMNS and 0 <= row + 3 * dy < ROWS
]


@register_game
class ConnectFour(Game):
    """Two seats drop men into seven columns; four in a row win."""

    name = "connect_four"
    title = Words("Connect Four", "四子棋")
    seats = 2
    num_moves = COLUMNS
    codes = ("x", "o")

    def initial(self) -> ConnectFourPosition:
        return ConnectFourPosition(self, ("",) * COLUMNS)

    def position(self, text: str, moves: str | Sequence[Move] = ()) -> Position:
        """Columns from the left, men from the bottom, joined by ``/``: ``/xo////x/ o``."""
        board, _, side = text.partition(" ")
        columns = tuple(board.split("/"))
        if len(columns) != COLUMNS or any(len(column) > ROWS or set(column) - set(LETTERS) for column in columns):
            raise TextError(f"position: expected {COLUMNS} columns of at most {ROWS} men 'x' or 'o', got {text[:80]!r}")
        position: Position = ConnectFourPosition(self, columns)
        if side != LETTERS[position.to_move]:
            raise TextError(f"side: expected {LETTERS[position.to_move]!r} after that many men, got {side[:20]!r}")
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.after(self.parse_move(move) if isinstance(move, str) else move)
        return position

    def parse_move(self, text: str) -> Move:
        if len(text) != 1 or text.lower() not in "abcdefg":
            raise TextError(f"move: expected a column a-g, got {text[:20]!r}")
        return "abcdefg".index(text.lower())

    def move_text(self, move: Move) -> str:
        return "abcdefg"[move]

    def seat_words(self, seat: int) -> Words:
        return (Words("Red", "红方"), Words("Yellow", "黄方"))[seat]

    def shape(self) -> Shape:
        cells = [
            Cell(row * COLUMNS + column, f"{'abcdefg'[column]}{ROWS - row}", float(column), float(row))
            for row in range(ROWS)
            for column in range(COLUMNS)
        ]
        return Shape("squares", "place", tuple(cells))


class ConnectFourPosition(Position):
    """The men in each column, from the bottom."""

    __slots__ = ("_columns", "_game")

    def __init__(self, game: ConnectFour, columns: tuple[str, ...]) -> None:
        self._game, self._columns = game, columns

    @property
    def game(self) -> ConnectFour:
        return self._game

    @property
    def to_move(self) -> int:
        return sum(map(len, self._columns)) % 2

    def legal_moves(self) -> list[Move]:
        if self.outcome() is not None:
            return []
        return [column for column in range(COLUMNS) if len(self._columns[column]) < ROWS]

    def after(self, move: Move) -> ConnectFourPosition:
        if move not in self.legal_moves():
            raise self.refuse(move)
        columns = list(self._columns)
        columns[move] += LETTERS[self.to_move]
        return ConnectFourPosition(self._game, tuple(columns))

    def outcome(self) -> Outcome | None:
        for seat, letter in enumerate(LETTERS):
            if any(all(self._man(*place) == letter for place in line) for line in LINES):
                name = self._game.seat_words(seat)
                scores = (1.0, 0.0) if seat == 0 else (0.0, 1.0)
                return Outcome(scores, "four_in_row", Words(f"{name.en} has four in a row", f"{name.zh}连成四子"))
        if all(len(column) == ROWS for column in self._columns):
            return Outcome((0.5, 0.5), "board_full", Words("the board is full", "棋盘已满"))
        return None

    def text(self) -> str:
        return "/".join(self._columns) + " " + LETTERS[self.to_move]

    def board(self) -> list[str]:
        return [self._man(column, ROWS - 1 - row) for row in range(ROWS) for column in range(COLUMNS)]

    def path(self, move: Move) -> tuple[int, ...]:
        """The cell where a man dropped now would land."""
        height = min(len(self._columns[move]), ROWS - 1)
        return ((ROWS - 1 - height) * COLUMNS + move,)

    def _man(self, column: int, row: int) -> str:
        men = self._columns[column]
        return men[row] if row < len(men) else ""
