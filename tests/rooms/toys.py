"""Two small games in plain Python: noughts and crosses, and a counting game for three that goes on without a seat."""

from __future__ import annotations

from collections.abc import Sequence

from duiyi.base import Cell, Game, Move, Outcome, Position, RulesError, Shape, TextError, Words

__all__ = ["Counting", "CountingPosition", "Noughts", "NoughtsPosition", "load_toy"]

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Noughts(Game):
    """Three in a row on nine cells, named ``1`` to ``9``."""

    name = "noughts"
    title = Words("Noughts and Crosses", "井字棋")
    seats = 2
    num_moves = 9

    def initial(self) -> NoughtsPosition:
        return NoughtsPosition(self, "." * 9)

    def position(self, text: str, moves: str | Sequence[Move] = ()) -> NoughtsPosition:
        if len(text) != 9 or set(text) - set(".xo"):
            raise TextError(f"noughts: expected nine of .xo, got {text!r}")
        position = NoughtsPosition(self, text)
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.after(self.parse_move(move) if isinstance(move, str) else move)
        return position

    def parse_move(self, text: str) -> Move:
        if text not in tuple("123456789"):
            raise TextError(f"noughts: expected 1 to 9, got {text!r}")
        return int(text) - 1

    def move_text(self, move: Move) -> str:
        return str(move + 1)

    def shape(self) -> Shape:
        cells = (Cell(number, str(number + 1), float(number % 3), float(number // 3)) for number in range(9))
        return Shape("squares", "place", tuple(cells))


class NoughtsPosition(Position):
    """Nine cells."""

    __slots__ = ("_cells", "_game")

    def __init__(self, game: Noughts, cells: str) -> None:
        self._game, self._cells = game, cells

    @property
    def game(self) -> Noughts:
        return self._game

    @property
    def to_move(self) -> int:
        return (9 - self._cells.count(".")) % 2

    def legal_moves(self) -> list[Move]:
        return [] if self.outcome() else [cell for cell in range(9) if self._cells[cell] == "."]

    def after(self, move: Move) -> NoughtsPosition:
        if not self.is_legal(move):
            raise self.refuse(move)
        return NoughtsPosition(self._game, self._cells[:move] + "xo"[self.to_move] + self._cells[move + 1 :])

    def outcome(self) -> Outcome | None:
        for seat, stone in enumerate("xo"):
            for line in _LINES:
                if all(self._cells[cell] == stone for cell in line):
                    scores = (1.0, 0.0) if seat == 0 else (0.0, 1.0)
                    return Outcome(scores, "five_in_row", Words(f"{stone} wins", f"{stone} 胜"), line)
        return None if "." in self._cells else Outcome((0.5, 0.5), "board_full", Words("a draw", "和棋"))

    def text(self) -> str:
        return self._cells

    def board(self) -> list[str]:
        return ["" if cell == "." else cell for cell in self._cells]

    def path(self, move: Move) -> tuple[int, ...]:
        return (move,)


class Counting(Game):
    """Three seats add 1 to 3 in turn; who first reaches ten is first, and the rest are ranked by their sums.

    A seat that is out is last; with one seat left the game is over.
    """

    name = "counting"
    title = Words("Counting", "数数")
    seats = 3
    num_moves = 3
    has_draws = False

    def initial(self) -> CountingPosition:
        return CountingPosition(self, (0, 0, 0), 0, ())

    def position(self, text: str, moves: str | Sequence[Move] = ()) -> CountingPosition:
        try:
            sums, turn, *out = text.split(" ")
            a, b, c = (int(value) for value in sums.split(","))
            position = CountingPosition(self, (a, b, c), int(turn), tuple(int(seat) for seat in out))
        except ValueError:
            raise TextError(f"counting: expected 'a,b,c turn', got {text!r}") from None
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.after(self.parse_move(move) if isinstance(move, str) else move)
        return position

    def parse_move(self, text: str) -> Move:
        if text not in ("+1", "+2", "+3"):
            raise TextError(f"counting: expected +1, +2 or +3, got {text!r}")
        return int(text) - 1

    def move_text(self, move: Move) -> str:
        return f"+{move + 1}"

    def shape(self) -> Shape:
        return Shape("points", "place", tuple(Cell(seat, str(seat), float(seat), 0.0) for seat in range(3)))


class CountingPosition(Position):
    """Three sums."""

    __slots__ = ("_game", "_out", "_sums", "_turn")

    def __init__(self, game: Counting, sums: tuple[int, int, int], turn: int, out: tuple[int, ...]) -> None:
        self._game, self._sums, self._turn, self._out = game, sums, turn, out

    @property
    def game(self) -> Counting:
        return self._game

    @property
    def to_move(self) -> int:
        return self._turn

    def legal_moves(self) -> list[Move]:
        return [] if self.outcome() else [0, 1, 2]

    def after(self, move: Move) -> CountingPosition:
        if not self.is_legal(move):
            raise self.refuse(move)
        a, b, c = (total + (move + 1) * (seat == self._turn) for seat, total in enumerate(self._sums))
        return CountingPosition(self._game, (a, b, c), self._next(self._turn, self._out), self._out)

    def without_seat(self, seat: int) -> CountingPosition:
        """The same sums without a seat."""
        out = (*self._out, seat)
        turn = self._next(seat, out) if seat == self._turn and len(out) < 3 else self._turn
        return CountingPosition(self._game, self._sums, turn, out)

    def outcome(self) -> Outcome | None:
        if len(self._out) < 2 and max(self._sums) < 10:
            return None
        order = sorted(range(3), key=lambda seat: (seat in self._out, -self._sums[seat], seat))
        scores = tuple(1.0 - order.index(seat) / 2 for seat in range(3))
        return Outcome(scores, "all_home", Words(f"seat {order[0]} wins", f"{order[0]} 号胜"))

    def text(self) -> str:
        return " ".join([",".join(map(str, self._sums)), str(self._turn), *map(str, self._out)])

    def board(self) -> list[str]:
        return [str(total) for total in self._sums]

    @staticmethod
    def _next(seat: int, out: tuple[int, ...]) -> int:
        return next(other % 3 for other in range(seat + 1, seat + 4) if other % 3 not in out)


def load_toy(spec: str) -> Game:
    """The toys by name."""
    for game in (Noughts, Counting):
        if spec == game.name:
            return game()
    raise RulesError(f"expected noughts or counting, got {spec!r}")
