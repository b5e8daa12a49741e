"""UCI for Xiangqi, as Pikafish speaks it, with the habits of other engines and interfaces.

Bare ``fen``/``startpos`` lines are understood (UCI-Cyclone), ranks are read from 0 to 9 and from 1 to 10 and written as
they came, unknown words are skipped, and a search that only a command can end gives way to the next command.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, Position
from duiyi.games.count import perft_divide
from duiyi.protocols.clock import fixed_seconds, move_seconds
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import FOREVER, one_line
from duiyi.protocols.uci_text import option_lines, read_elo_level, read_go, read_option, report_lines
from duiyi.protocols.xiangqi_session import XiangqiSession
from duiyi.protocols.xiangqi_text import Ranks, searchable

__all__ = ["Uci"]

_CHANGING = frozenset(["uci", "ucinewgame", "setoption", "position", "fen", "startpos", "go"])
_COMMANDS = _CHANGING | frozenset(["isready", "stop", "ponderhit", "quit", "debug", "register", "d", "help"])
_SKILL_TOP = 20
_LEVELS = 12
_ACCEPTED = ("ponder", "debug log file", "numapolicy", "nodestime", "evalfile", "uci_analysemode", "uci_opponent")


class Uci(XiangqiSession):
    """One UCI host.

    >>> from duiyi.protocols import converse
    >>> converse("uci", "xiangqi", "position startpos moves h2e2", "go depth 1 searchmoves h9g7")[-1].split()[:2]
    ['bestmove', 'h9g7']
    """

    words = _CHANGING

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        super().__init__(game, mind, write)
        self._shows_chances = False
        self._is_elo_limited = False
        self._elo_level = 1
        self._skill = _SKILL_TOP
        self._own_level = mind.level

    async def handle(self, line: str) -> None:
        words = line.split()
        while words and words[0] not in _COMMANDS:
            words = words[1:]
        if not words:
            if line.strip():
                self.complain(f"expected a UCI command, got {one_line(line)[:60]!r}")
            return
        name, rest = words[0], words[1:]
        if name == "uci":
            self._introduce()
        elif name == "isready":
            self.say("readyok")
        elif name == "ucinewgame":
            self.mind.forget()
            self.position = self.game.initial()
        elif name == "setoption":
            self._set(*read_option(rest))
        elif name in ("position", "fen", "startpos"):
            self.place(rest if name == "position" else words)
        elif name == "go":
            self._go(rest)
        elif name == "d":
            self.say(f"info string {self.position.text()} key {self.position.key:016x}")
        elif name == "help":
            self.say(f"info string commands: {' '.join(sorted(_COMMANDS))}")
        elif name == "quit":
            self.is_done = True

    def complain(self, error: object) -> None:
        self.say(f"info string error: {one_line(error)}")

    def failed(self, line: str, error: Exception) -> None:
        self.complain(error)
        if "go" in line.split():
            self.say("bestmove (none)")

    def report(self, analysis: Analysis) -> None:
        def text(move: int) -> str:
            return self.ranks.write(self.game, move)

        for line in report_lines(analysis, text, self.position.to_move, self._shows_chances):
            self.say(line)

    def answer(self, position: Position, analysis: Analysis | None) -> None:
        if analysis is None:
            outcome = position.outcome()
            is_drawn = outcome is not None and len(set(outcome.scores)) == 1
            self.say(f"info depth 0 score {'cp' if is_drawn else 'mate'} 0")
            self.say("bestmove (none)")
            return
        moves = [self.ranks.write(self.game, move) for move in analysis.lines[0].moves[:2]]
        self.say("bestmove " + " ponder ".join(moves))

    def _introduce(self) -> None:
        self.say(f"id name Duiyi {self.mind.name}")
        self.say("id author the Duiyi authors")
        for line in option_lines(self.game):
            self.say(line)
        self.say("uciok")

    def _set(self, name: str, value: str) -> None:
        number = int(value) if value.isascii() and value.isdecimal() and len(value) < 9 else None
        is_on = value.lower() == "true"
        if name == "threads" and number:
            self.mind.threads = min(number, 256)
        elif name == "hash" and number:
            self.mind.memory = min(number, 65536)
            self.mind.forget()
        elif name == "clear hash":
            self.mind.forget()
        elif name == "multipv" and number:
            self.lines = min(number, 128)
        elif name == "move overhead" and number is not None:
            self.overhead = min(number, 5000) / 1000
        elif name == "uci_showwdl":
            self._shows_chances = is_on
        elif name == "uci_limitstrength":
            self._is_elo_limited = is_on
        elif name == "uci_elo" and number is not None:
            self._elo_level = read_elo_level(self.game, number)
        elif name == "skill level" and number is not None:
            self._skill = number
        elif name == "uci_variant" and value == "xiangqi":
            self.ranks = Ranks(is_one_based=True)  # only hosts that count ranks from 1 set it
        elif name == "ranks" and value in ("auto", "0-9", "1-10"):
            self.ranks = Ranks(value == "1-10", value != "auto")
        elif name not in _ACCEPTED:
            self.complain(f"expected an option of ours with a fitting value, got {name[:40]!r} {value[:40]!r}")
        self._choose_strength()

    def _choose_strength(self) -> None:
        if self._is_elo_limited:
            self.mind.set_level(self._elo_level)
        elif self._skill < _SKILL_TOP:
            self.mind.set_level(1 + self._skill * _LEVELS // _SKILL_TOP)
        else:
            self.mind.level = self._own_level

    def _go(self, words: Sequence[str]) -> None:
        go = read_go(words)
        position = searchable(self.position)
        if go.perft is not None:
            self.begin(self._count(position, go.perft))
            return
        left, increment = (go.wtime, go.winc) if position.to_move == 0 else (go.btime, go.binc)
        seconds: float | None = None
        if go.movetime is not None:
            seconds = fixed_seconds(go.movetime / 1000, self.overhead)
        elif left is not None:
            seconds = move_seconds(left / 1000, increment / 1000, go.movestogo, self.overhead)
        depth = go.depth if go.mate is None else 2 * go.mate
        is_free = go.infinite or (seconds is None and depth is None and go.nodes is None)
        limits = Limits(seconds=FOREVER if is_free else seconds, depth=depth, nodes=go.nodes, lines=self.lines)
        only = self.moves_of(go.searchmoves) or None
        self.search(position, limits, is_held=is_free and not go.ponder, is_pondering=go.ponder, only=only)

    async def _count(self, position: Position, depth: int) -> None:
        counts = perft_divide(position, depth)
        total = 0
        while not self.stop.is_set() and (found := await asyncio.to_thread(next, counts, None)) is not None:
            total += found[1]
            self.say(f"{self.ranks.write(self.game, found[0])}: {found[1]}")
        self.say(f"\nNodes searched: {total}\n")
