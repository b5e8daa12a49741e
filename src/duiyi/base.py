"""The words of the project: games, positions, moves, outcomes.

Every game, native or written in plain Python by a user, is a `Game` that makes `Position` values.

>>> from duiyi import load_game
>>> game = load_game("reversi")
>>> position = game.initial()
>>> sorted(game.move_text(move) for move in position.legal_moves())
['c4', 'd3', 'e6', 'f5']
>>> position = position.after(game.parse_move("f5"))
>>> position.text()
'8/8/8/3ox3/3xxx2/8/8/8 o'
>>> position.outcome() is None
True
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

import msgspec

from duiyi._core import RulesError, TextError
from duiyi.spec import format_spec

if TYPE_CHECKING:  # numpy takes as long to import as all the rest, and most programs never ask for planes
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "Cell",
    "Explanation",
    "Game",
    "GameOver",
    "IllegalMove",
    "Move",
    "Option",
    "Outcome",
    "Position",
    "RulesError",
    "Shape",
    "TextError",
    "Words",
]

Move: TypeAlias = int
"""``0 <= move < game.num_moves``: identity and policy index at once; on the wire always its text."""

Features: TypeAlias = "npt.NDArray[np.float32]"


class IllegalMove(ValueError):
    """A move that the rules do not allow here; `explanation` says why."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__(explanation.words.en)
        self.explanation = explanation


class GameOver(ValueError):
    """A move was tried in a game that has ended."""


class Words(NamedTuple):
    """A sentence in English and in Chinese.

    >>> Words("black wins", "黑方胜").zh
    '黑方胜'
    """

    en: str
    zh: str


class Explanation(msgspec.Struct, frozen=True):
    """Why something is so: a stable code, the sentence, and the cells to point at."""

    code: str
    words: Words
    cells: tuple[int, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """The end of a game: a score in 0..1 for every seat, and the reason.

    >>> Outcome((1.0, 0.0), "resign", Words("white resigns", "白方认输")).winners
    (0,)
    """

    scores: tuple[float, ...]
    reason: str
    words: Words = Words("", "")
    cells: tuple[int, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best score; all of them in a draw."""
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)


class Option(msgspec.Struct, frozen=True):
    """One option of a game's spec: its default and what it may be."""

    name: str
    default: int | str
    choices: tuple[int | str, ...]
    title: Words

    def read(self, value: object) -> int | str:
        """The value as its own type, or `RulesError`.

        >>> Option("size", 8, (4, 6, 8), Words("size", "大小")).read("6")
        6
        """
        for choice in self.choices:
            if value == choice or str(value) == str(choice):
                return choice
        raise RulesError(f"option {self.name}: expected one of {_some(self.choices)}, got {str(value)[:40]!r}")


class Cell(msgspec.Struct, frozen=True):
    """A place on the board: `x` to the right, `y` down, in units of one cell."""

    id: int
    label: str
    x: float
    y: float
    neighbours: tuple[int, ...] = ()
    camp: str | None = None


class Shape(msgspec.Struct, frozen=True):
    """What a browser needs to draw a board that it has never seen.

    `skin` names how it is drawn (a game's own, or ``squares``, ``points``, ``hexes``); `input` is ``place`` or
    ``move``.
    """

    skin: str
    input: str
    cells: tuple[Cell, ...]


class Game(ABC):
    """A set of rules with its options fixed. Made by `load_game`; immutable.

    A game of your own needs `name`, `title`, `seats`, `num_moves`, `initial`, `position`, `parse_move`, `move_text` and
    `shape`; see ``examples/connect_four.py``.
    """

    name: ClassVar[str]
    title: ClassVar[Words]
    options: ClassVar[tuple[Option, ...]] = ()
    seats: int
    num_moves: int
    has_draws: ClassVar[bool] = True
    codes: ClassVar[tuple[str, ...]] = ()
    """The codes of `Position.board`, one plane each in the plain `features` of a game written in Python."""

    def __init__(self, **values: object) -> None:
        known = {option.name: option for option in self.options}
        for name in values:
            if name not in known:
                raise RulesError(
                    f"{self.name}: expected an option among {_some(tuple(known)) or 'none'}, got {name[:40]!r}"
                )
        self.values: dict[str, int | str] = {
            option.name: option.read(values.get(option.name, option.default)) for option in self.options
        }
        self.spec = format_spec(self.name, self.canonical_options())

    def canonical_options(self) -> Mapping[str, int | str]:
        """The options that differ from their defaults: what the canonical spec shows."""
        return {
            option.name: self.values[option.name]
            for option in self.options
            if self.values[option.name] != option.default
        }

    @abstractmethod
    def initial(self) -> Position:
        """The position in which the game begins."""

    @abstractmethod
    def position(self, text: str, moves: str | Sequence[Move] = ()) -> Position:
        """The position of a text, after some moves; raises `TextError` for text that cannot be read."""

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """The move of a text, legal or not; raises `TextError` for text that cannot be read."""

    @abstractmethod
    def move_text(self, move: Move) -> str:
        """The canonical text of a move."""

    @abstractmethod
    def shape(self) -> Shape:
        """The board as cells with places, neighbours and labels."""

    def check_move(self, move: Move) -> None:
        """Raise ValueError for a number that is no move of this game at all."""
        if not 0 <= move < self.num_moves:
            raise ValueError(f"move: expected 0 to {self.num_moves - 1}, got {move}")

    def move_words(self, move: Move) -> Words:
        """A move that is not on the board (a pass, a choice) in words; others as their text."""
        text = self.move_text(move)
        return Words(text, text)

    def seat_words(self, seat: int) -> Words:
        """What a seat is called, e.g. Black 黑方."""
        return Words(f"Seat {seat + 1}", f"{seat + 1} 号位")

    @property
    def num_symmetries(self) -> int:
        """How many ways the board maps onto itself without changing the rules; number 0 changes nothing."""
        return 1

    def symmetric_move(self, symmetry: int, move: Move) -> Move:
        """Where a symmetry takes a move."""
        return move

    def symmetric_cell(self, symmetry: int, cell: int) -> int:
        """Where a symmetry takes a cell."""
        return cell

    def seen_move(self, seat: int, move: Move) -> Move:
        """A move on the planes of `Position.features`, which some games turn to the seat that is to move."""
        return move

    @property
    def feature_shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of `Position.features`."""
        planes, rows, columns = self.initial().features().shape
        return planes, rows, columns

    def __repr__(self) -> str:
        return f"load_game({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.spec == self.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return _remake, (type(self), tuple(self.values.items()))


class Position(ABC):
    """A moment in a game: immutable, hashable, picklable.

    A game of your own needs `game`, `to_move`, `legal_moves`, `after`, `outcome`, `text` and `board`.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def game(self) -> Game:
        """The rules that this position belongs to."""

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The seat whose turn it is."""

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """All moves that the rules allow; none when `outcome` is set."""

    @abstractmethod
    def after(self, move: Move) -> Position:
        """The position after a move; raises `IllegalMove` or `GameOver`."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def text(self) -> str:
        """The canonical text: reading it gives this position back (history apart)."""

    @abstractmethod
    def board(self) -> list[str]:
        """What stands on each cell of the shape, as short codes; empty cells are ``""``."""

    @property
    def key(self) -> int:
        """A 64-bit hash of what the rules see on the board, the same in every process."""
        digest = hashlib.blake2b(f"{self.game.spec} {self.text()}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big")

    def is_legal(self, move: Move) -> bool:
        """Whether the rules allow the move here."""
        return move in self.legal_moves()

    def why_illegal(self, move: Move) -> Explanation | None:
        """Why the rules do not allow the move; None when they do."""
        self.game.check_move(move)
        if self.outcome() is not None:
            return Explanation("game_over", Words("the game is over", "对局已经结束"))
        if self.is_legal(move):
            return None
        text = self.game.move_text(move)
        return Explanation("illegal", Words(f"{text} is not a legal move here", f"{text} 在此不合规则"))

    def path(self, move: Move) -> tuple[int, ...]:
        """The cells a move touches: ``(to,)``, ``(from, ..., to)``, or nothing for a pass or a choice."""
        return ()

    def features(self) -> Features:
        """Planes for learning, from the view of the seat to move."""
        import numpy as np

        board = self.board()
        planes = [[[float(cell == code) for cell in board]] for code in self.game.codes]
        return np.array([*planes, [[float(self.to_move)] * len(board)]], dtype=np.float32)

    def refuse(self, move: Move) -> IllegalMove | GameOver:
        """The error that playing this move deserves."""
        if self.outcome() is not None:
            return GameOver(f"the game is over: {self.text()}")
        explanation = self.why_illegal(move)
        if explanation is None:
            raise AssertionError(f"{move} is legal in {self!r}")
        return IllegalMove(explanation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.game == self.game and other.text() == self.text()

    def __hash__(self) -> int:
        return hash((self.game.spec, self.key))

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.game, self.text(), "")


@lru_cache(maxsize=256)
def _remake(game: type[Game], values: tuple[tuple[str, int | str], ...]) -> Game:
    """A game from a pickle; many positions of one game share it."""
    return game(**dict(values))


def _rebuild(game: Game, text: str, moves: str) -> Position:
    return game.position(text, moves)


def _some(names: Sequence[object]) -> str:
    """The first names of a long list, for an error's one line."""
    shown = ", ".join(str(name) for name in names[:12])
    return shown + (f", ... {names[-1]}" if len(names) > 12 else "")
