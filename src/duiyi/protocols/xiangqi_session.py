"""What UCI and UCCI share: a position, searches that are held until the host asks, and pondering."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence

import msgspec

from duiyi.analysis import Analysis, Limits
from duiyi.base import Game, GameOver, IllegalMove, Move, Position, TextError
from duiyi.protocols.mind import Mind
from duiyi.protocols.session import FOREVER, Session
from duiyi.protocols.xiangqi_text import Ranks, read_position

__all__ = ["XiangqiSession"]


class XiangqiSession(Session):
    """A host that sets up a position and asks ``go``."""

    words: frozenset[str] = frozenset()
    """The commands that change something: one of them ends a search that nobody else would end."""

    def __init__(self, game: Game, mind: Mind, write: Callable[[str], None]) -> None:
        super().__init__(game, mind, write)
        self.position: Position = game.initial()
        self.ranks = Ranks()
        self.lines = 1
        self.overhead = 0.05
        self._hit = asyncio.Event()

    @abstractmethod
    def report(self, analysis: Analysis) -> None:
        """Tell what is known so far."""

    @abstractmethod
    def answer(self, position: Position, analysis: Analysis | None) -> None:
        """Tell the result; None where the game is over."""

    @abstractmethod
    def complain(self, error: object) -> None:
        """Tell that something was wrong."""

    def interrupt(self, line: str) -> bool:
        name = (line.split() or [""])[0]
        if name == "isready":
            self.say("readyok")
            return True
        if name == "ponderhit":
            self._hit.set()
            return True
        if name in ("stop", "quit"):
            if self.is_behind(line):
                return False  # commands that came before it are still waiting
            self.stop.set()
            return name == "stop"
        if self.is_endless and name in self.words:
            self.stop.set()  # nobody will ever say stop: the host is already elsewhere
        return False

    def place(self, words: Sequence[str]) -> None:
        """Set up ``startpos`` or ``fen ...`` with moves; a bad one is told and changes nothing."""
        try:
            self.position = read_position(self.game, words, self.ranks)
        except (TextError, IllegalMove, GameOver) as error:
            self.complain(error)

    def moves_of(self, words: Sequence[str]) -> set[Move]:
        """The moves among some words."""
        moves = set()
        for word in words:
            try:
                moves.add(self.ranks.read(self.game, word))
            except TextError as error:
                self.complain(error)
        return moves

    def search(
        self,
        position: Position,
        limits: Limits,
        *,
        is_held: bool = False,
        is_pondering: bool = False,
        only: Collection[Move] | None = None,
    ) -> None:
        """Begin to think. A held search answers only when it is stopped, a pondering one also after ``ponderhit``."""
        self._hit.clear()
        self.is_endless = is_held or is_pondering
        self.begin(self._think(position, limits, is_held, is_pondering, only))

    async def _think(
        self, position: Position, limits: Limits, is_held: bool, is_pondering: bool, only: Collection[Move] | None
    ) -> None:
        if position.outcome() is not None:
            self.answer(position, None)
            return
        clock = None
        if is_pondering:
            clock = asyncio.create_task(self._count_down(limits.seconds))
            limits = msgspec.structs.replace(limits, seconds=FOREVER)
        try:
            analysis = await self.mind.think(position, limits, self.stop, self.report, only)
            self.report(analysis)
            # The search may be over before the host has asked for its result.
            if is_pondering:
                await _first(self._hit, self.stop)
            elif is_held:
                await self.stop.wait()
        finally:
            self.is_endless = False
            if clock is not None:
                clock.cancel()
        if self.mind.trouble:
            self.complain(self.mind.trouble)
        self.answer(position, analysis)

    async def _count_down(self, seconds: float | None) -> None:
        """Once the move we pondered on is played, the clock runs as in any search."""
        await self._hit.wait()
        self.is_endless = False
        if seconds is not None:
            await asyncio.sleep(seconds)
            self.stop.set()


async def _first(*events: asyncio.Event) -> None:
    waits = [asyncio.create_task(event.wait()) for event in events]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
