"""The NBoard protocol, version 2, for Reversi. Unknown commands are ignored, and our own move is never played."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import Game, GameOver, IllegalMove, Move, Position, TextError
from duiyi.protocols.clock import move_seconds
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import FOREVER, Session, one_line
from duiyi.records.errors import RecordError
from duiyi.records.ggf import read as read_ggf
from duiyi.records.record import Record, advance

__all__ = ["NBoard"]

_WITHOUT_CLOCK = 10.0  # seconds for a move when no clock was told
_REVIEW = 0.3  # seconds for a position of a retrograde analysis
_CLOCK = re.compile(r"(?:([0-9]{1,4}):)?(?:([0-9]{1,4}):)?([0-9]{1,6})", re.ASCII)


class NBoard(Session):
    """One NBoard window.

    >>> from duiyi.protocols import converse
    >>> converse("nboard", "reversi", "move F5", "ping 1", "learn")
    ['pong 1', 'learned']
    """

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        super().__init__(game, mind, write)
        self._positions: list[Position] = [game.initial()]
        self._depth: int | None = None
        self._contempt = 0.0
        self._gives_way = False
        self._left: list[float | None] = [None, None]

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self._positions[-1]

    async def handle(self, line: str) -> None:
        name, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        if name == "nboard":
            self.say(f"set myname Duiyi {self.mind.name}")
        elif name == "set":
            self._set(*rest.partition(" ")[::2])
        elif name == "move":
            self._move(rest)
        elif name == "hint":
            self._hint(rest)
        elif name == "go":
            self._go()
        elif name == "ping":
            self.say(f"pong {rest}".rstrip())
        elif name == "learn":
            self.say("learned")
        elif name == "analyze":
            self.is_endless, self._gives_way = False, True
            self.begin(self._review(list(self._positions)))
        elif name == "quit":
            self.is_done = True
        elif not rest and re.fullmatch(r"(?i)(?:[a-p][0-9]{1,2}|pa(?:ss)?)(?:/.*)?", name):
            self._move(name)  # version 1 sent the bare move

    def interrupt(self, line: str) -> bool:
        name = line.strip().partition(" ")[0]
        if name in ("ping", "quit") or (self._gives_way and name in ("set", "move", "hint", "go", "learn", "analyze")):
            self.stop.set()
        return False

    def failed(self, line: str, error: Exception) -> None:
        self.say(f"status error: {one_line(error)}")

    # The board

    def _set(self, name: str, value: str) -> None:
        value = value.strip()
        if name == "depth" and value.isascii() and value.isdecimal() and len(value) < 5:
            self._depth = max(1, int(value))
        elif name == "contempt" and re.fullmatch(r"[-+]?[0-9]{1,6}", value, re.ASCII):
            self._contempt = int(value) / 100
        elif name == "game":
            self._load(value)

    def _load(self, text: str) -> None:
        try:
            record = read_ggf(text.encode("utf-8", "replace"))[0]
            positions = list(record.positions())
        except (RecordError, IndexError) as error:
            self.say(f"status error: {one_line(error)}")
            return
        if record.rules != self.game:
            self.game = record.rules
            self.mind.play(self.game)
        self._positions = positions
        self._left = _clocks(record)

    def _move(self, text: str) -> None:
        square = text.split("/")[0].strip().lower()
        try:
            move = self.game.parse_move("pass" if square.startswith("pa") else square)
            if (
                not self.position.is_legal(move)
                and (passed := self._after_pass()) is not None
                and passed.is_legal(move)
            ):
                self._positions.append(passed)
            self._positions.append(self.position.after(move))
        except (TextError, IllegalMove, GameOver) as error:
            self.say(f"status error: {one_line(error)}")

    def _after_pass(self) -> Position | None:
        legal = self.position.legal_moves()
        if len(legal) == 1 and self.game.move_text(legal[0]) == "pass":
            return advance(self.position, "pass")
        return None

    # Thinking

    def _hint(self, number: str) -> None:
        lines = max(1, min(int(number), 64)) if number.isascii() and number.isdecimal() and len(number) < 5 else 1
        if self.position.outcome() is None:
            self.is_endless, self._gives_way = self._depth is None, True
            limits = Limits(seconds=FOREVER, depth=self._depth, lines=lines)
            self.begin(self._think(self.position, limits, is_move=False))

    def _go(self) -> None:
        if self.position.outcome() is not None:
            return
        self.is_endless = self._gives_way = False
        left = self._left[self.position.to_move]
        seconds = _WITHOUT_CLOCK if left is None else move_seconds(left)
        self.begin(self._think(self.position, Limits(seconds=seconds, depth=self._depth), is_move=True))

    async def _think(self, position: Position, limits: Limits, *, is_move: bool) -> None:
        began = time.perf_counter()
        self.say("status Thinking")
        analysis = await self.mind.think(position, limits, self.stop, lambda found: self._report(position, found))
        self._report(position, analysis)
        self.say(f"nodestats {analysis.nodes} {analysis.seconds:.3f}")
        self.say("status")
        if is_move:
            value = self._value(analysis.lines[0], position)
            self.say(f"=== {self._square(analysis.best)}/{value:.2f}/{time.perf_counter() - began:.2f}")

    def _report(self, position: Position, analysis: Analysis) -> None:
        empty = position.board().count("")
        depth = "100%" if analysis.depth >= empty else str(analysis.depth)
        for line in analysis.lines:
            squares = "".join(map(self._square, line.moves))
            self.say(f"search {squares} {self._value(line, position):+.2f} 0 {depth}")

    async def _review(self, positions: list[Position]) -> None:
        """Value every position of the game, the last one first."""
        for number in range(len(positions) - 1, -1, -1):
            if self.stop.is_set():
                break
            position = positions[number]
            if position.outcome() is not None:
                board = position.board()
                value = float(board.count("xo"[position.to_move]) - board.count("ox"[position.to_move]))
            else:
                limits = Limits(seconds=_REVIEW, depth=self._depth)
                analysis = await self.mind.think(position, limits, self.stop)
                value = self._value(analysis.lines[0], position)
            self.say(f"analysis {number} {value:.2f}")

    def _value(self, line: Line, position: Position) -> float:
        """Discs for the side to move; a draw is worth the contempt, which is told for Black."""
        score = line.score / 100 if line.score is not None else 64 * (2 * line.rates[position.to_move] - 1)
        if score == 0 and self._contempt:
            score = self._contempt if position.to_move == 0 else -self._contempt
        return score

    def _square(self, move: Move) -> str:
        text = self.game.move_text(move)
        return "PA" if text == "pass" else text.upper()


def _clocks(record: Record) -> list[float | None]:
    """Seconds left for both, from the time control and what the moves took."""
    match = _CLOCK.match(record.header.time_control)
    if match is None:
        return [None, None]
    hours, minutes, seconds = match.groups()
    if hours is not None and minutes is None:
        hours, minutes = None, hours
    main = 3600.0 * int(hours or 0) + 60.0 * int(minutes or 0) + int(seconds)
    left = [main, main]
    for position, step in zip(record.positions(), record.moves, strict=False):
        left[position.to_move] -= step.seconds or 0.0
    return [max(0.0, value) for value in left]
