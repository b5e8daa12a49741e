"""`Record`: a played game with everything that is known about it.

>>> record = Record.from_moves("reversi", "f5 d6 c3")
>>> record.mainline
('f5', 'd6', 'c3')
>>> record.position_at(1).text()
'8/8/8/3ox3/3xxx2/8/8/8 o'
>>> record.branch(2, "c5").moves[2].variations[0][0].move
'c5'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from duiyi.base import Explanation, Game, IllegalMove, Move, Outcome, Position, Words
from duiyi.games.registry import load_game

if TYPE_CHECKING:
    from duiyi.records.tree import Node

__all__ = ["NO_HEADER", "Header", "Note", "Record", "Step", "advance"]

_OUT = re.compile(r"out:([0-9])")


class Note(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an engine thought of a position.

    >>> Note(engine="alphabeta", rates=(0.75, 0.25), moves=("d6",)).rates
    (0.75, 0.25)
    """

    engine: str = ""
    rates: tuple[float, ...] = ()
    """Expected score of every seat in 0..1, by absolute seat."""
    score: float | None = None
    """The engine's own unit, for the seat to move."""
    moves: tuple[str, ...] = ()
    """The line it had in mind, as texts."""
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One move of a line, with what belongs to it. `comment`, `marks` and `notes` are about the position after it.

    >>> Step(move="f5", seconds=2.5).move
    'f5'
    """

    move: str
    """Its text; ``out:2`` where seat 2 was taken out of a game that went on."""
    path: str = ""
    """Every landing of a chain of hops, when that says more than the move."""
    seconds: float | None = None
    """Time spent on the move."""
    clock: float | None = None
    """Seconds left on the mover's clock after it."""
    comment: str = ""
    marks: tuple[str, ...] = ()
    """Verdicts such as ``!`` or ``?!``."""
    notes: tuple[Note, ...] = ()
    variations: tuple[tuple[Step, ...], ...] = ()
    """Lines that could have been played instead of this move."""


class Header(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who, when and where. Empty means unknown.

    >>> Header(names=("Black", "White"), event="Club night").names[1]
    'White'
    """

    names: tuple[str, ...] = ()
    """One per seat, or none."""
    ratings: tuple[float | None, ...] = ()
    teams: tuple[str, ...] = ()
    title: str = ""
    event: str = ""
    round: str = ""
    place: str = ""
    date: str = ""
    """As written in the file; ISO 8601 from our own rooms."""
    time_control: str = ""
    opening: str = ""
    annotator: str = ""
    result: str = ""
    """The file's own words, where they say something else than `Record.outcome`."""
    extra: dict[str, str] = {}
    """Whatever else the file told."""


NO_HEADER = Header()


class Record(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="duiyi_record",
    tag=1,
):
    """A played game: rules, start, moves with variations, header and outcome.

    Made by `from_moves`, by `load` or by a room; every way checks each move against the rules.

    >>> record = Record.from_moves("reversi", ["f5", "d6"], header=Header(names=("A", "B")))
    >>> [position.to_move for position in record.positions()]
    [0, 1, 0]
    """

    game: str
    """The canonical spec."""
    start: str | None = None
    """The text of the first position; None: the game's own beginning."""
    header: Header = NO_HEADER
    comment: str = ""
    """About the game, before the first move."""
    notes: tuple[Note, ...] = ()
    """About the first position."""
    moves: tuple[Step, ...] = ()
    outcome: Outcome | None = None

    @staticmethod
    def from_moves(
        game: Game | str,
        moves: str | Sequence[str | Move],
        *,
        start: str | None = None,
        header: Header | None = None,
        outcome: Outcome | None = None,
        comment: str = "",
    ) -> Record:
        """The record of a line of play; raises `RecordError` at the first move that the rules refuse.

        >>> Record.from_moves("reversi", "f5 f5")
        Traceback (most recent call last):
        ...
        duiyi.records.errors.RecordError: move 2: expected a legal move, found 'f5' (f5 is already taken)
        """
        from duiyi.records.tree import Tree

        tree = Tree(load_game(game) if isinstance(game, str) else game, start, locate=lambda place: f"move {place + 1}")
        node = tree.root
        for place, move in enumerate(moves.split() if isinstance(moves, str) else moves):
            node = tree.play(node, move, place)
        tree.root.comment = comment
        return tree.record(header, outcome)

    @property
    def rules(self) -> Game:
        """The game that was played.

        >>> Record.from_moves("nogo(size=5)", "").rules.spec
        'nogo(size=5)'
        """
        return load_game(self.game)

    @property
    def mainline(self) -> tuple[str, ...]:
        """The moves that were played, as texts.

        >>> Record.from_moves("reversi", "F5 d6").mainline
        ('f5', 'd6')
        """
        return tuple(step.move for step in self.moves)

    def positions(self) -> Iterator[Position]:
        """The start and the position after each move of the main line.

        >>> sum(1 for _ in Record.from_moves("reversi", "f5 d6").positions())
        3
        """
        rules = self.rules
        position = rules.initial() if self.start is None else rules.position(self.start)
        yield position
        for step in self.moves:
            position = advance(position, step.move)
            yield position

    def position_at(self, ply: int) -> Position:
        """The position after `ply` moves of the main line.

        >>> Record.from_moves("reversi", "f5 d6").position_at(0) == load_game("reversi").initial()
        True
        """
        if not 0 <= ply <= len(self.moves):
            raise IndexError(f"ply: expected 0 to {len(self.moves)}, got {ply}")
        return next(islice(self.positions(), ply, None))

    def branch(self, ply: int, moves: str | Sequence[str | Move]) -> Record:
        """This record with a line added after `ply` moves: a variation, or more of the main line at its end.

        >>> record = Record.from_moves("reversi", "f5 d6 c3").branch(1, "f6 e6").branch(1, "f6 d3")
        >>> [step.move for step in record.moves[1].variations[0]], len(record.moves[1].variations[0][1].variations)
        (['f6', 'e6'], 1)
        """
        from duiyi.records.tree import Tree

        if not 0 <= ply <= len(self.moves):
            raise IndexError(f"ply: expected 0 to {len(self.moves)}, got {ply}")
        tree = Tree.of(self, locate=lambda place: f"move {place + 1}")
        node = tree.root
        for _ in range(ply):
            node = node.children[0]
        for place, move in enumerate(moves.split() if isinstance(moves, str) else moves):
            node = _child(node, self.rules, move) or tree.play(node, move, ply + place)
        return tree.record(self.header, self.outcome)

    def save(self, path: str | Path) -> None:
        """Write the record in the format of the suffix: ``.duiyi.json``, ``.sgf``, ``.pgn``, ...

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     Record.from_moves("reversi", "f5 d6").save(Path(folder, "game.sgf"))
        ...     Record.load(Path(folder, "game.sgf")).mainline
        ('f5', 'd6')
        """
        from duiyi.records.formats import write_record

        Path(path).write_bytes(write_record(self, str(path)))

    @staticmethod
    def load(path: str | Path) -> Record:
        """The record in a file, its format told by suffix or content; `load_all` for files that hold many.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = Path(folder, "game.txt").write_text("f5d6c3")
        ...     Record.load(Path(folder, "game.txt")).mainline
        ('f5', 'd6', 'c3')
        """
        from duiyi.records.errors import RecordError

        records = Record.load_all(path)
        if len(records) != 1:
            raise RecordError(str(path), "", "one record (Record.load_all reads many)", f"{len(records)} records")
        return records[0]

    @staticmethod
    def load_all(path: str | Path) -> list[Record]:
        """All records in a file; a file with one bad record gives none but a `RecordError`.

        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = Path(folder, "games.oth").write_text("f5d6\\nf5f6")
        ...     len(Record.load_all(Path(folder, "games.oth")))
        2
        """
        from duiyi.records.formats import read_records

        return read_records(Path(path).read_bytes(), str(path))


def advance(position: Position, text: str) -> Position:
    """The position after a move's text; ``out:2`` takes seat 2 out of a game that goes on without it.

    >>> game = load_game("chinese_checkers(seats=3)")
    >>> advance(game.initial(), "out:0").text().split()[-1]
    'A'
    """
    match = _OUT.fullmatch(text)
    if match is None:
        return position.after(position.game.parse_move(text))
    without_seat = getattr(position, "without_seat", None)
    if without_seat is None or int(match[1]) >= position.game.seats:
        raise IllegalMove(Explanation("no_removal", Words("no seat can be taken out here", "此处不能移除座位")))
    rest: Position = without_seat(int(match[1]))
    return rest


def _child(node: Node, rules: Game, move: str | Move) -> Node | None:
    """The child of a node that plays a move already; None also for a move that cannot be read."""
    try:
        text = rules.move_text(rules.parse_move(move) if isinstance(move, str) else move)
    except ValueError:
        return None
    return next((child for child in node.children if child.move == text), None)
