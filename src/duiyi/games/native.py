"""The Python face of the native games: one class for all of them; a game's own file adds options, shape and
sentences."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from duiyi import _core
from duiyi.base import Explanation, Features, Game, Move, Outcome, Position, TextError, Words, _rebuild

__all__ = ["NativeGame", "NativePosition"]

_LONGEST_TEXT = 4000
_GAME_OVER = Words("the game is over", "对局已经结束")


class NativeGame(Game):
    """A game whose rules live in the C++ core.

    A subclass gives `name`, `title`, `options`, `shape`, and the sentences: `illegal_words` for the codes of
    ``why_illegal`` and `outcome_words` for the ends.
    """

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self._rules = _core.load_rules(self.name, {name: str(value) for name, value in self.native_options().items()})
        self.seats = self._rules.seats
        self.num_moves = self._rules.num_moves

    def native_options(self) -> dict[str, int | str]:
        """The options as the core knows them."""
        return dict(self.values)

    @abstractmethod
    def illegal_words(self, code: str, words: list[str]) -> Words:
        """The sentence for a code of ``why_illegal``; `words` are its variable parts."""

    @abstractmethod
    def outcome_words(self, reason: str, scores: tuple[float, ...], code: str, words: list[str]) -> Words:
        """The sentence for the end of a game; `code` and `words` are the core's particulars."""

    def initial(self) -> NativePosition:
        return NativePosition(self, self._rules.initial())

    def position(self, text: str, moves: str | Sequence[Move] = ()) -> NativePosition:
        if len(text) > _LONGEST_TEXT:
            raise TextError(f"position: expected at most {_LONGEST_TEXT} characters, got {len(text)}")
        position = NativePosition(self, self._rules.parse(text))
        for move in moves.split() if isinstance(moves, str) else moves:
            position = position.after(self.parse_move(move) if isinstance(move, str) else move)
        return position

    def parse_move(self, text: str) -> Move:
        if len(text) > _LONGEST_TEXT:
            raise TextError(f"move: expected at most {_LONGEST_TEXT} characters, got {len(text)}")
        return self._rules.parse_move(text)

    def move_text(self, move: Move) -> str:
        self.check_move(move)
        return self._rules.move_text(move)

    @property
    def num_symmetries(self) -> int:
        return self._rules.num_symmetries

    def symmetric_move(self, symmetry: int, move: Move) -> Move:
        self.check_move(move)
        if not 0 <= symmetry < self.num_symmetries:
            raise ValueError(f"symmetry: expected 0 to {self.num_symmetries - 1}, got {symmetry}")
        return self._rules.symmetric_move(symmetry, move)

    def seen_move(self, seat: int, move: Move) -> Move:
        self.check_move(move)
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat: expected 0 to {self.seats - 1}, got {seat}")
        return self._rules.seen_move(seat, move)

    def symmetric_cell(self, symmetry: int, cell: int) -> int:
        if not 0 <= symmetry < self.num_symmetries:
            raise ValueError(f"symmetry: expected 0 to {self.num_symmetries - 1}, got {symmetry}")
        if not 0 <= cell < self._num_cells:
            raise ValueError(f"cell: expected 0 to {self._num_cells - 1}, got {cell}")
        return self._rules.symmetric_cell(symmetry, cell)

    @property
    def feature_shape(self) -> tuple[int, int, int]:
        return self._rules.feature_shape

    @cached_property
    def _num_cells(self) -> int:
        return len(self.initial().board())


class NativePosition(Position):
    """A position of a native game: a thin immutable handle."""

    __slots__ = ("_game", "_native")

    def __init__(self, game: NativeGame, native: _core.Position) -> None:
        self._game = game
        self._native = native

    @property
    def game(self) -> NativeGame:
        return self._game

    @property
    def native(self) -> _core.Position:
        """The core's own object, for engines."""
        return self._native

    @property
    def to_move(self) -> int:
        return self._native.to_move

    @property
    def key(self) -> int:
        return self._native.key

    def legal_moves(self) -> list[Move]:
        return self._native.legal_moves()

    def is_legal(self, move: Move) -> bool:
        return 0 <= move < self._game.num_moves and self._native.is_legal(move)

    def after(self, move: Move) -> NativePosition:
        if not self.is_legal(move):
            raise self.refuse(move)
        return NativePosition(self._game, self._native.after(move))

    def outcome(self) -> Outcome | None:
        end = self._native.outcome()
        if end is None:
            return None
        scores = tuple(end[0])
        code, cells, words = self._native.why_over() or (end[1], [], [])
        return Outcome(scores, end[1], self._game.outcome_words(end[1], scores, code, words), tuple(cells))

    def why_illegal(self, move: Move) -> Explanation | None:
        self._game.check_move(move)
        if self._native.outcome() is not None:
            return Explanation("game_over", _GAME_OVER)
        why = self._native.why_illegal(move)
        if why is None:
            return None
        code, cells, words = why
        return Explanation(code, self._game.illegal_words(code, words), tuple(cells))

    def text(self) -> str:
        return self._native.text()

    def board(self) -> list[str]:
        return self._native.board()

    def path(self, move: Move) -> tuple[int, ...]:
        self._game.check_move(move)
        return tuple(self._native.path(move))

    def features(self) -> Features:
        return self._native.features()

    def _origin(self) -> tuple[str, str]:
        """A text and moves that rebuild this very value, history and all."""
        start = self._native.start_text()
        if start is None:
            return self._native.text(), ""
        return start, " ".join(self._game.move_text(move) for move in self._native.history())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, NativePosition):
            return NotImplemented
        return self._game == other._game and self._native == other._native

    def __hash__(self) -> int:
        return hash((self._game.spec, self._native.key))

    def __repr__(self) -> str:
        text, moves = self._origin()
        return f"{self._game!r}.position({text!r}{f', {moves!r}' if moves else ''})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._game, *self._origin())
