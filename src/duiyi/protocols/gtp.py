"""GTP 2 for NoGo, Reversi and Gomoku, with GoGui's rules and analyse commands and streamed analysis.

Commands are answered strictly in order. An analysis without end is ended by the next line, whatever it is; a comment
``# interrupt`` makes a move that is being looked for come at once.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, Move, Position
from duiyi.protocols.gtp_board import Board, GtpError, seat_of
from duiyi.protocols.gtp_clock import GtpClock
from duiyi.protocols.gtp_commands import COMMANDS, Command
from duiyi.protocols.gtp_text import Request, info_line, read_request
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import FOREVER, Session, one_line

__all__ = ["Gtp"]

_ID = re.compile(r"([0-9]{1,12})(?=\s|$)", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_OVER = {"nogo": "resign"}  # what a side without a move answers; in the other games it passes


class Gtp(Session):
    """One GTP controller.

    >>> from duiyi.protocols import converse
    >>> converse("gtp", "nogo", "play b D4", "7 play w D4")
    ['= \\n', '?7 illegal move: D4 is already taken\\n']
    """

    board: Board
    clock: GtpClock

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        super().__init__(game, mind, write)
        self.board = Board(game)
        self.clock = GtpClock()
        self._id = ""
        if self.board.game != game:
            mind.play(self.board.game)

    async def handle(self, line: str) -> None:
        text = _CONTROL.sub("", line.replace("\t", " ")).partition("#")[0].strip()
        if not text:
            return
        match = _ID.match(text)
        self._id = match[1] if match else ""
        words = text[len(self._id) :].split()
        if not words:
            self._fail("unknown command")
            return
        name, rest = words[0], words[1:]
        try:
            self._run(name, rest)
        except GtpError as error:
            self._fail(one_line(error))

    def interrupt(self, line: str) -> bool:
        if self.is_endless or line.strip() == "# interrupt":
            self.stop.set()
        return line.strip() == "# interrupt"

    def failed(self, line: str, error: Exception) -> None:
        self._fail(f"error: {one_line(error)}")

    def reply(self, text: str = "") -> None:
        """Answer the present command."""
        # An empty line would end the answer before its time.
        body = "\n".join(line or " " for line in text.split("\n")) if text else ""
        self.say(f"={self._id} {body}\n" if body else f"={self._id} \n")

    def resize(self, columns: int, rows: int) -> None:
        """Play on another size."""
        self.board.resize(columns, rows)
        self.mind.play(self.board.game)
        self.clock.reset()

    def _run(self, name: str, words: list[str]) -> None:
        if name == "quit":
            self.reply()
            self.is_done = True
        elif name in ("genmove", "reg_genmove"):
            self._genmove(_seat(words), is_played=name == "genmove")
        elif name in ("lz-analyze", "kata-analyze", "analyze"):
            self._analyse(read_request(words), is_kata=name == "kata-analyze")
        elif name in ("lz-genmove_analyze", "kata-genmove_analyze", "genmove_analyze"):
            self._genmove_analyse(read_request(words), is_kata=name.startswith("kata"))
        elif name in ("duiyi-rates", "duiyi-line"):
            self._survey(_seat(words) if words else self.board.position.to_move, is_line=name == "duiyi-line")
        else:
            command: Command | None = COMMANDS.get(name)
            if command is None:
                raise GtpError("unknown command")
            self.reply(command(self, words))

    def _fail(self, message: str) -> None:
        self.say(f"?{self._id} {message}\n")

    # Moves

    def _genmove(self, seat: int, *, is_played: bool) -> None:
        position = self._turned(seat)
        if position.outcome() is not None:
            self.reply(self._over(seat, is_played))
            return
        self.is_endless = False
        self.begin(self._find(position, seat, is_played))

    async def _find(self, position: Position, seat: int, is_played: bool) -> None:
        began = time.perf_counter()
        limits = Limits(seconds=self.clock.seconds(seat))
        analysis = await self.mind.think(position, limits, self.stop)
        self._play(analysis.best, seat, is_played, began)
        self.reply(self.board.vertex(analysis.best))

    def _play(self, move: Move, seat: int, is_played: bool, began: float) -> None:
        if is_played:
            self.board.play(seat, self.board.vertex(move))
            self.clock.spend(seat, time.perf_counter() - began)

    def _over(self, seat: int, is_played: bool) -> str:
        """The answer of a side in a finished game; a pass can be taken back, as everything that was generated."""
        word = _OVER.get(self.board.game.name, "pass")
        if is_played:
            self.board.play(seat, word)
        return word

    def _turned(self, seat: int) -> Position:
        try:
            return self.board.turned(seat)
        except ValueError as error:
            raise GtpError(f"illegal move: {error}") from None

    # Analysis

    def _analyse(self, request: Request, *, is_kata: bool) -> None:
        seat = self.board.position.to_move if request.seat is None else request.seat
        position = self._turned(seat)
        if position.outcome() is not None:
            self.reply()
            return
        self.is_endless = True
        self.begin(self._stream(position, request, seat, is_kata, self._only(position, request)))

    async def _stream(
        self, position: Position, request: Request, seat: int, is_kata: bool, only: set[Move] | None
    ) -> None:
        self.say(f"={self._id}")
        report = self._reporter(request, seat, is_kata)
        limits = Limits(seconds=FOREVER, lines=request.lines)
        report(await self.mind.think(position, limits, self.stop, report, only))
        await self.stop.wait()
        self.say("")

    def _genmove_analyse(self, request: Request, *, is_kata: bool) -> None:
        seat = self.board.position.to_move if request.seat is None else request.seat
        position = self._turned(seat)
        if position.outcome() is not None:
            self.say(f"={self._id}\nplay {self._over(seat, is_played=True)}\n")
            return
        self.is_endless = False
        self.begin(self._find_aloud(position, request, seat, is_kata, self._only(position, request)))

    async def _find_aloud(
        self, position: Position, request: Request, seat: int, is_kata: bool, only: set[Move] | None
    ) -> None:
        began = time.perf_counter()
        self.say(f"={self._id}")
        report = self._reporter(request, seat, is_kata)
        limits = Limits(seconds=self.clock.seconds(seat), lines=request.lines)
        analysis = await self.mind.think(position, limits, self.stop, report, only)
        report(analysis)
        self._play(analysis.best, seat, True, began)
        self.say(f"play {self.board.vertex(analysis.best)}\n")

    def _reporter(self, request: Request, seat: int, is_kata: bool) -> Callable[[Analysis], None]:
        shown = 0.0

        def report(analysis: Analysis) -> None:
            nonlocal shown
            if analysis.final or analysis.seconds - shown >= request.seconds:
                shown = analysis.seconds
                self.say(info_line(analysis, self.board.vertex, seat, is_kata=is_kata))

        return report

    def _only(self, position: Position, request: Request) -> set[Move] | None:
        if not request.allowed and not request.avoided:
            return None
        allowed = {self.board.move(vertex) for vertex in request.allowed} or set(position.legal_moves())
        return allowed - {self.board.move(vertex) for vertex in request.avoided}

    def _survey(self, seat: int, *, is_line: bool) -> None:
        position = self._turned(seat)
        if position.outcome() is not None:
            self.reply()
            return
        self.is_endless = False
        self.begin(self._look(position, seat, is_line))

    async def _look(self, position: Position, seat: int, is_line: bool) -> None:
        analysis = await self.mind.think(position, Limits(seconds=1.0, lines=1 if is_line else 10), self.stop)
        if is_line:
            self.reply(" ".join(map(self.board.vertex, analysis.lines[0].moves)))
        else:
            pairs = (f"{self.board.vertex(line.moves[0])} {round(100 * line.rates[seat])}%" for line in analysis.lines)
            self.reply(" ".join(pairs))


def _seat(words: list[str]) -> int:
    if not words:
        raise GtpError("syntax error: expected a colour")
    return seat_of(words[0])
