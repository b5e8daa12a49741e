"""UCCI 3.0, the protocol of the Chinese Xiangqi interfaces (xqbase.com, cchess_ucci).

Times are seconds until ``setoption usemillisec true``; scores count a horse or a cannon as 100.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable, Sequence

from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import Game, GameOver, IllegalMove, Move, Position, TextError
from duiyi.protocols.clock import move_seconds
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import FOREVER, one_line
from duiyi.protocols.xiangqi_session import XiangqiSession
from duiyi.protocols.xiangqi_text import Ranks, read_position, searchable

__all__ = ["Ucci"]

_CHANGING = frozenset(["ucci", "setoption", "position", "fen", "startpos", "banmoves", "go", "probe"])
_COMMANDS = _CHANGING | frozenset(["isready", "ponderhit", "stop", "quit"])
_HORSE = 290  # what our evaluation gives for a horse or a cannon
_MATE = 10000
_DRAW_BELOW = 0.45  # an offered draw is taken by the side that expects less than this
_RESIGN_WITHIN = 6  # plies to a proven loss
_REMEMBERED = 1000
_RANDOMNESS = {"none": None, "tiny": 10, "small": 8, "medium": 6, "large": 4, "huge": 2}
_OPTIONS = (
    "option usemillisec type check default false",
    "option batch type check default false",
    "option debug type check default false",
    "option ponder type check default false",
    "option usebook type check default false",
    "option useegtb type check default false",
    "option hashsize type spin min 1 max 65536 default 64",
    "option threads type spin min 1 max 256 default 1",
    "option idle type combo var none var small var medium var large default none",
    "option promotion type check default false",
    "option pruning type combo var none var small var medium var large default large",
    "option knowledge type combo var none var small var medium var large default large",
    "option randomness type combo var none var tiny var small var medium var large var huge default none",
    "option style type combo var solid var normal var risky default normal",
    "option newgame type button",
)
_ACCEPTED = {option.split()[1] for option in _OPTIONS} | {"bookfiles", "egtbpaths", "evalapi"}


class Ucci(XiangqiSession):
    """One UCCI host.

    >>> from duiyi.protocols import converse
    >>> converse("ucci", "xiangqi", "stop", "quit")
    ['nobestmove', 'bye']
    """

    words = _CHANGING

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        super().__init__(game, mind, write)
        self.ranks = Ranks(is_fixed=True)
        self._seconds_per_unit = 1.0
        self._banned: set[Move] = set()
        self._is_draw_offered = False
        self._is_static = False
        self._known: OrderedDict[int, tuple[Line, int]] = OrderedDict()
        self._own_level = mind.level

    async def handle(self, line: str) -> None:
        words = line.split()
        if not words:
            return
        name, rest = words[0], words[1:]
        if name == "ucci":
            self.say(f"id name Duiyi {self.mind.name}")
            self.say("id author the Duiyi authors")
            for option in _OPTIONS:
                self.say(option)
            self.say("ucciok")
        elif name == "isready":
            self.say("readyok")
        elif name == "setoption" and rest:
            self._set(rest[0].lower(), " ".join(rest[1:]).lower())
        elif name in ("position", "fen", "startpos"):
            self._banned = set()
            self.place(rest if name == "position" else words)
        elif name == "banmoves":
            self._banned = self.moves_of(rest)
        elif name == "go":
            self._go(rest)
        elif name == "probe":
            self._probe(rest)
        elif name == "stop":
            self.say("nobestmove")
        elif name == "quit":
            self.say("bye")
            self.is_done = True
        elif name not in _COMMANDS:
            self.complain(f"expected a UCCI command, got {name[:60]!r}")

    def interrupt(self, line: str) -> bool:
        if line.split() == ["ponderhit", "draw"]:
            self._is_draw_offered = True
        return super().interrupt(line)

    def complain(self, error: object) -> None:
        self.say(f"info message {one_line(error)}")

    def failed(self, line: str, error: Exception) -> None:
        self.complain(error)
        if line.split()[:1] == ["go"]:
            self.say("nobestmove")

    def report(self, analysis: Analysis) -> None:
        spent = round(analysis.seconds / self._seconds_per_unit)
        self.say(f"info time {spent} nodes {analysis.nodes}")
        if self._is_static:
            self.say(f"info depth 0 score {_score(analysis.lines[0], self.position.to_move)}")
            return
        line = analysis.lines[0]
        moves = " ".join(self.game.move_text(move) for move in line.moves)
        self.say(f"info depth {analysis.depth} score {_score(line, self.position.to_move)} pv {moves}")

    def answer(self, position: Position, analysis: Analysis | None) -> None:
        if analysis is None or self._is_static:
            self.say("nobestmove")
            return
        line = analysis.lines[0]
        self._remember(position.key, line, analysis.depth)
        text = "bestmove " + " ponder ".join(self.game.move_text(move) for move in line.moves[:2])
        if line.end_in is not None and -_RESIGN_WITHIN <= line.end_in < 0:
            text += " resign"
        elif self._is_draw_offered and line.rates[position.to_move] < _DRAW_BELOW:
            text += " draw"
        self.say(text)

    def _set(self, name: str, value: str) -> None:
        number = int(value) if value.isascii() and value.isdecimal() and len(value) < 9 else None
        if name == "usemillisec":
            self._seconds_per_unit = 0.001 if value in ("true", "on", "1") else 1.0
        elif name == "hashsize" and number is not None:
            self.mind.memory = max(1, min(number, 65536))
            self.mind.forget()
        elif name == "threads" and number is not None:
            self.mind.threads = max(1, min(number, 256))
        elif name == "randomness" and value in _RANDOMNESS:
            self.mind.level = _RANDOMNESS[value] or self._own_level
        elif name == "newgame":
            self.mind.forget()
            self._known.clear()
        elif name not in _ACCEPTED:
            self.complain(f"expected an option of ours, got {name[:40]!r}")

    def _go(self, words: Sequence[str]) -> None:
        modes = [word for word in words if word in ("ponder", "draw", "infinite")]
        numbers = {
            name: int(value)
            for name, value in itertools.pairwise(words)
            if value.isascii() and value.isdecimal() and len(value) < 13
        }
        seconds: float | None = None
        if "time" in numbers:
            unit = self._seconds_per_unit
            increment = numbers.get("increment", 0) * unit
            seconds = move_seconds(numbers["time"] * unit, increment, numbers.get("movestogo"), self.overhead)
        depth, nodes = numbers.get("depth"), numbers.get("nodes")
        self._is_static = depth == 0
        is_free = "infinite" in modes or (seconds is None and depth is None and nodes is None)
        self._is_draw_offered = "draw" in modes
        position = searchable(self.position)
        only = set(position.legal_moves()) - self._banned if self._banned else None
        if only is not None and not only:
            self.say("nobestmove")
            return
        limits = Limits(
            seconds=FOREVER if is_free else seconds,
            depth=None if depth is None else max(1, depth),
            nodes=None if nodes is None else max(1, nodes),
        )
        is_pondering = "ponder" in modes
        self.search(position, limits, is_held=is_free and not is_pondering, is_pondering=is_pondering, only=only)

    def _remember(self, key: int, line: Line, depth: int) -> None:
        self._known[key] = (line, depth)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def _probe(self, words: Sequence[str]) -> None:
        """What an earlier search of ours found here: one value is both bounds."""
        try:
            position = read_position(self.game, words, self.ranks)
        except (TextError, IllegalMove, GameOver) as error:
            self.complain(error)
            self.say("pophash")
            return
        found = self._known.get(position.key)
        if found is None:
            self.say("pophash")
            return
        line, depth = found
        score = _score(line, position.to_move)
        move = self.game.move_text(line.moves[0])
        self.say(f"pophash bestmove {move} lowerbound {score} depth {depth} upperbound {score} depth {depth}")


def _score(line: Line, seat: int) -> int:
    if line.end_in is not None:
        return _MATE - line.end_in if line.end_in > 0 else -_MATE - line.end_in
    score = line.score if line.score is not None else 200 * (2 * line.rates[seat] - 1)
    return round(100 * score / _HORSE)
