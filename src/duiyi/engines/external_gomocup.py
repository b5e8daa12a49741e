"""Gomocup (Piskvork) programs. A game that goes on is sent as ``TURN``, anything else as ``BOARD``."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator

from duiyi.analysis import Analysis, Limits
from duiyi.base import Position
from duiyi.engines.external_dialect import Dialect, analysis_of, checked
from duiyi.engines.external_points import size_of, stones_in_turn
from duiyi.engines.external_process import Child, ExternalError

__all__ = ["Gomocup"]

_PATIENCE = 3600.0
_POINT = re.compile(r"\s*([0-9]{1,2})\s*,\s*([0-9]{1,2})\s*", re.ASCII)
_RULES = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8}


class Gomocup(Dialect):
    """A program of the Gomocup."""

    farewell = "END"

    async def greet(self, child: Child) -> None:
        self._stones: dict[int, str] | None = None
        self._told: dict[str, str] = {}
        self._size = size_of(self.game)[0]
        await self._start(child)
        self._tell(child, "rule", str(_RULES[str(self.game.values["rule"])]))
        for name, value in self.options.items():
            self._tell(child, name, value)

    async def _start(self, child: Child) -> None:
        child.send(f"START {self._size}")
        answer = await self._answer(child, self.handshake)
        if answer.split()[:1] != ["OK"]:
            raise ExternalError(f"{child.command}: expected OK to START {self._size}, got {answer!r}")

    def _tell(self, child: Child, name: str, value: str) -> None:
        if self._told.get(name) != value:
            self._told[name] = value
            child.send(f"INFO {name} {value}")

    async def _answer(self, child: Child, seconds: float) -> str:
        """The first line that is no talk."""
        deadline = time.monotonic() + seconds
        while True:
            line = (await child.read(max(0.0, deadline - time.monotonic()))).strip()
            if line and line.split()[0].upper() not in ("MESSAGE", "DEBUG"):
                return line

    async def search(self, child: Child, position: Position, limits: Limits) -> AsyncIterator[Analysis]:
        is_over = False
        try:
            began = time.monotonic()
            self._tell_limits(child, limits)
            await self._set_up(child, position)
            wait = _PATIENCE if limits.seconds is None else limits.seconds + self.grace
            answer = await self._answer(child, wait)
            if answer.upper().startswith("SUGGEST"):
                answer = answer[len("SUGGEST") :].strip()
                child.send(f"PLAY {answer}")
                await self._answer(child, self.grace)
            is_over = True
            match = _POINT.fullmatch(answer)
            if match is None or max(int(match[1]), int(match[2])) >= self._size:
                raise ExternalError(f"{child.command}: expected x,y in {position.text()}, got {answer!r}")
            move = checked(child, position, int(match[2]) * self._size + int(match[1]), answer)
            self._stones = _stones(position.after(move))
            yield analysis_of(position, move, began)
        finally:
            if not is_over:
                child.close()

    def _tell_limits(self, child: Child, limits: Limits) -> None:
        if limits.seconds is not None:
            self._tell(child, "timeout_turn", str(max(1, round(1000 * limits.seconds))))
            self._tell(child, "timeout_match", "0")
        if limits.depth is not None:
            self._tell(child, "max_depth", str(limits.depth))
        if limits.nodes is not None:
            self._tell(child, "max_node", str(limits.nodes))

    async def _set_up(self, child: Child, position: Position) -> None:
        stones = _stones(position)
        known = self._stones
        self._stones = None
        if not stones:
            if known is not None:
                await self._start(child)
            child.send("BEGIN")
            return
        if known is not None:
            new = {cell: colour for cell, colour in stones.items() if cell not in known}
            gone = any(stones.get(cell) != colour for cell, colour in known.items())
            other = "ox"[position.to_move]
            if not gone and len(new) == 1 and other in new.values():
                child.send(f"TURN {self._text(next(iter(new)))}")
                return
        child.send("BOARD")
        for seat, cell in stones_in_turn(position):
            child.send(f"{self._text(cell)},{1 if seat == position.to_move else 2}")
        child.send("DONE")

    def _text(self, cell: int) -> str:
        return f"{cell % self._size},{cell // self._size}"


def _stones(position: Position) -> dict[int, str]:
    return {cell: code for cell, code in enumerate(position.board()) if code}
