"""The Gomocup (Piskvork) protocol with the extensions of Yixin. What comes during a thought waits; nothing is lost."""

from __future__ import annotations

import time
from collections.abc import Callable

from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, Move, Position, RulesError, TextError
from duiyi.games.registry import load_game
from duiyi.protocols.gomocup_text import (
    OPENINGS,
    OPPONENT,
    OWN,
    Settings,
    point_text,
    position_of,
    read_point,
    read_stone,
)
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import Session, one_line
from duiyi.records.points import board_size
from duiyi.spec import format_spec

__all__ = ["Gomocup"]

_ABOUT = 'name="Duiyi", version="{}", author="the Duiyi authors", country="", www="", email=""'
_LISTS = ("BOARD", "YXBOARD", "SWAP2BOARD")
_EVEN = 0.03  # so near to one half an opening is even, and two more stones are put


class Gomocup(Session):
    """One manager.

    >>> from duiyi.protocols import converse
    >>> converse("gomocup", "gomoku", "START 20", "START 99")[0]
    'OK'
    """

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        super().__init__(game, mind, write)
        self._settings = Settings()
        self._rule = str(game.values["rule"])
        self._stones: dict[Move, int] = {}
        self._list: str | None = None
        self._listed: list[str] = []
        self._load(board_size(game)[0])

    async def handle(self, line: str) -> None:
        if self._list is not None:
            self._collect(line)
            return
        name, _, rest = line.strip().partition(" ")
        name, rest = name.upper(), rest.strip()
        if not name:
            return
        if name in _LISTS:
            self._list, self._listed = name, []
        elif name == "START":
            self._start([rest, rest])
        elif name == "RECTSTART":
            self._start(rest.split(","))
        elif name == "RESTART":
            self._stones = {}
            self._settings.left = None
            self.mind.forget()
            self.say("OK")
        elif name == "BEGIN":
            self._stones = {}
            self._move()
        elif name == "TURN":
            if self._put(rest, OPPONENT):
                self._move()
        elif name == "PLAY":
            if self._put(rest, OWN):
                self.say(rest.replace(" ", ""))
        elif name == "TAKEBACK":
            self._take_back(rest)
        elif name == "INFO":
            self._inform(*rest.partition(" ")[::2])
        elif name == "ABOUT":
            from importlib.metadata import version

            self.say(_ABOUT.format(version("duiyi")))
        elif name == "END":
            self.is_done = True
        elif name == "YXSHOWFORBID":
            self._show_forbidden()
        elif name == "YXNBEST":
            self._move(lines=max(1, min(int(rest), 50)) if rest.isascii() and rest.isdecimal() and len(rest) < 4 else 1)
        elif name == "YXHASHCLEAR":
            self.mind.forget()
        elif name != "YXSTOP":
            self.say(f"UNKNOWN {one_line(line)[:60]}")

    def interrupt(self, line: str) -> bool:
        name = line.strip().upper()
        if name in ("YXSTOP", "END") and not self.is_behind(line):
            self.stop.set()
            return name == "YXSTOP"
        return False

    def failed(self, line: str, error: Exception) -> None:
        self.say(f"ERROR {one_line(error)}")

    # The board

    def _load(self, size: int) -> None:
        """Take the rules for a size; raises `RulesError`."""
        self.game = load_game(format_spec("gomoku", {"size": size, "rule": self._rule}))
        self._stones = {}
        self._settings.left = None
        self.mind.play(self.game)

    def _start(self, sizes: list[str]) -> None:
        numbers = [int(size) for size in sizes if size.strip().isascii() and size.strip().isdecimal() and len(size) < 5]
        if len(numbers) != 2 or numbers[0] != numbers[1]:
            self.say("ERROR expected a square board")
            return
        try:
            self._load(numbers[0])
        except RulesError as error:
            self.say(f"ERROR {one_line(error)}")
            return
        self.say("OK")

    def _cell(self, point: tuple[int, int] | None) -> Move | None:
        size = board_size(self.game)[0]
        if point is None or not (0 <= point[0] < size and 0 <= point[1] < size):
            return None
        return point[1] * size + point[0]

    def _put(self, text: str, owner: int) -> bool:
        cell = self._cell(read_point(text))
        if cell is None or cell in self._stones:
            self.say(f"ERROR expected an empty point of the board as x,y, got {one_line(text)[:20]!r}")
            return False
        self._stones[cell] = owner
        return True

    def _take_back(self, text: str) -> None:
        cell = self._cell(read_point(text))
        if cell is None or cell not in self._stones:
            self.say(f"ERROR expected a point with a stone, got {one_line(text)[:20]!r}")
            return
        del self._stones[cell]
        self.say("OK")

    def _collect(self, line: str) -> None:
        """One more line of a list of stones; ``DONE`` ends it."""
        if line.strip().upper() != "DONE":
            self._listed.append(line)
            return
        name, self._list = self._list, None
        stones: dict[Move, int] = {}
        for number, text in enumerate(self._listed):
            stone = read_stone(text)
            if stone is not None and stone[:2] == (-1, -1):
                continue  # a pass
            cell = None if stone is None else self._cell(stone[:2])
            if stone is None or cell is None or cell in stones:
                self.say(f"ERROR expected x,y,owner on an empty point, got {one_line(text)[:20]!r}")
                return
            if stone[2] in (0, OWN, OPPONENT):
                stones[cell] = stone[2] or OWN + number % 2
        self._stones = stones
        if name == "BOARD":
            self._move()
        elif name == "SWAP2BOARD":
            self._swap2()

    def _inform(self, key: str, value: str) -> None:
        if not self._settings.read(key, value.strip()):
            return  # the protocol wants unknown keys ignored
        settings = self._settings
        if settings.rule is not None and settings.rule != self._rule:
            kept, left = self._stones, settings.left
            self._rule = settings.rule
            self._load(board_size(self.game)[0])
            self._stones, settings.left = kept, left
        if settings.threads is not None:
            self.mind.threads = settings.threads
        if settings.memory is not None and settings.memory != self.mind.memory:
            self.mind.memory = settings.memory
            self.mind.forget()

    # Thinking

    def _position(self) -> Position | None:
        """The position to think about, or None when it was told that there is none."""
        try:
            position = position_of(self.game, self._stones)
        except TextError as error:
            self.say(f"ERROR {one_line(error)}")
            return None
        outcome = position.outcome()
        if outcome is not None:
            self.say(f"ERROR the game is over: {outcome.words.en}")
            return None
        return position

    def _move(self, lines: int = 1) -> None:
        position = self._position()
        if position is not None:
            self.begin(self._think(position, lines))

    async def _think(self, position: Position, lines: int) -> None:
        began = time.perf_counter()
        if self._settings.left is None:
            self._settings.left = self._settings.match  # until the manager tells it, we keep the clock ourselves
        limits = self._settings.limits(lines)
        analysis = await self.mind.think(position, limits, self.stop, self._report)
        self._report(analysis)
        self._stones[analysis.best] = OWN
        if self._settings.left is not None:
            self._settings.left = max(0.0, self._settings.left - (time.perf_counter() - began))
        self.say(point_text(self.game, analysis.best))

    def _report(self, analysis: Analysis) -> None:
        seat = len(self._stones) % 2
        for number, line in enumerate(analysis.lines, 1):
            moves = " ".join(self.game.move_text(move) for move in line.moves)
            rate = f"{100 * line.rates[seat]:.1f}%"
            self.say(f"MESSAGE ({number}) depth {analysis.depth} win {rate} nodes {analysis.nodes} line {moves}")

    def _show_forbidden(self) -> None:
        points = ""
        if self._rule == "renju" and len(self._stones) % 2 == 0:
            position = position_of(self.game, self._stones)
            size = board_size(self.game)[0]
            if position.outcome() is None:
                empty = (cell for cell in range(size * size) if cell not in self._stones)
                points = "".join(f"{cell % size:02}{cell // size:02}" for cell in empty if not position.is_legal(cell))
        self.say(f"FORBID {points}.")

    # Opening by swap2

    def _swap2(self) -> None:
        number = len(self._stones)
        if number not in (0, 3, 5):
            self.say(f"ERROR expected 0, 3 or 5 stones, got {number}")
        elif number == 0:
            self.begin(self._open())
        else:
            position = self._alternating()
            if position is not None:
                self.begin(self._answer_opening(position, number))

    def _alternating(self, cells: list[Move] | None = None) -> Position | None:
        """The stones in the order they came, Black first."""
        order = list(self._stones) if cells is None else cells
        # The side to move owns the stones of its colour, whoever put them.
        colours = {cell: OWN if place % 2 == len(order) % 2 else OPPONENT for place, cell in enumerate(order)}
        self._stones = colours if cells is None else self._stones
        try:
            position = position_of(self.game, colours)
        except TextError as error:
            self.say(f"ERROR {one_line(error)}")
            return None
        return position if position.outcome() is None else None

    async def _open(self) -> None:
        """Of the known openings the one that the engine finds most even."""
        size = board_size(self.game)[0]
        best: tuple[float, list[Move]] | None = None
        seconds = min(0.3, (self._settings.limits().seconds or 1.5) / len(OPENINGS))
        for opening in OPENINGS:
            points = [(size // 2 + right, size // 2 + down) for right, down in opening]
            cells = [cell for point in points if (cell := self._cell(point)) is not None]
            position = self._alternating(cells) if len(cells) == len(opening) else None
            if position is None:
                continue
            analysis = await self.mind.think(position, Limits(seconds=seconds), self.stop)
            away = abs(analysis.rates[0] - 0.5)
            if best is None or away < best[0]:
                best = away, cells
        cells = best[1] if best is not None else [0, 1, size + 2]
        self.say(" ".join(point_text(self.game, cell) for cell in cells))

    async def _answer_opening(self, position: Position, number: int) -> None:
        """White plays on, or the colours are swapped; three even stones get two more."""
        analysis = await self.mind.think(position, self._settings.limits(), self.stop, self._report)
        rate, line = analysis.rates[position.to_move], analysis.lines[0].moves
        if number == 3 and abs(rate - 0.5) <= _EVEN and len(line) >= 2:
            self.say(" ".join(point_text(self.game, move) for move in line[:2]))
        elif rate >= 0.5:
            self._stones[analysis.best] = OWN
            self.say(point_text(self.game, analysis.best))
        else:
            self.say("SWAP")
