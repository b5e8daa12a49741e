"""XBoard (CECP) programs for Xiangqi. They keep the game themselves; we send what is missing of it, or a position."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator
from math import ceil

import msgspec

from duiyi.analysis import Analysis, Limits, Line
from duiyi.base import Move, Position, TextError
from duiyi.engines.external_dialect import Dialect, analysis_of, checked, rate_of
from duiyi.engines.external_process import Child, ExternalCrash, ExternalError
from duiyi.engines.external_xiangqi import Ranks
from duiyi.games.native import NativePosition

__all__ = ["XBoard"]

_FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
_MOVE = re.compile(r"(?:move|My move is ?:|\d+\. \.\.\.)\s*(\S+)", re.IGNORECASE)
_THOUGHT = re.compile(r"\s*(\d+)[.+&?-]?\s+(-?\d+)\s+(\d+)\s+(\d+)\s*(.*)")
_SILENCE = 2.0  # seconds that a program of version 1 is given for the features that it will not send
_PATIENCE = 3600.0
_LATE = 0.15
_MATE = 100000


class XBoard(Dialect):
    """A program that XBoard could run with ``-variant xiangqi``."""

    async def greet(self, child: Child) -> None:
        self._features: dict[str, str] = {}
        self._options: dict[str, str] = {}
        self._board: Position | None = None
        """What stands on the program's board."""
        self._depth = 0
        self._ranks = Ranks()
        child.send("xboard")
        child.send("protover 2")
        await self._learn(child)
        for name, value in self.options.items():
            written = self._options.get(name.lower().replace(" ", "_"))
            if name in ("memory", "cores"):
                child.send(f"{name} {value}")
            elif written is not None:
                child.send(f"option {written}={value}")
            else:
                raise ExternalError(f"{child.command}: expected an option of the program, got {name!r}")
        self._begin(child)
        await self._wait(child)

    async def _learn(self, child: Child) -> None:
        """Hear the features, until the program says that there are no more, or says nothing."""
        deadline = time.monotonic() + min(_SILENCE, self.handshake)
        while True:
            try:
                line = await child.read(max(0.0, deadline - time.monotonic()))
            except ExternalCrash:
                raise
            except ExternalError:
                return
            if not line.startswith("feature"):
                continue
            for name, quoted in _FEATURE.findall(line):
                value = quoted.strip('"')
                if name == "option":
                    written = value.split(" -")[0]
                    self._options[written.lower().replace(" ", "_")] = written
                    continue
                self._features[name] = value
                if name == "done" and value == "0":
                    deadline = time.monotonic() + self.handshake
                elif name == "done":
                    return
                else:
                    child.send(f"accepted {name}")

    def _begin(self, child: Child) -> None:
        child.send("new")
        if "xiangqi" in self._features.get("variants", "xiangqi").split(",") or "variants" not in self._features:
            child.send("variant xiangqi")
        for word in ("easy", "post", "force"):
            child.send(word)
        self._board = self.game.initial()

    async def _wait(self, child: Child) -> None:
        if self._features.get("ping") == "1":
            child.send("ping 1")
            await self.until(child, "pong", self.handshake)

    async def search(self, child: Child, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        began = time.monotonic()
        is_over = is_told = False
        latest: Analysis | None = None
        try:
            self._set_up(child, position)
            self._tell_limits(child, limits)
            child.send("go")
            while True:
                wait = _PATIENCE
                if limits.seconds is not None:
                    wait = limits.seconds + (self.grace if is_told else _LATE) - (time.monotonic() - began)
                try:
                    text = await child.read(max(0.0, wait))
                except ExternalCrash:
                    raise
                except ExternalError:
                    if is_told or limits.seconds is None:
                        raise
                    is_told = True
                    child.send("?")
                    continue
                match = _MOVE.match(text)
                if match is not None or text.startswith("resign"):
                    is_over = True
                    yield self._final(child, position, match[1] if match else "resign", latest, began)
                    return
                self._must_accept(child, position, text)
                latest = self._thought(position, text, began) or latest
                if latest is not None and self.is_due():
                    yield latest
        finally:
            if not is_over:
                child.close()

    def _final(self, child: Child, position: Position, text: str, latest: Analysis | None, began: float) -> Analysis:
        child.send("force")
        if text == "resign":
            self._board = None  # it has given up, but the game goes on: any move will do
            return analysis_of(position, position.legal_moves()[0], began, 0.0)
        try:
            move = self._ranks.read(self.game, text)
        except TextError as error:
            where = position.text()
            raise ExternalError(f"{child.command}: expected a move in {where}, got {text!r}: {error}") from None
        checked(child, position, move, text)
        self._board = position.after(move)
        if latest is None or latest.lines[0].moves[0] != move:
            return analysis_of(position, move, began)
        return msgspec.structs.replace(latest, seconds=time.monotonic() - began, progress=1.0, final=True)

    def _must_accept(self, child: Child, position: Position, text: str) -> None:
        if text.startswith(("Illegal", "tellusererror", "tellerror")):
            self._board = None
            raise ExternalError(f"{child.command}: expected {position.text()} to be accepted, got {text[:80]!r}")

    def _set_up(self, child: Child, position: Position) -> None:
        """The next move where there is one, the moves from the beginning where they are known, else the position."""
        moves = self._moves_to(position)
        if moves is None:
            assert isinstance(position, NativePosition)
            self._begin(child)
            if position.native.start_text() == self.game.initial().text():
                moves = list(position.native.history())
        for move in moves or ():
            text = self.game.move_text(move)
            child.send(f"usermove {text}" if self._features.get("usermove") == "1" else text)
        if moves is None:
            if self._features.get("setboard") != "1":
                raise ExternalError(f"{child.command}: expected a game from the beginning, for want of setboard")
            child.send(f"setboard {position.text()}")
        self._board = position

    def _moves_to(self, position: Position) -> list[Move] | None:
        """The moves, none or one, that lead from the program's board to a position."""
        board, text = self._board, position.text()
        if board is None or board.text() == text:
            return None if board is None else []
        return next(([move] for move in board.legal_moves() if board.after(move).text() == text), None)

    def _tell_limits(self, child: Child, limits: Limits) -> None:
        if limits.seconds is not None:
            child.send(f"st {max(1, ceil(limits.seconds))}")
        elif limits.depth is None:
            child.send("st 5")
        depth = limits.depth or 0
        if depth != self._depth:
            child.send(f"sd {depth or 60}")
            self._depth = depth

    def _thought(self, position: Position, text: str, began: float) -> Analysis | None:
        """The analysis of a line of thinking: depth, score in hundredths, hundredths of a second, nodes, moves."""
        match = _THOUGHT.fullmatch(text)
        if match is None:
            return None
        moves: list[Move] = []
        at = position
        for word in match[5].split():
            try:
                move = self._ranks.read(self.game, word.strip("()"))
            except TextError:
                if moves:
                    break
                continue
            if not at.is_legal(move):
                break
            moves.append(move)
            at = at.after(move)
        if not moves:
            return None
        score = float(match[2])
        own = rate_of(score) if abs(score) < _MATE - 1000 else float(score > 0)
        rates = (own, 1.0 - own) if position.to_move == 0 else (1.0 - own, own)
        line = Line(moves=tuple(moves), rates=rates, score=score)
        seconds = time.monotonic() - began
        return Analysis(lines=(line,), depth=int(match[1]), nodes=int(match[4]), seconds=seconds, progress=0.0)
