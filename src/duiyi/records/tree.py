"""Trees of moves: what readers build and writers walk. Every move is played by the rules as it is added."""

from __future__ import annotations

from functools import lru_cache
from math import isfinite

from duiyi.base import Game, GameOver, IllegalMove, Move, Outcome, Position, RulesError, TextError
from duiyi.games.registry import load_game
from duiyi.records.errors import Locate, RecordError, at_byte, shown
from duiyi.records.record import NO_HEADER, Header, Note, Record, Step, advance

__all__ = ["Node", "Tree", "load_rules"]

_DEEPEST = 200
"""Variations inside variations: more than anybody reads, and safe for recursion."""


class Node:
    """A position in a tree with the move that led to it; mutable, so that readers may add what they find."""

    __slots__ = ("children", "clock", "comment", "marks", "move", "notes", "path", "position", "seconds")

    def __init__(self, position: Position, move: str = "") -> None:
        self.position, self.move = position, move
        self.children: list[Node] = []
        self.comment = self.path = ""
        self.seconds: float | None = None
        self.clock: float | None = None
        self.marks: tuple[str, ...] = ()
        self.notes: tuple[Note, ...] = ()

    def add_comment(self, text: str) -> None:
        """Add a paragraph to the comment.

        >>> from duiyi.games.registry import load_game
        >>> node = Node(load_game("reversi").initial())
        >>> node.add_comment(" one "); node.add_comment("two"); node.comment
        'one\\ntwo'
        """
        text = text.strip()
        if text:
            self.comment = f"{self.comment}\n{text}" if self.comment else text

    def step(self, variations: tuple[tuple[Step, ...], ...] = ()) -> Step:
        """This node as a step of a record."""
        return Step(
            move=self.move,
            path=self.path,
            seconds=self.seconds,
            clock=self.clock,
            comment=self.comment,
            marks=self.marks,
            notes=self.notes,
            variations=variations,
        )


class Tree:
    """A record under construction. `play` refuses what the rules refuse, with the place in the file.

    >>> from duiyi.games.registry import load_game
    >>> tree = Tree(load_game("reversi"), None, "game.sgf")
    >>> node = tree.play(tree.root, "f5", 12)
    >>> tree.record().mainline
    ('f5',)
    """

    def __init__(
        self, game: Game, start: str | None = None, name: str = "", locate: Locate = at_byte, place: int = 0
    ) -> None:
        self.game, self.name, self.locate = game, name, locate
        try:
            position = game.initial() if start is None else game.position(start)
        except (TextError, RulesError) as error:
            raise self.error(place, f"a position of {game.spec}", f"{shown(start)} ({error})") from None
        # The game's own beginning is not a set-up, however it is spelled.
        self.start = None if start is None or position.text() == game.initial().text() else position.text()
        self.root = Node(position)
        self._has_paths = hasattr(position, "parse_path")

    @staticmethod
    def of(record: Record, name: str = "", locate: Locate = at_byte) -> Tree:
        """The tree of a record, all moves played again; raises `RecordError` where the record breaks the rules."""
        tree = Tree(load_rules(record.game, name), record.start, name, locate)
        tree.root.comment, tree.root.notes = record.comment, tree.checked(record.notes)
        tree._grow(tree.root, record.moves, 0)
        return tree

    def error(self, place: int, expected: str, found: str) -> RecordError:
        """An error at a place of the file that this tree is read from."""
        return RecordError(self.name, self.locate(place), expected, found)

    def play(self, node: Node, move: str | Move, place: int = 0) -> Node:
        """Add a move, given as text or number; returns the new node."""
        game, position = self.game, node.position
        try:
            if isinstance(move, str) and move.startswith("out:"):
                number, after, text = -1, advance(position, move), move
            else:
                number = game.parse_move(move) if isinstance(move, str) else move
                after, text = position.after(number), game.move_text(number)
        except TextError as error:
            raise self.error(place, "a move", f"{shown(move)} ({error})") from None
        except (IllegalMove, GameOver, RulesError, ValueError) as error:
            text = move if isinstance(move, str) else self._text(move)
            over = position.outcome()
            why = error if over is None else f"the game is over: {over.words.en or over.reason}"
            raise self.error(place, "a legal move", f"{shown(text)} ({why})") from None
        child = Node(after, text)
        if self._has_paths and number >= 0:
            child.path = self._path(position, number)
        node.children.append(child)
        return child

    def hop(self, node: Node, path: str, place: int = 0) -> Node:
        """Add a move of Chinese Checkers given with all its landings, which need not be the shortest way."""
        if len(path.replace(",", " ").replace(":", " ").split()) == 4:
            return self.play(node, path, place)
        parse_path = getattr(node.position, "parse_path", None)
        if parse_path is None:
            raise self.error(place, f"no path in {self.game.spec}", shown(path))
        try:
            move, cells = parse_path(path)
        except TextError as error:
            raise self.error(place, "a path such as 0,0:2,0:2,2", f"{shown(path)} ({error})") from None
        except (IllegalMove, GameOver) as error:
            raise self.error(place, "a legal path", f"{shown(path)} ({error})") from None
        child = self.play(node, move, place)
        child.path = ":".join(_labels(self.game)[cell] for cell in cells) if len(cells) > 2 else ""
        return child

    def end(self) -> Node:
        """The last node of the main line."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node

    def record(self, header: Header | None = None, outcome: Outcome | None = None) -> Record:
        """The record of this tree. What the rules say of the end goes before the `outcome` that a file claims."""
        over = self.end().position.outcome()
        if outcome is not None and len(outcome.scores) != self.game.seats:
            raise self.error(0, f"scores of {self.game.seats} seats", f"{len(outcome.scores)}")
        return Record(
            game=self.game.spec,
            start=self.start,
            header=NO_HEADER if header is None or header == NO_HEADER else header,
            comment=self.root.comment,
            notes=self.root.notes,
            moves=self._line(self.root, 0),
            outcome=outcome if over is None else over,
        )

    def _line(self, node: Node, depth: int) -> tuple[Step, ...]:
        if depth > _DEEPEST:
            raise self.error(0, f"at most {_DEEPEST} variations inside each other", "more")
        steps: list[Step] = []
        while node.children:
            first = node.children[0]
            if len(node.children) == 1:
                steps.append(first.step())
            else:
                others = tuple((other.step(), *self._line(other, depth + 1)) for other in node.children[1:])
                steps.append(first.step(others))
            node = first
        return tuple(steps)

    def _grow(self, node: Node, steps: tuple[Step, ...], depth: int) -> None:
        if depth > _DEEPEST:
            raise self.error(0, f"at most {_DEEPEST} variations inside each other", "more")
        for place, step in enumerate(steps):
            child = self.hop(node, step.path, place) if step.path else self.play(node, step.move, place)
            if step.path and child.move != step.move:
                raise self.error(place, f"a path of {shown(step.move)}", shown(step.path))
            for seconds in (step.seconds, step.clock):
                if seconds is not None and not isfinite(seconds):
                    raise self.error(place, "a number of seconds", str(seconds))
            child.seconds, child.clock = step.seconds, step.clock
            child.comment, child.marks, child.notes = step.comment, step.marks, self.checked(step.notes)
            for variation in step.variations:
                self._grow(node, variation, depth + 1)
            node = child

    def checked(self, notes: tuple[Note, ...]) -> tuple[Note, ...]:
        """The notes, once their win rates are found to be of this game."""
        for note in notes:
            if note.rates and (len(note.rates) != self.game.seats or not all(0 <= rate <= 1 for rate in note.rates)):
                raise self.error(0, f"win rates of {self.game.seats} seats in 0..1", str(note.rates)[:60])
        return notes

    def _path(self, position: Position, move: Move) -> str:
        """The shortest way of a chain of hops; nothing for a single step or hop."""
        cells = position.path(move)
        return ":".join(_labels(self.game)[cell] for cell in cells) if len(cells) > 2 else ""

    def _text(self, move: Move) -> str:
        return self.game.move_text(move) if 0 <= move < self.game.num_moves else str(move)


def load_rules(spec: str, name: str = "", place: str = "") -> Game:
    """The game of a spec found in a file.

    >>> load_rules("nogo(size=7)").spec
    'nogo(size=7)'
    """
    try:
        return load_game(spec)
    except (RulesError, ValueError) as error:
        raise RecordError(name, place, "a game", f"{shown(spec)} ({error})") from None


@lru_cache(maxsize=16)
def _labels(game: Game) -> tuple[str, ...]:
    return tuple(cell.label for cell in game.shape().cells)
