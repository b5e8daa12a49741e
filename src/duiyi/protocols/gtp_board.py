"""The board behind GTP: colours in any order, vertices, undo, sizes.

>>> from duiyi import load_game
>>> board = Board(load_game("gomoku"))
>>> board.vertex(board.move("J8")), board.game.move_text(board.move("J8"))
('J8', 'i8')
"""

from __future__ import annotations

from duiyi.base import Game, GameOver, IllegalMove, Move, Position, RulesError, TextError
from duiyi.engines.external_points import COLUMNS, read_vertex, size_of, vertex_text
from duiyi.games.registry import load_game
from duiyi.spec import format_spec

__all__ = ["Board", "GtpError", "seat_of"]

_SEATS = {"b": 0, "black": 0, "w": 1, "white": 1}


class GtpError(ValueError):
    """A command that failed, in the words that GTP has for it."""


def seat_of(colour: str) -> int:
    """The seat of a colour.

    >>> seat_of("White")
    1
    """
    if colour.lower() not in _SEATS:
        raise GtpError(f"syntax error: expected b or w, got {colour[:20]!r}")
    return _SEATS[colour.lower()]


class Board:
    """A game in progress that can be taken back."""

    def __init__(self, game: Game) -> None:
        # The choices of an opening have no words in GTP.
        self.game = load_game(game.spec) if game.values.get("opening", "none") == "none" else _without_opening(game)
        self.history: list[tuple[Position, Move | None]] = [(self.game.initial(), None)]
        self.passes: set[int] = set()
        """Places in the history of passes that nobody sent."""
        self.is_straight = True
        """Whether the moves so far follow the rules' own order from the start, so that a record can hold them."""

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self.history[-1][0]

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return size_of(self.game)

    def clear(self) -> None:
        """Begin anew."""
        self.history = [(self.game.initial(), None)]
        self.passes = set()
        self.is_straight = True

    def resize(self, columns: int, rows: int) -> None:
        """Begin anew on another size."""
        sizes: dict[str, object] = {"size": rows} if columns == rows else {"rows": rows, "cols": columns}
        kept = {name: value for name, value in self.game.values.items() if name not in ("size", "rows", "cols")}
        try:
            self.game = load_game(format_spec(self.game.name, {**kept, **sizes}))
        except RulesError:
            raise GtpError("unacceptable size") from None
        self.clear()

    def load(self, positions: list[Position], moves: list[Move]) -> None:
        """Take over a game."""
        self.game = positions[0].game
        self.history = list(zip(positions, [None, *moves], strict=True))
        self.passes = set()
        self.is_straight = positions[0] == self.game.initial()

    def turned(self, seat: int) -> Position:
        """The position with a seat to move, whoever's turn it is by the rules."""
        position = self.position
        if position.to_move == seat:
            return position
        passed = self._after_pass(position.legal_moves())
        if passed is not None:
            return passed
        return self.game.position(f"{position.text().split()[0]} {'xo'[seat]}")

    def play(self, seat: int, vertex: str) -> None:
        """Play a move of a colour; raises `GtpError`."""
        if vertex.lower() == "resign":
            return
        if vertex.lower() == "pass" and self.position.outcome() is not None:
            # Drivers let both sides pass at the end, and may take that back as they take back a move.
            self.history.append((self.position, None))
            return
        move = self.move(vertex)
        try:
            before = self.turned(seat)
            after = before.after(move)
        except (IllegalMove, GameOver, TextError) as error:
            raise GtpError(f"illegal move: {error}") from None
        if before is not self.position:
            legal = self.position.legal_moves()
            if legal and before == self._after_pass(legal):
                self.history.append((before, legal[0]))
                self.passes.add(len(self.history) - 1)
            else:
                self.is_straight = False
        self.history.append((after, move))

    def undo(self) -> None:
        """Take back the last move, with the pass that the rules forced before it."""
        if len(self.history) == 1:
            raise GtpError("cannot undo")
        self.history.pop()
        if len(self.history) - 1 in self.passes:
            self.passes.discard(len(self.history) - 1)
            self.history.pop()

    def _after_pass(self, legal: list[Move]) -> Position | None:
        """The position after the pass that is the only legal move, or None if it is not."""
        if len(legal) == 1 and self.game.move_text(legal[0]) == "pass":
            return self.position.after(legal[0])
        return None

    def moves(self) -> list[Move]:
        """The moves so far, where they are a record's."""
        return [move for _, move in self.history if move is not None]

    def move(self, vertex: str) -> Move:
        """The move of a vertex or ``pass``."""
        if vertex.lower() == "pass" and self.game.name != "reversi":
            raise GtpError("illegal move: there is no pass in this game")
        try:
            return read_vertex(self.game, vertex)
        except TextError as error:
            raise GtpError(f"syntax error: {error}") from None

    def vertex(self, move: Move) -> str:
        """The vertex of a move."""
        return vertex_text(self.game, move)

    def rows(self) -> list[str]:
        """The board from the highest row to the lowest, as ``X O .``."""
        columns, rows = self.size
        cells = [{"x": "X", "o": "O"}.get(code, ".") for code in self.position.board()]
        lines = [" ".join(cells[row * columns : (row + 1) * columns]) for row in range(rows)]
        return lines[::-1] if self.game.name == "reversi" else lines

    def picture(self) -> str:
        """The board with its coordinates, for people."""
        columns, rows = self.size
        names = "   " + " ".join(COLUMNS[:columns])
        lines = [f"{rows - place:>2} {line} {rows - place}" for place, line in enumerate(self.rows())]
        return "\n".join(["", names, *lines, names])


def _without_opening(game: Game) -> Game:
    values = {name: value for name, value in game.values.items() if name != "opening"}
    return load_game(format_spec(game.name, values))
